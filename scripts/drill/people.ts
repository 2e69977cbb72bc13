/** Who is at the portal during the drill: three buyers, somebody who signs up, a reader of pages and a probe. What they are promised goes to the journal. */
import { setTimeout as pause } from 'node:timers/promises'
import { pages } from '#contract/pages.ts'
import { firstRow, type Shopper } from '#server/testing/shoppers.ts'
import type { Answer, Journal } from './journal.ts'

export type Crowd = {
  answers: Answer[]
  /** Order, bank and back. With `closesBrowser` the person pays and never comes back. Gives the payment code. */
  buys: (options?: { closesBrowser?: boolean }) => Promise<Purchase>
  /** Those who are in the middle of something bring it to an end. */
  leave: () => Promise<void>
}
export type Purchase = { email: string; code: string }
type Visit = { address: string; shoppers: Shopper[]; workshopIDs: string; journal: Journal }
type Fields = Record<string, string> & { token?: string; from?: string }
type Asked = { kind: Answer['kind']; path: string; fields?: Fields; isPromise?: (body: Body) => boolean }
type Body = Record<string, unknown>

const buyers = 3
const betweenPurchases = 250
const betweenSignUps = 400
const betweenPages = 200
const betweenProbes = 100
/** Whoever is asked to come again in a moment does. */
const beforeAgain = 300
const patientFor = 120_000

const readablePages = Object.entries(pages).flatMap(([path, page]) =>
  page.kind === 'app' || 'development' in page ? [] : [path],
)

export function openDoors({ address, shoppers, workshopIDs, journal }: Visit): Crowd {
  const answers: Answer[] = []
  const next = shoppers.values()
  let going = true

  async function hear({ kind, path, fields, isPromise }: Asked): Promise<{ status: number | string; body: Body }> {
    const began = performance.now()
    const { status, retryAfter, text } = await send(address, path, fields)
    const body = text.startsWith('{') ? (JSON.parse(text) as Body) : {}
    const done = status === 200 && (isPromise?.(body) ?? false)
    answers.push({ kind, path, status, retryAfter, began, ended: performance.now(), isPromise: done })
    return { status, body }
  }
  async function insist(asked: Asked): Promise<Body> {
    const givesUp = performance.now() + patientFor
    for (;;) {
      const { status, body } = await hear(asked)
      if (typeof status === 'number' && status < 500) return body
      if (performance.now() > givesUp) throw new Error(`nobody answers ${asked.path}: ${status}`)
      await pause(beforeAgain)
    }
  }

  /** Whoever hears that a payment is still being confirmed, because its beginning met the fault, presses Pay Now again. */
  async function payNow(token: string, orderID: string): Promise<string | undefined> {
    const givesUp = performance.now() + patientFor
    const asked: Asked = { kind: 'write', path: '/payments/initiatePayment', fields: { token, orderID } }
    for (;;) {
      const { Transaction } = await insist(asked)
      const begun = Transaction as { TransactionID?: string } | undefined
      if (!begun || begun.TransactionID || performance.now() > givesUp) return begun?.TransactionID
      await pause(beforeAgain)
    }
  }

  async function buys({ closesBrowser = false } = {}): Promise<Purchase> {
    const { email, token } = nextOf(next)
    const kind = 'write'
    const ordered = (body: Body) => Boolean(firstRow(body)['Payment Code'])
    const order = await insist({ kind, path: '/api/CheckOut', fields: { token, workshopIDs }, isPromise: ordered })
    const code = firstRow(order)['Payment Code'] ?? ''
    if (code) journal.write({ what: 'order', name: code })
    const transactionID = await payNow(token, code)
    // What was promised is gone: the comparison will say so.
    if (!transactionID) return { email, code }
    const outcome = closesBrowser ? 'no-return' : 'approve'
    await insist({ kind, path: `/payments/sandbox/${transactionID}`, fields: { outcome } })
    if (closesBrowser) return { email, code }
    const isPaid = (body: Body) => body.ResponseCode === '0'
    const fields = { token, transactionID }
    const paid = await insist({ kind, path: '/payments/finalizePayment', fields, isPromise: isPaid })
    if (isPaid(paid)) journal.write({ what: 'payment', name: code })
    return { email, code }
  }

  let signUps = 0
  async function signUp(): Promise<void> {
    const fields = visitorCalled(`${process.pid}-${shoppers[0]?.email.split('@')[0]}`, (signUps += 1))
    const isPromise = (body: Body) => firstRow(body).Status === 'Success'
    const body = await insist({ kind: 'write', path: '/api/EventRegister', fields, isPromise })
    if (isPromise(body)) journal.write({ what: 'sign-up', name: fields.UserID })
  }

  const again = async (every: number, act: () => Promise<unknown>) => {
    for (; going; await pause(every)) await act()
  }
  let page = 0
  const read = () => hear({ kind: 'page', path: readablePages[(page += 1) % readablePages.length] as string })
  const everybody = Promise.all([
    ...Array.from({ length: buyers }, () => again(betweenPurchases, () => buys())),
    again(betweenSignUps, signUp),
    again(betweenPages, read),
    again(betweenProbes, () => hear({ kind: 'ready', path: '/readyz' })),
  ])
  // Heard when they leave; until then nobody waits for it, and Node would end the drill.
  everybody.catch(() => undefined)
  return {
    answers,
    buys,
    leave: async () => {
      going = false
      await everybody
    },
  }
}

/** From another network each: one that many unanswered letters go to gets fewer. */
function visitorCalled(crowd: string, number: number) {
  const from = `100.${64 + (number % 64)}.${(number >> 6) % 256}.${(number >> 14) + 1}`
  const UserID = `drill${crowd}-${number}@example.org`
  return { DeviceID: `d${number}`, UserID, Fullname: 'A visitor', Password: 'correct horse', from }
}

function nextOf(shoppers: Iterator<Shopper>): Shopper {
  const { value, done } = shoppers.next()
  if (done) throw new Error('everybody has bought something: the drill takes longer than it may')
  return value
}

type Heard = { status: number | string; retryAfter: string | null; text: string }

async function send(address: string, path: string, fields?: Fields): Promise<Heard> {
  const { token, from, ...body } = fields ?? {}
  try {
    const reply = await fetch(address + path, {
      method: fields ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        connection: 'close',
        ...(fields && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(from && { 'x-forwarded-for': from }),
      },
      ...(fields && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), text: await reply.text() }
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } }
    return { status: cause?.code ?? name, retryAfter: null, text: '' }
  }
}
