import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closeAccount, eraseDue } from '#server/accounts/closure/closure.ts'
import { personOf } from '#server/accounts/sign-in/sessions.ts'
import { inAct, inActOfSteps, noteAct } from '#server/kernel/acts.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { jobsOf } from '#server/schedule.ts'
import { anEvent, aPersonSignedIn } from '#server/testing/people.ts'
import { aClock } from '#server/testing/shop.ts'
import { anOrigin, aStaffPerson } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'
import { brokenSeals, checkSeals, sealState, sealTrail } from './seals.ts'

const byCommand = { actor: { kind: 'command', name: 'Ms Memon' }, operation: 'try', reason: 'a misprint' } as const

const rename = (world: Pick<World, 'db'>, eventId: number, name: string) =>
  world.db.updateTable('event').set({ name }).where('id', '=', eventId).execute()

/** Two hours of work, each under its seal. */
async function aSealedTrail() {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now })
  const eventId = await inAct(world, byCommand, (world) => anEvent(world))
  await inAct(world, byCommand, (world) => rename(world, eventId, 'One'))
  await sealTrail(world)
  clock.pass(60)
  await inActOfSteps(world, byCommand, (world) => inTransaction(world, (world) => rename(world, eventId, 'Two')))
  await sealTrail(world)
  return { world, eventId, clock }
}

/** What only a superuser can: no trigger of the trail is asked. */
const byForce = (world: World, statement: string): Promise<void> =>
  world.db.transaction().execute(async (db) => force(db, statement))

async function force(db: World['db'], statement: string): Promise<void> {
  await sql`set local session_replication_role = 'replica'`.execute(db)
  expect((await sql.raw(statement).execute(db)).numAffectedRows).toBeGreaterThan(0n)
}

test('what was written is sealed once, and an hour without acts makes no seal', async () => {
  const { world } = await aSealedTrail()
  expect(await sealTrail(world)).toBe(0)
  const seals = await world.db.selectFrom('auditSeal').selectAll().orderBy('number').execute()
  expect(seals.map(({ number, changes, ends }) => [number, changes, ends])).toEqual([
    [1, 3, 0],
    [2, 1, 1],
  ])
  expect(seals[1]?.previous).toEqual(seals[0]?.digest)
  const open = await sql`select from act where seal is null union all select from act_change where seal is null
    union all select from act_end where seal is null`.execute(world.db)
  expect(open.rows).toEqual([])
  expect(await brokenSeals(world)).toEqual([])
})

const attacks: [what: string, statement: string, found: string[]][] = [
  ['who did it', `update act set operation = 'another' where seal = 1`, ['first hour']],
  ['a reason', `update act set reason = 'a good one' where seal = 2`, ['second hour']],
  ['when', `update act set at = at - interval '1 second' where seal = 1`, ['first hour']],
  ['a value that was there before', `update act_change set before = '{"name": "x"}' where seal = 2`, ['second hour']],
  ['which row', `update act_change set row_key = '77' where seal = 1`, ['first hour']],
  ['how it ended', `update act_end set outcome = 'failed', refusal = 'x'`, ['second hour']],
  ['an entry, removed', `delete from act_change where seal = 2`, ['second hour']],
  ['an entry, taken out of its seal', `update act_change set seal = null where seal = 2`, ['second hour']],
  [
    'an act of one seal, put into another',
    `update act_change set seal = 1 where seal = 2`,
    ['first hour', 'second hour'],
  ],
  [
    'words, under the name of erasing',
    `update act_change set after = '{"name": "x"}', salt = null, blanked_at = now(), blanking_id = 1 where seal = 1`,
    ['first hour'],
  ],
  [
    'a seal',
    `update audit_seal set digest = sha256('x') where number = 1`,
    ['first hour', 'Seal 2 of the audit trail does not follow from the one before it.'],
  ],
  ['a seal, removed', `delete from audit_seal where number = 1`, ['Seal 1 of the audit trail is missing.']],
]

test.each(attacks)(
  'CON-046: %s, changed by a superuser, is found, and the hour is named',
  async (_what, statement, found) => {
    const { world } = await aSealedTrail()
    const hours: Record<string, string> = {
      'first hour': 'The audit trail of 1 November 2026, 09:00 to 09:00 UTC, is not as it was sealed (seal 1).',
      'second hour': 'The audit trail of 1 November 2026, 10:00 to 10:00 UTC, is not as it was sealed (seal 2).',
    }
    // Undone: the checks at the end of a test find some of it too.
    const undo = new Error('undo')
    const tried = world.db.transaction().execute(async (db) => {
      await force(db, statement)
      expect(await brokenSeals({ db })).toEqual(found.map((each) => hours[each] ?? each))
      throw undo
    })
    await expect(tried).rejects.toBe(undo)
  },
)

test('CON-041: nobody changes, removes or empties seals, nor takes a row out of its seal', async () => {
  const { world } = await aSealedTrail()
  await checkSeals(world)
  const statements = [
    'update audit_seal set acts = 0',
    'delete from audit_seal',
    'truncate audit_seal cascade',
    `update audit_check set broken = '{}', through = 1`,
    'delete from audit_check',
    'truncate audit_check',
    'update act set seal = null',
    'update act set seal = 1 where seal = 2',
    'update act_change set seal = null, row_key = row_key',
    `update act set seal = 2, operation = 'another' where seal is null`,
  ]
  await noteAct(world, byCommand, { outcome: 'read' })
  for (const statement of statements) await expect(sql.raw(statement).execute(world.db)).rejects.toThrow('only grows')
  await expect(sql`update act set seal = 99 where seal is null`.execute(world.db)).rejects.toThrow('foreign key')
})

test('CON-047: what is committed late, with a lower number, is sealed by the next seal', async () => {
  const world = await makeWorld()
  const late = await world.db.transaction().execute(async (db) => {
    await noteAct({ ...world, db }, { ...byCommand, operation: 'late' }, { outcome: 'read' })
    await noteAct(world, { ...byCommand, operation: 'early' }, { outcome: 'read' })
    await sealTrail(world)
    return world.db.selectFrom('act').select(['operation', 'seal']).orderBy('id').execute()
  })
  expect(late).toEqual([{ operation: 'early', seal: 1 }])
  await sealTrail(world)
  expect(await world.db.selectFrom('act').select(['operation', 'seal']).orderBy('id').execute()).toEqual([
    { operation: 'late', seal: 2 },
    { operation: 'early', seal: 1 },
  ])
  expect(await brokenSeals(world)).toEqual([])
})

test('a long trail that was never sealed gets several seals; two servers that strike together make each one once', async () => {
  const world = await makeWorld()
  for (const each of ['1', '2', '3', '4', '5'])
    await noteAct(world, { ...byCommand, operation: each }, { outcome: 'read' })
  const made = await Promise.all([sealTrail(world, { most: 2 }), sealTrail(world, { most: 2 })])
  expect(made[0] + made[1]).toBe(3)
  expect(
    await world.db.selectFrom('auditSeal').select(['number', 'acts', 'actsInAll']).orderBy('number').execute(),
  ).toEqual([
    { number: 1, acts: 2, actsInAll: 2 },
    { number: 2, acts: 2, actsInAll: 4 },
    { number: 3, acts: 1, actsInAll: 5 },
  ])
  expect(await brokenSeals(world)).toEqual([])
})

test('erasing a person takes their words out of the trail, and breaks no seal', async () => {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now })
  await anEvent(world)
  await aStaffPerson(world, 'owner')
  const person = await aPersonSignedIn(world)
  const about = { kind: 'account', id: person.accountId }
  await inAct(world, { ...byCommand, about, reason: `asked by ${person.email}` }, (world) =>
    world.db.updateTable('account').set({ fullName: 'Sana Abro' }).where('id', '=', person.accountId).execute(),
  )
  await sealTrail(world)
  const caller = await personOf(world, person.token)
  if (!caller) throw new Error('nobody')
  await closeAccount(world, caller, { password: person.password, keepsAbstracts: false, origin: anOrigin() })
  clock.pass(8 * 24 * 60)
  await eraseDue(world)

  const { rows } = await sql<{
    text: string
  }>`select concat(reason, before, after) as text from act left join act_change on act_id = act.id`.execute(world.db)
  expect(rows.map(({ text }) => text).join()).not.toContain('Sana Abro')
  expect(rows.map(({ text }) => text).join()).not.toContain(person.email)
  const { rows: salts } =
    await sql`select from act where about_id = ${String(person.accountId)} and operation = 'try' and words_salt is null`.execute(
      world.db,
    )
  expect(salts.length).toBe(1)
  await sealTrail(world)
  expect(await brokenSeals(world)).toEqual([])
})

test('S14: once a week all seals are looked at, also those that were found good; what is broken is told every night', async () => {
  const { world, clock, eventId } = await aSealedTrail()
  await aStaffPerson(world, 'owner')
  await sealTrail(world)
  expect(await checkSeals(world)).toEqual([])
  await byForce(world, `update act set operation = 'another' where seal = 1`)
  const night = async () => {
    clock.pass(24 * 60)
    await inAct(world, byCommand, (world) => rename(world, eventId, `Night ${world.now().getDate()}`))
    await sealTrail(world)
    return checkSeals(world)
  }
  for (let nights = 0; nights < 6; nights += 1) expect(await night()).toEqual([])
  const found = ['The audit trail of 1 November 2026, 09:00 to 09:00 UTC, is not as it was sealed (seal 1).']
  expect(await night()).toEqual(found)
  expect(await night()).toEqual(found)
  await byForce(world, `update act set operation = 'try' where seal = 1`)
  expect(await night()).toEqual([])
  expect((await sealState(world)).check?.broken).toEqual([])
})

test('every night the owners get the seal; the next night looks only at what came since, and what is broken is told again', async () => {
  const { world, eventId, clock } = await aSealedTrail()
  const owner = await aStaffPerson(world, 'owner')
  await sealTrail(world)
  expect(await checkSeals(world)).toEqual([])
  const { seal } = await sealState(world)
  const letters = () => world.db.selectFrom('mail').select(['recipient', 'subject', 'bodyText']).orderBy('id').execute()
  const [letter] = await letters()
  expect(letter).toMatchObject({ recipient: owner.email, subject: `Seal ${seal?.number} of the audit log` })
  expect(letter?.bodyText).toContain(seal?.digest)

  clock.pass(24 * 60)
  await byForce(world, `update act set operation = 'another' where seal = 1`)
  await inAct(world, byCommand, (world) => rename(world, eventId, 'Three'))
  for (const job of jobsOf(world).filter(({ name }) => name === 'seal-audit')) await job.work({})
  expect(await checkSeals(world)).toEqual([])
  await byForce(world, `update act set operation = 'another' where seal = ${(seal?.number ?? 0) + 1}`)
  clock.pass(60)
  await inAct(world, byCommand, (world) => rename(world, eventId, 'Four'))
  await sealTrail(world)
  await byForce(world, `update act set operation = 'another' where seal = ${(seal?.number ?? 0) + 2}`)
  const found = [
    `The audit trail of 2 November 2026, 11:00 to 11:00 UTC, is not as it was sealed (seal ${(seal?.number ?? 0) + 2}).`,
  ]
  expect(await checkSeals(world)).toEqual(found)
  expect(await checkSeals(world)).toEqual(found)
  expect(await sealState(world)).toMatchObject({ check: { broken: found } })
  expect((await letters()).map(({ subject }) => subject).slice(2)).toEqual([
    'The audit log was changed',
    'The audit log was changed',
  ])
})
