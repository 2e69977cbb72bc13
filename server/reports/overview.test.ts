/** The overview of the console over HTTP and a real database: what it counts, for whom, and at which cost. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { aWrongAmount, anOrphan } from '#server/testing/finance.ts'
import { aCollege, aDraft, anOrganiser, copied, type Organiser } from '#server/testing/organisers.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aWorkshop, buyers } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'
import { aSeat } from '#server/testing/workshops.ts'
import { keepCounts, overviewOf } from './overview.ts'

type Body = Record<string, unknown>
const needsOf = async (who: Organiser, eventId: number) =>
  ((await who.ask('ConsoleOverview', { eventId })).body.needs as Body[]).map(
    ({ kind, count }) => `${count as number} ${kind as string}`,
  )

test('everybody of the team sees the same figures of their event, and of what waits only what is theirs to do', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const other = await copied(zainab, eventId)
  const full = await aWorkshop(world, eventId, { topic: 'Airway', seats: 1, price: 300_000 })
  await aSeat(world, { eventId, workshopId: full })
  await aSeat(world, { eventId, workshopId, isPaid: false })
  await aDraft(world, eventId)
  await aWrongAmount({ world, eventId })
  await anOrphan(world)
  await sql`insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, given_up_at)
    values ('<1>', 'nobody@example.org', 'Hello', '', '', ${world.now()}, ${world.now()}, ${world.now()})`.execute(
    world.db,
  )
  await anOpenAct(world, zainab, eventId)

  const { body } = await zainab.ask('ConsoleOverview', { eventId })
  expect(body).toMatchObject({
    event: { eventId, state: 'published', today: '2026-11-01' },
    figures: {
      people: 4,
      newPeople: 4,
      submitted: 0,
      drafts: 1,
      received: 300_000,
      heldMoney: 750_000,
      workshops: 3,
      seats: 21,
      paid: 1,
      held: 2,
    },
    registrations: [{ day: '2026-11-01', people: 4 }],
    latest: [{ operation: 'BankAsk', outcome: 'unknown' }, { operation: 'EventCopy' }],
  })
  expect((body.workshops as Body[])[0]).toMatchObject({ topic: 'Airway', paid: 1, free: 0, state: 'full' })

  const owner = await anOrganiser(app, world, { role: 'owner' })
  const finance = await anOrganiser(app, world, { role: 'finance', eventId })
  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  expect((await needsOf(owner, eventId)).toSorted()).toEqual([
    '1 acts',
    '1 exceptions',
    '1 letters',
    '1 orphans',
    '1 seats',
  ])
  expect((await needsOf(zainab, eventId)).toSorted()).toEqual(['1 acts', '1 letters', '1 seats'])
  expect((await needsOf(finance, eventId)).toSorted()).toEqual(['1 acts', '1 exceptions'])
  expect(await needsOf(desk, eventId)).toEqual([])
  expect((await desk.ask('ConsoleOverview', { eventId })).body.latest).toEqual([])
  // A draft without people: what stops it, and nothing of the other event.
  const draft = (await zainab.ask('ConsoleOverview', { eventId: other })).body
  expect(draft).toMatchObject({ figures: { people: 0, received: 0, paid: 0 }, registrations: [] })
  expect((await finance.ask('ConsoleOverview', { eventId: other })).status).toBe(404)
})

test('it asks the same few questions of one, three and a thousand, and once for all who look within five seconds', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const counting = countQueries(world)
  const staff = await staffWith(world, zainab.token)
  await anOpenAct(world, zainab, eventId)
  const look = async () => overviewOf(counting.world, staff, await keepCounts(counting.world)(eventId))
  const asked: number[] = []
  for (const many of [1, 2, 997]) {
    await buyers(world, eventId, many)
    await aSeat(world, { eventId, workshopId })
    await look()
    asked.push(counting.since())
  }
  expect(new Set(asked).size).toBe(1)
  // One more knows who asks.
  expect(asked[0]).toBeLessThanOrEqual(10)

  const count = keepCounts(counting.world)
  const [first, again] = await Promise.all([count(eventId), count(eventId)])
  const cost = counting.since()
  await count(eventId)
  expect(again).toBe(first)
  expect([cost, counting.since()]).toEqual([(asked[0] as number) - 2, 0])
})

/** Somebody asked the bank, and nobody knows yet what came of it. */
async function anOpenAct({ db, now }: World, { accountId }: Organiser, eventId: number): Promise<void> {
  await sql`insert into act (at, actor_kind, account_id, event_id, operation, outcome) values (${now()}, 'staff', ${accountId}, ${eventId}, 'BankAsk', 'begun')`.execute(
    db,
  )
}
