/** What is written down when a payment that needed a person is done with. */
import * as z from 'zod/mini'
import { exceptionWays } from './exception-kinds.ts'

export const Resolution = z.object({
  way: z.enum(exceptionWays, 'Please choose what was done.'),
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please write what was done, for whoever looks at it later.'),
      z.maxLength(1000, 'Use at most 1,000 characters.'),
    ),
})
