/** Calls that only tests have. */
import { z } from 'zod'
import type { Operation } from '#contract/operation.ts'

/** With a head that is written out, as none of the contract is. */
export const anOperation = <const O extends Operation>(operation: O): O => operation

/** Takes a word, and a file of up to 100 kB. */
export const Keep = anOperation({
  name: 'Keep',
  method: 'POST',
  path: '/api/Keep',
  token: 'none',
  kind: 'change',
  input: z.object({ word: z.string().optional() }),
  upload: { field: 'Document', limit: 100_000, tooLarge: 'That is too much.' },
  reply: z.object({ Table: z.array(z.object({ Status: z.string() })) }),
})
