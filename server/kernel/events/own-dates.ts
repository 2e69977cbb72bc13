/** The later last date that somebody has for themselves, whoever asks. */
import { type RawBuilder, sql } from 'kysely'
import type { ExtensionKind } from '#contract/events/event-fields.ts'
import type { World } from '#server/kernel/world.ts'
import { hashToken } from '#server/platform/security/tokens.ts'

type Reading = Pick<World, 'db'>
type Whose = { eventId: number; emailKey: string; kind: ExtensionKind }

/** Sign-up is opened by either kind: whoever may submit later must be able to come in. */
const kindsFor = { abstracts: ['abstracts'], registration: ['registration', 'abstracts'] } as const

/** Until when somebody has more time, if they have. What was ended after `at` counted at that moment. */
export async function extendedUntil(
  { db }: Reading,
  { eventId, emailKey, kind }: Whose,
  at: Date,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('extension')
    .select((row) => row.fn.max('until').as('until'))
    .where('eventId', '=', eventId)
    .where((row) => row.or([row('emailKey', '=', emailKey), row('emailKey', 'in', addressesLeadingTo(db, emailKey))]))
    .where('kind', 'in', kindsFor[kind])
    .where((row) => row.or([row('endedAt', 'is', null), row('endedAt', '>', at)]))
    .executeTakeFirst()
  return found?.until ?? undefined
}

/** SQL: an extension is of the account: given to its address, or to one that leads to it. */
export const isExtensionOf: RawBuilder<boolean> = sql`(extension.email_key = account.email_key
  or extension.email_key in (select account_alias.email_key from account_alias where account_alias.account_id = account.id))`

/** What was given to an address counts for the account that it leads to. */
export function addressesLeadingTo(db: Reading['db'], emailKey: string) {
  return db
    .selectFrom('accountAlias')
    .innerJoin('account', 'account.id', 'accountAlias.accountId')
    .select('accountAlias.emailKey')
    .where('account.emailKey', '=', emailKey)
}

/** Whose the link of a letter is. Good for this event and until its day. */
export async function extensionWith({ db }: Reading, eventId: number, token: string) {
  return db
    .selectFrom('extension')
    .select(['emailKey', 'until'])
    .where('eventId', '=', eventId)
    .where('tokenHash', '=', hashToken(token))
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}
