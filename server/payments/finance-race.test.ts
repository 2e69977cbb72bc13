/** CON-028 to 032: two do something with the same money at once. Each race has its control, without what keeps the two apart. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { dueOrders, lapse } from '#server/booking/seats.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import {
  acting,
  actingInSteps,
  aDraft,
  anOffice,
  anOrder,
  aPaidOrder,
  confirm,
  type Office,
  record,
} from '#server/testing/desk.ts'
import { allAtOnce, inOrder, withoutLocks, withoutVersions } from '#server/testing/races.ts'
import { booksOf, paidBooks } from '#server/testing/shop.ts'
import { previewClosing, writeClosing } from './books/closings.ts'
import { settle } from './card/settle.ts'
import { recordOffline } from './desk/offline.ts'
import { approveRefund, proposeRefund } from './refunds/propose.ts'

const rounds = often(2, 20)
const orderRow = (code: string) => sql`select from orders where payment_code = ${code} for update`

/** What came of each, by what it was refused with. */
const endsOf = (promises: (() => Promise<unknown>)[]) =>
  promises.map(
    (each) => () =>
      each().then(
        () => 'done',
        (error: { code?: string; message: string }) => error.code ?? error.message,
      ),
  )

async function aRecordedDraft(office: Office) {
  const made = await anOrder(office)
  const { offline } = await record(office.world, office.sanaStaff, { eventId: office.eventId, ...made })
  return { ...made, seen: { eventId: office.eventId, id: offline.id, version: offline.version } }
}

test('CON-028: two confirm the same draft at once, and it is one payment', async () => {
  const office = await anOffice()
  const { world, bilalStaff } = office
  const owner: Staff = { ...bilalStaff }
  for (let round = 0; round < rounds; round += 1) {
    const { code, price, seen } = await aRecordedDraft(office)
    const ends = await allAtOnce(
      world,
      orderRow(code),
      endsOf([() => confirm(world, bilalStaff, seen), () => confirm(world, owner, seen)]),
    )
    expect(ends.toSorted()).toEqual(['conflict', 'done'])
    expect(await booksOf(world, code)).toEqual(paidBooks(price))
  }
  // Control: without the locks both find it waiting, and only the constraints of the books stop the second.
  const { code, seen } = await aRecordedDraft(office)
  const bare = withoutLocks(world)
  const held = sql`select from offline_payment where id = ${seen.id} for update`
  const ends = await allAtOnce(
    world,
    held,
    endsOf([() => confirm(bare, bilalStaff, seen), () => confirm(bare, owner, seen)]),
  )
  expect(ends).not.toEqual(expect.arrayContaining(['conflict']))
  expect(code).toBeTruthy()
})

test('CON-029: one number of a draft for two orders at once is recorded once', async () => {
  const office = await anOffice()
  const { world, eventId, sanaStaff } = office
  for (let round = 0; round < rounds; round += 1) {
    const [one, two] = [await anOrder(office), await anOrder(office)]
    const paper = aDraft(one.price)
    const of = (code: string) => () =>
      acting(world, sanaStaff, (world) => recordOffline(world, sanaStaff, { eventId, paymentCode: code, ...paper }))
    const ends = await Promise.all(endsOf([of(one.code), of(two.code)]).map((each) => each()))
    expect(ends.toSorted()).toEqual(['done', 'invalid'])
  }
  // Control: without the index the second is in the book too. Taken back at the end: other tests have the same database.
  const [one, two] = [await anOrder(office), await anOrder(office)]
  const row = (code: string, voucher: number) => sql`
    insert into offline_payment (event_id, voucher, order_id, way, amount, currency, bank, number, recorded_by, recorded_at, held_until)
    select ${eventId}, ${voucher}, id, 'draft', total, currency, 'Meezan', 'TWICE', ${sanaStaff.accountId}, now(), now()
    from orders where payment_code = ${code}`
  const twice = inTransaction(world, async ({ db }) => {
    await sql`drop index offline_draft_pays_once`.execute(db)
    await row(one.code, 98).execute(db)
    await row(two.code, 99).execute(db)
    throw new Error('both are in the book')
  })
  await expect(twice).rejects.toThrow('both are in the book')
})

test('CON-030: a draft is confirmed while its hold ends, or while the bank takes a card: one of them counts', async () => {
  for (let round = 0; round < rounds; round += 1) {
    // Anew each time: in twenty times five days the workshops would have begun.
    const office = await anOffice()
    const { world, clock, bilalStaff } = office
    const { code, seen } = await aRecordedDraft(office)
    clock.pass(5 * 24 * 60 + 1)
    const due = await dueOrders(world)
    const acts = endsOf([() => confirm(world, bilalStaff, seen), () => lapse(world, due)])
    const ends = await inOrder(world, orderRow(code), round % 2 ? acts.toReversed() : acts)
    const books = await booksOf(world, code)
    expect([ends.toSorted(), books?.state]).toEqual(
      round % 2 ? [['conflict', 'done'], 'lapsed'] : [['done', 'done'], 'paid'],
    )
  }
  const office = await anOffice()
  const { world, bilalStaff } = office
  for (let round = 0; round < rounds; round += 1) {
    const { code, price, seen } = await aRecordedDraft(office)
    const attemptId = await aLostAttempt(world, code, price)
    const fact = {
      kind: 'captured',
      transactionId: `L${attemptId}`,
      money: { amount: price, currency: 'PKR' },
    } as const
    const ends = await allAtOnce(
      world,
      orderRow(code),
      endsOf([() => confirm(world, bilalStaff, seen), () => settle(world, attemptId, { fact, source: 'books' })]),
    )
    expect(ends).toEqual(['done', 'done'])
    const books = await booksOf(world, code)
    expect(books).toMatchObject({ state: 'paid', receipts: 1, letters: 1, exceptions: ['duplicate_capture'] })
  }
  expect(await brokenInvariants(world)).toEqual([])
})

test('control: without locks a hold that ends and a confirmation both happen', async () => {
  const office = await anOffice()
  const { world, clock, bilalStaff } = office
  const { code, seen } = await aRecordedDraft(office)
  clock.pass(5 * 24 * 60 + 1)
  const bare = withoutLocks(world)
  const due = await dueOrders(world)
  const ends = await inOrder(
    world,
    orderRow(code),
    endsOf([() => confirm(bare, bilalStaff, seen), () => lapse(bare, due)]),
  )
  // Whoever comes second no longer stands back: it runs into a constraint or a trigger of the books.
  expect(ends).not.toEqual(['done', 'done'])
  expect(ends).not.toEqual(expect.arrayContaining(['conflict']))
})

/** Given up long ago; the bank took it after all. */
async function aLostAttempt({ db, now }: World, code: string, amount: number): Promise<number> {
  const order = await db.selectFrom('orders').select('id').where('paymentCode', '=', code).executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('paymentAttempt')
    .values({
      orderId: order.id,
      gateway: 'sandbox',
      reference: `LOST${order.id}`,
      returnKey: `lost ${order.id}`,
      returnPath: '/profile',
      amount,
      currency: 'PKR',
      state: 'abandoned',
      createdAt: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('CON-031: two agree to the same refund at once: the bank is asked once', async () => {
  const office = await anOffice()
  const { eventId, sanaStaff, bilalStaff } = office
  let sent = 0
  const { gateway } = office.world
  const world = {
    ...office.world,
    gateway: {
      ...gateway,
      refund: (...what: Parameters<typeof gateway.refund>) => ((sent += 1), gateway.refund(...what)),
    },
  }
  const proposal = async () => {
    const { code, attemptId, price } = await aPaidOrder(office, { price: 2_000_000 })
    const wish = { eventId, attemptId, amount: price, reason: 'Ill' }
    await actingInSteps(world, sanaStaff, (world) => proposeRefund(world, sanaStaff, wish))
    const { id } = await world.db
      .selectFrom('refundProposal')
      .select('id')
      .where('attemptId', '=', attemptId)
      .executeTakeFirstOrThrow()
    return { code, seen: { eventId, id, version: 1 } }
  }
  const agree = (world: World, seen: { eventId: number; id: number; version: number }) => () =>
    actingInSteps(world, bilalStaff, (world) => approveRefund(world, bilalStaff, seen))
  for (let round = 0; round < rounds; round += 1) {
    const { code, seen } = await proposal()
    const before = sent
    const ends = await allAtOnce(world, orderRow(code), endsOf([agree(world, seen), agree(world, seen)]))
    expect([ends.toSorted(), sent - before]).toEqual([['conflict', 'done'], 1])
    expect(await booksOf(world, code)).toMatchObject({ state: 'cancelled', ledger: [2_000_000, 2_000_000] })
  }
  // Control: without version and state in the condition both agree, and nobody is told.
  const { code, seen } = await proposal()
  const bare = withoutVersions(world, 'state')
  const ends = await allAtOnce(world, orderRow(code), endsOf([agree(bare, seen), agree(bare, seen)]))
  expect(ends).toEqual(['done', 'done'])
})

test('CON-032: two close the day at once while money comes: no entry is in two closings, and none is lost', async () => {
  const office = await anOffice()
  const { world, eventId, sanaStaff, bilalStaff } = office
  const close = (world: World, staff: Staff, seen: { upTo: number; entries: number; cashBooks: number }) => () =>
    acting(world, staff, (world) =>
      writeClosing(world, staff, {
        eventId,
        upTo: seen.upTo,
        entries: seen.entries,
        cashCountedInRupees: seen.cashBooks / 100,
        why: '',
      }),
    )
  const eventRow = sql`select from event where id = ${eventId} for update`
  for (let round = 0; round < rounds; round += 1) {
    await aPaidOrder(office)
    const seen = await previewClosing(world, eventId)
    const meanwhile = aRecordedDraft(office).then(({ seen }) => confirm(world, bilalStaff, seen))
    await meanwhile
    const ends = await allAtOnce(
      world,
      eventRow,
      endsOf([close(world, sanaStaff, seen), close(world, bilalStaff, seen)]),
    )
    expect(ends.toSorted()).toEqual(['count_changed', 'done'])
  }
  const left = await previewClosing(world, eventId)
  await close(world, sanaStaff, left)()
  const { rows } = await sql<{ entries: number; closed: number }>`
    select (select count(*)::int from ledger_entry) as entries, (select count(*)::int from closing_entry) as closed`.execute(
    world.db,
  )
  expect(rows[0]?.closed).toBe(rows[0]?.entries)

  // Control: without the lock both find the same entries, and only the key of the table stops the second.
  await aPaidOrder(office)
  const seen = await previewClosing(world, eventId)
  const bare = withoutLocks(world)
  const held = sql`lock table closing in exclusive mode`
  const ends = await allAtOnce(world, held, endsOf([close(bare, sanaStaff, seen), close(bare, bilalStaff, seen)]))
  expect(ends.toSorted()).toEqual(['23505', 'done'])
})
