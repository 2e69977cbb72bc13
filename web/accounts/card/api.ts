import type { AccountStanding } from '#contract/accounts/account-changes.ts'
import { rupees } from '#contract/money.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import type { Answer } from '#web/platform/call.ts'
import { countOf } from '#web/platform/words.ts'

export type Standing = ReplyOf<typeof AccountStanding>

/** What of the card is open. */
export type Action = 'password' | 'email' | 'sessions' | 'copy' | 'announcements' | 'deletion'

export const wrongPassword = 'Password not correct'
export const requirePassword = (password: string): string | undefined =>
  password === '' ? 'Password is required.' : undefined

/** The whole reply, if there is one. */
export const replyOf = <Reply>(answer: Answer<Reply>): Reply | undefined =>
  answer.kind === 'reply' ? answer.reply : undefined

/** What to say when nobody answered, or it was one try too many. What was typed is still there. */
export function troubleOf(answer: Answer): string {
  if (answer.kind === 'refused' && (answer.status === 429 || answer.status === 503)) return answer.sentence
  return 'That did not work, and nothing was changed. Please try again.'
}

/** `8 November 2026 at 14:00` */
export function momentText(instant: string, timeZone: string): string {
  const { day, time } = clockAt(instant, timeZone)
  return `${fullDay(day)} at ${time}`
}

/** The button says what it costs. */
export function deleteButton({ paidSeats, paidAmount }: Standing): string {
  if (paidSeats === 0) return 'Delete my account'
  return `Delete my account and give up ${countOf(paidSeats, 'paid seat')} (${rupees(paidAmount)})`
}
