import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'

async function ask(world: World, address: string): Promise<{ status: number; reply: unknown }> {
  const app = await makeTestApp(world)
  const reply = await app.inject({ method: 'POST', url: `/api/${address}`, headers: { host: 'localhost' } })
  return { status: reply.statusCode, reply: reply.json() }
}

test('a visitor learns which event is the current one, and nothing more', async () => {
  const world = await makeWorld()
  const last = await anEvent(world, { name: 'Conference of last year' })
  await world.db.updateTable('event').set({ isCurrent: false }).where('id', '=', last).execute()
  const current = await anEvent(world)

  expect(await ask(world, 'EventsPortal?CPD=CPD')).toEqual({
    status: 200,
    reply: { Table: [{ EventId: current, Name: 'Annual Medical Conference' }] },
  })
})

test('between two events there is none', async () => {
  const world = await makeWorld()
  const past = await anEvent(world)
  await world.db.updateTable('event').set({ isCurrent: false }).where('id', '=', past).execute()

  expect(await ask(world, 'EventsPortal')).toEqual({ status: 200, reply: { Table: [] } })
})

test.each([
  ['registration', 1, '2026-12-20'],
  ['abstracts', 2, '2026-12-01'],
])('the last date for %s is asked for with the number %i', async (_, type, day) => {
  const world = await makeWorld()
  const event = await anEvent(world)

  expect(await ask(world, `LastDates?EventID=${event}&typ=${type}`)).toEqual({
    status: 200,
    reply: { Table: [{ theDate: day }] },
  })
})

test('an event that does not exist has no last date', async () => {
  expect(await ask(await makeWorld(), 'LastDates?EventID=77&typ=1')).toEqual({ status: 200, reply: { Table: [] } })
})

test.each([
  ['an unknown number', 'EventID=1&typ=3'],
  ['a word for a number', 'EventID=1&typ=abstracts'],
  ['no number', 'EventID=1'],
  ['an event of letters', 'EventID=first&typ=1'],
  ['half an event', 'EventID=1.5&typ=1'],
  ['an event below none', 'EventID=-1&typ=1'],
  ['an event larger than any', 'EventID=99999999999999999999&typ=1'],
  ['an event larger than the database counts', 'EventID=3000000000&typ=1'],
])('a last date asked for with %s is refused', async (_, query) => {
  const world = await makeWorld()
  await anEvent(world)

  expect((await ask(world, `LastDates?${query}`)).status).toBe(400)
})
