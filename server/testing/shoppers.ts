/** People at a portal that runs as its own process: they reach it over HTTP only, and its books are read from its database. */
import { setTimeout as pause } from 'node:timers/promises'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { Tables } from '#server/database/tables.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { ask } from './process.ts'

export type Shopper = { email: string; token: string }
/** What somebody heard. A connection that broke has the name of the failure in place of a status. */
export type Heard = {
  path: string
  began: number
  ended: number
  status: number | string
  retryAfter: string | null
  body: Record<string, unknown>
}
export type Fields = Record<string, string> & { token?: string }

export const password = 'correct horse'

/** Applicants of the current event, with a password, who are signed in already. */
export async function shoppersIn(url: string, count: number): Promise<Shopper[]> {
  const made = Array.from({ length: count }, (_, at) => ({ email: `p${at + 1}@example.org`, ...newToken() }))
  await ask(
    url,
    `with made as (
       insert into account (email, email_key, full_name, password_hash, verified_at, created_at, password_changed_at)
       select email, email, 'P', $1, now(), now(), now() from unnest($2::text[]) as wanted (email) returning id, email),
     applicants as (
       insert into applicant (account_id, event_id, created_at)
       select id, (select id from event where is_current), now() from made returning id, account_id)
     insert into session (token_hash, account_id, applicant_id, created_at, last_seen_at)
     select decode(hash, 'hex'), made.id, applicants.id, now(), now()
     from unnest($2::text[], $3::text[]) as wanted (email, hash)
     join made using (email) join applicants on applicants.account_id = made.id`,
    [await hashPassword(password), made.map(({ email }) => email), made.map(({ hash }) => hash.toString('hex'))],
  )
  return made.map(({ email, token }) => ({ email, token }))
}

export async function aWorkshopIn(
  url: string,
  { topic, seats, price }: { topic: string; seats: number; price: number },
): Promise<string> {
  const [row] = await ask<{ id: number }>(
    url,
    `insert into workshop (event_id, topic, starts_at, duration_minutes, price, seats)
     select id, $1, workshops_from + interval '9 hours', 60, $2, $3 from event where is_current returning id`,
    [topic, price, seats],
  )
  return String(row?.id)
}

/** Asks once, on a connection of its own. */
export async function send(address: string, path: string, { token, ...fields }: Fields = {}): Promise<Heard> {
  const began = performance.now()
  const heard = (status: number | string, retryAfter: string | null = null, text = ''): Heard => {
    const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
    return { path, began, ended: performance.now(), status, retryAfter, body }
  }
  try {
    const reply = await fetch(address + path, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(fields),
      // Long enough for a busy machine: a call that is still waiting then was forgotten.
      signal: AbortSignal.timeout(60_000),
    })
    return heard(reply.status, reply.headers.get('retry-after'), await reply.text())
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } }
    return heard(cause?.code ?? name)
  }
}

/** Where people go, how long they wait before they try again, and who listens. */
export type Counter = { address: string; every?: number; heard?: (answer: Heard) => void }

/** Asks until somebody answers: whoever finds nobody there, or is asked to come again in a moment, does so. */
export async function insist(
  { address, every = 300, heard }: Counter,
  path: string,
  fields: Fields = {},
): Promise<Record<string, unknown>> {
  // Longer than a slow machine needs for a server that is killed eight times on its way up.
  const givesUp = performance.now() + 240_000
  for (;;) {
    const answer = await send(address, path, fields)
    heard?.(answer)
    if (typeof answer.status === 'number' && answer.status < 500) return answer.body
    if (performance.now() > givesUp) throw new Error(`nobody answers ${path}: ${answer.status}`)
    await pause(every)
  }
}

type Wish = { token: string; workshopIDs: string; outcome?: 'approve' | 'no-return' }

/** The whole way: order, bank, and back unless the browser is closed there. Gives the transaction, if it came to one. */
export async function buy(
  counter: Counter,
  { token, workshopIDs, outcome = 'approve' }: Wish,
): Promise<string | undefined> {
  const orderID = firstRow(await insist(counter, '/api/CheckOut', { token, workshopIDs }))['Payment Code']
  if (!orderID) return undefined
  const begun = await insist(counter, '/payments/initiatePayment', { token, orderID })
  const transactionID = (begun.Transaction as Record<string, string> | undefined)?.TransactionID
  if (!transactionID) return undefined
  await insist(counter, `/payments/sandbox/${transactionID}`, { outcome })
  if (outcome === 'approve') await insist(counter, '/payments/finalizePayment', { token, transactionID })
  return transactionID
}

export const firstRow = (body: Record<string, unknown>): Record<string, string> =>
  (body.Table as Record<string, string>[] | undefined)?.[0] ?? {}

export type Books = {
  captured: number
  missing: number
  paid: number
  entries: number
  receipts: number
  letters: number
  unsent: number
}

/** What the pretend bank took, and what we made of it. */
export async function booksIn(url: string): Promise<Books> {
  const [row] = await ask<Books>(
    url,
    `select (select count(*)::int from sandbox_payment where captured_at is not null) as captured,
       (select count(*)::int from sandbox_payment where captured_at is not null
         and not exists (select from ledger_entry where gateway_reference = transaction_id)) as missing,
       (select count(*)::int from orders where state = 'paid') as paid,
       (select count(*)::int from ledger_entry) as entries,
       (select count(*)::int from receipt) as receipts,
       (select count(*)::int from mail where mail.kind in ('order_paid', 'order_cancelled')) as letters,
       (select count(*)::int from mail where mail.kind in ('order_paid', 'order_cancelled') and sent_at is null) as unsent`,
  )
  return row as Books
}

export async function brokenIn(url: string): Promise<string[]> {
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 1, log: { warn: () => {} } })
  return brokenInvariants({ db }).finally(() => pool.end())
}
