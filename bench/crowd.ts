/**
 * The minute in which registration opens: ten people a second, who come whether or not the others are served. Waits are counted from the moment
 * somebody meant to ask, so that a server that is late cannot hide it by making people come later.
 */
import { setTimeout as pause } from 'node:timers/promises'

const usersPerSecond = 10
const seconds = 30

type Crowd = { port: number; first: number; password: string }
type Asked = { what: string; ms: number; status: number }

const goals: Record<string, number> = {
  WorkshopsList: 50,
  CheckOut: 300,
  Login: 400,
  MyOrders: 150,
  ProfileExists: 150,
  SeatAvailable: 150,
}

export async function registrationOpens({ port, first, password }: Crowd): Promise<string[]> {
  const asked: Asked[] = []
  const users: Promise<void>[] = []
  const began = performance.now()
  for (let user = 0; user < usersPerSecond * seconds; user += 1) {
    const due = began + (user * 1000) / usersPerSecond
    await pause(Math.max(0, due - performance.now()))
    users.push(oneUser({ address: `http://127.0.0.1:${port}`, number: first + user, password, asked }))
  }
  await Promise.all(users)
  return report(asked)
}

type User = { address: string; number: number; password: string; asked: Asked[] }

/** Reads, signs in, looks for seats, orders one or two, pays. Thinks for a moment in between. */
async function oneUser(user: User): Promise<void> {
  const { number, password } = user
  const ask = asker(user)
  const list = () => ask('WorkshopsList', '/api/WorkshopsList?EventID=1', { body: {} })
  await Promise.all([ask('page', '/events'), ask('EventsPortal', '/api/EventsPortal', { body: {} }), list()])
  await ask('LastDates', '/api/LastDates?EventID=1&typ=1', { body: {} })
  const login = await ask('Login', '/api/Login', { body: { UserID: `p${number}@example.org`, Password: password } })
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

type Asker = (what: string, path: string, wish?: { body?: object; token?: string }) => Promise<Record<string, unknown>>

function asker({ address, number, asked }: User): Asker {
  return async (what, path, { body, token } = {}) => {
    await pause(Math.random() * 200)
    const meant = performance.now()
    const reply = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `10.1.${number % 250}.${number % 240}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    asked.push({ what, ms: performance.now() - meant, status: reply.status })
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  }
}

function report(asked: Asked[]): string[] {
  const errors = asked.filter(({ status }) => status >= 400)
  const p99 = (waits: number[]) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] as number
  const lines = [...Map.groupBy(asked, ({ what }) => what)].map(([what, its]) => {
    const goal = goals[what] ? ` (goal ${goals[what]})` : ''
    return `${what} ${p99(its.map(({ ms }) => ms)).toFixed(0)}${goal}`
  })
  return [
    `registration opens, ${usersPerSecond} people a second for ${seconds} s: ${asked.length} requests, ${errors.length} errors${errors[0] ? ` (${errors[0].what}: ${errors[0].status})` : ''}`,
    `p99 in ms: ${lines.join(', ')}`,
  ]
}
