import { z } from 'zod'
import { asEmail } from '#contract/accounts/email.ts'
import { participantChange, participantRead, personRead } from '#contract/heads.ts'
import { DownloadedFile, EventOfCall, Id, operation, table } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { photoBytes, photoField, photoTooLarge } from './photo.ts'
import { lengthOf, type ProfileField, type ProfileFieldName, profileFields, profileTexts } from './profile-fields.ts'

export type ProfileValue<Name extends ProfileFieldName> = (typeof profileFields)[Name] extends {
  options: readonly { value: infer Value }[]
}
  ? Value
  : string

type Shape = { [Name in ProfileFieldName]: z.ZodType<ProfileValue<Name>> }

/** Kept as it is sent, but for blanks around it and what nobody sees: the server takes every legal name. */
function schemaOf({ options, limit, lines, required, kind }: ProfileField): z.ZodType<string> {
  if (options) return choiceOf(options.map(({ value }) => value))
  const text = z
    .string('this field is required')
    .transform((sent) => (kind === 'email' ? asEmail(sent) : plainText(sent, lines ? 'lines' : 'one line')))
    .refine((kept) => !required || kept !== '', 'this field is required')
    .refine((kept) => lengthOf(kept) <= limit, `at most ${limit} characters`)
  return required ? text : text.default('')
}

function choiceOf(values: string[]): z.ZodType<string> {
  return z.enum(values, {
    error: ({ input }) => (input ? `choose one of ${values.join(', ')}` : 'this field is required'),
  })
}

function shapeOf(schema: (field: ProfileField) => z.ZodType<string>): Shape {
  return Object.fromEntries(Object.entries(profileFields).map(([name, field]) => [name, schema(field)])) as Shape
}

/** They confirm who is asking and never decide it. */
const who = {
  DeviceID: z.string().max(64).default(''),
  UserID: z.string().max(200).optional(),
  EventID: EventOfCall,
  ApplicantID: Id.optional(),
}

export const ProfileExists = operation('ProfileExists', participantRead({ method: 'POST' }), {
  input: z.object(who),
  reply: table(z.object({ Status: z.enum(['True', 'False']) })),
})

/** The specification does not say how it is asked for, so both ways work. */
export const ProfileExistsByGet = { ...ProfileExists, method: 'GET' } as const

/** Creating again changes what is there; the picture may then be left out. */
export const ProfileCreate = operation(
  'ProfileCreate',
  participantChange({ upload: { field: photoField, limit: photoBytes - 1, tooLarge: photoTooLarge } }),
  {
    input: z.object({ ...who, ...shapeOf(schemaOf) }),
    reply: table(
      z.object({
        Status: z.enum([
          'Success',
          profileTexts.failed,
          profileTexts.photoTooLarge,
          profileTexts.photoWebp,
          profileTexts.photoWrongKind,
          profileTexts.photoUnreadable,
          profileTexts.photoTooManyPixels,
        ]),
      }),
    ),
  },
)

/** No row while there is no profile at this event; `Account` and what was told at an `Earlier` one is what a form begins with. */
export const GetProfile = operation('GetProfile', personRead(), {
  input: z.object(who),
  reply: table(
    z.object({
      ...shapeOf(() => z.string()),
      ApplicantID: z.number(),
      EventID: z.number(),
      /** A new time means a new picture at ProfilePhoto. */
      PhotoChangedAt: z.iso.datetime(),
      CreatedAt: z.iso.datetime(),
      UpdatedAt: z.iso.datetime(),
    }),
  ).extend({
    Account: z.object({ UserID: z.string(), Fullname: z.string() }),
    Earlier: z.object({ ...shapeOf(() => z.string()), Event: z.string(), PhotoChangedAt: z.iso.datetime() }).optional(),
  }),
})

/** The caller's own picture as PNG. Not in the specification. */
export const ProfilePhoto = operation('ProfilePhoto', personRead(), {
  input: z.object(who),
  reply: DownloadedFile,
})
