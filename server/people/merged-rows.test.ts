/**
 * Every column that names an account or an applicant has a written answer to what a merge does with it. A new table that has none fails
 * here, so that no later one is forgotten.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { aGuest } from '#server/testing/guests.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'
import { tokenFor } from '#server/testing/people.ts'

/**
 * `moves`: to the kept account, and back by the undo. `ends`: there is none afterwards, and none comes back. `both`: what one has, the other
 * has too, and keeps. `refused`: while there is one, nobody merges. `stays`: it says who did something, or what is looked up through the
 * merge; what hangs on an applicant stays with it and goes where it goes. `merge`: it is the merge.
 */
type Answer = 'moves' | 'ends' | 'both' | 'refused' | 'stays' | 'merge'

const answers: Record<string, Answer> = {
  'abstract.applicant_id': 'moves',
  'abstract_author.account_id': 'stays',
  'account_alias.account_id': 'moves',
  'account_merge.gone': 'merge',
  'account_merge.kept': 'merge',
  'account_merge.merged_by': 'stays',
  'account_merge.undone_by': 'stays',
  'act.account_id': 'stays',
  'act_answer.account_id': 'stays',
  'announcement_refusal.account_id': 'both',
  'applicant.account_id': 'moves',
  'author_entry.account_id': 'stays',
  'challenge.account_id': 'ends',
  'closure.account_id': 'refused',
  'data_copy.account_id': 'ends',
  'email_change.account_id': 'ends',
  'audit_blanking.account_id': 'stays',
  'export_file.account_id': 'stays',
  'mailing_recipient.account_id': 'stays',
  'not_same_person.account_a': 'stays',
  'not_same_person.account_b': 'stays',
  'order_given.from_applicant_id': 'stays',
  'order_given.to_applicant_id': 'stays',
  'orders.applicant_id': 'moves',
  'passkey.account_id': 'stays',
  'password_reset.account_id': 'ends',
  'person_note.account_id': 'moves',
  'person_search.account_id': 'moves',
  'person_search.applicant_id': 'stays',
  'pin.account_id': 'ends',
  'profile.applicant_id': 'stays',
  'receipt_name.applicant_id': 'stays',
  'recovery_code.account_id': 'stays',
  'reset_pin.account_id': 'ends',
  'reviewer.account_id': 'moves',
  'session.account_id': 'ends',
  'session.applicant_id': 'ends',
  'staff_conflict.account_id': 'stays',
  'staff_grant.account_id': 'refused',
  'staff_link.account_id': 'ends',
  'staff_session.account_id': 'ends',
  'totp.account_id': 'stays',
  'upload.applicant_id': 'stays',
}

/** Whoever did something is named as they were, and looked through where it matters who they are. */
const saysWhoDidIt = (column: string): boolean => /\.(?:by|\w+_by)$/.test(column)

type Column = { column: string; of: 'account' | 'applicant' }

async function columnsOf({ db }: World): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select distinct conrelid::regclass || '.' || naming.attname as column, confrelid::regclass::text as of
    from pg_constraint, unnest(conkey, confkey) as key (here, there)
      join pg_attribute as naming on true join pg_attribute as named on true
    where contype = 'f' and confrelid in ('account'::regclass, 'applicant'::regclass)
      and naming.attrelid = conrelid and naming.attnum = key.here
      and named.attrelid = confrelid and named.attnum = key.there and named.attname = 'id'
    order by 1`.execute(db)
  return rows
}

test('every column that names an account or an applicant has an answer, and no answer is about a column that is gone', async () => {
  const { world } = await aCollege()
  const columns = (await columnsOf(world)).map(({ column }) => column).filter((column) => !saysWhoDidIt(column))
  const written = Object.keys(answers).filter((column) => !saysWhoDidIt(column))
  expect(columns).toEqual(written.toSorted())
})

/** How many rows of each column name each of the two. */
async function rowsOf(world: World, both: { kept: number; gone: number }) {
  const counted: Record<string, { kept: number; gone: number }> = {}
  for (const { column, of } of await columnsOf(world)) {
    if (of !== 'account') continue
    const [table = '', name = ''] = column.split('.')
    const { rows } = await sql<{ kept: number; gone: number }>`
      select count(*) filter (where ${sql.ref(name)} = ${both.kept})::int as kept,
        count(*) filter (where ${sql.ref(name)} = ${both.gone})::int as gone from ${sql.table(table)}`.execute(world.db)
    counted[column] = rows[0] as { kept: number; gone: number }
  }
  return counted
}

/** One row of everything that does not simply stay, of the account that is going. */
async function withEverything(world: World, eventId: number, { kept, gone }: { kept: number; gone: number }) {
  const soon = new Date(world.now().getTime() + 600_000)
  const now = world.now()
  const bytes = (fill: number) => Buffer.alloc(32, fill)
  const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const
  await tokenFor(world, gone)
  await inAct(world, byTest, async ({ db }) => {
    await sql`insert into account_alias (email_key, account_id) values ('before@example.org', ${gone})`.execute(db)
    await sql`insert into announcement_refusal (account_id, refused_at, way) values (${gone}, ${now}, 'letter')`.execute(
      db,
    )
    await sql`insert into data_copy (account_id, key_hash, ends_at) values (${gone}, ${bytes(1)}, ${soon})`.execute(db)
    await sql`insert into email_change (account_id, new_email, new_email_key, asked_at) values (${gone}, 'n@example.org', 'n@example.org', ${now})`.execute(
      db,
    )
    await sql`insert into password_reset (account_id, token_hash, expires_at) values (${gone}, ${bytes(2)}, ${soon})`.execute(
      db,
    )
    await sql`insert into person_note (event_id, account_id, words, written_by, written_at, changed_by, changed_at)
      values (${eventId}, ${gone}, 'Comes with her mother', ${kept}, ${now}, ${kept}, ${now})`.execute(db)
    await sql`insert into pin (account_id, purpose, pin_hash, expires_at) values (${gone}, 'email', ${bytes(3)}, ${soon})`.execute(
      db,
    )
    await sql`insert into reset_pin (account_id, browser_hash, pin_hash, expires_at) values (${gone}, ${bytes(8)}, ${bytes(4)}, ${soon})`.execute(
      db,
    )
    await sql`insert into reviewer (event_id, state, email, email_key, account_id, invited_at, expires_at)
      values (${eventId}, 'active', 'r@example.org', 'r@example.org', ${gone}, ${now}, ${soon})`.execute(db)
    await sql`insert into staff_link (account_id, token_hash, expires_at) values (${gone}, ${bytes(5)}, ${soon})`.execute(
      db,
    )
    await sql`with made as (
        insert into staff_session (account_id, token_hash, created_at, last_seen_at) values (${gone}, ${bytes(6)}, ${now}, ${now}) returning id)
      insert into challenge (account_id, session_id, purpose, nonce, expires_at) select ${gone}, id, 'step-up', ${bytes(7)}, ${soon} from made`.execute(
      db,
    )
  })
}

test('each answer is true: what moves comes back, what ends is over, what one refuses both refuse, and the rest stays', async () => {
  const { world, app, eventId } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const [old, fresh] = [await aGuest(world, eventId, { withoutProfile: true }), await aGuest(world, eventId)]
  const both = { kept: old.accountId, gone: fresh.accountId }
  // At this event only the account that goes is somebody: its applicant comes over.
  await world.db.deleteFrom('applicant').where('id', '=', old.applicantId).execute()
  await withEverything(world, eventId, both)
  const before = await rowsOf(world, both)

  const merged = await owner.act('MergeAccounts', { ...both, reason: 'Both are hers, she phoned' })
  expect([merged.status, merged.body.message]).toEqual([200, undefined])
  const during = await rowsOf(world, both)
  const undo = { mergeId: merged.body.mergeId, reason: 'They are two' }
  expect((await owner.act('MergeUndo', undo)).status).toBe(200)
  const after = await rowsOf(world, both)

  const one = { kept: 0, gone: 1 }
  const none = { kept: 0, gone: 0 }
  const shown: Partial<Record<Answer, object[]>> = {
    moves: [one, { kept: 1, gone: 0 }, one],
    ends: [one, none, none],
    both: [one, { kept: 1, gone: 1 }, { kept: 1, gone: 1 }],
  }
  // While the two are one, the own address of the account that is gone leads to the kept one too.
  expect(during['account_alias.account_id']).toEqual({ kept: 2, gone: 0 })
  const expected = Object.entries(answers)
    .filter(([column, answer]) => column in before && answer !== 'merge')
    .map(([column, answer]) => [column, ...(shown[answer] ?? Array.from({ length: 3 }, () => before[column]))])
  during['account_alias.account_id'] = { kept: 1, gone: 0 }
  const found = expected.map(([column]) => [column, ...[before, during, after].map((rows) => rows[column as string])])
  expect(found).toEqual(expected)
  for (const column of Object.keys(before).filter(saysWhoDidIt))
    expect([column, during[column], after[column]]).toEqual([column, before[column], before[column]])
})

test('with a role, or asked to be deleted, nobody becomes part of another account', async () => {
  const { world, app, eventId } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const kept = await aGuest(world, eventId)
  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  const leaving = await aGuest(world, eventId, { withoutProfile: true })
  await sql`insert into closure (account_id, asked_at, due_at, keeps_abstracts)
    values (${leaving.accountId}, ${world.now()}, ${new Date(world.now().getTime() + 1000)}, true)`.execute(world.db)
  const why = async (gone: number) =>
    (await owner.act('MergeAccounts', { kept: kept.accountId, gone, reason: 'Both are hers' })).body.message
  expect(await why(desk.accountId)).toContain('is of the team')
  expect(await why(leaving.accountId)).toBe(`${leaving.email} asked to be deleted.`)
})
