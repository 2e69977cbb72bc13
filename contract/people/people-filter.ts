/** Which people of an event are meant: one grammar for the list, its export, what is done to many, and letters. */
import { z } from 'zod'
import { extensionKinds } from '#contract/events/event-fields.ts'
import { Id } from '#contract/operation.ts'
import { abstractFilters, peopleViews, turnable } from './people-words.ts'

const turned = turnable.join('|')

export const peopleFilters = {
  eventId: Id,
  view: z.enum(peopleViews).optional(),
  takesPartAs: z.enum(['Student', 'Nurse', 'Others']).optional(),
  presenter: z.enum(['Attendee', 'Presenter']).optional(),
  country: z.enum(['pakistan', 'abroad']).optional(),
  /** Has a seat, paid or held. */
  seat: z.enum(['paid', 'held']).optional(),
  /** Has a seat in this workshop. */
  workshopId: Id.optional(),
  abstract: z.enum(abstractFilters).optional(),
  /** Has a later last date of their own. */
  extension: z.enum(extensionKinds).optional(),
  /** These filters are turned round: `seat,country` means without such a seat, and not from there. */
  not: z
    .string()
    .regex(new RegExp(`^(?:${turned})(?:,(?:${turned})){0,20}$`), 'Name filters of this list.')
    .optional(),
}

/** What `peopleWhere` of the server takes; letters keep it with them. */
export const PeopleFilter = z.strictObject({ search: z.string().trim().max(200).optional(), ...peopleFilters })
export type PeopleFilter = z.output<typeof PeopleFilter>
