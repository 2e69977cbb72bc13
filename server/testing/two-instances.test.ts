import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { openMailServer } from './mail-server.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, ask, opened, type Running, start, tell, until } from './process.ts'
import { openRoundRobin } from './round-robin.ts'
import { aWorkshopIn, booksIn, brokenIn, buy, type Counter, firstRow, type Heard, insist } from './shoppers.ts'
import { password, send, type Shopper, shoppersIn } from './shoppers.ts'

const most = 100
const scarceSeats = 15
const comesEvery = 250
/** What a connection says when there is nobody at its other end. */
const noConnection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

test.runIf(process.env.TEST_LONG)(
  'of two servers behind a proxy one is killed and started again, then the other: people sign in, order and pay as if nothing had happened (needs npm run test:long)',
  async () => {
    const { servers, url, mail, workshops, counter, heard, restart } = await twoServers()
    const [first, second] = servers
    const crowd = await shoppersIn(url, most)
    const guessed = crowd.pop() as Shopper
    const guess = async ({ address }: Pick<Running, 'address'>): Promise<number | string | undefined> => {
      const { status, body } = await send(address, '/api/Login', { UserID: guessed.email, Password: 'wrong' })
      // On a slow machine the crowd fills the house.
      if (status === 503) return pause(300).then(() => guess({ address }))
      return status === 200 ? firstRow(body).Status : status
    }
    const wrong = 'Email or password incorrect'

    const visits = keepComing(counter, crowd, workshops)
    await until(() => visits.done() >= 8, { otherwise: first.output })
    expect([await guess(first), await guess(second)]).toEqual([wrong, wrong])
    kill(first.pid)
    const gone = [performance.now()]
    expect([await guess(second), await guess(second)]).toEqual([wrong, wrong])
    await restart(0)
    const back = [performance.now()]
    expect([await guess(servers[0]), await guess(servers[1]), await guess(servers[0])]).toEqual([wrong, 429, 429])
    await pause(500)
    kill(second.pid)
    gone.push(performance.now())
    // Whoever closed the browser at the bank until now is found when the second one is back.
    await visits.goOn({ closingBrowsers: false })
    await restart(1)
    back.push(performance.now())
    await pause(500)
    await until(() => visits.done() >= scarceSeats, { otherwise: () => `only ${visits.done()} came` })
    await visits.end()

    const refused = heard.filter(({ status }) => typeof status === 'string' || status >= 400)
    const kinds = [...new Set(refused.map(({ status, retryAfter }) => (retryAfter ? `${status} in a moment` : status)))]
    await until(async () => (await booksIn(url)).missing + (await booksIn(url)).unsent === 0, {
      every: 200,
      otherwise: () => `something is missing: ${servers.map(({ output }) => output()).join('\n')}`,
    })
    const { captured, paid, entries, receipts, letters } = await booksIn(url)
    tell(
      `${visits.done()} people, ${heard.length} calls, ${refused.length} of them refused (${kinds.join(', ')}); ${paid} orders paid`,
    )
    expect(kinds.filter((kind) => !noConnection.includes(String(kind)) && kind !== '503 in a moment')).toEqual([])
    const isInTime = ({ began, ended }: Heard) => gone.some((left, at) => ended > left && began < (back[at] as number))
    expect(refused.filter((each) => each.status !== 503 && !isInTime(each))).toEqual([])
    expect(refused.length).toBeGreaterThan(0)
    expect(paid).toBeGreaterThan(visits.done() / 2)
    expect({ entries, receipts, letters }).toEqual({ entries: captured, receipts: paid, letters: paid })
    expect(await lettersOf(mail)).toEqual({ orders: paid, sentMoreThanTwice: 0 })
    expect(await ask(url, 'select seats_taken from workshop where id = $1', [workshops.scarce])).toEqual([
      { seats_taken: scarceSeats },
    ])
    expect(await brokenIn(url)).toEqual([])
    expect(await sessionsOn(servers, visits.tokens)).toEqual({ good: visits.tokens.length, bad: 0 })
  },
)

type Pair = [Running, Running]

/** One database, one folder of secrets, one mail server, two servers, and the proxy before them. */
async function twoServers() {
  const { url } = await makeDatabase()
  const mail = await openMailServer()
  onTestFinished(mail.close)
  const dataFolder = aFolder()
  const ports = [await freePort(), await freePort()] as const
  const begin = (at: 0 | 1) =>
    start({ program: 'server/main.ts', dataFolder, port: ports[at], env: { DATABASE_URL: url, SMTP_URL: mail.url } })
  const servers: Pair = [begin(0), begin(1)]
  await Promise.all(servers.map((server) => opened(server)))
  const restart = async (at: 0 | 1) => {
    servers[at] = begin(at)
    await opened(servers[at])
  }
  const workshops = {
    scarce: await aWorkshopIn(url, { topic: 'Everybody wants this', seats: scarceSeats, price: 100_000 }),
    roomy: await aWorkshopIn(url, { topic: 'There is room', seats: 1000, price: 200_000 }),
  }
  const heard: Heard[] = []
  const { address } = await openRoundRobin(ports)
  const counter: Counter = { address, every: 150, heard: (answer) => heard.push(answer) }
  return { servers, url, mail, workshops, counter, heard, restart }
}

/** People come one after the other, whether or not the others are served, until told to end. */
function keepComing(counter: Counter, crowd: Shopper[], { scarce, roomy }: { scarce: string; roomy: string }) {
  const tokens: string[] = []
  let done = 0
  let closingBrowsers = true
  let ended = false
  let visits: Promise<void>[] = []

  const visit = async ({ email }: Shopper, number: number) => {
    const outcome = closingBrowsers && number % 4 === 0 ? 'no-return' : 'approve'
    const { Column1 = '' } = firstRow(await insist(counter, '/api/Login', { UserID: email, Password: password }))
    tokens.push(Column1)
    await insist(counter, '/api/WorkshopsList?EventID=1', { token: Column1 })
    await buy(counter, { token: Column1, workshopIDs: scarce, outcome })
    await buy(counter, { token: Column1, workshopIDs: roomy, outcome })
    done += 1
  }
  const coming = (async () => {
    for (const [number, person] of crowd.entries()) {
      if (ended) return
      visits.push(visit(person, number))
      await pause(comesEvery)
    }
  })()
  return {
    tokens,
    done: () => done,
    /** Waits for those who came so far; from now on it is otherwise. */
    async goOn(otherwise: { closingBrowsers: boolean }) {
      closingBrowsers = otherwise.closingBrowsers
      const soFar = visits
      visits = []
      await Promise.all(soFar)
    },
    async end() {
      ended = true
      await coming
      await Promise.all(visits)
    },
  }
}

/** A server that is killed just after it handed a letter over does not know that it did: the same letter may come a second time, with the same id. */
async function lettersOf(mail: Awaited<ReturnType<typeof openMailServer>>) {
  const arrived = Map.groupBy(await mail.letters(), ({ messageId }) => messageId)
  return { orders: arrived.size, sentMoreThanTwice: [...arrived.values()].filter(({ length }) => length > 2).length }
}

/** Each session on each server; and one that is ended on the first is over on the second. */
async function sessionsOn(servers: Pair, tokens: string[]) {
  const isGood = async ({ address }: Running, token: string) =>
    (await fetch(`${address}/api/MyOrders`, { headers: { authorization: `Bearer ${token}` } })).status === 200
  let good = 0
  for (const token of tokens) if ((await isGood(servers[0], token)) && (await isGood(servers[1], token))) good += 1
  const [ended = ''] = tokens
  await send(servers[0].address, '/api/SignOut', { token: ended })
  expect([await isGood(servers[0], ended), await isGood(servers[1], ended)]).toEqual([false, false])
  return { good, bad: tokens.length - good }
}
