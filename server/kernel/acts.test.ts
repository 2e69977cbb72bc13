import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { anEvent, aPerson } from '#server/testing/people.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aWorkshop } from '#server/testing/shop.ts'
import { makeWorld, stillWorld } from '#server/testing/world.ts'
import { inAct, inActOfSteps, noteAct, startAct } from './acts.ts'
import { inTransaction, type World } from './world.ts'

const byCommand = { actor: { kind: 'command', name: 'Ms Memon' }, operation: 'try' } as const

async function acts(world: World) {
  return world.db
    .selectFrom('act')
    .select(['actorKind', 'accountId', 'actorName', 'operation', 'outcome', 'refusal'])
    .where('actorKind', '<>', 'database')
    .orderBy('id')
    .execute()
}

async function changes(world: World) {
  return world.db
    .selectFrom('actChange')
    .innerJoin('act', 'act.id', 'actId')
    .select(['tableName', 'rowKey', 'before', 'after'])
    .where('actorKind', '<>', 'database')
    .orderBy('actChange.id')
    .execute()
}

const rename = (world: Pick<World, 'db'>, eventId: number, name: string) =>
  world.db.updateTable('event').set({ name }).where('id', '=', eventId).execute()

test('what staff change is written down with who, why, before and after', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  const { accountId } = await aPerson(world)
  const actor = { kind: 'staff', accountId, role: 'organiser', requestId: 'r-1', steppedUp: true } as const
  const about = { kind: 'event', id: eventId }

  await inAct(world, { actor, operation: 'EventSave', about, reason: 'a misprint', eventId }, (world) =>
    rename(world, eventId, 'Annual Surgical Conference'),
  )

  expect(await world.db.selectFrom('act').selectAll().where('actorKind', '=', 'staff').execute()).toEqual([
    {
      id: expect.any(Number) as number,
      tx: expect.any(String) as string,
      at: world.now(),
      actorKind: 'staff',
      accountId,
      actorName: expect.stringMatching(/^Person \d+$/) as string,
      role: 'organiser',
      eventId,
      operation: 'EventSave',
      aboutKind: 'event',
      aboutId: String(eventId),
      reason: 'a misprint',
      outcome: 'done',
      refusal: '',
      requestId: 'r-1',
      steppedUp: true,
      seal: null,
      wordsSalt: expect.any(Buffer) as Buffer,
      wordsDigest: expect.any(Buffer) as Buffer,
      words: expect.any(String) as string,
      reasonDigest: expect.any(Buffer) as Buffer,
      nameDigest: expect.any(Buffer) as Buffer,
      nameSalt: expect.any(Buffer) as Buffer,
      reasonBlankingId: null,
      nameBlankingId: null,
    },
  ])
  expect(await changes(world)).toEqual([
    {
      tableName: 'event',
      rowKey: String(eventId),
      before: { name: 'Annual Medical Conference' },
      after: { name: 'Annual Surgical Conference' },
    },
  ])
})

test('what fails leaves no act, and what is refused leaves one and no change', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  const broken = inAct(world, byCommand, async (world) => {
    await rename(world, eventId, 'Half done')
    throw new Error('the plug was pulled')
  })
  await expect(broken).rejects.toThrow('the plug was pulled')
  expect(await acts(world)).toEqual([])

  const refused = inAct(world, byCommand, async (world) => {
    await rename(world, eventId, 'Not allowed')
    return refuse('not_allowed')
  })
  await expect(refused).rejects.toThrow('You do not have access to this.')
  const endOf = (answer: string) => ({ outcome: 'refused', refusal: answer }) as const
  const answer = await inAct(world, { ...byCommand, endOf }, async (world) => {
    await rename(world, eventId, 'A conflict')
    return 'conflict'
  })

  expect(answer).toBe('conflict')
  const common = { actorKind: 'command', accountId: null, actorName: 'Ms Memon', operation: 'try', outcome: 'refused' }
  expect(await acts(world)).toEqual([
    { ...common, refusal: 'not_allowed' },
    { ...common, refusal: 'conflict' },
  ])
  expect(await changes(world)).toEqual([])
})

test('a request for a second factor leaves no entry: the call comes again with it', async () => {
  const world = await makeWorld()
  const { accountId } = await aPerson(world)
  const act = { actor: { kind: 'staff', accountId, requestId: 'r-1' }, operation: 'ExportBegin' } as const
  for (const code of ['step_up', 'second_factor'] as const)
    await expect(inAct(world, act, async () => refuse(code))).rejects.toMatchObject({ code })
  expect(await acts(world)).toEqual([])
})

test('an act around the bank is refused before it begins once the same person was refused sixty times in an hour', async () => {
  const world = await makeWorld()
  const { accountId } = await aPerson(world)
  const act = { actor: { kind: 'staff', accountId, requestId: 'r-1' }, operation: 'RefundGive' } as const
  for (let times = 1; times <= 61; times += 1)
    await expect(inActOfSteps(world, act, async () => refuse('conflict'))).rejects.toMatchObject({ code: 'conflict' })
  await expect(inActOfSteps(world, act, async () => 'done')).rejects.toMatchObject({ code: 'too_many' })
  expect(await acts(world)).toHaveLength(61)
  const other = { ...act, actor: { ...act.actor, accountId: (await aPerson(world)).accountId } }
  expect(await inActOfSteps(world, other, async () => 'done')).toBe('done')
})

test('an act around the bank is there before it is asked, belongs to every transaction, and says how it ended', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  const endOf = (answer: string) =>
    answer === 'done' ? { outcome: 'done' as const } : { outcome: 'failed' as const, refusal: answer }

  await inActOfSteps(world, { ...byCommand, endOf }, async (world) => {
    expect(await acts({ ...world })).toMatchObject([{ outcome: 'begun' }])
    await inTransaction(world, (world) => rename(world, eventId, 'One'))
    await inTransaction(world, (world) => rename(world, eventId, 'Two'))
    return 'done'
  })
  await inActOfSteps(world, { ...byCommand, endOf }, async () => 'unknown')
  await inActOfSteps(world, { ...byCommand, endOf }, async () => {
    throw new Error('a bug')
  }).catch(() => undefined)
  // A server that is killed here leaves an act that nobody knows the end of.
  void inActOfSteps(world, byCommand, () => new Promise(() => {}))
  await expect.poll(async () => (await acts(world)).filter(({ outcome }) => outcome === 'begun').length).toBe(4)

  expect((await changes(world)).map(({ after }) => after)).toEqual([{ name: 'One' }, { name: 'Two' }])
  const ends = await world.db.selectFrom('actEnd').select(['outcome', 'refusal']).orderBy('actId').execute()
  expect(ends).toEqual([
    { outcome: 'done', refusal: '' },
    { outcome: 'failed', refusal: 'unknown' },
    { outcome: 'failed', refusal: 'error' },
  ])
})

test('the trail is neither changed, nor shortened, nor emptied', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  await inActOfSteps(world, byCommand, (world) => inTransaction(world, (world) => rename(world, eventId, 'One')))
  const attacks = ['act', 'act_end', 'act_change'].flatMap((table) => [
    `update ${table} set ${table === 'act_change' ? 'row_key' : 'refusal'} = 'another'`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ])
  for (const attack of [...attacks, `update act_change set after = '{}'`, `update act set reason = 'another'`])
    await expect(sql.raw(attack).execute(world.db)).rejects.toThrow('only grows')
  // @ts-expect-error An act is started inside a transaction.
  await expect(startAct(world, byCommand)).rejects.toThrow('inside a transaction')
})

test('what somebody changes with psql is written as done by the database, one act for each transaction', async () => {
  const world = await makeWorld()
  const eventId = await anEvent(world)
  const workshopId = await aWorkshop(world, eventId)
  const before = await world.db.selectFrom('act').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await world.db.transaction().execute(async (db) => {
    await rename({ db }, eventId, 'By hand')
    await db.updateTable('speciality').set({ description: 'Surgery' }).execute()
    await db.updateTable('workshop').set({ venue: 'Hall B' }).where('id', '=', workshopId).execute()
  })

  const found = await world.db
    .selectFrom('act')
    .innerJoin('actChange', 'actId', 'act.id')
    .select(['actorKind', 'operation', 'tableName', 'after'])
    .select(sql<boolean>`actor_name = session_user`.as('isNamed'))
    .where('act.id', '>', before.id)
    .orderBy('actChange.id')
    .execute()
  const act = { actorKind: 'database', operation: 'update event', isNamed: true }
  expect(found).toEqual([
    { ...act, tableName: 'event', after: { name: 'By hand' } },
    { ...act, tableName: 'speciality', after: { description: 'Surgery' } },
    { ...act, tableName: 'workshop', after: { venue: 'Hall B' } },
  ])
})

test('a change through the server that nobody answers for fails; with an act it is made', async () => {
  const { url } = await scratchDatabase<Tables>()
  const { db, pool } = openDatabase<Tables>({ url, isServer: true, log: { warn: () => {} } })
  const world = stillWorld(db)
  try {
    await expect(anEvent(world)).rejects.toThrow('a change of event through the server needs an act')
    expect(await db.selectFrom('event').select('id').execute()).toEqual([])
    const eventId = await inAct(world, byCommand, (world) => anEvent(world))
    await expect(rename(world, eventId, 'Nobody')).rejects.toThrow('needs an act')
    // The act ends with its transaction: the next user of the connection has none.
    await noteAct(world, byCommand, { outcome: 'read' })
    await expect(rename(world, eventId, 'Nobody')).rejects.toThrow('needs an act')
    // Participants change these too, and need none.
    const { accountId } = await aPerson(world)
    await db.insertInto('applicant').values({ accountId, eventId, createdAt: world.now() }).execute()
    expect(await db.selectFrom('actChange').select('tableName').distinct().orderBy('tableName').execute()).toEqual([
      { tableName: 'event' },
      { tableName: 'speciality' },
    ])
  } finally {
    await pool.end()
  }
})
