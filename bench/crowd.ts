/**
 * The minute in which registration opens: people who come whether or not the others are served. Waits are counted from the moment
 * somebody meant to ask, so that a server that is late cannot hide it by making people come later.
 */
import { setTimeout as pause } from 'node:timers/promises'

export type Crowd = { port: number; first: number; password: string; perSecond: number; seconds: number }
type Asked = { what: string; ms: number; status: number; retryAfter: number }
type User = { address: string; number: number; password: string; asked: Asked[]; visit: Visit }
/** `ended` is how long all of it took; the others are times of the same clock. */
type Visit = { refusals: number; turns: number; signInMeant?: number; signedIn?: number; ended?: number }
type Reply = Record<string, unknown>
type Wish = { body?: object; token?: string; turn?: string }
type Asker = (what: string, path: string, wish?: Wish) => Promise<Reply>

const goals: Record<string, number> = {
  WorkshopsList: 50,
  CheckOut: 300,
  Login: 400,
  MyOrders: 150,
  ProfileExists: 150,
  SeatAvailable: 150,
}
/** Whoever is asked to come again in a moment does so this often, and goes home after that. */
const timeout = 4
const inTimeWithin = 60_000
/** People who come within the same second share it. */
const overtakenBy = 1000

class WentHome extends Error {}

export async function registrationOpens(crowd: Crowd): Promise<string[]> {
  const { asked, visits, took } = await come(crowd)
  const ended = visits.filter((visit) => visit.ended !== undefined)
  const inTime = ended.filter((visit) => (visit.ended as number) <= inTimeWithin)
  const most = Math.max(...visits.map(({ refusals }) => refusals))
  const turns = Math.max(...visits.map((visit) => visit.turns))
  const refusedMore = visits.filter(({ refusals }) => refusals > 2).length
  return [
    `registration opens, ${crowd.perSecond} people a second for ${crowd.seconds} s: ${ended.length} of ${visits.length} came to the end, in ${took.toFixed(0)} s; ${inTime.length} (${((inTime.length * 100) / visits.length).toFixed(1)} %, goal 95) within ${inTimeWithin / 1000} s`,
    `refusals of one person: at most ${most} (goal 2), of them at most ${turns} with a turn in the line, ${refusedMore} people had more than two; ${overtaken(visits)} people signed in after somebody who had asked at least ${overtakenBy / 1000} s later`,
    ...report(asked),
  ]
}

/** How many signed in after somebody who had asked to so much later; people who never did were overtaken by everyone after them. */
function overtaken(visits: Visit[]): number {
  const signedIn = visits.flatMap(({ signInMeant, signedIn = Number.POSITIVE_INFINITY }) =>
    signInMeant === undefined ? [] : [{ signInMeant, signedIn }],
  )
  return signedIn.filter((mine) =>
    signedIn.some((other) => other.signInMeant > mine.signInMeant + overtakenBy && other.signedIn < mine.signedIn),
  ).length
}

/** Of all calls but the sign-in, whose hash would hide the others. Whoever is asked to come again is an error of the bench. */
export async function p99Of(crowd: Crowd): Promise<number> {
  const { asked } = await come(crowd)
  if (asked.some(({ status }) => status === 503)) throw new Error('Some were asked to come again.')
  return p99(asked.filter(({ what }) => what !== 'Login'))
}

async function come({ port, first, password, perSecond, seconds }: Crowd) {
  const asked: Asked[] = []
  const users: Promise<void>[] = []
  const visits: Visit[] = []
  const began = performance.now()
  for (let user = 0; user < perSecond * seconds; user += 1) {
    const due = began + (user * 1000) / perSecond
    await pause(Math.max(0, due - performance.now()))
    const visit: Visit = { refusals: 0, turns: 0 }
    visits.push(visit)
    users.push(oneUser({ address: `http://127.0.0.1:${port}`, number: first + user, password, asked, visit }))
  }
  await Promise.all(users)
  return { asked, visits, took: (performance.now() - began) / 1000 }
}

/** Anything but an answer or an honest "in a moment" is an error of the server, and ends the bench. */
async function oneUser(user: User): Promise<void> {
  const began = performance.now()
  try {
    await visit(user, asker(user))
    user.visit.ended = performance.now() - began
  } catch (error) {
    if (!(error instanceof WentHome)) throw error
  }
}

/** Reads, signs in, looks for seats, orders one or two, pays. Thinks for a moment in between. */
async function visit({ number, password, visit: mine }: User, ask: Asker): Promise<void> {
  const list = () => ask('WorkshopsList', '/api/WorkshopsList?EventID=1', { body: {} })
  await Promise.all([ask('page', '/events'), ask('EventsPortal', '/api/EventsPortal', { body: {} }), list()])
  await ask('LastDates', '/api/LastDates?EventID=1&typ=1', { body: {} })
  mine.signInMeant = performance.now()
  const login = await ask('Login', '/api/Login', { body: { UserID: `p${number}@example.org`, Password: password } })
  mine.signedIn = performance.now()
  const token = (login.Table as { Column1?: string }[] | undefined)?.[0]?.Column1 ?? ''
  await Promise.all([ask('ProfileExists', '/api/ProfileExists', { body: {}, token }), list()])
  const workshops = [1 + (number % 8), 1 + ((number + 3) % 8), 9]
  for (const workshopID of workshops) await ask('SeatAvailable', '/api/SeatAvailable', { body: { workshopID }, token })
  await list()
  const times = number % 3 === 0 ? 2 : 1
  let code: string | undefined
  // Most of the seats of the demonstration are gone after the first seconds; the hot workshop has some for everybody.
  for (let at = 0; at < times; at += 1) {
    const workshopIDs = at === 0 ? '9' : String(workshops[0])
    const { Table } = await ask('CheckOut', '/api/CheckOut', { body: { workshopIDs }, token })
    code ??= (Table as Record<string, string>[] | undefined)?.[0]?.['Payment Code']
  }
  if (code) await payFor(code, ask, token)
  await ask('MyOrders', '/api/MyOrders', { token })
}

async function payFor(code: string, ask: Asker, token: string): Promise<void> {
  const { Transaction } = await ask('initiatePayment', '/payments/initiatePayment', { body: { orderID: code }, token })
  const transactionID = (Transaction as Record<string, string> | undefined)?.TransactionID
  if (!transactionID) return
  await ask('(the bank)', `/payments/sandbox/${transactionID}`, { body: { outcome: 'approve' } })
  await ask('finalizePayment', '/payments/finalizePayment', { body: { transactionID }, token })
}

function asker({ address, number, asked, visit: mine }: User): Asker {
  const once = async (what: string, path: string, { body, token, turn }: Wish) => {
    await pause(Math.random() * 200)
    const meant = performance.now()
    const reply = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `10.1.${number % 250}.${number % 240}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(turn && { 'x-turn': turn }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      // On a machine that does much else nobody may take the connection in time.
      throw new WentHome(what)
    })
    const text = await reply.text()
    const retryAfter = Number(reply.headers.get('retry-after'))
    const { status } = reply
    asked.push({ what, ms: performance.now() - meant, status, retryAfter })
    if (status >= 400 && (status !== 503 || retryAfter === 0)) throw new Error(`${path}: HTTP ${status} ${text}`)
    return {
      status,
      wait: Number(reply.headers.get('x-wait')) || retryAfter * 1000,
      turn: reply.headers.get('x-turn') ?? '',
      reply: text.startsWith('{') ? (JSON.parse(text) as Reply) : {},
    }
  }
  return async (what, path, wish = {}) => {
    let turn = ''
    for (let tries = 1; ; tries += 1) {
      const { status, wait, reply, ...given } = await once(what, path, { ...wish, turn })
      if (status !== 503) return reply
      mine.refusals += 1
      if (tries === timeout) throw new WentHome(what)
      turn = given.turn
      if (turn) mine.turns += 1
      await pause(wait)
    }
  }
}

function report(asked: Asked[]): string[] {
  const refused = asked.filter(({ status }) => status === 503)
  const answered = asked.filter(({ status }) => status !== 503)
  const byCall = [...Map.groupBy(answered, ({ what }) => what)].map(([what, its]) => {
    const goal = goals[what] ? ` (goal ${goals[what]})` : ''
    return `${what} ${p99(its).toFixed(0)}${goal}`
  })
  const refusals = [...Map.groupBy(refused, ({ what }) => what)].map(([what, { length }]) => `${what} ${length}`)
  return [
    `${asked.length} requests, ${refused.length} of them refused with "in a moment"${refused.length > 0 ? `: ${refusals.join(', ')}; p99 of the refusals ${p99(refused).toFixed(0)} ms` : ''}`,
    `p99 of the answers in ms: ${byCall.join(', ')}`,
  ]
}

function p99(asked: Asked[]): number {
  return asked.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(asked.length * 0.99)] as number
}
