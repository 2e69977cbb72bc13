/** What the college asks of two people, and what one may do alone. An owner decides. */
import { homeCurrency } from '#contract/money.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { FinanceRule, FinanceRuleSave } from '#contract/payments/offline.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import type { Money } from '#server/platform/gateways/gateway.ts'
import { refuse } from '#server/platform/http/refuse.ts'

type Rule = ReplyOf<typeof FinanceRule>

export async function financeRule({ db }: Pick<World, 'db'>): Promise<Rule> {
  const row = await db.selectFrom('financeRule').select(['version', 'alone', 'refundAloneUpTo']).executeTakeFirst()
  return row ?? { version: 1, alone: false, refundAloneUpTo: 1_000_000 }
}

/** Whether one person is too few to give it back. The limit is in rupees: of another currency nobody knows how much it is. */
export function needsTwo({ refundAloneUpTo }: Rule, { amount, currency }: Money): boolean {
  return currency !== homeCurrency || amount > refundAloneUpTo
}

export async function saveRule(
  world: Acting,
  { version, alone, refundAloneUpTo }: ParsedInputOf<typeof FinanceRuleSave>,
): Promise<Rule> {
  // The first who changes it makes the row; two at once are told apart by its version.
  await world.db
    .insertInto('financeRule')
    .values({ id: 1 })
    .onConflict((same) => same.column('id').doNothing())
    .execute()
  if (!(await changeRow(world, 'financeRule', { id: 1, version, alone, refundAloneUpTo })))
    refuse('conflict', { stored: await financeRule(world) })
  return financeRule(world)
}
