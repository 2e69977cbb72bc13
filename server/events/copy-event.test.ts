/** An event is copied: what comes along, what stays, and how its days move. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { aCollege, anOrganiser, copied } from '#server/testing/organisers.ts'

/** What a copy takes along, column by column: one that is added later must be thought about here. */
const taken = {
  event: 'theme lead venue flyer time_zone short_name',
  speciality: 'description position',
  sub_speciality: 'description position',
  workshop: 'topic duration_minutes price facilitators venue focal seats',
}
const moved = {
  event: 'opens_on abstracts_close_on decisions_on registration_closes_on workshops_from starts_on ends_on',
  workshop: 'starts_at',
}
const ownOfEach = {
  event: 'id name is_current event_state slug copied_from copied_weeks version',
  speciality: 'id event_id version retired_at',
  sub_speciality: 'id speciality_id version retired_at',
  workshop: 'id event_id seats_taken version sales_stopped_at cancelled_at',
}

test('CON-062: a copy has all that is listed, its days later by whole weeks, and the source is as it was', async () => {
  const { world, eventId, zainab } = await aCollege()
  await sql`update speciality set retired_at = now() where description = 'Pathology'`.execute(world.db)
  const everything = async () => {
    const rows: Record<string, unknown> = {}
    for (const table of Object.keys(taken))
      rows[table] = (await sql`select * from ${sql.table(table)} order by id`.execute(world.db)).rows
    return rows
  }
  for (const [table, columns] of Object.entries(taken)) {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(
      world.db,
    )
    const known = [columns, moved[table as 'event'] ?? '', ownOfEach[table as 'event']]
      .join(' ')
      .split(' ')
      .filter(Boolean)
    expect([table, rows.map(({ name }) => name).toSorted()]).toEqual([table, known.toSorted()])
  }
  const before = await everything()
  const answer = await zainab.act('EventCopy', { eventId, name: 'Conference of next year', weeks: 52 })
  const copy = answer.body.eventId as number

  expect(answer.body.copied).toEqual({ disciplines: 1, fields: 2, workshops: 1 })
  const [sources, copies] = [await namedRows(world, eventId), await namedRows(world, copy)]
  expect(copies).toEqual(sources)
  const { rows } = await sql`
    select copied.event_state, copied.slug, copied.is_current, copied.copied_from, copied.copied_weeks,
      copied.starts_on - source.starts_on as start, copied.abstracts_close_on - source.abstracts_close_on as abstracts,
      (select count(*)::int from applicant where event_id = copied.id) as people
    from event copied, event source where copied.id = ${copy} and source.id = ${eventId}`.execute(world.db)
  expect(rows).toEqual([
    {
      eventState: 'draft',
      slug: 'conference-of-next-year',
      isCurrent: false,
      copiedFrom: eventId,
      copiedWeeks: 52,
      start: 364,
      abstracts: 364,
      people: 0,
    },
  ])
  const after = await everything()
  for (const table of Object.keys(taken))
    expect((after[table] as unknown[]).slice(0, (before[table] as unknown[]).length)).toEqual(before[table])
  // In the same act the copier is its organiser.
  const grants = await world.db
    .selectFrom('staffGrant')
    .select(['accountId', 'role', 'grantedBy'])
    .where('eventId', '=', copy)
    .execute()
  expect(grants).toEqual([{ accountId: zainab.accountId, role: 'organiser', grantedBy: null }])
})

async function namedRows(world: World, eventId: number) {
  const { rows } = await sql`
    select theme, lead, event.venue, flyer, time_zone, short_name, speciality.description, speciality.position, field.description as field,
      field.position as at, topic, duration_minutes, price, facilitators, focal, seats, workshop.venue as room
    from event join workshop on workshop.event_id = event.id join speciality on speciality.event_id = event.id and retired_at is null
    join sub_speciality field on speciality_id = speciality.id where event.id = ${eventId} order by speciality.position, field.position`.execute(
    world.db,
  )
  return rows
}

test('a workshop at nine stays at nine where clocks change in between', async () => {
  const { world, eventId, zainab } = await aCollege()
  await sql`update event set time_zone = 'Europe/Berlin' where id = ${eventId}`.execute(world.db)
  await sql`update workshop set starts_at = timestamptz '2026-10-26 08:00Z' where event_id = ${eventId}`.execute(
    world.db,
  )
  // From the Monday after the clocks went back to one before they do.
  const copy = (await zainab.act('EventCopy', { eventId, name: 'Earlier in autumn', weeks: 51 })).body.eventId as number
  const { rows } = await sql`
    select (starts_at at time zone 'Europe/Berlin')::text as local, starts_at::timestamptz(0) at time zone 'UTC' <> starts_at at time zone 'Europe/Berlin' as is_moved
    from workshop where event_id = ${copy}`.execute(world.db)
  expect(rows).toEqual([{ local: '2027-10-18 09:00:00', isMoved: true }])
})

test('an organiser of one event copies it and is organiser of the copy; somebody without that right is not', async () => {
  const { world, app, eventId } = await aCollege()
  const ofThis = await anOrganiser(app, world, { eventId })
  const copy = await copied(ofThis, eventId)
  expect((await ofThis.event(copy)).state).toBe('draft')
  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  expect((await desk.act('EventCopy', { eventId, name: 'Mine', weeks: 1 })).status).toBe(403)
  expect((await desk.ask('EventShow', { eventId: copy })).status).toBe(404)
})
