/** One owner with two mailboxes is one person: who got the role, an address or a factor from the other confirms nothing for them. */
import { expect, test } from 'vitest'
import { giveGrant } from '#server/accounts/staff/grants.ts'
import { inAct } from '#server/kernel/acts.ts'
import { whyNoSecondPerson } from '#server/kernel/persons.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { aPaidOrder, anOffice, type Office } from '#server/testing/desk.ts'
import { callsWith } from '#server/testing/finance.ts'
import { aPerson } from '#server/testing/people.ts'
import { aClock } from '#server/testing/shop.ts'
import { aStaffPerson, staffToken, stepUp } from '#server/testing/staff.ts'

const days = (count: number) => count * 24 * 60
const act = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const

async function aNewcomer(world: World, by: number | null, role: 'owner' | 'finance' = 'finance') {
  const person = await aPerson(world, { password: 'a ward full of lamps' })
  await inAct(world, act, (world) =>
    giveGrant(world, by === null ? null : { accountId: by }, { accountId: person.accountId, role, eventId: null }),
  )
  return person
}

const why = (world: World, asked: number, confirms: number) =>
  inTransaction(world, (world) => whyNoSecondPerson(world, { asked, confirms }))

async function payoutOf({ world, eventId }: Office, who: ReturnType<typeof callsWith>, office: Office) {
  const { attemptId } = await aPaidOrder(office, { price: 300_000 })
  const wish = { eventId, attemptId, amount: 300_000, way: 'cash', number: '', reason: 'She is ill' }
  expect((await who.post('/staff/PayoutRecord', wish)).status).toBe(200)
  return world.db.selectFrom('payout').select(['id', 'version']).executeTakeFirstOrThrow()
}

test('somebody whom an owner has just made finance does not confirm the payout of that owner, nor the owner theirs', async () => {
  const office = await anOffice()
  const { world, app, eventId, bilal } = office
  const owner = await aStaffPerson(world, 'owner')
  const second = await aNewcomer(world, owner.accountId)
  const callsOf = async (person: typeof owner) =>
    callsWith(app, { cookie: `${app.staffCookie}=${await stepUp(world, await staffToken(world, person))}` })
  const [first, sham] = [await callsOf(owner), await callsOf(second)]
  const payout = { eventId, ...(await payoutOf(office, first, office)) }

  const refused = await sham.post('/staff/PayoutConfirm', payout)
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('not independent')])
  expect(await why(world, second.accountId, owner.accountId)).toBe('role from them')
  expect((await bilal.post('/staff/PayoutConfirm', payout)).status).toBe(200)
})

test('the giver of a role may confirm after seven days; whoever has it from them alone never confirms for them', async () => {
  const clock = aClock()
  const office = await anOffice({ now: clock.now })
  const { world } = office
  const owner = await aStaffPerson(world, 'owner')
  const finance = await aNewcomer(world, owner.accountId)
  clock.pass(days(7) + 1)

  expect(await why(world, finance.accountId, owner.accountId)).toBeUndefined()
  expect(await why(world, owner.accountId, finance.accountId)).toBe('role from them')
  await inAct(world, act, (world) => giveGrant(world, null, { ...finance, role: 'owner', eventId: null }))
  expect(await why(world, owner.accountId, finance.accountId)).toBeUndefined()
})

test('a chain of new roles leads back to its first owner, and two whom the same owner brought in are two', async () => {
  const { world } = await anOffice()
  const owner = await aStaffPerson(world, 'owner')
  const [link, other] = [await aNewcomer(world, owner.accountId, 'owner'), await aNewcomer(world, owner.accountId)]
  const last = await aNewcomer(world, link.accountId)

  expect(await why(world, owner.accountId, last.accountId)).toBe('role from them')
  expect(await why(world, other.accountId, owner.accountId)).toBe('role from them')
  expect(await why(world, other.accountId, last.accountId)).toBeUndefined()
})

test('whose address or second factor somebody changed within seven days is no second person for them', async () => {
  const clock = aClock()
  const { world, sana, bilal } = await anOffice({ now: clock.now })
  const [a, b] = [sana.accountId, bilal.accountId]
  const changed = {
    askedBy: a,
    askedAt: clock.now(),
    changedAt: clock.now(),
    undoUntil: new Date(clock.now().getTime() + 1),
  }
  const old = { oldEmail: 'old@example.org', oldEmailKey: 'old@example.org', undoHash: Buffer.alloc(32, 7) }
  const fresh = { accountId: b, newEmail: 'new@example.org', newEmailKey: 'new@example.org' }
  await world.db
    .insertInto('emailChange')
    .values({ ...fresh, ...old, ...changed })
    .execute()
  expect([await why(world, a, b), await why(world, b, a)]).toEqual(['changed by them', 'changed by them'])
  clock.pass(days(7) + 1)
  expect(await why(world, a, b)).toBeUndefined()

  const reset = {
    actor: { kind: 'staff', accountId: b },
    operation: 'FactorReset',
    about: { kind: 'account', id: a },
  } as const
  await inAct(world, reset, async () => undefined)
  expect([await why(world, a, b), await why(world, b, a)]).toEqual(['changed by them', 'changed by them'])
})
