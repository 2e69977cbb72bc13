/** Accounts by their e-mail address. */
import { sql } from 'kysely'
import { sameEmail } from '#contract/accounts/accounts.ts'
import type { Row } from '#server/database/tables.ts'
import type { Transaction, World } from '#server/kernel/world.ts'

/** SQL: the address that this one leads to, since their accounts became one; otherwise itself. */
export const leadsTo = (emailKey: string) => sql<string>`coalesce((select kept.email_key from account_alias
  join account kept on kept.id = account_alias.account_id where account_alias.email_key = ${emailKey}), ${emailKey})`

/** A browser that signed in with an address from before a merge goes on sending that one. The account's own costs no question. */
export async function isAddressOf(
  world: Pick<World, 'db'>,
  { accountId, email }: { accountId: number; email: string },
  typed: string,
): Promise<boolean> {
  const emailKey = sameEmail(typed)
  if (emailKey === email) return true
  const led = await world.db
    .selectFrom('accountAlias')
    .select('accountId')
    .where('emailKey', '=', emailKey)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return led !== undefined
}

export async function findAccount(world: World, emailKey: string): Promise<Row<'account'> | undefined> {
  return world.db.selectFrom('account').selectAll().where('emailKey', '=', leadsTo(emailKey)).executeTakeFirst()
}

/** Nobody else changes the account until the transaction ends. What was read before may have been changed: judge what this gives. */
export async function lockAccount(world: Transaction, emailKey: string): Promise<Row<'account'> | undefined> {
  return world.db
    .selectFrom('account')
    .selectAll()
    .where('emailKey', '=', leadsTo(emailKey))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Keys as 0.1 wrote them, such as that of a domain in its own letters, become what they are compared with now; one that is taken stays. */
export async function renewEmailKeys(world: World): Promise<void> {
  const { rows: odd } = await sql<Pick<Row<'account'>, 'id' | 'email' | 'emailKey'>>`
    select id, email, email_key from account where email_key ~ '[^!-~]' order by id`.execute(world.db)
  for (const { id, email, emailKey } of odd) {
    const key = sameEmail(email)
    if (key === emailKey) continue
    const { numAffectedRows = 0n } = await sql`
      update account set email_key = ${key} where id = ${id} and not exists (select from account where email_key = ${key})`.execute(
      world.db,
    )
    if (numAffectedRows === 0n) world.log.warn({ account: id }, 'this account has the address of another one')
  }
}

/** Writes what became of something that a person did with their account. Gives the outcome back. */
export function logged<const Outcome extends string>(
  world: Pick<World, 'log'>,
  accountId: number,
  { event, outcome }: { event: string; outcome: Outcome },
): Outcome {
  world.log.info({ event, outcome, account: accountId })
  return outcome
}
