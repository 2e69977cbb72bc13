/** What stands between the team and abstracts: who may see nothing of which. */
import { z } from 'zod'
import { ActKey } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { plainText } from '#contract/plain-text.ts'
import { conflictKinds, conflictSources, conflictStrengths, numberPattern, staffConflictKinds } from './words.ts'

const StaffConflict = z.object({
  accountId: Id,
  name: z.string(),
  abstractId: Id,
  number: z.string(),
  title: z.string(),
  kind: z.enum(conflictKinds),
  source: z.enum(conflictSources),
  /** `possible` is hidden from them too, until somebody else looked at it. */
  strength: z.enum(conflictStrengths),
  note: z.string(),
})

/** Without abstracts that are hidden from the caller, and so without their own conflicts. */
export const StaffConflictList = operation('StaffConflictList', staffRead('review.manage'), {
  input: z.object({ eventId: Id }),
  reply: z.object({
    rows: z.array(StaffConflict),
    /** Everybody whose conflict can be recorded. */
    staff: z.array(z.object({ accountId: Id, name: z.string() })),
  }),
})

/** Recorded or confirmed (`hard`), or lifted (`cleared`). One's own can be recorded by oneself, and is lifted by somebody else. */
export const StaffConflictSet = operation('StaffConflictSet', staffChange('review.manage'), {
  input: z.object({
    eventId: Id,
    actKey: ActKey,
    accountId: Id,
    /** One of both; the second is what people call it, such as A-0168. */
    abstractId: Id.optional(),
    number: z.string().trim().regex(numberPattern, 'Write it as A-0168.').optional(),
    kind: z.enum(staffConflictKinds),
    strength: z.enum(['hard', 'cleared']),
    reason: z
      .string()
      .max(1000)
      .transform((text) => plainText(text, 'lines'))
      .pipe(z.string().min(1, 'Please say why.')),
  }),
  reply: nothing,
})
