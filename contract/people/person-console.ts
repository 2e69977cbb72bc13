/** Staff look after one person: who they are, what happened, and what is put right. */
import { z } from 'zod'
import { staffRoles } from '#contract/accounts/permissions.ts'
import { ActKey, Version } from '#contract/act-key.ts'
import { shownStates } from '#contract/booking/order-words.ts'
import { ExtensionFields, extensionKinds, mostExtensions } from '#contract/events/event-fields.ts'
import { Day } from '#contract/events/events.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { DownloadedFile, Id, operation } from '#contract/operation.ts'
import { PeopleFilter } from './people-filter.ts'
import { fewestLetters } from './people-words.ts'
import { NameFields, NoteFields, Reason } from './person-fields.ts'

const count = z.number().int()
const moment = z.iso.datetime()
const ofPerson = { eventId: Id, accountId: Id }
const change = { ...ofPerson, actKey: ActKey }

const Note = z.object({
  id: Id,
  version: Version,
  words: z.string(),
  by: z.string(),
  at: moment,
})

/** How to reach them beside their address is asked for apart, and noted. What somebody may not see is null. */
export const PersonDetail = z.object({
  accountId: Id,
  applicantId: Id,
  eventId: Id,
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
  since: moment,
  lastSeenAt: moment.nullable(),
  device: z.string(),
  profile: z
    .object({
      certificateName: z.string(),
      takesPartAs: z.string(),
      presenter: z.string(),
      institution: z.string(),
      designation: z.string(),
      city: z.string(),
      country: z.string(),
    })
    .nullable(),
  seatsPaid: count,
  seatsHeld: count,
  abstracts: count,
  paid: count.nullable(),
  letters: z.object({ all: count, failed: count }).nullable(),
  notes: z.array(Note).nullable(),
  extensions: z.array(z.object({ id: Id, kind: z.enum(extensionKinds), until: Day, reason: z.string() })).nullable(),
  /** An address that waits for its PIN. */
  newEmail: z.string().nullable(),
  /** Accounts that may be the same person, for whoever may merge. */
  alike: z.array(z.object({ accountId: Id, name: z.string(), email: z.string(), why: z.array(z.string()) })).nullable(),
  /** Accounts that became part of this one and can still be taken out again. */
  merges: z.array(z.object({ mergeId: Id, name: z.string(), email: z.string(), at: moment, until: moment })).nullable(),
})
const Shown = z.object({ person: PersonDetail })

export const PersonShow = operation('PersonShow', staffRead('people.read'), {
  input: z.object(ofPerson),
  reply: Shown,
})

export const timelineKinds = ['account', 'abstract', 'order', 'money', 'letter', 'staff'] as const
export const TimelineLine = z.object({
  at: moment,
  kind: z.enum(timelineKinds),
  text: z.string(),
  detail: z.string(),
  tone: z.enum(['', 'good', 'wait', 'bad']),
  /** The thing it tells of, where the console has a screen for it: an order by its code, an abstract by its number. */
  about: z.object({ kind: z.enum(['order', 'abstract', 'exception']), id: z.string() }).nullable(),
})
export type TimelineLine = z.output<typeof TimelineLine>

/** Newest first, of everything that the caller may see. No letter has its words here. */
export const PersonTimeline = operation('PersonTimeline', staffRead('people.read'), {
  input: z.object({ ...ofPerson, kind: z.enum(timelineKinds).optional() }),
  reply: z.object({ lines: z.array(TimelineLine), isWhole: z.boolean() }),
})

/** Each time it is asked for is noted in the trail. */
export const PersonContact = operation('PersonContact', staffRead('people.contact'), {
  input: z.object(ofPerson),
  reply: z.object({
    mobile: z.string(),
    phone: z.string(),
    alternativeEmail: z.string(),
    pmdc: z.string(),
    address: z.string(),
    hasPhoto: z.boolean(),
  }),
})

export const PersonPhoto = operation('PersonPhoto', staffRead('people.contact'), {
  input: z.object(ofPerson),
  reply: DownloadedFile,
})

/** At once. A receipt that was printed keeps the name it had. */
export const PersonCorrectName = operation('PersonCorrectName', staffChange('people.edit'), {
  input: z.object({ ...change, ...NameFields.shape }),
  reply: Shown,
})

/** Without `noteId` it is a new one; without words it is removed. */
export const PersonNote = operation('PersonNote', staffChange('people.edit'), {
  input: z.object({ ...change, noteId: Id.optional(), version: Version.optional(), ...NoteFields.shape }),
  reply: Shown,
})

export const PersonSignOut = operation('PersonSignOut', staffChange('people.edit'), {
  input: z.object({ ...change, reason: Reason }),
  reply: z.object({ ended: count }),
})

/** A later last date for these people, or for all whom a filter means: then `expected` is how many were seen, and another number is refused. */
export const PeopleExtend = operation('PeopleExtend', staffChange('people.edit'), {
  input: z.object({
    eventId: Id,
    actKey: ActKey,
    ids: z.array(Id).min(1).max(mostExtensions).optional(),
    filter: PeopleFilter.omit({ eventId: true }).optional(),
    expected: count.min(1).optional(),
    ...ExtensionFields.shape,
  }),
  reply: z.object({
    rows: z.array(
      z.object({ id: Id, name: z.string(), email: z.string(), outcome: z.enum(['given', 'replaced', 'not here']) }),
    ),
  }),
})

const Found = z.object({ accountId: Id, name: z.string(), email: z.string(), institution: z.string() })

/**
 * Of one event, within what the caller may read: people by any word (twenty at most), orders by code, receipt or person, workshops by
 * topic, abstracts by number or title, reviewers and people of the team by name or address. Mobile and PMDC number are searched only for staff who may see contact details.
 */
export const ConsoleSearch = operation('ConsoleSearch', staffRead('people.read'), {
  input: z.object({ eventId: Id, search: z.string().trim().min(fewestLetters).max(200) }),
  reply: z.object({
    people: z.array(Found),
    orders: z.array(
      z.object({
        paymentCode: z.string(),
        name: z.string(),
        state: z.enum(shownStates),
        receipt: z.string().nullable(),
      }),
    ),
    workshops: z.array(z.object({ workshopId: Id, topic: z.string(), startsAt: moment })),
    abstracts: z.array(z.object({ abstractId: Id, number: z.string(), title: z.string() })),
    reviewers: z.array(z.object({ reviewerId: Id, name: z.string(), email: z.string(), institution: z.string() })),
    team: z.array(z.object({ accountId: Id, name: z.string(), email: z.string(), roles: z.array(z.enum(staffRoles)) })),
  }),
})
