/** What staff look for and look at, in the trail: that they did, of whom, and never what they typed, which is somebody's name. */
import { fewestLetters, mostFound } from '#contract/people/people-words.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { noteAct } from './acts.ts'
import type { Staff } from './callers.ts'
import { limits } from './limits.ts'
import { mayAnywhere } from './permissions.ts'
import type { World } from './world.ts'

type Reading = { operation: string; eventId: number; requestId: string }

export async function noteSearch(
  world: World,
  staff: Staff,
  { operation, eventId, requestId }: Reading,
): Promise<void> {
  await count(world, limits.searchesOfStaff, String(staff.accountId))
  const actor = { kind: 'staff', accountId: staff.accountId, requestId } as const
  await noteAct(world, { actor, operation, eventId }, { outcome: 'read' })
}

/** Whoever has no list could go through the numbers of people instead: each they open counts, found or not. */
export async function countOpened(world: World, staff: Staff, eventId: number): Promise<void> {
  if (isSearchOnly(staff, eventId)) await count(world, limits.peopleOpenedByStaff, String(staff.accountId))
}

/** Whom they opened. Of whoever has the list anyway it would say nothing. */
export async function noteOpened(
  world: World,
  staff: Staff,
  { accountId, ...reading }: Reading & { accountId: number },
): Promise<void> {
  const { operation, eventId, requestId } = reading
  if (!isSearchOnly(staff, eventId)) return
  const actor = { kind: 'staff', accountId: staff.accountId, requestId } as const
  await noteAct(world, { actor, operation, eventId, about: { kind: 'account', id: accountId } }, { outcome: 'read' })
}

type Found<Row> = { rows: Row[]; next: null; total: number; totalIsExact: boolean }

/**
 * What staff without the list of people get of any other list that names people: the few who fit what was typed, noted as a search.
 * Filters and pages would let them go through everybody.
 */
export async function searched<Row>(
  world: World,
  staff: Staff,
  { search = '', find, ...reading }: Reading & { search?: string | undefined; find: (most: number) => Promise<Row[]> },
): Promise<Found<Row>> {
  if (search.length < fewestLetters) return { rows: [], next: null, total: 0, totalIsExact: true }
  await noteSearch(world, staff, reading)
  const rows = await find(mostFound)
  return { rows, next: null, total: rows.length, totalIsExact: true }
}

export const isSearchOnly = (staff: Staff, eventId: number): boolean => !mayAnywhere(staff, 'people.list', eventId)
