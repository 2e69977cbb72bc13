/** Calls that only tests have. */
import { z } from 'zod'
import { operation } from '#contract/operation.ts'

/** Takes a word, and a file of up to 100 kB. */
export const Keep = operation({
  name: 'Keep',
  method: 'POST',
  path: '/api/Keep',
  token: 'none',
  kind: 'change',
  input: z.object({ word: z.string().optional() }),
  upload: { field: 'Document', limit: 100_000, tooLarge: 'That is too much.' },
  reply: z.object({ Table: z.array(z.object({ Status: z.string() })) }),
})
