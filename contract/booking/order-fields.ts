/** What staff fill in before they change an order, by the same rules in the browser and on the server. */
import * as z from 'zod/mini'
import { reasonLetters } from './order-words.ts'

/** In the trail, and in the letter to the person. */
const reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Please say why, in a few words.'),
    z.maxLength(reasonLetters, `Please keep to ${reasonLetters} letters.`),
  )
const digits = (message: string) => z.string(message).check(z.regex(/^\d{1,9}$/, message))

export const MoveFields = z.object({ toWorkshopId: digits('Please choose a workshop.'), reason })
export const GiveFields = z.object({ toAccountId: digits('Please choose a person.'), reason })
export const HoldFields = z.object({ hours: digits('Please choose how long.'), reason })
export const CancelFields = z.object({ reason })
