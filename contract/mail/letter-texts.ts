/** The texts of the emails that the portal sends by itself: what the code says, and what the college or an event says in its place. */
import { z } from 'zod'
import { ActKey } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { Id, operation, whole } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'

/** Which text is sent: that of the code, of the college, or of the event. */
export const textStates = ['default', 'college', 'event'] as const
const moment = z.iso.datetime()
const kind = z.string().regex(/^[a-z][a-z_]{1,60}$/)
/** Without an event: the text of the college, which every event has that has none of its own. */
const which = { eventId: Id.optional(), kind }
const words = {
  subject: z
    .string()
    .max(2000)
    .transform((text) => plainText(text)),
  body: z
    .string()
    .max(40_000)
    .transform((text) => plainText(text, 'lines')),
}
/** 0 while there is no text of their own. */
const seen = { ...which, version: whole(0, 2_000_000_000), actKey: ActKey }

const Listed = z.object({
  kind: z.string(),
  group: z.string(),
  name: z.string(),
  when: z.string(),
  state: z.enum(textStates),
  /** It concerns an account or the team, and no event: only the college has a text for it. */
  isOfCollege: z.boolean(),
})

export const LetterTextDetail = Listed.extend({
  /** What is sent now. */
  subject: z.string(),
  body: z.string(),
  /** What is sent after "Back to default". */
  default: z.object({ subject: z.string(), body: z.string() }),
  facts: z.array(
    z.object({ name: z.string(), says: z.string(), sample: z.string(), isRequired: z.boolean(), isBlock: z.boolean() }),
  ),
  version: z.number().int(),
  /** The event is archived. */
  isReadOnly: z.boolean(),
  savedBy: z.string().nullable(),
  savedAt: moment.nullable(),
})
export type LetterTextDetail = z.output<typeof LetterTextDetail>

export const LetterTextsList = operation('LetterTextsList', staffRead('mail.texts'), {
  input: z.object({ eventId: Id.optional() }),
  reply: z.object({ texts: z.array(Listed) }),
})

const Shown = z.object({ text: LetterTextDetail })
export const LetterTextShow = operation('LetterTextShow', staffRead('mail.texts'), {
  input: z.object(which),
  reply: Shown,
})

const Part = z.union([
  z.object({ text: z.string() }),
  z.object({ pin: z.string() }),
  z.object({ link: z.string(), label: z.string() }),
  z.object({ item: z.string(), details: z.array(z.string()) }),
])

/** As it is sent, with sample facts: the letterhead, and the plain part word for word. */
export const LetterTextPreview = operation('LetterTextPreview', staffRead('mail.texts', { method: 'POST' }), {
  input: z.object({ ...which, ...words }),
  reply: z.object({
    from: z.string(),
    subject: z.string(),
    college: z.string(),
    logo: z.string().nullable(),
    greeting: z.string(),
    parts: z.array(Part),
    closing: z.array(z.string()),
    text: z.string(),
  }),
})

/** 422 at its place for an unknown fact or a missing one; 409 with the stored copy where somebody else has saved meanwhile. */
export const LetterTextSave = operation('LetterTextSave', staffChange('mail.texts'), {
  input: z.object({ ...seen, ...words }),
  reply: Shown,
})

/** Back to what is sent without it: an event has the text of the college, the college that of the code. */
export const LetterTextReset = operation('LetterTextReset', staffChange('mail.texts'), {
  input: z.object(seen),
  reply: Shown,
})

/** To the person who asks, with sample facts. */
export const LetterTextTest = operation('LetterTextTest', staffChange('mail.texts'), {
  input: z.object({ ...which, ...words, actKey: ActKey }),
  reply: z.object({ to: z.string() }),
})
