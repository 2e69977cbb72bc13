import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/invariants.ts'
import { openDatabase } from '#server/platform/database.ts'
import { prepareHome } from '#server/platform/postgres-home.ts'
import { newToken } from '#server/platform/tokens.ts'
import type { Tables } from '#server/tables.ts'
import { aFolder, ask, childrenOf, freePort, kill, opened, start, tell, until } from './process.ts'

const kills = 8
const people = 48

test('the server is killed again and again while people pay: by itself it comes to one entry, one receipt and one letter for each payment', async () => {
  const dataFolder = aFolder()
  const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
  await opened(portal, 120_000)
  const { url } = await prepareHome(join(dataFolder, 'postgres'))
  const tokens = await signedIn(url)
  const workshops = await ask<{ id: number }>(url, 'select id from workshop where price > 0')

  let done = 0
  const everybody = Promise.all(
    tokens.map(async (token, at) => {
      await pause(at * 90)
      const workshop = workshops[at % workshops.length] as { id: number }
      await buy(portal.address, token, workshop.id).finally(() => (done += 1))
    }),
  )
  for (let round = 0; round < kills && done < people; round += 1) {
    await pause(randomInt(150, 700))
    const [server] = childrenOf(portal.pid)
    kill(server)
    await until(() => !childrenOf(portal.pid).includes(server as number), { within: 5000 })
    await opened(portal, 20_000)
  }
  await everybody
  // The last ones paid and never came back; whoever starts next finds them.
  kill(childrenOf(portal.pid)[0])
  const took = await until(async () => (await accounts(url)).missing === 0, {
    within: 120_000,
    every: 200,
    otherwise: () => `payments are missing: ${portal.output()}`,
  })

  const { captured, paid, entries, receipts, letters } = await accounts(url)
  tell(`${captured} payments through ${kills} kills; the last were found ${Math.round(took)} ms after the last kill`)
  expect(captured).toBeGreaterThan(people / 3)
  expect({ entries, receipts, letters }).toEqual({ entries: captured, receipts: paid, letters: paid })
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 1, log: { warn: () => {} } })
  expect(await brokenInvariants({ db }).finally(() => pool.end())).toEqual([])
}, 240_000)

/** People who are signed in already: how they came to be so is not what this is about. */
async function signedIn(url: string): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => newToken())
  await ask(
    url,
    `with made as (
       insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
       select 'p' || n || '@example.org', 'p' || n || '@example.org', 'P', now(), now(), now() from generate_series(1, $1::int) n returning id),
     applicants as (
       insert into applicant (account_id, event_id, created_at) select id, (select id from event where is_current), now() from made returning id, account_id),
     numbered as (select id, account_id, row_number() over () as n from applicants)
     insert into session (token_hash, account_id, applicant_id, created_at, last_seen_at)
     select decode(($2::text[])[n], 'hex'), account_id, id, now(), now() from numbered`,
    [people, tokens.map(({ hash }) => hash.toString('hex'))],
  )
  return tokens.map(({ token }) => token)
}

/** One person, who tries each step until somebody answers; a third of the browsers are closed at the bank. */
async function buy(address: string, token: string, workshop: number): Promise<void> {
  const checkedOut = (await insist(address, '/api/CheckOut', { token, workshopIDs: String(workshop) })) as
    | { Table: { 'Payment Code'?: string }[] }
    | undefined
  const orderID = checkedOut?.Table[0]?.['Payment Code']
  if (!orderID) return
  const begun = (await insist(address, '/payments/initiatePayment', { token, orderID })) as
    | { Transaction?: { TransactionID?: string } }
    | undefined
  const transactionID = begun?.Transaction?.TransactionID
  if (!transactionID) return
  const outcome = randomInt(3) === 0 ? 'no-return' : 'approve'
  const paid = await insist(address, `/payments/sandbox/${transactionID}`, { outcome })
  if (outcome === 'approve' && paid) await insist(address, '/payments/finalizePayment', { token, transactionID })
}

async function insist(
  address: string,
  path: string,
  { token, ...body }: Record<string, string> & { token?: string },
): Promise<object | undefined> {
  for (let tries = 0; tries < 40; tries += 1) {
    try {
      const reply = await fetch(address + path, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          connection: 'close',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
      const text = await reply.text()
      if (reply.status < 500) return text.startsWith('{') ? (JSON.parse(text) as object) : {}
    } catch {
      // Nobody is there; the next try finds the server that was started in its place.
    }
    await pause(300)
  }
  return undefined
}

type Accounts = { captured: number; missing: number; paid: number; entries: number; receipts: number; letters: number }

async function accounts(url: string): Promise<Accounts> {
  const [row] = await ask<Accounts>(
    url,
    `select (select count(*)::int from sandbox_payment where captured_at is not null) as captured,
       (select count(*)::int from sandbox_payment where captured_at is not null
         and not exists (select from ledger_entry where gateway_reference = transaction_id)) as missing,
       (select count(*)::int from orders where state = 'paid') as paid,
       (select count(*)::int from ledger_entry) as entries,
       (select count(*)::int from receipt) as receipts,
       (select count(*)::int from mail where about like 'order %') as letters`,
  )
  return row as Accounts
}
