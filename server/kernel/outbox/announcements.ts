/** Who wants no announcements: by the link of a letter, without signing in, or on their profile. */
import { sql } from 'kysely'
import type { Acting, World } from '#server/kernel/world.ts'
import { hashPin, isSame } from '#server/platform/security/tokens.ts'

type Signing = Pick<World, 'pinKey' | 'publicUrl'>

/** Made from the number of the account and signed: a letter of any age works, and nothing is kept for those who never use it. */
export function unsubscribeAddress(world: Signing, accountId: number): string {
  return `${world.publicUrl}/unsubscribe/${accountId}-${signature(world, accountId)}`
}

const signature = ({ pinKey }: Pick<World, 'pinKey'>, accountId: number): string =>
  hashPin(pinKey, ['unsubscribe', String(accountId)])
    .subarray(0, 24)
    .toString('base64url')

/** Whose link it is. */
export function accountOfLink(world: Pick<World, 'pinKey'>, token: string): number | undefined {
  const [, id, signed] = /^(\d{1,10})-([\w-]{32})$/.exec(token) ?? []
  if (id === undefined || signed === undefined) return undefined
  const accountId = Number(id)
  return isSame(Buffer.from(signature(world, accountId)), Buffer.from(signed)) ? accountId : undefined
}

type Choice = { wanted: boolean; way: 'letter' | 'profile' }

/** The same choice twice is one choice. Whoever was erased has none to make. A letter to an account that became part of another is still theirs. */
export async function chooseAnnouncements(world: World, accountId: number, { wanted, way }: Choice): Promise<void> {
  if (wanted) {
    await sql`
      delete from announcement_refusal where account_id = ${accountId}
        or account_id in (select gone from account_merge where undone_at is null and person_of(gone) = ${accountId})`.execute(
      world.db,
    )
    return
  }
  await world.db
    .insertInto('announcementRefusal')
    .columns(['accountId', 'refusedAt', 'way'])
    .expression((from) =>
      from
        .selectFrom('account')
        .select((row) => ['account.id', row.val(world.now()).as('refusedAt'), row.val(way).as('way')])
        .where(sql<boolean>`account.id in (${accountId}, person_of(${accountId}))`)
        .where('erasedAt', 'is', null),
    )
    .onConflict((same) => same.column('accountId').doNothing())
    .execute()
}

export async function wantsAnnouncements({ db }: Pick<World, 'db'>, accountId: number): Promise<boolean> {
  const refused = await db
    .selectFrom('announcementRefusal')
    .select('accountId')
    .where('accountId', '=', sql<number>`person_of(${accountId})`)
    .executeTakeFirst()
  return refused === undefined
}

/** What one of two accounts refused, both refuse: when they become one, and when they are two again. */
export async function refuseForBoth({ db }: Acting<Pick<World, 'db'>>, one: number, other: number): Promise<void> {
  await sql`
    insert into announcement_refusal (account_id, refused_at, way)
    select account.id, refused_at, way from account, (
      select refused_at, way from announcement_refusal where account_id in (${one}, ${other}) order by refused_at limit 1) as refused
    where account.id in (${one}, ${other}) and erased_at is null
    on conflict (account_id) do nothing`.execute(db)
}
