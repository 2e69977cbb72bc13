/** The first set-up of a portal: what the owner replaces or connects before people come, and how far that is. */
import { z } from 'zod'
import { staffChange, staffRead } from '#contract/heads.ts'
import { nothing, operation } from '#contract/operation.ts'
import { pageNames } from './page-names.ts'
import { setupSteps } from './setup-steps.ts'

const SampleTexts = z.object({ page: z.enum(pageNames), texts: z.array(z.string()) })

export const SetupShow = operation('SetupShow', staffRead('portal.setup'), {
  input: nothing,
  reply: z.object({
    steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
    /** Names, addresses and pictures of pages that are still those of the sample, by page. */
    facts: z.array(SampleTexts),
    /** Prose that is still the sample; `isKept` where a person has published the page, as it was or with changes. */
    prose: z.array(SampleTexts.extend({ isKept: z.boolean() })),
    /** Programmes of the sample that visitors see. */
    programmes: z.array(z.object({ id: z.number().int(), version: z.number().int(), name: z.string() })),
    mail: z.object({
      hasServer: z.boolean(),
      from: z.string(),
      /** When the mail server last took an email. */
      lastSentAt: z.iso.datetime().nullable(),
      waiting: z.number().int(),
      /** What the mail server answered last, where it refuses our account or settings. */
      answer: z.string().nullable(),
    }),
    bank: z.object({ takesMoney: z.boolean() }),
  }),
})

/** An email to the caller's own address. */
export const SetupMailTest = operation('SetupMailTest', staffChange('portal.setup'), {
  input: nothing,
  reply: z.object({ to: z.string() }),
})
