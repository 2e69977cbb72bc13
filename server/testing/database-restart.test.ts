/** A database that goes away for some seconds, as it does when it is updated: the portal stays, says so, and goes on. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownPostgres } from './own-postgres.ts'
import { freePort } from './ports.ts'
import { aFolder, ask, opened, start, statusOf, tell, until } from './process.ts'
import { aWorkshopIn, booksIn, buy, type Shopper, shoppersIn } from './shoppers.ts'

type Answer = { what: string; began: number; took: number; status: number | string; retryAfter: string | null }

const lastDates = { what: 'LastDates', method: 'POST', path: '/api/LastDates?EventID=1&typ=2' }
const ready = { what: 'ready', method: 'GET', path: '/readyz' }
const home = { what: 'home', method: 'GET', path: '/' }

test('when the database restarts under load, callers hear "in a moment", readers notice nothing, and all goes on: also the payment of somebody who closed the browser', async () => {
  const database = await ownPostgres()
  const portal = start({
    program: 'server/main.ts',
    dataFolder: aFolder(),
    port: await freePort(),
    env: { DATABASE_URL: database.url },
  })
  await opened(portal)
  const [shopper] = (await shoppersIn(database.url, 1)) as [Shopper]
  const workshopIDs = await aWorkshopIn(database.url, { topic: 'Airways', seats: 5, price: 100_000 })
  const { answers, stop } = keepCalling(portal.address, [...Array<typeof home>(20).fill(lastDates), ready, home])
  await pause(1000)
  await buy(portal, { token: shopper.token, workshopIDs, outcome: 'no-return' })

  const left = performance.now()
  await database.stop()
  const gone = performance.now()
  await pause(1500)
  const neverAskedFor = await statusOf(`${portal.address}/faq`)
  await pause(1500)
  const returning = performance.now()
  await database.start()
  const back = performance.now()
  // The schedule would ask the bank about it a minute after it began.
  const isFinished = async () => {
    const { captured, missing, unsent } = await booksIn(database.url)
    return captured === 1 && missing === 0 && unsent === 0
  }
  const finished = await until(isFinished, { within: 45_000, otherwise: portal.output })
  tell(`a payment that was in hand is finished ${Math.round(finished)} ms after the return`)
  await pause(3000)
  await stop()

  expect(portal.hasEnded()).toBe(false)
  const during = answers.filter(({ began }) => began > gone && began < returning - 200)
  const later = answers.filter(({ began }) => began > back + 2000)
  const slowest = Math.max(...answers.map(({ took }) => took))
  const recovered =
    Math.max(...answers.filter((each) => each.status !== 200).map(({ began, took }) => began + took)) - back
  tell(
    `database away for ${Math.round(back - left)} ms: ${answers.length} calls, the slowest ${Math.round(slowest)} ms, the last refusal ${Math.round(recovered)} ms after its return`,
  )
  expect(neverAskedFor).toBe(200)
  expect(kinds(answers, 'home')).toEqual(['200'])
  expect(kinds(during, 'LastDates')).toEqual(['503, retry after 2'])
  expect(kinds(during, 'ready')).toEqual(['503, retry after 2'])
  expect(kinds(answers, 'LastDates')).toEqual(['200', '503, retry after 2'])
  expect(kinds(answers, 'ready')).toEqual(['200', '503, retry after 2'])
  expect(kinds(later, 'LastDates')).toEqual(['200'])
  expect(kinds(later, 'ready')).toEqual(['200'])
  expect(portal.output()).not.toContain('unhandled')
  // One line a second, and one of the pages: a crowd that is refused does not fill the log.
  const lines = portal
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(100)
  expect(lines.length).toBeLessThanOrEqual((performance.now() - left) / 1000 + 3)

  expect(await signUp(portal.address, 'after@example.edu')).toBe('Success')
  const sent = () =>
    ask(database.url, 'select 1 from mail where recipient = $1 and sent_at is not null', ['after@example.edu'])
  await until(async () => (await sent()).length === 1, { otherwise: portal.output })
  expect(await statusOf(`${portal.address}/readyz`)).toBe(200)
})

/** Everybody asks again as soon as they are answered, until told to stop. */
function keepCalling(address: string, calls: (typeof home)[]): { answers: Answer[]; stop: () => Promise<void> } {
  const answers: Answer[] = []
  let going = true
  const callers = calls.map(async ({ what, method, path }) => {
    for (; going; await pause(20)) {
      const began = performance.now()
      const { status, retryAfter } = await call(`${address}${path}`, method)
      answers.push({ what, began, took: performance.now() - began, status, retryAfter })
    }
  })
  const stop = async () => {
    going = false
    await Promise.all(callers)
  }
  return { answers, stop }
}

async function call(url: string, method: string): Promise<Pick<Answer, 'status' | 'retryAfter'>> {
  try {
    const reply = await fetch(url, { method, signal: AbortSignal.timeout(30_000) })
    await reply.arrayBuffer()
    return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
  } catch (error) {
    return { status: String((error as Error).cause ?? error), retryAfter: null }
  }
}

function kinds(answers: Answer[], what: string): string[] {
  const ours = answers.filter((each) => each.what === what)
  const words = ours.map(({ status, retryAfter }) =>
    retryAfter ? `${status}, retry after ${retryAfter}` : `${status}`,
  )
  return [...new Set(words)].toSorted()
}

async function signUp(address: string, email: string): Promise<string | undefined> {
  const reply = await fetch(`${address}/api/EventRegister`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ DeviceID: 'd', UserID: email, Fullname: 'A Visitor', Password: 'correct horse' }),
  })
  return ((await reply.json()) as { Table: { Status: string }[] }).Table[0]?.Status
}
