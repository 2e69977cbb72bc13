/** Erasing a person blanks their own rows of the audit log, by keys, and no others. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseDue } from '#server/accounts/closure/closure.ts'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { brokenSeals, sealTrail } from '#server/audit/seals.ts'
import { jobsOf } from '#server/schedule.ts'
import { lettersTo, portalWithAccount } from '#server/testing/account.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { aPerson, anEvent } from '#server/testing/people.ts'
import { aReviewer, asStaff, aSubmittedAbstract } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { makeWorld } from '#server/testing/world.ts'
import { inAct } from './acts.ts'
import { mostRowsBlanked } from './blankings.ts'
import type { World } from './world.ts'

const byClerk = { actor: { kind: 'command', name: 'Ms Memon' }, operation: 'PersonCorrectName' } as const

/** Staff did a few things: to an event, and to this person. */
async function correctName(world: World, accountId: number, fullName: string): Promise<void> {
  const about = { kind: 'account', id: accountId }
  await inAct(world, { ...byClerk, about, reason: 'a misprint' }, ({ db }) =>
    db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute(),
  )
}

async function leaves(world: World, accountId: number): Promise<void> {
  const due = { accountId, askedAt: new Date(0), dueAt: world.now(), keepsAbstracts: false }
  await world.db.insertInto('closure').values(due).execute()
  await eraseDue(world)
}

/** Which rows are blank now: the table and the key of each change, and of each act without its reason. */
async function blank({ db }: Pick<World, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select table_name || ' ' || row_key as row from act_change where blanked_at is not null
    union all select 'reason about ' || about_kind || ' ' || about_id from act where reason_blanking_id is not null
    union all select 'name of ' || account_id from act where name_blanking_id is not null
    order by 1`.execute(db)
  return rows.map(({ row }) => row)
}

test.each([': "', ', "', 'e 1', 'a misprint', 'Annual Medical Conference', 'Sana Memon', '{}'])(
  'erasing somebody who is called %s blanks their own rows and no others, and the seals verify',
  async (name) => {
    const { world, sana } = await portalWithAccount()
    const namesake = await aPerson(world, { fullName: 'Sana Memon' })
    await inAct(world, { ...byClerk, operation: 'EventSave', reason: 'a misprint' }, (world) =>
      anEvent(world, { isCurrent: false }),
    )
    await correctName(world, namesake.accountId, 'Sana  Memon')
    await correctName(world, sana.accountId, name)
    await sealTrail(world)
    await leaves(world, sana.accountId)
    expect(await blank(world)).toEqual([`account ${sana.accountId}`, `reason about account ${sana.accountId}`])
    await sealTrail(world)
    expect(await brokenSeals(world)).toEqual([])
    expect(await brokenInvariants(world)).toEqual([])
  },
)

/** Drawn from the audit log itself, and from letters that mean something in JSON. */
const randomNames = 10_000

test(`of ${randomNames} random names none blanks a row of somebody else; by the name itself, as before, most would`, async () => {
  const { world } = await portalWithAccount()
  for (const fullName of ['Rabia Memon', 'Zainab Qureshi', 'A "nickname" B'])
    await correctName(world, (await aPerson(world)).accountId, fullName)
  const undo = new Error('undo')
  const tried = world.db.transaction().execute(async (db) => {
    // What else follows a new account, such as the search, has nothing to do with it.
    await sql`set local session_replication_role = 'replica'`.execute(db)
    await sql`select setseed(0.31)`.execute(db)
    await sql`
      with said (words) as materialized (select string_agg(concat(before, ' ', after), ' ') from act_change),
      named (name) as (select case when random() < 0.7 then substr(words, 1 + floor(random() * (length(words) - 20))::int, 1 + floor(random() * 12)::int)
        else substr('":,{}[] e1a', 1 + floor(random() * 8)::int, 1 + floor(random() * 4)::int) end from said, generate_series(1, ${sql.lit(randomNames)}))
      insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
        select 'random-' || row_number() over (), 'random-' || row_number() over (), name, now(), now(), now() from named`.execute(
      db,
    )
    // The statement of 0018, as far as it went by the name.
    const { rows } = await sql<{ would: number }>`select count(*)::int as would from account
      where email_key like 'random-%' and exists (select from act_change where position(lower(normalize(full_name)) in lower(normalize(concat(before, after)))) > 0)`.execute(
      db,
    )
    expect(rows[0]?.would).toBeGreaterThan(randomNames / 2)
    await sql`do $$ begin perform blank_trail(id, now(), proved_addresses(id)) from account where email_key like 'random-%'; end $$`.execute(
      db,
    )
    expect(await blank({ db })).toEqual([])
    throw undo
  })
  await expect(tried).rejects.toBe(undo)
}, 120_000)

test('a reason goes when it is about the person or has an address that they proved; an address inside another is somebody else', async () => {
  const { world, sana } = await portalWithAccount()
  const note = (reason: string) => inAct(world, { ...byClerk, operation: 'Note', reason }, async () => undefined)
  await note(`Write to ${sana.email}, please.`)
  await note(`Write to x${sana.email}`)
  await note(`Write to ${sana.email}.pk`)
  await note(`Person 1 telephoned`)
  await leaves(world, sana.accountId)
  const acts = await world.db.selectFrom('act').select('reason').where('operation', '=', 'Note').orderBy('id').execute()
  expect(acts.map(({ reason }) => reason)).toEqual([
    '',
    `Write to x${sana.email}`,
    `Write to ${sana.email}.pk`,
    'Person 1 telephoned',
  ])
})

test('an address that was asked for and never proved erases no author, no reviewer and no letter of whoever has it', async () => {
  const { app, world, eventId } = await aTeam()
  const { pk } = await aSubmittedAbstract({ app, world, eventId })
  const victim = await aReviewer({ world, eventId })
  const row = { abstractId: pk, position: 2, name: 'Rabia Memon', email: victim.email, emailKey: victim.email }
  await world.db
    .insertInto('abstractAuthor')
    .values({ abstractId: pk, position: 9, name: 'X', presents: true })
    .execute()
  await world.db.insertInto('abstractAuthor').values(row).execute()
  const invited = { accountId: null, state: 'invited', answeredAt: null, tokenHash: Buffer.alloc(32, 7) } as const
  await asStaff(world, ({ db }) =>
    db.updateTable('reviewer').set(invited).where('id', '=', victim.reviewerId).execute(),
  )
  await world.db.deleteFrom('account').where('id', '=', victim.accountId).execute()
  const thief = await aPerson(world)
  const asked = { accountId: thief.accountId, newEmail: victim.email, newEmailKey: victim.email, askedAt: world.now() }
  await world.db.insertInto('emailChange').values(asked).execute()
  const known = async () => [
    await world.db.selectFrom('abstractAuthor').select(['name', 'email']).where('position', '=', 2).execute(),
    await world.db.selectFrom('reviewer').select(['email', 'state']).execute(),
    await world.db.selectFrom('reviewerAddress').selectAll().execute(),
  ]
  const before = await known()
  await leaves(world, thief.accountId)
  expect(await known()).toEqual(before)
})

test('an erasure that would blank more than 2,000 rows stops, asks the owners, and goes on when one allows it', async () => {
  const { app, world, owner } = await aTeam()
  const { accountId, email } = await aPerson(world)
  const { email: ownerEmail } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  await sql`insert into act (at, actor_kind, actor_name, operation, outcome, about_kind, about_id, reason, words_digest, words)
    select now(), 'command', 'x', 'try', 'done', 'account', ${String(accountId)}, 'planted', '', '' from generate_series(1, ${sql.lit(mostRowsBlanked + 1)})`.execute(
    world.db,
  )
  await leaves(world, accountId)
  expect(await blank(world)).toEqual([])
  expect(await lettersTo(world, email)).toEqual([])
  expect(await lettersTo(world, ownerEmail)).toEqual(['The deletion of an account needs your approval'])
  const refused = await world.db
    .selectFrom('act')
    .select(['operation', 'refusal'])
    .where('outcome', '=', 'refused')
    .execute()
  expect(refused).toEqual([{ operation: 'erase-people', refusal: 'too_many_rows' }])
  // Nobody but an owner sees or allows it, and the schedule does not go on by itself.
  const finance = await staffCaller(app, world, { role: 'finance' })
  expect((await finance.post('/staff/ErasureAllow', { accountId })).status).toBe(403)
  await eraseDue(world)
  expect((await owner.get('/staff/HeldErasures')).body).toEqual({
    people: [{ accountId, name: expect.any(String) as string, heldAt: world.now().toISOString(), rows: 2001 }],
  })

  expect(await owner.post('/staff/ErasureAllow', { accountId })).toEqual({ status: 200, body: {} })
  expect((await owner.post('/staff/ErasureAllow', { accountId })).status).toBe(404)
  await jobsOf(world)
    .find(({ name }) => name === 'erase-people')
    ?.work({})
  expect((await blank(world)).length).toBeGreaterThan(mostRowsBlanked)
  expect((await owner.get('/staff/HeldErasures')).body).toEqual({ people: [] })
  expect(await brokenInvariants(world)).toEqual([])
}, 60_000)

const sentence = 'what was blanked in the audit log was blanked by an erasure, which is in the audit log too'

test.each([
  [
    'one more row, under the erasure of somebody',
    `update act_change set before = blanked(before), after = blanked(after), salt = null,
    blanked_at = now(), blanking_id = (select id from audit_blanking) where blanked_at is null and table_name = 'event'`,
  ],
  [
    'a row, given to no erasure',
    `update act set reason = '', words_salt = null, reason_blanking_id = 77 where reason = 'kept'`,
  ],
  ['the count of the erasure', `update audit_blanking set rows = rows + 1`],
  ['whose erasure it was', `update audit_blanking set account_id = (select max(id) from account)`],
])('the doctor finds %s, changed by a superuser', async (_what, statement) => {
  const { world, sana } = await portalWithAccount()
  await aPerson(world)
  await inAct(world, { ...byClerk, reason: 'kept' }, (world) => anEvent(world, { isCurrent: false }))
  await correctName(world, sana.accountId, 'Sana Memon')
  await leaves(world, sana.accountId)
  expect(await brokenInvariants(world)).toEqual([])
  const undo = new Error('undo')
  const tried = world.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = 'replica'`.execute(db)
    expect((await sql.raw(statement).execute(db)).numAffectedRows).toBeGreaterThan(0n)
    expect((await brokenInvariants({ db })).join()).toContain(sentence)
    throw undo
  })
  await expect(tried).rejects.toBe(undo)
})

test('every table of the audit log that has words of people is blanked with them, or is known to have none', async () => {
  const { db } = await makeWorld()
  const { rows } = await sql<{ table: string }>`
    select distinct relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgfoid = 'note_change'::regproc order by 1`.execute(db)
  const watched = rows.map(({ table }) => table)
  const { rows: written } = await sql<{ source: string }>`
    select string_agg(prosrc, ' ') as source from pg_proc
    where proname in ('rows_of_account', 'blank_trail') or proname ~ '^erased_'`.execute(db)
  const isBlanked = (table: string) => new RegExp(`'${table}'`).test(written[0]?.source ?? '')
  expect(watched.filter((table) => !isBlanked(table))).toEqual(withoutWords)
})

/** Rows of the college, and of money and reviews, where people are numbers. A new table is blanked in `rows_of_account`, or told here. */
const withoutWords = [
  'asset',
  'assignment',
  'assignment_run',
  'audit_blanking',
  'closing',
  'criterion',
  'decision_batch',
  'event',
  'finance_rule',
  'letter_text',
  'likeness',
  'not_same_person',
  'order_item',
  'page_version',
  'place_limit',
  'programme',
  'remark',
  'review_call',
  'reviewer_field',
  'saved_letter',
  'speciality',
  'staff_conflict',
  'staff_link',
  'sub_speciality',
  'workshop',
]
