/** The server ends at one exact moment of a payment. The moments are made from outside: by the bank, by a lock in the database, by the caller. */
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { often } from './counts.ts'
import { makeDatabase } from './database.ts'
import { type FakeEpg, merchant, openFakeEpg } from './fake-epg.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, ask, childrenOf, opened, type Running, start, tell, until } from './process.ts'
import { aWorkshopIn, brokenIn, firstRow, send, shoppersIn } from './shoppers.ts'

type Purchase = { portal: Running; url: string; bank: FakeEpg; token: string; orderID: string }
type Reply = { ResponseCode?: string; Transaction?: { TransactionID?: string } }

const price = 250_000
const cutOff = /^(UND_ERR_SOCKET|ECONNRESET)$/
/** Nobody waits longer than this for a payment to be found. */
const twoMinutes = 120_000

const killServer = ({ portal }: Purchase) => kill(childrenOf(portal.pid)[0])

/** The bank ends the connection and the server at this moment, once. */
function killAt(purchase: Purchase, when: 'heard' | 'done', verb: string): void {
  purchase.bank.witness = (moment, what) => {
    if (moment !== when || what !== verb) return undefined
    purchase.bank.witness = () => undefined
    killServer(purchase)
    return 'hang up'
  }
}

/** Whoever wants this table waits; when somebody does, the server is killed. Gives the state of the order at that moment. */
async function killWhenWaitingFor(purchase: Purchase, table: string): Promise<() => Promise<string>> {
  const holder = new pg.Client({ connectionString: purchase.url })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  const isWaited = async () => {
    const { rows } = await holder.query('select from pg_locks where relation = $1::regclass and not granted', [table])
    return rows.length > 0
  }
  const killed = until(isWaited, { every: 5 }).then(() => killServer(purchase))
  return async () => {
    await killed
    const { state } = await booksOf(purchase)
    await holder.end()
    return state
  }
}

const begin = ({ portal, token, orderID }: Purchase) =>
  send(portal.address, '/payments/initiatePayment', { token, orderID })
const finish = ({ portal, token }: Purchase, transactionID: string) =>
  send(portal.address, '/payments/finalizePayment', { token, transactionID })

/** Until the bank has agreed, and we have not asked it for the money yet. */
async function payAtTheBank(purchase: Purchase): Promise<string> {
  const { body } = await begin(purchase)
  const transactionID = String((body as Reply).Transaction?.TransactionID)
  purchase.bank.pays(transactionID)
  return transactionID
}

/** Usually the last of each: the moment in which most is in hand. */
const beforeTheMoney: [string, (purchase: Purchase) => void][] = [
  ['before the bank hears of the payment', (purchase: Purchase) => killAt(purchase, 'heard', 'Registration')],
  [
    'after the bank registered it, before its answer is kept',
    (purchase: Purchase) => killAt(purchase, 'done', 'Registration'),
  ],
]
test.each(beforeTheMoney.slice(-often(1, 2)))(
  'killed %s: the order can be paid again by itself',
  async (_when, arrange) => {
    const purchase = await aPurchase()
    arrange(purchase)
    expect((await begin(purchase)).status).toMatch(cutOff)

    await paysAgain(purchase)
  },
)

test.runIf(process.env.TEST_LONG)(
  'killed after the registration is kept, before anybody is told: the next click leads to the same payment (needs npm run test:long)',
  async () => {
    const purchase = await aPurchase()
    const { portal, bank } = purchase
    await new Promise<void>((done) => {
      const { hostname, port } = new URL(portal.address)
      const body = JSON.stringify({ orderID: purchase.orderID })
      const socket = connect({ host: hostname, port: Number(port) })
      socket.write(
        `POST /payments/initiatePayment HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${purchase.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      // The first byte of the answer is the last thing that this server does; nobody reads it.
      socket.once('data', () => {
        killServer(purchase)
        socket.destroy()
        done()
      })
    })

    await paysAgain(purchase)
    expect(bank.sales.size).toBe(1)
  },
)

const afterTheMoney: [string, (purchase: Purchase) => Promise<() => Promise<unknown>>, string][] = [
  [
    'after the bank took the money, before its answer is read',
    async (purchase: Purchase) => {
      killAt(purchase, 'done', 'Finalization')
      return async () => (await booksOf(purchase)).state
    },
    'pending',
  ],
  [
    'with the payment half written, before it is committed',
    // Receipts are counted last: ledger, payment and order have been written by then.
    (purchase: Purchase) => killWhenWaitingFor(purchase, 'receipt_counter'),
    'pending',
  ],
  [
    'after the payment is committed, before anybody is told',
    // Nothing that settles a payment as it should be reads this table; what is told afterwards does.
    (purchase: Purchase) => killWhenWaitingFor(purchase, 'payment_exception'),
    'paid',
  ],
]
test.each(afterTheMoney.slice(0, often(2, 3)))(
  'killed %s: it is paid by itself, with one receipt and one letter',
  async (_when, arrange, found) => {
    const purchase = await aPurchase()
    const transactionID = await payAtTheBank(purchase)
    const end = await arrange(purchase)
    expect((await finish(purchase, transactionID)).status).toMatch(cutOff)
    expect(await end()).toBe(found)
    expect(purchase.bank.sales.get(transactionID)?.state).toBe('Capture')

    const took = await until(async () => (await booksOf(purchase)).state === 'paid', {
      within: twoMinutes,
      every: 50,
      otherwise: purchase.portal.output,
    })
    tell(`paid ${Math.round(took)} ms after the server was killed`)
    await opened(purchase.portal)
    expect((await finish(purchase, transactionID)).body).toMatchObject({ ResponseCode: '0' })
    await isPaidOnce(purchase)
  },
)

/** The person tries again as soon as anybody is there, and is asked to pay once. */
async function paysAgain(purchase: Purchase): Promise<void> {
  let transactionID: string | undefined
  const tryAgain = async () => {
    transactionID = ((await begin(purchase)).body as Reply).Transaction?.TransactionID
    return transactionID !== undefined
  }
  const took = await until(tryAgain, { within: twoMinutes, every: 50, otherwise: purchase.portal.output })
  tell(`can be paid ${Math.round(took)} ms after the server was killed`)
  purchase.bank.pays(transactionID as string)
  expect((await finish(purchase, transactionID as string)).body).toMatchObject({ ResponseCode: '0' })
  await isPaidOnce(purchase)
}

async function isPaidOnce(purchase: Purchase): Promise<void> {
  await until(async () => (await booksOf(purchase)).sent === 1, { otherwise: purchase.portal.output })
  expect(await booksOf(purchase)).toEqual({ state: 'paid', open: 0, ledger: [price], receipts: 1, letters: 1, sent: 1 })
  const taken = [...purchase.bank.sales.values()].filter(({ state }) => state === 'Capture')
  expect(taken.map(({ amount }) => amount)).toEqual(['2500.00'])
  expect(await brokenIn(purchase.url)).toEqual([])
}

async function booksOf({ url, orderID }: Purchase) {
  const [row] = await ask<{
    state: string
    open: number
    ledger: number[]
    receipts: number
    letters: number
    sent: number
  }>(
    url,
    `select state::text,
       (select count(*)::int from payment_attempt where order_id = orders.id and state in ('created', 'registered')) as open,
       array(select amount::int from ledger_entry where order_id = orders.id) as ledger,
       (select count(*)::int from receipt where order_id = orders.id) as receipts,
       (select count(*)::int from mail where mail.order_id = orders.id and mail.kind in ('order_paid', 'order_cancelled')) as letters,
       (select count(*)::int from mail where mail.order_id = orders.id and mail.kind in ('order_paid', 'order_cancelled') and sent_at is not null) as sent
     from orders where payment_code = $1`,
    [orderID],
  )
  return row as NonNullable<typeof row>
}

/** The portal as people run it, with the bank's gateway, and somebody who has ordered. */
async function aPurchase(): Promise<Purchase> {
  const bank = await openFakeEpg()
  const dataFolder = aFolder()
  const certificate = join(dataFolder, 'bank.pem')
  writeFileSync(certificate, bank.ca)
  const { url } = await makeDatabase()
  const env = {
    DATABASE_URL: url,
    PAYMENT_PROVIDER: 'epg',
    EPG_URL: bank.url,
    EPG_CUSTOMER: merchant.customer,
    EPG_STORE: merchant.store,
    EPG_TERMINAL: merchant.terminal,
    EPG_USERNAME: merchant.username,
    EPG_PASSWORD: merchant.password,
    NODE_EXTRA_CA_CERTS: certificate,
  }
  const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort(), env })
  await opened(portal)
  const workshopIDs = await aWorkshopIn(url, { topic: 'Suturing', seats: 1, price })
  const [shopper] = await shoppersIn(url, 1)
  const token = shopper?.token as string
  const orderID = firstRow((await send(portal.address, '/api/CheckOut', { token, workshopIDs })).body)['Payment Code']
  return { portal, url, bank, token, orderID: orderID as string }
}
