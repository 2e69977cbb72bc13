/** Accounts that may be one person, for owners; and that two of them are two people. */
import { sql } from 'kysely'
import type { ReplyOf } from '#contract/operation.ts'
import type { DuplicatesList } from '#contract/people/identity-console.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { isAlike, isAnother, type Likeness, likenesses } from './duplicates.ts'

type Reading = Pick<World, 'db'>
const words: Record<Likeness, string> = {
  mobile: 'same mobile number, similar name',
  pmdc: 'same PMDC number',
  name: 'same name and institution',
}
const kinds = Object.keys(likenesses) as Likeness[]

type Pair = {
  one: number
  other: number
  why: Likeness[]
  oneName: string
  oneEmail: string
  otherName: string
  otherEmail: string
}

async function pairs({ db }: Reading, where: ReturnType<typeof sql<boolean>>): Promise<Pair[]> {
  const found = sql.join(
    kinds.map(
      (kind) => sql`select one.account_id as one, other.account_id as other, ${sql.lit(kind)} as why
        from person_search one join person_search other on ${isAlike(kind)} where ${isAnother} and ${where}`,
    ),
    sql` union `,
  )
  const { rows } = await sql<Pair>`
    select one, other, array_agg(why order by why) as why, a.full_name as one_name, a.email as one_email, b.full_name as other_name, b.email as other_email
    from (${found}) as alike join account a on a.id = one join account b on b.id = other
    group by one, other, a.id, b.id order by count(*) desc, one, other limit 200`.execute(db)
  return rows
}

export async function listDuplicates(world: Reading, eventId: number): Promise<ReplyOf<typeof DuplicatesList>> {
  const found = await pairs(world, sql<boolean>`one.event_id = ${eventId}`)
  const seen = new Set<string>()
  const once = found.filter(({ one, other }) => {
    const pair = [Math.min(one, other), Math.max(one, other)].join(' ')
    return seen.has(pair) ? false : seen.add(pair)
  })
  return {
    rows: once.map(({ one, other, why, oneName, oneEmail, otherName, otherEmail }) => ({
      one: { accountId: one, name: oneName, email: oneEmail },
      other: { accountId: other, name: otherName, email: otherEmail },
      why: why.map((kind) => words[kind]),
    })),
  }
}

export async function alikeTo(world: Reading, accountId: number) {
  return (await pairs(world, sql<boolean>`one.account_id = ${accountId}`)).map(
    ({ other, otherName, otherEmail, why }) => ({
      accountId: other,
      name: otherName,
      email: otherEmail,
      why: why.map((kind) => words[kind]),
    }),
  )
}

/** Said twice, it stays said. */
export async function sayTwoPeople(
  world: Acting,
  staff: Staff,
  { one, other }: { one: number; other: number },
): Promise<void> {
  if (one === other) refuse('invalid', { fields: [{ path: 'other', message: 'This is one account.' }] })
  const there = await world.db.selectFrom('account').select('id').where('id', 'in', [one, other]).execute()
  if (there.length !== 2) refuse('not_found')
  const pair = { accountA: Math.min(one, other), accountB: Math.max(one, other) }
  await world.db
    .insertInto('notSamePerson')
    .values({ ...pair, saidBy: staff.accountId, saidAt: world.now() })
    .onConflict((same) => same.columns(['accountA', 'accountB']).doNothing())
    .execute()
}
