/** What somebody has filled in and not sent: found again after a look back or a sign-in, and kept nowhere but in this visit. */
import { usualQuota } from '#contract/selection/words.ts'

export type Begun = {
  quota: string
  institution: string
  department: string
  username: string
  /** Numbers of disciplines, as the fields of a form have them. */
  first: string[]
  second: string[]
}

const nothing: Begun = {
  quota: String(usualQuota),
  institution: '',
  department: '',
  username: '',
  first: [],
  second: [],
}

const visits = new Map<string, Begun>()

export const begin = (link: string, typed: Partial<Begun> = {}): void =>
  void visits.set(link, { ...begunWith(link), ...typed })
export const hasBegun = (link: string): boolean => visits.has(link)
export const begunWith = (link: string): Begun => visits.get(link) ?? nothing
