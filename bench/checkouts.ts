/** Workshops on the morning when registration opens: the list, one hot workshop, and the whole crowd. */
import type pg from 'pg'
import { registrationOpens } from './crowd.ts'
import { flood } from './flood.ts'
import { inTurns, type Running, start } from './measure.ts'
import { openClient, password, signedInPeople } from './people.ts'
import { setStage } from './stage.ts'

const rounds = 5
const people = 20_000
const buyersAtOnce = 12
const seconds = 10

export async function checkouts(): Promise<string[]> {
  await using stage = await setStage()
  const tokens = await signedInPeople(stage, people)
  await using server = await start(stage.ours)
  await using client = await openClient(stage)
  const lines = [await listAgainstEmpty(server)]
  const hot = await aWorkshop(client, 'Hot')
  lines.push(await hotCheckouts({ server, client, tokens: tokens.slice(0, 10_000), workshop: hot }))
  const paid = await aWorkshop(client, 'Hot and paid')
  lines.push(await paidCheckouts({ server, client, tokens: tokens.slice(0, 10_000), workshop: paid }))
  const { port } = server
  lines.push(...(await registrationOpens({ port, first: 10_000, password, perSecond: 10, seconds: 30 })))
  lines.push(...(await registrationOpens({ port, first: 11_000, password, perSecond: 100, seconds: 8 })))
  const { rows } = await client.query('select id from workshop where seats_taken > seats')
  lines.push(`workshops that were oversold in all this: ${rows.length}`)
  return lines
}

async function aWorkshop(client: pg.Client, topic: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into workshop (event_id, topic, starts_at, duration_minutes, price, seats)
     select id, $1, workshops_from + interval '9 hours', 60, 100000, 100000 from event where is_current returning id`,
    [topic],
  )
  return rows[0]?.id as number
}

/** The list as strangers get it, against a call of ours that does nothing with the same body. */
async function listAgainstEmpty(server: Running): Promise<string> {
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } as const
  const { ratio, ours, baseline } = await inTurns(rounds, {
    ours: () => flood(server, { path: '/api/WorkshopsList?EventID=1&ApplicantID=0', ...body }),
    baseline: () => flood(server, { path: '/bench/empty', ...body }),
  })
  return `list of workshops for strangers: ${ratio.toFixed(2)} of an empty handler (goal 0.8); ${Math.round(ours)}/s against ${Math.round(baseline)}/s`
}

type Hot = { server: Running; client: pg.Client; tokens: string[]; workshop: number }

/** Everybody wants the same workshop: session, cart, price, seat and order, committed to disk. */
async function hotCheckouts({ server, client, tokens, workshop }: Hot): Promise<string> {
  const perMinute = await rush(tokens, async (token) => {
    const { Table } = await post(server, '/api/CheckOut', { token, workshopIDs: String(workshop) })
    return (Table as { Status: string }[])[0]?.Status === 'True'
  })
  const { rows } = await client.query<{ seats_taken: number }>('select seats_taken from workshop where id = $1', [
    workshop,
  ])
  return `checkouts on one hot workshop: ${perMinute} a minute (goal 3000); ${rows[0]?.seats_taken} seats taken`
}

/** The same to the end: order, bank, payment, receipt and letter. */
async function paidCheckouts({ server, client, tokens, workshop }: Hot): Promise<string> {
  const perMinute = await rush(tokens, async (token) => {
    const { Table } = await post(server, '/api/CheckOut', { token, workshopIDs: String(workshop) })
    const orderID = (Table as Record<string, string>[])[0]?.['Payment Code'] ?? ''
    const { Transaction } = await post(server, '/payments/initiatePayment', { token, orderID })
    const transactionID = (Transaction as Record<string, string>).TransactionID ?? ''
    await post(server, `/payments/sandbox/${transactionID}`, { outcome: 'approve' })
    return (await post(server, '/payments/finalizePayment', { token, transactionID })).ResponseCode === '0'
  })
  const { rows } = await client.query<{ count: number }>('select count(*)::int from receipt')
  return `the same to the receipt, with the pretend bank on the same machine: ${perMinute} a minute; ${rows[0]?.count} receipts`
}

/** As many buyers as there are hands, one after the other, for some seconds. A buyer who does not succeed is an error of the bench. */
async function rush(tokens: string[], buy: (token: string) => Promise<boolean>): Promise<number> {
  const queue = tokens.values()
  const began = performance.now()
  let bought = 0
  const hand = async () => {
    for (const token of queue) {
      if (performance.now() - began > seconds * 1000) return
      if (!(await buy(token))) throw new Error('somebody was not served')
      bought += 1
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, hand))
  return Math.round((bought * 60_000) / (performance.now() - began))
}

async function post(
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
