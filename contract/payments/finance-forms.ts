/** What staff type about money: read with the same rules in the browser and on the server. */
import * as z from 'zod/mini'
import { plainText } from '#contract/plain-text.ts'
import { offlineWays, payoutWays } from './finance-words.ts'

const words = (most: number, message: string) =>
  z.string().check(
    z.overwrite((text) => plainText(text)),
    z.minLength(1, message),
    z.maxLength(most, `Use at most ${most} characters.`),
  )

const amount = 'Please write an amount in rupees, such as 10,000.'
/** A number of rupees, or what somebody typed: `10000`, `10,000`, `10000.50`. */
const Rupees = z.pipe(
  z.union(
    [
      z.number(),
      z.pipe(
        z.string().check(z.trim(), z.regex(/^\d{1,3}(,?\d{3}){0,3}(\.\d{1,2})?$/, amount)),
        z.transform((text: string) => Number(text.replaceAll(',', ''))),
      ),
    ],
    amount,
  ),
  z.number(amount).check(z.gte(0, amount), z.lte(1_000_000_000, amount), z.multipleOf(0.01, amount)),
)

export const PaymentCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[2-9A-HJ-NP-Z]{13}$/, 'A payment code has 13 letters and digits.'))

/** Cash has neither bank nor number, a draft both: the server asks for what is missing. */
export const OfflineFields = z.object({
  way: z.enum(offlineWays, 'Please choose cash or a draft.'),
  amountInRupees: Rupees,
  bank: z.prefault(
    z.string().check(
      // One draft is known by its bank and number: a blank more does not make it another.
      z.overwrite((text) => plainText(text).replaceAll(/\s+/g, ' ')),
      z.maxLength(80, 'Use at most 80 characters.'),
    ),
    '',
  ),
  number: z.prefault(
    z.string().check(z.trim(), z.regex(/^[\w/-]{0,40}$/, 'A number has letters, digits, / and - only.')),
    '',
  ),
})

export const Reason = z.object({ reason: words(500, 'Please say why.') })

/** The person reads the reason in the letter. */
export const PayoutFields = z.object({
  way: z.enum(payoutWays, 'Please choose how it is paid out.'),
  number: z.prefault(
    z.string().check(z.trim(), z.regex(/^[\w/-]{0,40}$/, 'A number has letters, digits, / and - only.')),
    '',
  ),
  reason: words(500, 'Please say why. The person reads it in the letter.'),
})

export const ClosingFields = z.object({
  cashCountedInRupees: Rupees,
  why: z.prefault(
    z.string().check(
      z.overwrite((text) => plainText(text)),
      z.maxLength(500, 'Use at most 500 characters.'),
    ),
    '',
  ),
})
