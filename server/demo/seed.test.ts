import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayIn, isPast } from '#contract/days.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { World } from '#server/kernel/world.ts'
import { makeWorld } from '#server/testing/world.ts'
import { seed } from './seed.ts'

const tables = ['event', 'programme', 'speciality', 'subSpeciality', 'workshop', 'account', 'contentChange'] as const

test('a newcomer finds an event that is open for registration and abstracts', async () => {
  const world = await makeWorld()
  await seed(world, 'small')

  expect(await brokenInvariants(world)).toEqual([])
  const [event, ...others] = await world.db.selectFrom('event').selectAll().where('isCurrent', '=', true).execute()
  expect(others).toEqual([])
  if (!event) throw new Error('there is no current event')
  const today = dayIn(event.timeZone, world.now())
  expect(event.opensOn <= today).toBe(true)
  expect(isPast(event.registrationClosesOn, today)).toBe(false)
  expect(isPast(event.abstractsCloseOn, today)).toBe(false)
  const workshops = await world.db.selectFrom('workshop').selectAll().where('eventId', '=', event.id).execute()
  expect(workshops.length).toBeGreaterThan(0)
  expect(workshops.filter(({ startsAt }) => dayIn(event.timeZone, startsAt) < event.workshopsFrom)).toEqual([])
})

test('there are seven past programmes to look back on and at least two to join', async () => {
  const world = await makeWorld()
  await seed(world, 'small')

  const today = dayIn('Asia/Karachi', world.now())
  const programmes = await world.db.selectFrom('programme').selectAll().execute()
  const past = programmes.filter(({ endDate }) => isPast(endDate, today))
  expect(past.length).toBe(7)
  expect(programmes.length - past.length).toBeGreaterThanOrEqual(2)
})

test('a college that goes live begins with its programmes, without the made-up event and person', async () => {
  const world = await makeWorld()
  await seed(world, undefined)

  expect(await counts(world)).toMatchObject({ programme: 7, event: 0, workshop: 0, speciality: 0, account: 0 })
})

test('a second start changes nothing', async () => {
  const world = await makeWorld()
  await seed(world, 'small')
  const before = await counts(world)

  await seed(world, 'small')

  expect(await counts(world)).toEqual(before)
})

/** How many rows each table holds; the changes of content are counted too, so that even a change without effect is seen. */
async function counts(world: World): Promise<Record<string, number>> {
  const pairs = tables.map(async (table) => {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(
      world.db,
    )
    return [table, rows[0]?.rows ?? -1] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}
