/** The names of views and filters of people. Without zod: the browser has this too. */
export const peopleViews = ['no-profile', 'with-seat', 'with-abstract', 'two-accounts'] as const
export type PeopleView = (typeof peopleViews)[number]

/** Filters that can be turned round by naming them in `not`. */
export const turnable = [
  'view',
  'takesPartAs',
  'presenter',
  'country',
  'seat',
  'workshopId',
  'abstract',
  'extension',
] as const
export type Turnable = (typeof turnable)[number]

/** Where an abstract of theirs stands, as they were told. */
export const abstractFilters = [
  'draft',
  'submitted',
  'under_review',
  'revision_asked',
  'accepted',
  'confirmed',
  'not_presenting',
  'rejected',
  'waiting',
] as const

/** Whoever may only search names somebody by this much at least. */
export const fewestLetters = 3
export const mostFound = 20
/** How many people get a later last date at once. */
export const mostExtensions = 200

/** What the list shows of a person beside name and address, by title: what somebody leaves out there is not in the file either. */
export const peopleColumns = ['Takes part as', 'Institution', 'Seats', 'Abstracts', 'Paid', 'Since', 'State'] as const
export type PeopleColumn = (typeof peopleColumns)[number]
