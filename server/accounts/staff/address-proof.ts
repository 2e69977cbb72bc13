import { firstFactorLetter } from '#server/accounts/mail.ts'
import { givePin, usePin } from '#server/accounts/sign-in/pins.ts'
import { countPinOf, letterAnswered, networkKey } from '#server/accounts/sign-in/rate-limits.ts'
/** A PIN by email before the first second factor: with a password alone a stranger would set up a factor of their own, and shut the owner out. */
import { inAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { steppedUpFor } from '#server/kernel/permission-rules.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { endOfProof, type Proof } from './proofs.ts'
import { byOneself } from './staff-acts.ts'

/** Where the password steps up nothing, and somebody can get the email. */
export const asksForAddress = ({ secondFactor, postOffice }: World, { factors }: Pick<Staff, 'factors'>): boolean =>
  factors.length === 0 && !secondFactor.passwordStepsUp && postOffice.carry !== undefined

export async function sendFactorPin(world: World, staff: Staff, origin: Origin): Promise<void> {
  if (staff.factors.length > 0) refuse('conflict', { sentence: 'You have a second factor: show that one.' })
  const { accountId, email } = staff
  origin.noted.account = accountId
  await countPinOf(world, email, origin)
  await inTransaction(world, async (world) => {
    const account = await lockAccount(world, accountId)
    const of = { accountId, purpose: 'factor' } as const
    const { pin, expiresAt } = await givePin(world, of, { askedFrom: networkKey(world, origin) })
    await post(world, { kind: 'factor_pin', to: account.email, accountId, expiresAt, ...firstFactorLetter({ pin }) })
  })
}

/** For this session, and as long as a step-up holds; it steps up nothing else. */
export async function proveAddress(world: World, staff: Staff, pin: string): Promise<{ proof: Proof; until: Date }> {
  if (!asksForAddress(world, staff)) refuse('bad_input')
  const { accountId, sessionId } = staff
  const until = new Date(world.now().getTime() + steppedUpFor)
  // Outside the act: a wrong PIN takes back what the act changed, and with it the count of its tries.
  await count(world, limits.stepUpOfStaff, String(accountId))
  const act = { ...byOneself(staff, 'StaffStepUp'), endOf: endOfProof }
  const proof = await inAct(world, act, async (world): Promise<Proof> => {
    await lockAccount(world, accountId)
    const used = await usePin(world, pin, { accountId, purpose: 'factor' })
    if (!used) return 'wrong'
    const { numUpdatedRows } = await world.db
      .updateTable('staffSession')
      .set({ steppedUpUntil: until })
      .where('id', '=', sessionId)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return 'gone'
    await letterAnswered(world, used.askedFrom)
    return 'right'
  })
  return { proof, until }
}

async function lockAccount({ db }: Transaction<Pick<World, 'db'>>, accountId: number): Promise<{ email: string }> {
  const account = db.selectFrom('account').select('email').where('id', '=', accountId).forNoKeyUpdate()
  return account.executeTakeFirstOrThrow()
}
