import type { Row } from '#server/database/tables.ts'
/** Whether an abstract comes in time: by the date that everybody has or, for whoever was given one, by their own. */
import { extendedUntil } from '#server/kernel/events/own-dates.ts'
import type { World } from '#server/kernel/world.ts'
import { laterDay, lateness, type Lateness, latenessOfSubmit } from './rules.ts'

type Call = {
  abstractsCloseOn: string
  timeZone: string
  eventState: Row<'event'>['eventState']
  eventId: number
  email: string
}

/** By the date that everybody has; whoever is too late by it, by their own, if they have one. */
export async function isTooLate(world: World, call: Call, startedAt: Date): Promise<boolean> {
  if (call.eventState !== 'published') return true
  if (lateness(call, startedAt, world.graceMinutes) !== 'too late') return false
  const own = await extendedUntil(world, { ...call, emailKey: call.email, kind: 'abstracts' }, startedAt)
  return !own || lateness({ ...call, abstractsCloseOn: own }, startedAt, world.graceMinutes) === 'too late'
}

/** By the date that everybody has; whoever is late by it, by their own, if they have one. Nothing is taken while the event is not announced. */
export async function judgeSubmit(
  world: World,
  person: Omit<Call, 'email'> & { emailKey: string },
  submit: Parameters<typeof latenessOfSubmit>[1],
): Promise<Lateness> {
  if (person.eventState !== 'published') return 'too late'
  const when = latenessOfSubmit(person, submit, world.graceMinutes)
  if (when === 'in time') return when
  const at = submit.version.startedAt ?? submit.startedAt
  const own = await extendedUntil(world, { ...person, kind: 'abstracts' }, at)
  return own ? latenessOfSubmit({ ...person, abstractsCloseOn: own }, submit, world.graceMinutes) : when
}

/** A revision: by its own day, where that is later than what everybody, or its author, has. */
export async function judgeRevision(
  world: World,
  { reviseUntil, ...person }: Parameters<typeof judgeSubmit>[1] & { reviseUntil: string },
  submit: Parameters<typeof latenessOfSubmit>[1],
): Promise<Lateness> {
  return judgeSubmit(world, { ...person, abstractsCloseOn: laterDay(person.abstractsCloseOn, reviseUntil) }, submit)
}
