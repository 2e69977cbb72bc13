/** The story of the drill: a cluster, a portal and its people; one fault after the other; then the journal is compared with the database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accountToRunAs } from '#server/platform/postgres/home.ts'
import { ask } from '#server/testing/process.ts'
import { aWorkshopIn, type Books, booksIn, brokenIn, type Shopper, shoppersIn } from '#server/testing/shoppers.ts'
import { type Cluster, startCluster } from './cluster.ts'
import {
  type Alone,
  bothStandbysKilled,
  type Felt,
  killedWithSendersHeld,
  machineKilled,
  primaryKilled,
  type Stage,
  suffer,
  switchover,
} from './faults.ts'
import { countOf, errorsIn, type Found, type Journal, lostOf, openJournal } from './journal.ts'
import { type InHand, type Mailbox, openMailbox } from './letters.ts'
import { type Crowd, openDoors } from './people.ts'
import { type Portal, startPortal } from './portal.ts'
import { endAllIn } from './processes.ts'
import type { Programs } from './programs.ts'
import { type Check, checksOf, tableOf } from './verdict.ts'

type Options = { quick: boolean; keep: boolean }
export type Result = {
  felt: Felt[]
  alone: Alone
  crowd: Crowd
  inHand: InHand[]
  mailbox: Mailbox
  buyers: ReadonlySet<string>
  promised: ReturnType<Journal['read']>
  lost: ReturnType<typeof lostOf>
  /** Orders that were made and could not be paid in the end. */
  unpaid: number
  books: Books
  broken: string[]
  logLines: number[]
  /** Lines of the portal's log about something that is not the absence of the database. */
  errors: string[]
  /** What was paid for was booked and told in time. */
  isFinished: boolean
}

const longest = 30 * 60_000
const people = { sync: 5000, control: 1000 }

export async function failover(programs: Programs, { quick, keep }: Options): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'colloquium-drill-'))
  const rest = new AsyncDisposableStack()
  rest.defer(() => {
    if (keep) console.log(`The logs stay in ${home}.`)
    else rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })
  rest.defer(() => endAllIn(home))
  const leave = (code: number) => void rest.disposeAsync().finally(() => process.exit(code))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave(130))
  const timer = setTimeout(() => leave(1), longest)
  try {
    return await drill(programs, { home, quick, rest })
  } finally {
    clearTimeout(timer)
    await rest.disposeAsync()
  }
}

async function drill(
  programs: Programs,
  { home, quick, rest }: { home: string; quick: boolean; rest: AsyncDisposableStack },
): Promise<boolean> {
  const began = performance.now()
  const say = (words: string) => console.log(`${clock(began)}  ${words}`)
  say(`load of this machine: ${loadNow()}`)
  const cluster = await startCluster(programs, { home, account: accountToRunAs(home) })
  say('three PostgreSQL, of which one is the primary')
  const mailbox = rest.use(await openMailbox())
  const portal = rest.use(await startPortal({ url: cluster.url, smtp: mailbox.url, home }))
  say(`the portal is open at ${portal.address}`)
  const shoppers = await shoppersIn(cluster.url, people.sync + people.control)
  const workshopIDs = await aWorkshopIn(cluster.url, { topic: 'Airways', seats: 100_000, price: 250_000 })
  const scene = { cluster, portal, mailbox, workshopIDs, home, say }

  const result = await theDrill(scene, { shoppers: shoppers.slice(0, people.sync), quick })
  for (const line of tableOf(result)) console.log(line)
  const passed = judge(checksOf(result))
  const controlPassed = judge(await theControl(scene, shoppers.slice(people.sync)))
  say(`load of this machine: ${loadNow()}`)
  return passed && controlPassed
}

function judge(checks: Check[]): boolean {
  for (const { sentence, isTrue } of checks) console.log(`${isTrue ? 'ok   ' : 'WRONG'} ${sentence}`)
  return checks.every(({ isTrue }) => isTrue)
}

/** Of the last minute, five and fifteen. */
function loadNow(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')
}

type Scene = {
  cluster: Cluster
  portal: Portal
  mailbox: Mailbox
  workshopIDs: string
  home: string
  say: (words: string) => void
}

async function theDrill(scene: Scene, { shoppers, quick }: { shoppers: Shopper[]; quick: boolean }): Promise<Result> {
  const { cluster, portal, mailbox, workshopIDs, home, say } = scene
  const journal = openJournal(join(home, 'journal.jsonl'))
  const crowd = openDoors({ address: portal.address, shoppers, workshopIDs, journal })
  const stage: Stage = { cluster, crowd, inHand: [], say }
  const faults = [
    ...times(quick ? 1 : 5, primaryKilled),
    ...times(quick ? 1 : 3, machineKilled),
    ...times(quick ? 1 : 2, switchover),
  ]
  const felt: Felt[] = []
  for (const fault of faults) felt.push(await suffer(fault, stage))
  const alone = await bothStandbysKilled(stage)
  await cluster.whole()
  await pause(3000)
  await crowd.leave()
  say('everybody has left; what they paid for is finished')
  const arrived = () => stage.inHand.every(({ email }) => mailbox.letters.some(({ to }) => to === email))
  const settled = async () => {
    const { missing, unsent } = await booksIn(cluster.url)
    return missing === 0 && unsent === 0 && arrived()
  }
  const isFinished = await happensWithin(150_000, settled)
  const promised = journal.read()
  const found = await foundIn(cluster.url)
  return {
    felt,
    alone,
    crowd,
    inHand: stage.inHand,
    mailbox,
    buyers: new Set(shoppers.map(({ email }) => email)),
    promised,
    lost: lostOf(promised, found),
    unpaid: promised.filter(({ what, name }) => what === 'order' && !found.payment.has(name)).length,
    books: await booksIn(cluster.url),
    broken: await brokenIn(cluster.url),
    logLines: linesDuring(portal, felt),
    errors: errorsIn(portal.lines()),
    isFinished,
  }
}

/** A question that fails is a fault, and no reason to say that it did not happen. */
async function happensWithin(milliseconds: number, hasHappened: () => Promise<boolean>): Promise<boolean> {
  for (const until = performance.now() + milliseconds; performance.now() < until; await pause(1000))
    if (await hasHappened()) return true
  return false
}

/** The same death of a primary whose senders are held back, with a standby that is waited for and without: only the second may lose something. */
async function theControl(scene: Scene, shoppers: Shopper[]): Promise<Check[]> {
  const { cluster, portal, workshopIDs, home, say } = scene
  const checks: Check[] = []
  const half = shoppers.length / 2
  for (const isWaitedFor of [true, false]) {
    const name = isWaitedFor ? 'waited-for' : 'not-waited-for'
    const journal = openJournal(join(home, `${name}.jsonl`))
    await cluster.whole()
    if (!isWaitedFor) await cluster.waitForStandby(false)
    const those = isWaitedFor ? shoppers.slice(0, half) : shoppers.slice(half)
    const crowd = openDoors({ address: portal.address, shoppers: those, workshopIDs, journal })
    await killedWithSendersHeld({ cluster, crowd, inHand: [], say })
    await crowd.leave()
    const promised = journal.read()
    const lost = lostOf(promised, await foundIn(cluster.url))
    const words = `of ${countOf(promised)}, ${countOf(lost)} lost`
    say(`senders held back for 3 s, then killed, standby ${isWaitedFor ? '' : 'not '}waited for: ${words}`)
    checks.push(
      isWaitedFor
        ? { sentence: `senders held back, standby waited for: ${words}`, isTrue: lost.length === 0 }
        : { sentence: `control, the standby not waited for: ${words}; the journal sees it`, isTrue: lost.length > 0 },
    )
  }
  return checks
}

async function foundIn(url: string): Promise<Found> {
  const names = async (question: string) =>
    new Set((await ask<{ name: string }>(url, question)).map(({ name }) => name))
  return {
    order: await names('select payment_code as name from orders'),
    payment: await names(
      `select payment_code as name from orders join receipt on receipt.order_id = orders.id
       where state = 'paid' and exists (select from ledger_entry join payment_attempt on payment_attempt.id = attempt_id where payment_attempt.order_id = orders.id)`,
    ),
    'sign-up': await names('select email as name from account'),
  }
}

/** How many lines of warnings the log got during each fault. */
function linesDuring(portal: Portal, felt: Felt[]): number[] {
  const times = portal.lines().flatMap((line) => {
    const time = /"time":(\d+)/.exec(line)?.[1]
    return time ? [Number(time) - performance.timeOrigin] : []
  })
  return felt.map(({ began, ended }) => times.filter((time) => time >= began && time <= ended).length)
}

function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}

function clock(began: number): string {
  const seconds = Math.round((performance.now() - began) / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}
