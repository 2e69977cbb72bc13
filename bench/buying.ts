/** People who buy seats: as many as a server carries, or as many as come while it does something else. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { percentile, type Running } from './measure.ts'

const buyersAtOnce = 12

export async function aWorkshop(client: pg.Client, topic: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into workshop (event_id, topic, starts_at, duration_minutes, price, seats)
     select id, $1, workshops_from + interval '9 hours', 60, 100000, 100000 from event where is_current returning id`,
    [topic],
  )
  return rows[0]?.id as number
}

/** As many buyers as there are hands, one after the other, for some seconds: bought in a second. A buyer who does not succeed is an error of the bench. */
export async function rush(
  tokens: Iterator<string>,
  seconds: number,
  buy: (token: string) => Promise<boolean>,
): Promise<number> {
  const began = performance.now()
  let bought = 0
  const hand = async () => {
    while (performance.now() - began < seconds * 1000) {
      const { value, done } = tokens.next()
      if (done) return
      if (!(await buy(value))) throw new Error('somebody was not served')
      bought += 1
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, hand))
  return (bought * 1000) / (performance.now() - began)
}

export async function checkOut(server: Running, token: string, workshop: number): Promise<boolean> {
  const { Table } = await postAs(server, '/api/CheckOut', { token, workshopIDs: String(workshop) })
  return (Table as { Status: string }[])[0]?.Status === 'True'
}

export async function postAs(
  { port }: Running,
  path: string,
  { token, ...body }: Record<string, string>,
): Promise<Record<string, unknown>> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (reply.status >= 400) throw new Error(`${path}: HTTP ${reply.status} ${text}`)
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}

export type Crowd = { server: Running; tokens: Iterator<string>; workshop: number }

const aloneFor = 6
/** Without and with the other work in turn: a machine that is slow for some seconds is slow for both. */
const turns = 3
/** Whoever hears nothing for so long goes home. */
const patience = 5000
const leastServed = 0.9
const atMostSlower = 2

/** What the server carries alone is measured first; then half as many come, without and with the other work, which was done once before: its code is compiled. */
export async function beside({ server, tokens, workshop }: Crowd, what: string, work: () => Promise<unknown>) {
  const buy = (token: string) => checkOut(server, token, workshop)
  await work()
  const carried = await rush(tokens, aloneFor, buy)
  const perSecond = carried / 2
  const [alone, during]: [Buyers, Buyers] = [noBuyers(), noBuyers()]
  for (let turn = 0; turn < turns; turn += 1) {
    add(alone, await offer({ tokens, perSecond, buy }, () => pause(aloneFor * 1000)))
    add(during, await offer({ tokens, perSecond, buy }, work))
  }
  const served = during.served / during.waits.length
  const [idle, busy] = [percentile(alone.waits, 95), percentile(during.waits, 95)]
  const slower = busy / idle
  return {
    served: {
      line: `checkouts during ${what}: ${during.served} of ${during.waits.length} served, ${(served * 100).toFixed(0)} % (goal ${leastServed * 100}), offered ${perSecond.toFixed(0)} a second, half of the ${carried.toFixed(0)} carried alone`,
      holds: served >= leastServed,
    },
    waits: {
      line: `checkouts during ${what}: p95 ${slower.toFixed(1)} times that of as many alone (goal ${atMostSlower}); ${busy.toFixed(0)} against ${idle.toFixed(0)} ms`,
      holds: slower <= atMostSlower,
    },
  }
}

/** How long each waited, and how many were served in time. */
type Buyers = { waits: number[]; served: number }

const noBuyers = (): Buyers => ({ waits: [], served: 0 })

function add(to: Buyers, more: Buyers): void {
  to.waits.push(...more.waits)
  to.served += more.served
}

type Comers = { tokens: Iterator<string>; perSecond: number; buy: (token: string) => Promise<boolean> }

/** They come whether or not others are served; waits count from when somebody was due. */
async function offer({ tokens, perSecond, buy }: Comers, work: () => Promise<unknown>): Promise<Buyers> {
  let isOver = false
  const working = work().finally(() => (isOver = true))
  // Its error is heard below, where it is waited for.
  working.catch(() => undefined)
  const began = performance.now()
  const waits: number[] = []
  const buyers: Promise<boolean>[] = []
  while (!isOver) {
    const due = began + (buyers.length * 1000) / perSecond
    await pause(Math.max(0, due - performance.now()))
    const { value, done } = tokens.next()
    if (done) break
    buyers.push(
      buy(value)
        .catch(() => false)
        .then((bought) => {
          const wait = performance.now() - due
          waits.push(wait)
          return bought && wait < patience
        }),
    )
  }
  const served = (await Promise.all(buyers)).filter(Boolean).length
  await working
  return { waits, served }
}
