import { z } from 'zod'
import { openRead, participantChange, participantRead } from '#contract/heads.ts'
import { DownloadedFile, EventOfCall, Id, largestId, operation, table, whole } from '#contract/operation.ts'
import {
  abstractLimits,
  abstractTexts,
  abstractTypes,
  fileBytes,
  fileField,
  lengthOfSections,
  pieceBytes,
  roomTexts,
} from './rules.ts'

const upload = { field: fileField, limit: fileBytes, tooLarge: abstractTexts.fileTooLarge } as const

/** They confirm who is asking and never decide it. */
const who = {
  DeviceID: z.string().max(64).default(''),
  UserID: z.string().max(200).optional(),
  EventID: EventOfCall,
  ApplicantID: Id.optional(),
}

/** One abstract as its owner sees it. The fields up to `Discussion` are those of the specification. */
export const AbstractRow = z.object({
  pk: z.number(),
  /** As HTML, like the four sections. */
  Title: z.string(),
  Speciality: z.string(),
  SubSpeciality: z.string(),
  Status: z.string(),
  AbstractLevel: z.number(),
  AbstractType: z.enum(abstractTypes),
  BackGround: z.string(),
  Material: z.string(),
  Results: z.string(),
  Discussion: z.string(),
  TitlePlain: z.string(),
  Words: z.number(),
  FileName: z.string(),
  FileSize: z.number(),
  /** Sent back with an update, so that a change made elsewhere meanwhile is noticed. */
  Version: z.number(),
  SavedAt: z.iso.datetime(),
  /** Given when it is submitted, counted within the event. */
  Number: z.number().optional(),
  SubmittedAt: z.iso.datetime().optional(),
  /** A revision is asked for until the end of this day. */
  ReviseUntil: z.iso.date().optional(),
  AcceptedAs: z.enum(abstractTypes).optional(),
  /** There is a decision to read. */
  HasDecision: z.literal(true).optional(),
  /** Until when they say whether they present it. */
  AnswerUntil: z.iso.date().optional(),
})
export type AbstractRow = z.output<typeof AbstractRow>

export const GetAbstracts = operation('GetAbstracts', participantRead(), {
  input: z.object(who),
  reply: table(AbstractRow),
})

const Option = z.object({ id: z.number(), Description: z.string() })

export const SpecialityList = operation('SpecialityList', openRead({ method: 'POST' }), {
  input: z.object({ EventID: EventOfCall, ApplicantID: z.string().max(20).optional() }),
  reply: table(Option),
})

/** The parameter is spelled as the specification spells it. */
export const SubSpecialityList = operation('SubSpecialityList', openRead({ method: 'POST' }), {
  input: z.object({ SupecialityID: Id }),
  reply: table(Option),
})

const html = z.string().max(abstractLimits.section, `at most ${abstractLimits.section} characters`).default('')
/** Sent because the specification says so. What we keep is derived from the text itself. */
const ignored = z.string().optional()

/** Everything may be missing here: the texts for what is missing are the reply's, in the order of the form. */
const saved = z
  .object({
    ...who,
    AbstractType: z.string().max(20).default(''),
    Speciality: z.string().max(200).default(''),
    SubSpeciality: z.string().max(200).default(''),
    SubSpecId: z.union([z.literal(''), Id]).optional(),
    Title: z.string().max(abstractLimits.title, `at most ${abstractLimits.title} characters`).default(''),
    TitlePlain: ignored,
    BackGround: html,
    BackGroundPlain: ignored,
    Material: html,
    MaterialPlain: ignored,
    Results: html,
    ResultsPlain: ignored,
    Discussion: html,
    DiscussionPlain: ignored,
    /** 0 for a new abstract. */
    pk: whole(0, largestId).default(0),
    /** The same save sent twice carries the same key, and is done once. */
    SaveKey: z.string().max(64).optional(),
    /** The version that the person began from; without it the save wins over whatever is there. */
    Version: whole(1, largestId).optional(),
    /** A file that was sent in pieces before, in place of `AbstractFile`. */
    UploadID: z.string().max(64).optional(),
  })
  .refine((sent) => lengthOfSections(sent) <= abstractLimits.sections, {
    path: ['the four texts'],
    error: `together at most ${abstractLimits.sections} characters`,
  })

const saveReply = table(
  z.object({
    Status: z.enum([
      'Success',
      abstractTexts.fileMissing,
      abstractTexts.fileTooLarge,
      abstractTexts.fileWrongType,
      abstractTexts.fileUnsafe,
      abstractTexts.uploadGone,
      abstractTexts.typeMissing,
      abstractTexts.specialityMissing,
      abstractTexts.subSpecialityMissing,
      abstractTexts.titleMissing,
      abstractTexts.locked,
      abstractTexts.gone,
      abstractTexts.conflict,
      abstractTexts.closed,
      roomTexts.tooMany,
      roomTexts.noRoom,
    ]),
    pk: z.number().optional(),
    Version: z.number().optional(),
    /** It was kept, but after the last date: it can not be submitted any more. */
    IsLate: z.boolean().optional(),
  }),
).extend({
  /** With `conflict`: what is stored now, to be laid beside what was sent. */
  Stored: AbstractRow.optional(),
})

export const AbstractSave = operation('AbstractSave', participantChange({ upload }), {
  input: saved,
  reply: saveReply,
})

export const AbstractUpdate = operation('AbstractUpdate', participantChange({ upload }), {
  input: saved,
  reply: saveReply,
})

/** Submitting again answers as the first time did. */
export const SubmitAbstract = operation('SubmitAbstract', participantChange({ repeatable: true }), {
  input: z.object({ ...who, pk: Id }),
  reply: table(
    z.object({
      Status: z.enum(['Success', abstractTexts.closed, abstractTexts.locked, abstractTexts.gone]),
      Number: z.number().optional(),
      SubmittedAt: z.iso.datetime().optional(),
    }),
  ),
})

/** A draft is removed, a submitted one is withdrawn; removing again answers as the first time did. */
export const RemoveAbstract = operation('RemoveAbstract', participantChange({ repeatable: true }), {
  input: z.object({ ...who, pk: Id }),
  reply: table(z.object({ Status: z.enum(['Success', abstractTexts.gone]) })),
})

/** The attached file, for its owner. Not in the specification. */
export const AbstractDownload = operation('AbstractDownload', participantRead(), {
  input: z.object({ ...who, pk: Id }),
  reply: DownloadedFile,
})

const uploadReply = table(
  z.object({
    Status: z.enum([
      'Success',
      abstractTexts.fileTooLarge,
      abstractTexts.fileWrongType,
      abstractTexts.uploadGone,
      roomTexts.noRoom,
    ]),
    UploadID: z.string().optional(),
    /** How many bytes from the beginning are safely here: the next piece begins there. */
    Received: z.number().optional(),
  }),
)

/** Begins a file that will come in pieces. The same file of the same person begun again goes on where it was. Not in the specification. */
export const UploadBegin = operation('UploadBegin', participantChange({ repeatable: true }), {
  input: z.object({
    ...who,
    FileName: z.string().max(400),
    FileSize: whole(0, Number.MAX_SAFE_INTEGER),
    /** Made by the client from name, size and date of change: tells one file from another of the same name. */
    FileKey: z.string().max(64),
  }),
  reply: uploadReply,
})

/** One piece; `Offset` must be what the server has `Received`, or nothing is taken and the right place is told. */
export const UploadPiece = operation(
  'UploadPiece',
  participantChange({ upload: { field: 'Piece', limit: pieceBytes, tooLarge: abstractTexts.fileTooLarge } }),
  {
    input: z.object({ ...who, UploadID: z.string().max(64), Offset: whole(0, fileBytes) }),
    reply: uploadReply,
  },
)
