/** Everything about one abstract, for whoever decides about it. */
import { z } from 'zod'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { staffRead } from '#contract/heads.ts'
import { DownloadedFile, Id, operation } from '#contract/operation.ts'
import { Pending } from './decisions.ts'
import {
  abstractStates,
  assignmentStates,
  conflictKinds,
  conflictSources,
  conflictStrengths,
  likenessStates,
  outcomes,
  recommendations,
  surenesses,
} from './words.ts'

const count = z.number().int()
const when = z.iso.datetime()
const Which = z.object({ abstractId: Id, number: count, title: z.string() })

const Review = z.object({
  assignmentId: Id,
  reviewerId: Id,
  name: z.string(),
  alias: count,
  /** Whether it is the first, the second or no field of theirs. */
  strength: z.enum(['first', 'second']).nullable(),
  state: z.enum(assignmentStates),
  sure: z.enum(surenesses).nullable(),
  recommendation: z.enum(recommendations).nullable(),
  asType: z.enum(abstractTypes).nullable(),
  scores: z.array(z.object({ name: z.string(), weight: z.number(), score: count })),
  total: z.number().nullable(),
  toAuthor: z.string(),
  toChairs: z.string(),
  /** What in the words to the author names one of the authors. */
  nameFound: z.string().nullable(),
  submittedAt: when.nullable(),
  isLate: z.boolean(),
})

const Shown = Which.extend({
  hasConflict: z.literal(false),
  state: z.enum(abstractStates),
  type: z.enum(abstractTypes),
  acceptedAs: z.enum(abstractTypes).nullable(),
  speciality: z.string(),
  subSpeciality: z.string(),
  submittedAt: when,
  /** By whose clocks its moments are told. */
  timeZone: z.string(),
  /** The version that counts. */
  version: count,
  /** Every one that was saved, the newest first. One that came too late lies aside. */
  versions: z.array(z.object({ number: count, savedAt: when, isAside: z.boolean() })),
  /** The version whose words and file follow. */
  shown: count,
  words: count,
  /** As HTML. */
  background: z.string(),
  material: z.string(),
  results: z.string(),
  discussion: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  authors: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      institution: z.string(),
      department: z.string(),
      presents: z.boolean(),
      /** Of an author who is a person of this event. */
      accountId: Id.nullable(),
    }),
  ),
  reviews: z.array(Review),
  /** Nulls where nobody has scored it. */
  mean: z.number().nullable(),
  spread: z.number().nullable(),
  remarks: z.array(
    z.object({
      /** Null: a chair wrote it. */
      alias: count.nullable(),
      text: z.string(),
      audience: z.enum(['reviewers', 'chairs']),
      at: when,
    }),
  ),
  conflicts: z.array(
    z.object({
      reviewerId: Id,
      reviewer: z.string(),
      kind: z.enum(conflictKinds),
      source: z.enum(conflictSources),
      strength: z.enum(conflictStrengths),
      note: z.string(),
    }),
  ),
  /** Decided and not yet published. */
  pending: Pending.nullable(),
  /** Every decision that was published, the newest first. */
  told: z.array(
    z.object({
      outcome: z.enum(outcomes),
      asType: z.enum(abstractTypes).nullable(),
      /** What it became part of, or is the same work as. */
      into: count.nullable(),
      note: z.string(),
      by: z.string(),
      at: when,
      wasTakenBack: z.boolean(),
    }),
  ),
  /** Others that say much the same. */
  alike: z.array(Which.extend({ share: z.number(), state: z.enum(likenessStates) })),
  history: z.array(z.object({ text: z.string(), at: when, isGood: z.boolean() })),
  /** Numbers of the abstracts before and after it. */
  previous: count.nullable(),
  next: count.nullable(),
})

/** Whoever has a conflict with it themselves learns nothing else. */
const Hidden = Which.extend({ hasConflict: z.literal(true) })

export const AbstractShow = operation('AbstractShow', staffRead('review.read'), {
  /** Without a version: the one that counts. */
  input: z.object({ eventId: Id, number: Id, version: Id.optional() }),
  reply: z.discriminatedUnion('hasConflict', [Shown, Hidden]),
})

/** The file as its author attached it. Not for whoever has a conflict with it. */
export const AbstractFile = operation('AbstractFile', staffRead('review.read'), {
  input: z.object({ eventId: Id, number: Id, version: Id }),
  reply: DownloadedFile,
})
