/** Two who change one event at the same moment, and a last date that moves while people submit; and the same without what keeps them apart. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { submitAbstract } from '#server/abstracts/submit.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { saved } from '#server/testing/abstracts.ts'
import { often } from '#server/testing/counts.ts'
import { aCollege, anOrganiser, fieldsOf, type Organiser, type Shown } from '#server/testing/organisers.ts'
import { aPersonSignedIn, participantWith } from '#server/testing/people.ts'
import { allAtOnce, untilWaiting, withoutLocks, withoutVersions } from '#server/testing/races.ts'
import { aClock } from '#server/testing/shop.ts'
import { publishEvent } from './event-states.ts'
import { saveEvent } from './save-event.ts'

const eventRow = (eventId: number) => sql`select from event where id = ${eventId} for update`
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const

const wishOf = (event: Shown, change: object) => ({
  ...(fieldsOf(event) as Parameters<typeof saveEvent>[1]),
  eventId: event.eventId as number,
  version: event.version,
  ...change,
})

test('CON-025: two save an event at once: one is told, and when both versions are brought together nothing is lost', async () => {
  for (let round = 0; round < often(3, 20); round += 1) {
    const { world, app, eventId, zainab } = await aCollege()
    const sana = await anOrganiser(app, world)
    const event = await zainab.event(eventId)
    const changes = [{ venue: 'Hall 2' }, { theme: 'From Evidence to Bedside' }]
    const answers = await allAtOnce(
      world,
      eventRow(eventId),
      [zainab, sana].map((who, at) => () => who.act('EventSave', wishOf(event, changes[at] as object))),
    )

    expect(statuses(answers)).toEqual([200, 409])
    const late = answers.findIndex(({ status }) => status === 409)
    const stored = answers[late]?.body.stored as Shown
    const again = await [zainab, sana][late]?.act('EventSave', wishOf(stored, changes[late] as object))
    expect(again?.body.event).toMatchObject(Object.assign({}, ...changes) as object)
  }
})

test('control: without the version and the lock both are told that they saved, and the words of the first are lost', async () => {
  const { world, eventId, zainab } = await aCollege()
  const event = await zainab.event(eventId)
  const blind = withoutVersions(withoutLocks(world))
  const both = await allAtOnce(
    world,
    eventRow(eventId),
    [{ venue: 'Hall 2' }, { theme: 'From Evidence' }].map(
      (change) => () => inAct(blind, byTest, (world) => saveEvent(world, wishOf(event, change))),
    ),
  )
  expect(both).toHaveLength(2)
  const { venue, theme } = await zainab.event(eventId)
  expect([venue === 'Hall 2', theme === 'From Evidence'].filter(Boolean)).toHaveLength(1)
})

async function twoDrafts(zainab: Organiser, eventId: number) {
  const copy = async (name: string) =>
    (await zainab.act('EventCopy', { eventId, name, weeks: 52 })).body.eventId as number
  return [await copy('Spring Meeting'), await copy('Autumn Meeting')] as const
}

test('CON-036: two publish one event at once: it is published once. Two publish two as the current one: one of them is', async () => {
  for (let round = 0; round < often(3, 20); round += 1) {
    const { world, app, eventId, zainab } = await aCollege()
    const sana = await anOrganiser(app, world)
    const [spring, autumn] = await twoDrafts(zainab, eventId)
    const publish = (who: Organiser, event: number) => () =>
      who.act('EventPublish', { eventId: event, version: 1, makeCurrent: true })
    const once = await allAtOnce(world, eventRow(spring), [publish(zainab, spring), publish(sana, spring)])
    expect(statuses(once)).toEqual([200, 409])
    const acts = await world.db.selectFrom('act').select('outcome').where('operation', '=', 'EventPublish').execute()
    expect(acts.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'refused'])

    await zainab.toEvent('EventUnpublish', spring)
    const version = (await zainab.event(spring)).version
    const both = await allAtOnce(world, sql`select lock_current_event()`, [
      () => zainab.act('EventPublish', { eventId: spring, version, makeCurrent: true }),
      publish(sana, autumn),
    ])
    expect(statuses(both)).toEqual([200, 200])
    const current = await world.db.selectFrom('event').select('id').where('isCurrent', '=', true).execute()
    expect(current).toHaveLength(1)
  }
})

test('control: without the lock of the current event the second is stopped by the index, and hears of an error', async () => {
  const { world, eventId, zainab } = await aCollege()
  const drafts = await twoDrafts(zainab, eventId)
  const publish = (draft: number) => () =>
    inAct(world, byTest, (world) => publishEvent(world, { eventId: draft, version: 1, makeCurrent: true })).then(
      () => 'published',
      (error: { constraint?: string }) => error.constraint,
    )
  const { rows } = await sql<{
    text: string
  }>`select pg_get_functiondef('lock_current_event'::regproc) as text`.execute(world.db)
  await sql`create or replace function lock_current_event() returns void language plpgsql as $$ begin end $$`.execute(
    world.db,
  )
  try {
    // The row that is current now: both want to take that away from it.
    const ends = await allAtOnce(world, eventRow(eventId), drafts.map(publish))
    expect(new Set(ends)).toEqual(new Set(['event_at_most_one_current', 'published']))
  } finally {
    await sql.raw(rows[0]?.text ?? '').execute(world.db)
  }
})

/** Everybody submits, and the last date moves to this day, within its last hour; the database answers when the day and its grace are over. */
async function dateMovesWhileAllSubmit(people: number, judgedAt: (clock: { now: () => Date }, began: Date) => Date) {
  const clock = aClock()
  const { world, app, eventId, zainab } = await aCollege({ now: clock.now })
  const event = await zainab.event(eventId)
  const authors: { abstractId: number; caller: Participant }[] = []
  for (let each = 0; each < people; each += 1) {
    const { token } = await aPersonSignedIn(world)
    authors.push({ abstractId: await saved(app, { token }), caller: await participantWith(world, token) })
  }
  // Past the grace of the saves, so that each submit stands on its own: 23:00 in Karachi.
  clock.pass(9 * 60)
  const began = clock.now()
  const submit = async ({ caller, abstractId }: (typeof authors)[number]) => {
    // A connection each: whoever finds none waits for one, and is judged later still.
    await pause(0)
    return (await submitAbstract(world, caller, { abstractId, startedAt: judgedAt(clock, began) })).status
  }
  const submits = await inTransaction(world, async (held) => {
    await sql`select from applicant for update`.execute(held.db)
    // Some are under way when the date moves, as many as leave it a connection; the others come after it.
    const half = Math.min(4, Math.ceil(people / 2))
    const all = authors.slice(0, half).map(submit)
    await untilWaiting(world, Math.min(half, 2))
    await inAct(world, byTest, (world) => saveEvent(world, wishOf(event, { abstractsCloseOn: '2026-11-01' })))
    all.push(...authors.slice(half).map(submit))
    clock.pass(95)
    await untilWaiting(world, Math.min(people, 3))
    return { all }
  })
  return { ends: await Promise.all(submits.all), stored: await statesIn(world) }
}

const statesIn = async ({ db }: World) => db.selectFrom('abstract').select(['state', 'isLate']).execute()

test(
  'CON-038: the last date moves to today while many submit: what began in time is in time, and nothing becomes late',
  async () => {
    for (let round = 0; round < often(3, 20); round += 1) {
      const people = often(5, 100)
      const { ends, stored } = await dateMovesWhileAllSubmit(people, (_clock, began) => began)
      expect(new Set(ends)).toEqual(new Set(['Success']))
      expect(new Set(stored.map(({ state, isLate }) => `${state} ${isLate}`))).toEqual(new Set(['submitted false']))
    }
  },
  often(30_000, 900_000),
)

test('control: judged by the moment of the answer, the one who was kept waiting would be too late', async () => {
  const { ends } = await dateMovesWhileAllSubmit(3, (clock) => clock.now())
  expect(ends).toContain('Abstract submission date has passed.')
})
