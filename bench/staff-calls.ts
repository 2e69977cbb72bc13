/** Calls of staff of the demonstration, and what they cost: the time that somebody waits, and the statements that the database is asked. */
import { percentile, type Running } from './measure.ts'
import type { Stage } from './stage.ts'
import type { Wire } from './statements.ts'

export type Body = Record<string, unknown>
export type Caller = { server: Running; headers: Record<string, string> }

export const mostStatements = 10
export const longestWait = 300

/** Staff of the demonstration have no second factor: what is measured is the call, not the way in. */
export const signInByPassword = ({ ours }: Pick<Stage, 'ours'>) => ({
  STAFF_SECOND_FACTOR: 'off',
  ALLOW_UNSAFE: `${ours.env?.ALLOW_UNSAFE},no-second-factor`,
})

const organisers = { owner: 'zainab.qureshi@example.org', finance: 'bilal.ansari@example.org' }

export async function signedIn(server: Running, who: keyof typeof organisers): Promise<Caller> {
  const own = { 'sec-fetch-site': 'same-origin' }
  const body = { email: organisers[who], password: 'demo-organiser' }
  const reply = await send({ server, headers: own }, '/staff/StaffSignIn', body)
  const [cookie = ''] = (reply.headers.getSetCookie()[0] ?? '').split(';')
  return { server, headers: { ...own, cookie } }
}

/** A participant or a reviewer. */
export const withToken = (server: Running, token: string): Caller => ({
  server,
  headers: { authorization: `Bearer ${token}` },
})

export const get = async (caller: Caller, path: string): Promise<Body> =>
  (await send(caller, path)).json() as Promise<Body>
export const post = async (caller: Caller, path: string, body: Body): Promise<Body> =>
  (await send(caller, path, body)).json() as Promise<Body>

/** The server said that it is busy: what was asked took too long. */
export class Busy extends Error {}

/** Anything but an answer is an error of the bench. */
async function send(caller: Caller, path: string, body?: Body): Promise<Response> {
  const reply = await ask(caller, path, body)
  if (reply.status === 503) throw new Busy(`${path}: ${await reply.text()}`)
  if (!reply.ok) throw new Error(`${path}: HTTP ${reply.status} ${await reply.text()}`)
  return reply
}

export function ask({ server, headers }: Caller, path: string, body?: Body): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
}

const calls = 20
const warmUp = 3

/** The fewest statements of any call: jobs share the wire, and would be counted with the one they fall into. */
export async function costOf(wire: Wire, call: () => Promise<unknown>): Promise<{ statements: number; p95: number }> {
  const waits: number[] = []
  let statements = Number.POSITIVE_INFINITY
  for (let turn = -warmUp; turn < calls; turn += 1) {
    const before = wire.asked()
    const began = performance.now()
    const wasAnswered = await isAnswered(call)
    if (turn < 0) continue
    waits.push(wasAnswered ? performance.now() - began : Number.POSITIVE_INFINITY)
    statements = Math.min(statements, wire.asked() - before)
  }
  return { statements, p95: percentile(waits, 95) }
}

async function isAnswered(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof Busy) return false
    throw error
  }
}
