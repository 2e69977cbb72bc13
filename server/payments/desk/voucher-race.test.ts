/** The book of vouchers has no gap, also when of two who record at once one is refused. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import { often } from '#server/testing/counts.ts'
import { aDraft } from '#server/testing/desk.ts'
import { anEvent } from '#server/testing/people.ts'
import { inOrder } from '#server/testing/races.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aBuyer, aClock, aWorkshop, order } from '#server/testing/shop.ts'
import { aStaffPerson, staffToken, staffWith } from '#server/testing/staff.ts'
import { stillWorld } from '#server/testing/world.ts'
import { recordOffline } from './offline.ts'

/** A database that may be spoilt, and two who bring one draft for two orders at the same moment. */
async function aDesk() {
  const { db } = await scratchDatabase<Tables>({ poolSize: 20, timeoutFactor: 10 })
  const clock = aClock()
  const world = { ...stillWorld(db), now: clock.now }
  const eventId = await anEvent(world)
  const staff = await staffWith(world, await staffToken(world, await aStaffPerson(world, 'finance')))
  const workshopId = await aWorkshop(world, eventId, { seats: 500 })
  const act = { actor: { kind: 'staff', accountId: staff.accountId }, operation: 'OfflineRecord' } as const
  const round = async () => {
    const draft = { eventId, ...aDraft(500_000) }
    const codes = [await aBuyer(world, eventId), await aBuyer(world, eventId)].map((each) =>
      order(world, each, [workshopId]),
    )
    const [one, other] = (await Promise.all(codes)) as [string, string]
    const record = (paymentCode: string) => () =>
      inAct(world, act, (world) => recordOffline(world, staff, { ...draft, paymentCode })).then(
        () => 'recorded',
        (error: { code?: string }) => error.code,
      )
    // Both have looked whether the number was used before, and found nothing.
    return inOrder(world, sql`lock table offline_payment in share mode`, [record(one), record(other)])
  }
  const vouchers = async () =>
    (await db.selectFrom('offlinePayment').select('voucher').orderBy('voucher').execute()).map(({ voucher }) => voucher)
  return { db, round, vouchers }
}

test('CON-033: one draft brought twice at once is recorded once, and whoever is refused leaves no gap', async () => {
  const { round, vouchers } = await aDesk()
  const rounds = often(3, 20)
  for (let each = 0; each < rounds; each += 1) expect((await round()).toSorted()).toEqual(['invalid', 'recorded'])
  expect(await vouchers()).toEqual(Array.from({ length: rounds }, (_, at) => at + 1))
})

test('control: counted by a sequence, whoever is refused takes a number along', async () => {
  const { db, round, vouchers } = await aDesk()
  await sql`create sequence counted_apart`.execute(db)
  await sql`create function counted_apart() returns trigger language plpgsql as
    'begin new.voucher := nextval(''counted_apart''); return new; end'`.execute(db)
  await sql`create trigger counted_apart before insert on offline_payment for each row execute function counted_apart()`.execute(
    db,
  )
  for (const _ of [1, 2]) expect((await round()).toSorted()).toEqual(['invalid', 'recorded'])
  const [first = 0, second = 0] = await vouchers()
  expect(second - first).toBeGreaterThan(1)
})
