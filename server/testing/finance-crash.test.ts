/** The server is killed while one confirms a draft, one gives money back and one closes the books: each is done whole and once. */
import { expect, test } from 'vitest'
import { often } from './counts.ts'
import { aServerToKill } from './killed-server.ts'
import { ask, childrenOf, opened, type Running, tell, until } from './process.ts'
import { aWorkshopIn, brokenIn, buy, firstRow, send, shoppersIn } from './shoppers.ts'
import { type Asking, cutOff, done, killInTheMiddle, killSoon, type Reply, signedIn } from './staff-process.ts'

/** Every third in the middle of all three, the others at any moment. */
const kills = often(3, 12)
/** More than one person may give back alone. */
const price = 2_000_000
type Office = { portal: Running; url: string; zainab: Asking; bilal: Asking; eventId: number; workshopIDs: string }
type Three = { code: string; refunded: string; confirm: Reply; approve: Reply; attemptId: number; close: Reply }

test.runIf(process.env.TEST_LONG)(
  'killed while money is confirmed, given back and closed, each is done once, and nothing is half in the books (needs npm run test:long)',
  async () => {
    const office = await anOffice()
    const { portal, url, zainab } = office
    const shoppers = await shoppersIn(url, kills * 2)
    const met = { waiting: 0, answered: 0, refundsFoundOut: 0 }
    for (let round = 0; round < kills; round += 1) {
      const [payer = '', giver = ''] = shoppers.slice(round * 2).map(({ token }) => token)
      const three = await threeActs(office, { payer, giver, round })
      const sent = [
        office.bilal('OfflineConfirm', three.confirm),
        zainab('/payments/RefundApprove', three.approve),
        zainab('ClosingWrite', three.close),
      ].map((each) => each.catch(cutOff))
      const server = round % 3 === 0 ? await inTheMiddle(office, met) : await killSoon(portal, 600)
      const answered = (await Promise.all(sent)).map(({ status }) => status)
      await until(() => !childrenOf(portal.pid).includes(server as number))
      await opened(portal)
      met.answered += answered.filter((status) => status === 200).length
      expect(await brokenIn(url)).toEqual([])
      await endConfirm(office, three, answered[0] === 200)
      if (await endRefund(office, three)) met.refundsFoundOut += 1
      expect(answered[1] === 200 ? (await booksOf(url, three.refunded)).ledger : 'unheard').not.toEqual([price])
      expect(await booksOf(url, three.code)).toEqual({ state: 'paid', ledger: [price], receipts: 1, letters: 1 })
      expect((await booksOf(url, three.refunded)).ledger).toEqual([price, -price])
      expect(await brokenIn(url)).toEqual([])
    }
    await closeAll(office)
    const [end] = await ask(
      url,
      `select (select count(*)::int from ledger_entry) as entries, (select count(*)::int from closing_entry) as closed,
         (select count(distinct ledger_entry_id)::int from closing_entry) as once,
         (select sum(entries)::int from closing) as "inClosings",
         (select count(*)::int from sandbox_payment where refunded_amount = captured_amount) as refunded`,
    )
    const entries = kills * 3
    expect(end).toEqual({ entries, closed: entries, once: entries, inClosings: entries, refunded: kills })
    expect(await brokenIn(url)).toEqual([])
    tell(`${kills} kills among a confirmation, a refund and a closing each: ${JSON.stringify({ ...met, ...end })}`)
  },
)

async function anOffice(): Promise<Office> {
  const { portal, url, asking: zainab } = await aServerToKill()
  const bilal = await signedIn(portal, 'bilal.ansari@example.org')
  const [current] = await ask<{ id: number }>(url, 'select id from event where is_current')
  const workshopIDs = await aWorkshopIn(url, { topic: 'Suturing', seats: 100, price })
  return { portal, url, zainab, bilal, eventId: current?.id as number, workshopIDs }
}

type Visitors = { payer: string; giver: string; round: number }

/** A draft that Zainab recorded, a refund that Bilal proposed, and books that can be closed. */
async function threeActs(office: Office, { payer, giver, round }: Visitors): Promise<Three> {
  const { portal, url, zainab, bilal, eventId, workshopIDs } = office
  const code = firstRow((await send(portal.address, '/api/CheckOut', { token: payer, workshopIDs })).body)[
    'Payment Code'
  ]
  const draft = { way: 'draft', bank: 'Meezan', number: `0048${100 + round}`, amountInRupees: price / 100 }
  const { offline } = await done(zainab('OfflineRecord', { eventId, paymentCode: code, ...draft }))
  const { id, version } = offline as { id: number; version: number }

  const transaction = await buy(portal, { token: giver, workshopIDs })
  const [paid] = await ask<{ id: number; code: string }>(
    url,
    `select payment_attempt.id, payment_code as code from payment_attempt join orders on orders.id = order_id where transaction_id = $1`,
    [transaction],
  )
  const { id: attemptId, code: refunded } = paid as { id: number; code: string }
  const wish = { eventId, attemptId, amount: price, reason: 'Ill' }
  expect(await done(bilal('/payments/RefundPropose', wish))).toEqual({ refund: 'waits' })
  const { state: _proposed, ...proposal } = await proposalOf(url, attemptId)
  const close = await closing(office)
  const confirm = { eventId, id, version }
  return { code: code as string, refunded, confirm, approve: { eventId, ...proposal }, attemptId, close }
}

async function closing({ zainab, eventId }: Office): Promise<Reply> {
  const { upTo, entries } = await done(zainab('ClosingPreview', { eventId }, 'GET'))
  return { eventId, upTo, entries, cashCountedInRupees: 0, why: 'Counted in a hurry' }
}

/** The bank has given the money back by then, and nobody has written it down. */
async function inTheMiddle({ portal, url }: Office, met: { waiting: number }): Promise<number | undefined> {
  const { server, waited } = await killInTheMiddle(portal, url, { tables: ['ledger_entry', 'closing_entry'], acts: 3 })
  met.waiting += waited
  return server
}

/** Whoever had no answer does it again, unless it was done. */
async function endConfirm({ url, bilal }: Office, { code, confirm }: Three, isAnswered: boolean): Promise<void> {
  const { state, ledger } = await booksOf(url, code)
  expect([state, ledger]).toEqual(state === 'paid' ? ['paid', [price]] : ['pending', []])
  expect(isAnswered && state !== 'paid').toBe(false)
  if (state === 'pending') await done(bilal('OfflineConfirm', confirm))
}

/** Whether the bank had to be asked what became of it. */
async function endRefund(office: Office, { approve, attemptId, refunded }: Three): Promise<boolean> {
  const { url, zainab, bilal, eventId } = office
  if ((await proposalOf(url, attemptId)).state === 'proposed') {
    await given(zainab('/payments/RefundApprove', approve))
    return false
  }
  if ((await booksOf(url, refunded)).ledger.length === 2) return false
  // As if the time that the bank is waited for had gone by.
  await ask(url, `update refund set asked_at = asked_at - interval '3 minutes' where attempt_id = $1`, [attemptId])
  const { refund } = await done(zainab('/payments/RefundGive', { eventId, attemptId }))
  if (refund === 'done') return true
  // Killed before the bank heard of it: the bank says so, and it is proposed and given anew.
  expect(refund).toBe('failed')
  await done(zainab('/payments/RefundPropose', { eventId, attemptId, amount: price, reason: 'Ill' }))
  const { state: _proposed, ...proposal } = await proposalOf(url, attemptId)
  await given(bilal('/payments/RefundApprove', { eventId, ...proposal }))
  return true
}

async function given(asked: ReturnType<Asking>): Promise<void> {
  expect(await done(asked)).toEqual({ refund: 'done' })
}

async function proposalOf(url: string, attemptId: number) {
  const [proposal] = await ask<{ id: number; version: number; state: string }>(
    url,
    'select id, version, state::text from refund_proposal where attempt_id = $1 order by id desc limit 1',
    [attemptId],
  )
  return proposal as NonNullable<typeof proposal>
}

async function closeAll(office: Office): Promise<void> {
  const close = await closing(office)
  if (close.entries !== 0) await done(office.zainab('ClosingWrite', close))
}

async function booksOf(url: string, code: string) {
  const [row] = await ask<{ state: string; ledger: number[]; receipts: number; letters: number }>(
    url,
    `select state::text, array(select (case kind when 'refund' then -amount else amount end)::int from ledger_entry
         where order_id = orders.id order by ledger_entry.id) as ledger,
       (select count(*)::int from receipt where order_id = orders.id) as receipts,
       (select count(*)::int from mail where mail.order_id = orders.id and mail.kind in ('order_paid', 'order_cancelled')) as letters
     from orders where payment_code = $1`,
    [code],
  )
  return row as NonNullable<typeof row>
}
