/** The reviewers of an event by words of their name, address or institution. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'

type Asked = { eventId: number; search: string; limit: number }

export async function reviewersFound({ db }: Pick<World, 'db'>, { eventId, search, limit }: Asked) {
  return db
    .selectFrom('reviewer')
    .leftJoin('account', 'account.id', 'accountId')
    .select(['reviewer.id as reviewerId', 'reviewer.email', 'institution'])
    .select(sql<string>`coalesce(account.full_name, invited_name)`.as('name'))
    .where('reviewer.eventId', '=', eventId)
    .where('reviewer.emailKey', '<>', '')
    .where(
      sql<boolean>`has_words(${search}, concat_ws(' ', reviewer.email, account.full_name, invited_name, institution, department))`,
    )
    .orderBy('reviewer.emailKey')
    .limit(limit)
    .execute()
}
