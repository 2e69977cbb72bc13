import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { aBuyer, aWorkshop, openShop, order, pay, tokenOf } from '#server/testing/shop.ts'

async function aCustomer() {
  const shop = await openShop()
  const { world, eventId } = shop
  const person = await aBuyer(world, eventId)
  const late = await aWorkshop(world, eventId, {
    topic: 'Late',
    price: 150_000,
    startsAt: new Date('2027-01-12T04:00:00Z'),
  })
  const early = await aWorkshop(world, eventId, { topic: 'Early', price: 100_000 })
  const app = await makeTestApp(world)
  const ask = async (url: string, who = person) => {
    const headers = { host: 'localhost', authorization: `Bearer ${await tokenOf(world, who)}` }
    const reply = await app.inject({ url: `/api/${url}`, headers })
    return { status: reply.statusCode, reply: reply.json() as { Table: unknown[]; Now?: string } }
  }
  return { ...shop, person, late, early, ask }
}

const workshop = (WorkshopID: number, Topic: string, Price: number, day: string) => ({
  WorkshopID,
  Topic,
  theDate: `2027-01-${day}T04:00:00.000Z`,
  Price,
  Venue: 'Skills Laboratory',
  duration: 180,
})

test('a person sees what waits for payment, with the end of the hold and our clock, and what is bought, with its receipt', async () => {
  const { world, eventId, person, late, early, ask } = await aCustomer()
  const paid = await order(world, person, [late])
  await pay(world, person, { code: paid })
  const added = await order(world, person, [early])

  expect((await ask('MyOrders')).reply).toEqual({
    Now: '2026-11-01T09:00:00.000Z',
    Table: [
      {
        EventID: eventId,
        PaymentCode: added,
        PaidStatus: 'added',
        Total: 1000,
        Workshops: [workshop(early, 'Early', 1000, '11')],
        HoldUntil: '2026-11-01T09:40:00.000Z',
        IsConfirming: false,
        TimeZone: 'Asia/Karachi',
      },
      {
        EventID: eventId,
        PaymentCode: paid,
        PaidStatus: 'PAID',
        Total: 1500,
        Workshops: [workshop(late, 'Late', 1500, '12')],
        IsConfirming: false,
        PaidAt: '2026-11-01T09:00:00.000Z',
        ReceiptNumber: 'R1-000001',
        TimeZone: 'Asia/Karachi',
      },
    ],
  })
})

test('money that found no order to pay is shown as being looked at, and nobody pays again meanwhile', async () => {
  const { world, person, late, ask } = await aCustomer()
  const code = await order(world, person, [late])
  await pay(world, person, { code, outcome: 'wrong-amount' })

  expect((await ask('MyOrders')).reply.Table).toMatchObject([{ PaymentCode: code, PaidStatus: 'review' }])
  await expect(pay(world, person, { code })).rejects.toThrow('The accounts office will write to you')
})

test('a receipt says who paid what to whom and when, as it was ordered, whatever changes later', async () => {
  const { world, eventId, person, late, early, ask } = await aCustomer()
  const code = await order(world, person, [late, early])
  await pay(world, person, { code })
  await world.db.updateTable('workshop').set({ topic: 'Renamed', price: 1 }).execute()
  const { transactionId } = await world.db
    .selectFrom('paymentAttempt')
    .select('transactionId')
    .executeTakeFirstOrThrow()

  expect(await ask(`Receipt?PaymentCode=${code.toLowerCase()}`)).toEqual({
    status: 200,
    reply: {
      Table: [
        {
          ReceiptNumber: `R${eventId}-000001`,
          IssuedAt: '2026-11-01T09:00:00.000Z',
          PaymentCode: code,
          Event: 'Annual Medical Conference',
          Name: 'Dr Mehak Soomro',
          UserID: person.email,
          Workshops: [workshop(early, 'Early', 1000, '11'), workshop(late, 'Late', 1500, '12')],
          Total: 2500,
          Currency: 'PKR',
          TransactionID: transactionId,
          IsCancelled: false,
          TimeZone: 'Asia/Karachi',
        },
      ],
    },
  })
})

test("there is no receipt for what is not paid, nor for somebody else's order", async () => {
  const { world, eventId, person, late, early, ask } = await aCustomer()
  const open = await order(world, person, [late])
  const paid = await order(world, person, [early])
  await pay(world, person, { code: paid })

  expect((await ask(`Receipt?PaymentCode=${open}`)).status).toBe(404)
  expect((await ask(`Receipt?PaymentCode=${paid}`, await aBuyer(world, eventId))).status).toBe(404)
})

test('the letter is the receipt: number, code, lines and total, once', async () => {
  const { world, person, late, early } = await aCustomer()
  const code = await order(world, person, [late, early])
  await pay(world, person, { code })

  const letters = await world.db.selectFrom('mail').select(['recipient', 'subject', 'bodyText']).execute()
  expect(letters).toEqual([
    {
      recipient: person.email,
      subject: 'Your workshops are booked (receipt R1-000001)',
      bodyText: `We have received your payment of RS 2,500. Your seats are booked.

Early
Monday 11 January 2027, 09:00 to 12:00 (Asia/Karachi)
Skills Laboratory
RS 1,000

Late
Tuesday 12 January 2027, 09:00 to 12:00 (Asia/Karachi)
Skills Laboratory
RS 1,500

Total: RS 2,500

Receipt R1-000001, payment code ${code}, Annual Medical Conference.

See my workshops:
http://localhost:3000/profile
`,
    },
  ])
})
