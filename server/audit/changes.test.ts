/** Every table that the trail watches, read from the database: one that is added later must be told here how to be changed. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { giveGrant, makeOwner } from '#server/accounts/staff/grants.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { saved, withThemes } from '#server/testing/abstracts.ts'
import { portalWithAccount } from '#server/testing/account.ts'
import { participantWith } from '#server/testing/people.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { aWorkshop, order, pay } from '#server/testing/shop.ts'
import { makeWorld } from '#server/testing/world.ts'

const byCommand = { actor: { kind: 'command', name: 'Ms Memon' }, operation: 'try' } as const

/** A change of one column, and what the trail then says; the row is any that there is. */
const oneColumn: Record<string, [column: string, value: string]> = {
  event: ['venue', `'Another hall'`],
  programme: ['description', `'Another text'`],
  extension: ['ended_at', `timestamptz '2027-01-01'`],
  speciality: ['position', '7'],
  sub_speciality: ['position', '7'],
  staff_grant: ['revoked_at', `timestamptz '2027-01-01'`],
  staff_link: ['expires_at', `timestamptz '2027-01-01'`],
  staff_invitation: ['expires_at', `timestamptz '2027-01-01'`],
  passkey: ['name', `'Another device'`],
  totp: ['last_step', '7'],
  recovery_code: ['used_at', `timestamptz '2027-01-01'`],
  page_version: ['body', `'{"lead": "Another"}'`],
  asset: ['alt', `'Another picture'`],
  refund: ['reason', `'Another reason'`],
  payment_exception: ['resolution', `'looked at'`],
  workshop: ['venue', `'Another room'`],
  account: ['full_name', `'Another Name'`],
  applicant: ['created_at', `timestamptz '2027-01-01'`],
  profile: ['city', `'Larkana'`],
  email_change: ['asked_at', `timestamptz '2027-01-01'`],
  closure: ['keeps_abstracts', 'not keeps_abstracts'],
  orders: ['hold_until', `timestamptz '2027-01-01'`],
  order_item: ['topic', `'Another topic'`],
  payment_attempt: ['last_words', `'Hello'`],
  abstract: ['is_late', 'not is_late'],
}

async function watchedTables(world: World): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where proname = 'note_change' order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

/** A portal in which every watched table has a row. */
async function aUsedPortal() {
  const { world, app, sana, eventId } = await portalWithAccount()
  const { token, accountId } = sana
  await withThemes(world, eventId)
  await createProfile(app, token)
  await saved(app, { token })
  const caller = await participantWith(world, token)
  const code = await order(world, caller, [await aWorkshop(world, eventId)])
  await pay(world, caller, { code })
  await inAct(world, byCommand, async (world) => {
    await makeOwner(world, { email: 'owner@example.org', fullName: 'Nadia Memon' })
    await makeOwner(world, { email: 'other.owner@example.org', fullName: 'Saeed Shah' })
    await giveGrant(world, null, { accountId, role: 'desk', eventId })
  })
  const { now } = world
  await sql`insert into staff_invitation (email, email_key, role, token_hash, invited_by, sent_at, expires_at)
    values ('n@example.org', 'n@example.org', 'finance', sha256('t'), ${accountId}, ${now()}, ${new Date('2026-12-01')})`.execute(
    world.db,
  )
  await sql`insert into passkey (account_id, credential_id, public_key, name, created_at) values (${accountId}, 'c', 'k', 'Phone', ${now()})`.execute(
    world.db,
  )
  await sql`insert into totp (account_id, secret_sealed, confirmed_at) values (${accountId}, 's', ${now()})`.execute(
    world.db,
  )
  await sql`insert into recovery_code (account_id, code_hash) values (${accountId}, sha256('c'))`.execute(world.db)
  await sql`insert into programme (name, end_date) values ('Course', '2027-01-01')`.execute(world.db)
  await sql`insert into reviewer (event_id, email, email_key, state, token_hash, invited_at, expires_at)
    values (${eventId}, 'r@example.org', 'r@example.org', 'invited', sha256('r'), ${now()}, ${new Date('2026-12-01')})`.execute(
    world.db,
  )
  await sql`insert into extension (event_id, email, email_key, kind, until, reason, token_hash, granted_by, granted_at)
    values (${eventId}, 'e@example.org', 'e@example.org', 'abstracts', '2027-01-01', 'ill', ${Buffer.alloc(32)}, ${accountId}, ${now()})`.execute(
    world.db,
  )
  await sql`insert into page_version (page, number, body, written_at) values ('faq', 1, '{}', ${now()})`.execute(
    world.db,
  )
  await sql`insert into asset (sha256, kind, width, height, bytes, alt, file_key, added_at) values (${Buffer.alloc(32)}, 'png', 1, 1, 1, 'A dot', 'pictures/1', ${now()})`.execute(
    world.db,
  )
  await sql`insert into refund (attempt_id, amount, state, reason, asked_by, asked_at) select id, amount, 'failed', 'asked', 'Ms Memon', ${now()} from payment_attempt`.execute(
    world.db,
  )
  await sql`insert into payment_exception (kind, gateway, gateway_reference, opened_at) values ('orphan_capture', 'sandbox', '1', ${now()})`.execute(
    world.db,
  )
  await sql`insert into email_change (account_id, new_email, new_email_key, asked_at) values (${accountId}, 'n@example.org', 'n@example.org', ${now()})`.execute(
    world.db,
  )
  await sql`insert into closure (account_id, asked_at, due_at, keeps_abstracts) values (${accountId}, ${now()}, ${new Date('2027-01-01')}, true)`.execute(
    world.db,
  )
  return world
}

/** Does something inside an act, looks at what the trail says, and takes all of it back. */
async function trailOf(world: World, work: (world: World) => Promise<unknown>) {
  const seen = Object.assign(new Error('taken back'), { trail: [] as Awaited<ReturnType<typeof readTrail>> })
  await inAct(world, byCommand, async (world) => {
    await work(world)
    seen.trail = await readTrail(world)
    throw seen
  }).catch((error: unknown) => {
    if (error !== seen) throw error
  })
  return seen.trail
}

const readTrail = (world: World & { act?: number }) =>
  world.db
    .selectFrom('actChange')
    .select(['tableName', 'rowKey', 'before', 'after', 'salt', 'beforeDigest', 'afterDigest'])
    .select([sql<string>`before::text`.as('beforeText'), sql<string>`after::text`.as('afterText')])
    .where('actId', '=', world.act as number)
    .orderBy('id')
    .execute()

const digest = (salt: Buffer | null, words: string) =>
  createHash('sha256')
    .update(salt as Buffer)
    .update(words)
    .digest()

test('CON-040: in every watched table a changed row is one entry with the columns that differ, and digests of both', async () => {
  const world = await aUsedPortal()
  // One of each kind; what staff change in the others, every-change.test.ts does and finds.
  expect(await watchedTables(world)).toEqual(expect.arrayContaining(Object.keys(oneColumn)))

  for (const [table, [column, value]] of Object.entries(oneColumn)) {
    const trail = await trailOf(world, async ({ db }) => {
      const changed =
        await sql`update ${sql.raw(table)} set ${sql.raw(`${column} = ${value}`)} where ctid = (select min(ctid) from ${sql.raw(table)})`.execute(
          db,
        )
      expect([table, changed.numAffectedRows]).toEqual([table, 1n])
      // The same once more changes nothing, and is not told.
      if (!value.startsWith('not ') && table !== 'staff_grant')
        await sql`update ${sql.raw(table)} set ${sql.raw(`${column} = ${value}`)} where ${sql.raw(`${column} = ${value}`)}`.execute(
          db,
        )
    })
    expect([table, trail.length]).toEqual([table, 1])
    const [entry] = trail as [(typeof trail)[number]]
    expect([entry.tableName, Object.keys(entry.before as object), Object.keys(entry.after as object)]).toEqual([
      table,
      [column],
      [column],
    ])
    expect(entry.rowKey).toMatch(/^\d+( \d+)?$/)
    expect(entry.beforeDigest).toEqual(digest(entry.salt, entry.beforeText))
    expect(entry.afterDigest).toEqual(digest(entry.salt, entry.afterText))
  }
})

test('many rows in one statement are as many entries; a row that is made or removed is told whole', async () => {
  const world = await makeWorld()
  const trail = await trailOf(world, async ({ db }) => {
    await sql`insert into programme (name, end_date) select 'Course ' || each, '2027-01-01' from generate_series(1, 3) as each`.execute(
      db,
    )
    await sql`update programme set position = 1 where name <> 'Course 3'`.execute(db)
    await sql`delete from programme where name = 'Course 2'`.execute(db)
  })
  const whole = (name: string, position = 0) => ({
    id: expect.any(Number) as number,
    name,
    position,
    end_date: '2027-01-01',
    image: '',
    description: '',
    registration_fee: '',
    course_coordinator: '',
    version: 1,
    retired_at: null,
  })
  expect(trail.map(({ before, after }) => [before, after])).toEqual([
    ...[1, 2, 3].map((each) => [null, whole(`Course ${each}`)]),
    [{ position: 0 }, { position: 1 }],
    [{ position: 0 }, { position: 1 }],
    [whole('Course 2', 1), null],
  ])
})

test('emptying a table by hand is told too', async () => {
  const world = await makeWorld()
  await sql`insert into programme (name, end_date) values ('Course', '2027-01-01')`.execute(world.db)
  await sql`truncate programme`.execute(world.db)
  const [last] = await world.db.selectFrom('actChange').select(['tableName', 'rowKey']).orderBy('id', 'desc').execute()
  expect(last).toEqual({ tableName: 'programme', rowKey: 'every row' })
})

/** Hashes, keys and tokens by the look of them. What is none is named here, with what it is. */
const noSecrets = [
  'asset.file_key', // where the picture lies; opens nothing
  'asset.sha256', // the sum of the picture
  'abstract_author.email_key',
  'account.email_key', // the address as it is compared
  'account_alias.email_key',
  'audit_blanking.rows_digest', // the sum of the rows that were blanked
  'account.password_changed_at', // when, not what
  'email_change.new_email_key',
  'email_change.old_email_key',
  'extension.email_key',
  'mail.is_secret', // whether, not what
  'offline_payment.photo_key',
  'offline_payment.photo_sha256',
  'redaction.file_key',
  'reviewer.email_key',
  'staff_invitation.email_key',
  'passkey.credential_id', // which device; opens nothing without it
  'passkey.public_key',
  'profile.photo_key', // where the picture lies; opens nothing
  'profile.photo_sha256', // the sum of the picture
]

test('CON-045: no column that could be a secret is in the trail, today or later', async () => {
  const world = await aUsedPortal()
  const { rows: suspects } = await sql<{ table: string; column: string }>`
    select distinct relname as table, attname as column from pg_trigger join pg_class on pg_class.oid = tgrelid
    join pg_proc on pg_proc.oid = tgfoid and proname = 'note_change'
    join pg_attribute on attrelid = relname::regclass and attnum > 0 and not attisdropped
    where atttypid = 'bytea'::regtype or attname ~ '(password|secret|token|pin|hash|key|nonce|sealed|device)'`.execute(
    world.db,
  )
  const hidden = suspects.filter(({ table, column }) => !noSecrets.includes(`${table}.${column}`))
  expect(hidden.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([
    'account.device_id',
    'account.password_hash',
    'email_change.undo_hash',
    'extension.token_hash',
    'payment_attempt.return_key',
    'recovery_code.code_hash',
    'reviewer.token_hash',
    'staff_invitation.token_hash',
    'staff_link.token_hash',
    'totp.begun_sealed',
    'totp.secret_sealed',
  ])
  for (const table of new Set(hidden.map((each) => each.table))) {
    const trail = await trailOf(world, async ({ db }) => {
      // A copy of a row shows every column at once; the triggers that guard rows are not asked.
      await sql`create temp table copied (like ${sql.raw(table)}) on commit drop`.execute(db)
      await sql`insert into copied select * from ${sql.raw(table)} limit 1`.execute(db)
      await sql`create trigger note_change after insert on copied for each row execute function note_change('${sql.raw(['staff_link', 'totp', 'recovery_code'].includes(table) ? 'account_id' : 'id')}')`.execute(
        db,
      )
      await sql`insert into copied select * from copied`.execute(db)
      await sql`drop table copied`.execute(db)
    })
    const told = trail.flatMap(({ after }) => Object.keys(after as object))
    expect([table, told.filter((name) => hidden.some((each) => each.table === table && each.column === name))]).toEqual(
      [table, []],
    )
    expect(told.length).toBeGreaterThan(0)
  }
})
