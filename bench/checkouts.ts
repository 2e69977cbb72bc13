/** Workshops on the morning when registration opens: the list, one hot workshop, and the whole crowd. */
import type pg from 'pg'
import { aWorkshop, checkOut, postAs, rush } from './buying.ts'
import { registrationOpens } from './crowd.ts'
import { flood } from './flood.ts'
import { inTurns, type Running, start } from './measure.ts'
import { openClient, password, signedInPeople } from './people.ts'
import { setStage } from './stage.ts'

const rounds = 5
const people = 20_000
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

/** Only the crowd, on a server that has just started. */
export async function crowd(): Promise<string[]> {
  await using stage = await setStage()
  await signedInPeople(stage, 3000)
  await using server = await start(stage.ours)
  const { port } = server
  // A machine that does much else at the same time is shown a smaller one.
  const { CROWD_PER_SECOND: perSecond = 100, CROWD_ROUNDS: rounds = 2 } = process.env
  await registrationOpens({ port, first: 100, password, perSecond: Number(perSecond) / 10, seconds: 5 })
  const lines: string[] = []
  for (let round = 0; round < Number(rounds); round += 1) {
    const people = { first: 300 + round * 800, perSecond: Number(perSecond), seconds: 8 }
    lines.push(...(await registrationOpens({ port, password, ...people })))
  }
  return lines
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
  const perSecond = await rush(tokens.values(), seconds, (token) => checkOut(server, token, workshop))
  const { rows } = await client.query<{ seats_taken: number }>('select seats_taken from workshop where id = $1', [
    workshop,
  ])
  return `checkouts on one hot workshop: ${Math.round(perSecond * 60)} a minute (goal 3000); ${rows[0]?.seats_taken} seats taken`
}

/** The same to the end: order, bank, payment, receipt and letter. */
async function paidCheckouts({ server, client, tokens, workshop }: Hot): Promise<string> {
  const perSecond = await rush(tokens.values(), seconds, async (token) => {
    const { Table } = await postAs(server, '/api/CheckOut', { token, workshopIDs: String(workshop) })
    const orderID = (Table as Record<string, string>[])[0]?.['Payment Code'] ?? ''
    const { Transaction } = await postAs(server, '/payments/initiatePayment', { token, orderID })
    const transactionID = (Transaction as Record<string, string>).TransactionID ?? ''
    await postAs(server, `/payments/sandbox/${transactionID}`, { outcome: 'approve' })
    return (await postAs(server, '/payments/finalizePayment', { token, transactionID })).ResponseCode === '0'
  })
  const { rows } = await client.query<{ count: number }>('select count(*)::int from receipt')
  return `the same to the receipt, with the pretend bank on the same machine: ${Math.round(perSecond * 60)} a minute; ${rows[0]?.count} receipts`
}
