/** People in words. */
import type { Reply } from '#web/console/call.ts'

export type PersonRow = Reply<'PeopleList'>['rows'][number]
export type Person = Reply<'PersonShow'>['person']
/** People chosen one by one, or all that fit a filter, with how many were seen. */
export type Many = { ids: number[] } | { filter: Record<string, string>; expected: number }
export type Line = Reply<'PersonTimeline'>['lines'][number]

/** `Student, presenter` */
export function takesPartText({ takesPartAs, presenter }: { takesPartAs: string | null; presenter: string | null }) {
  return takesPartAs && presenter ? `${takesPartAs}, ${presenter.toLowerCase()}` : undefined
}

/** One chip for each, the most pressing first. */
export function standing({ hasProfile, seatsHeld, mayBeSecond }: PersonRow): { words: string; status: string } {
  if (mayBeSecond) return { words: 'Possible duplicate', status: 'pending' }
  if (!hasProfile) return { words: 'No profile yet', status: 'draft' }
  if (seatsHeld > 0) return { words: 'Seat held', status: 'pending-payment' }
  return { words: 'Complete', status: 'paid' }
}

export const personAddress = (accountId: number, eventId: number) => `/console/people/${accountId}?eventId=${eventId}`
export const mergeAddress = ({ kept, gone, eventId }: { kept: number; gone: number; eventId: number }) =>
  `/console/people/merge?kept=${kept}&gone=${gone}&eventId=${eventId}`
