/** A receipt is a paper: whatever becomes of a name, an account or an order, it says what was printed on it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { receiptFor } from '#server/payments/purchases.ts'
import { aGuest } from '#server/testing/guests.ts'
import { anOrder, anOrderOffice, orderOf, toOrder } from '#server/testing/orders.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { aBuyer } from '#server/testing/shop.ts'
import { listReceipts } from './receipts.ts'

const rename = ({ db }: World, accountId: number, fullName: string) =>
  db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute()

test('the register has the name that was printed, and finds it by that name and by the one of today', async () => {
  const office = await anOrderOffice()
  const { world, eventId, echo } = office
  const person = await anOrder(office, [echo], { fullName: 'Mehak Somro' })
  await anOrder(office, [echo], { fullName: 'Hina Talpur' })
  // By whatever path it is changed.
  await rename(world, person.accountId, 'Mehak Soomro')
  const found = async (search: string) =>
    (await listReceipts(world, { eventId, search })).rows.map(({ person: { name } }) => name)
  expect(await found('')).toEqual(['Hina Talpur', 'Mehak Somro'])
  expect([await found('somro'), await found('soomro'), await found('hina')]).toEqual([
    ['Mehak Somro'],
    ['Mehak Somro'],
    ['Hina Talpur'],
  ])
  expect((await receiptFor(world, person, person.code)).person.fullName).toBe('Mehak Somro')
})

test('an account that becomes part of another brings its receipts along as they were printed', async () => {
  const office = await anOrderOffice()
  const { world, app, eventId, echo } = office
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const gone = await anOrder(office, [echo], { fullName: 'Mehak Somro' })
  const kept = await aGuest(world, eventId, { name: 'Mehak Soomro', withoutProfile: true })
  const both = { kept: kept.accountId, gone: gone.accountId, reason: 'Both are hers' }
  expect((await owner.act('MergeAccounts', both)).status).toBe(200)
  expect((await receiptFor(world, kept, gone.code)).person.fullName).toBe('Mehak Somro')
  expect((await listReceipts(world, { eventId })).rows[0]?.person).toEqual({ name: 'Mehak Somro', email: kept.email })
})

test('with a person goes their name, also from the receipt of an order that they gave away; that of the giver stays when the taker goes', async () => {
  const office = await anOrderOffice()
  const { world, eventId, echo, scans, zainab } = office
  const printed = async (code: string) => (await orderOf(zainab, code)).receiptFor
  const given = async (workshopId: number) => {
    const giver = await anOrder(office, [workshopId], { fullName: 'Mehak Soomro' })
    const taker = await aBuyer(world, eventId)
    await rename(world, taker.accountId, 'Hina Talpur')
    await toOrder(zainab, giver.code, ['OrderGiveToPerson', { toAccountId: taker.accountId }])
    expect(await printed(giver.code)).toBe('Mehak Soomro')
    return { giver, taker }
  }
  const erase = ({ accountId }: { accountId: number }) =>
    sql`select erase_person(${accountId}, ${world.now()}, false)`.execute(world.db)
  const one = await given(echo)
  await erase(one.giver)
  expect(await printed(one.giver.code)).not.toContain('Soomro')
  const other = await given(scans)
  await erase(other.taker)
  expect(await printed(other.giver.code)).toBe('Mehak Soomro')
  const { rows } = await sql<{ name: string }>`select name from receipt_name`.execute(world.db)
  expect(rows).toEqual([{ name: 'Mehak Soomro' }])
})
