/** Staff look after what an event is made of (disciplines, extensions) and after the programmes of the college. */
import { z } from 'zod'
import { ActKey, Version } from '#contract/act-key.ts'
import { staffChange, staffRead } from '#contract/heads.ts'
import { listOf } from '#contract/list.ts'
import { Id, nothing, operation } from '#contract/operation.ts'
import { EventDetail } from './console.ts'
import {
  DisciplineName,
  ExtensionFields,
  extensionKinds,
  mostExtensions,
  mostPasted,
  ProgrammeFields,
} from './event-fields.ts'
import { Day } from './events.ts'

/** A discipline, or a field within one. */
const disciplineKinds = ['discipline', 'field'] as const
const Shown = z.object({ event: EventDetail })
const ofEvent = { eventId: Id, actKey: ActKey }

const Name = DisciplineName.shape.description

/** Many at once, as they are pasted. A discipline that is there gets the fields that it lacks; what is there stays. */
export const DisciplinesAdd = operation('DisciplinesAdd', staffChange('event.edit'), {
  input: z.object({
    ...ofEvent,
    disciplines: z
      .array(z.object({ description: Name, fields: z.array(Name).max(mostPasted) }))
      .min(1, 'Write a discipline.')
      .max(mostPasted),
  }),
  reply: Shown.extend({ added: z.object({ disciplines: z.number().int(), fields: z.number().int() }) }),
})

/** Without `id` it is a new one; a new field says in which discipline. */
export const DisciplineSave = operation('DisciplineSave', staffChange('event.edit'), {
  input: z.object({
    ...ofEvent,
    kind: z.enum(disciplineKinds),
    id: Id.optional(),
    version: Version.optional(),
    disciplineId: Id.optional(),
    ...DisciplineName.shape,
  }),
  reply: Shown,
})

/** No longer offered; what was submitted under it stays. `retired: false` brings it back. */
export const DisciplineRetire = operation('DisciplineRetire', staffChange('event.edit'), {
  input: z.object({ ...ofEvent, kind: z.enum(disciplineKinds), id: Id, version: Version, retired: z.boolean() }),
  reply: Shown,
})

/** All of the event or, with `disciplineId`, all fields of one discipline, in the order in which they are offered. */
export const DisciplineOrder = operation('DisciplineOrder', staffChange('event.edit'), {
  input: z.object({ ...ofEvent, disciplineId: Id.optional(), ids: z.array(Id).max(500) }),
  reply: Shown,
})

const Extension = z.object({
  id: Id,
  email: z.string(),
  /** Where there is an account. */
  name: z.string().nullable(),
  kind: z.enum(extensionKinds),
  until: Day,
  reason: z.string(),
  givenBy: z.string(),
  givenAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})

export const ExtensionList = operation('ExtensionList', staffRead('people.edit'), {
  ...listOf(Extension, {
    filters: {
      eventId: Id,
      kind: z.enum(extensionKinds).optional(),
      state: z.enum(['open', 'ended']).optional(),
    },
    sorts: ['-givenAt', 'givenAt', 'until', '-until'],
  }),
})

/** A later last date for each address, with a letter. One that has an open extension gets this in its place. */
export const ExtensionGive = operation('ExtensionGive', staffChange('people.edit'), {
  input: z.object({
    ...ofEvent,
    ...ExtensionFields.shape,
    emails: z.array(z.string().max(320)).min(1, 'Please write an address.').max(mostExtensions),
  }),
  /** A row for each address, in the order they came. */
  reply: z.object({
    rows: z.array(z.object({ email: z.string(), outcome: z.enum(['given', 'replaced', 'twice', 'not an address']) })),
  }),
})

export const ExtensionEnd = operation('ExtensionEnd', staffChange('people.edit'), {
  input: z.object({ ...ofEvent, id: Id, reason: ExtensionFields.shape.reason }),
  reply: z.object({ extension: Extension }),
})

const Programme = z.object({ id: Id, version: z.number().int(), isRetired: z.boolean(), ...ProgrammeFields.shape })

export const ProgrammeList = operation('ProgrammeList', staffRead('content.edit'), {
  input: nothing,
  reply: z.object({ programmes: z.array(Programme) }),
})

export const ProgrammeSave = operation('ProgrammeSave', staffChange('content.publish'), {
  input: z.object({ id: Id.optional(), version: Version.optional(), actKey: ActKey, ...ProgrammeFields.shape }),
  reply: z.object({ programme: Programme }),
})

export const ProgrammeRetire = operation('ProgrammeRetire', staffChange('content.publish'), {
  input: z.object({ id: Id, version: Version, retired: z.boolean(), actKey: ActKey }),
  reply: z.object({ programme: Programme }),
})
