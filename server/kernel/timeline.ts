/** One line of what happened to somebody. Each domain tells its own; the page of the person puts them together. */
import type { TimelineLine } from '#contract/people/person-console.ts'
import type { Unseen } from '#server/kernel/visibility/seen-by.ts'

/**
 * Whose lines are wanted: a person at one event. `unseen`: the abstracts that are hidden from the person who asks; `namesAbstracts`: they may
 * read who wrote the others.
 */
export type Whose = {
  accountId: number
  applicantId: number
  eventId: number
  email: string
  emailKey: string
  unseen: Unseen
  namesAbstracts: boolean
}

type Words = Partial<Pick<TimelineLine, 'detail' | 'tone' | 'about'>>

/** What has no time has not happened. */
export function line(
  at: Date | null,
  kind: TimelineLine['kind'],
  [text, { detail = '', tone = '', about = null }]: [string, Words],
): TimelineLine[] {
  return at ? [{ at: at.toISOString(), kind, text, detail, tone, about }] : []
}

/** How many of each kind are told at most, the newest. */
export const mostLines = 200
