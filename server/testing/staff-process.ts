/** Staff at a portal that runs as its own process, and the moments at which it is killed under them. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { kill } from './power-cut.ts'
import { ask, childrenOf, type Running, until } from './process.ts'

export type Reply = Record<string, unknown>
type Answer = { status: number; body: Reply }
/** Asks for `/staff/<name>`, or for a path. */
export type Asking = (name: string, input?: Reply, method?: 'GET' | 'POST') => Promise<Answer>

/** Of the demonstration, with their password shown again for what asks for it. */
export async function signedIn({ address }: Running, email = 'zainab.qureshi@example.org'): Promise<Asking> {
  let cookie = ''
  const asking: Asking = async (name, input = {}, method = 'POST') => {
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const isRead = method === 'GET'
    const path = name.startsWith('/') ? name : `/staff/${name}`
    const answer = await fetch(`${address}${path}${isRead ? `?${query.toString()}` : ''}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', origin: address, cookie },
      ...(!isRead && { body: JSON.stringify(input) }),
    })
    const given = answer.headers.getSetCookie().find((each) => /colloquium_staff=[^;]/.test(each))
    if (given) cookie = given.split(';')[0] as string
    return { status: answer.status, body: (await answer.json()) as Reply }
  }
  const password = 'demo-organiser'
  await done(asking('StaffSignIn', { email, password }))
  await done(asking('StaffStepUp', { password }))
  return asking
}

export async function done(asked: ReturnType<Asking>): Promise<Reply> {
  const { status, body } = await asked
  expect([status, body]).toEqual([200, body])
  return body
}

export const cutOff = (): Answer => ({ status: 0, body: {} })

/** With these tables locked, each act has changed something and waits to write the rest. */
export async function killInTheMiddle(
  portal: Running,
  url: string,
  { tables, acts }: { tables: string[]; acts: number },
): Promise<{ server: number | undefined; waited: number }> {
  const holder = new pg.Client(url)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query(`lock table ${tables.join(', ')} in share mode`)
  const waiting = `select from pg_locks where relation = any($1::regclass[]) and not granted`
  // Who waits for a lock gives up after three seconds: on a slow machine the first must not, for the sake of the last.
  let firstAt = Infinity
  let waited = 0
  await until(
    async () => {
      waited = (await ask(url, waiting, [tables])).length
      if (waited > 0) firstAt = Math.min(firstAt, performance.now())
      return waited === acts || performance.now() - firstAt > 1500
    },
    { every: 20 },
  )
  const [server] = childrenOf(portal.pid)
  kill(server)
  await holder.query('rollback')
  return { server, waited }
}

export async function killSoon(portal: Running, within = 120): Promise<number | undefined> {
  const [server] = childrenOf(portal.pid)
  await pause(randomInt(0, within))
  kill(server)
  return server
}
