/** What happens to the databases, and how long people notice it. */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#server/testing/process.ts'
import type { Cluster } from './cluster.ts'
import { type Answer, longestPause, notReadyFor } from './journal.ts'
import type { InHand } from './letters.ts'
import type { Crowd } from './people.ts'

export type Stage = { cluster: Cluster; crowd: Crowd; inHand: InHand[]; say: (words: string) => void }

/** `within`: writes are back after so many seconds. */
export type Fault = { name: string; within: number; happen: (cluster: Cluster) => Promise<() => void> }
export type Felt = { fault: string; within: number; writes: number; ready: number; began: number; ended: number }

const nothing = () => undefined

export const primaryKilled: Fault = {
  name: 'PostgreSQL of the primary killed, with all its processes',
  within: 15,
  happen: async (cluster) => {
    cluster.killPostgres(await cluster.primary())
    return nothing
  },
}

export const machineKilled: Fault = {
  name: 'the whole machine of the primary killed',
  within: 30,
  happen: async (cluster) => {
    const gone = await cluster.primary()
    await cluster.killMember(gone, { alsoEtcd: true })
    return () => cluster.startMember(gone)
  },
}

export const switchover: Fault = {
  name: 'planned switchover',
  within: 5,
  happen: async (cluster) => {
    await cluster.switchOver(await cluster.primary())
    return nothing
  },
}

/** One fault in the middle of everything, until all is well again. */
export async function suffer({ name, within, happen }: Fault, stage: Stage): Promise<Felt> {
  const { cluster, crowd, inHand, say } = stage
  await cluster.whole()
  await calm(crowd, performance.now())
  // One has just been told that all is paid, and one has paid and closed the browser at the bank.
  const [last, closed] = await Promise.all([crowd.buys(), crowd.buys({ closesBrowser: true })])
  const began = performance.now()
  inHand.push(...[last, closed].map(({ email }) => ({ email, since: began, fault: name })))
  const mend = await happen(cluster)
  await calm(crowd, began)
  const ended = performance.now()
  mend()
  const window = { from: began, until: ended }
  const [writes, ready] = [longestPause(crowd.answers, window), notReadyFor(crowd.answers, window)]
  say(`${name}: writes refused for ${writes.toFixed(1)} s, not ready for ${ready.toFixed(1)} s`)
  return { fault: name, within, writes, ready, began, ended }
}

const calmFor = 4000
const longest = 120_000

/** Waits until for some seconds after the moment people were promised things again and nobody was refused. */
async function calm(crowd: Crowd, since: number): Promise<void> {
  const isCalm = () => {
    const now = performance.now()
    if (now - since < calmFor + 2000) return false
    const lately = crowd.answers.filter(({ kind, ended }) => kind !== 'page' && ended > now - calmFor)
    return lately.some(({ isPromise }) => isPromise) && lately.every(({ status }) => status !== 503)
  }
  await until(isCalm, { every: 200, within: longest, otherwise: () => 'writes do not come back' })
}

export type Alone = { promises: Answer[]; pages: number; slowest: number; back: number; began: number; ended: number }

const aloneFor = 12_000

/** A primary without a standby promises nothing, and goes on as soon as one is back. */
export async function bothStandbysKilled({ cluster, crowd, say }: Stage): Promise<Alone> {
  await cluster.whole()
  const primary = await cluster.primary()
  const standbys = await cluster.standbys()
  await Promise.all(standbys.map((member) => cluster.killMember(member, { alsoEtcd: false })))
  const began = performance.now()
  await pause(aloneFor)
  const ended = performance.now()
  const meanwhile = crowd.answers.filter((answer) => answer.began > began && answer.ended < ended)
  const [first, second] = standbys
  if (first) cluster.startMember(first)
  const sending = "select from pg_stat_replication where state = 'streaming'"
  await until(async () => (await cluster.askMember(primary, sending)).length > 0, { every: 100 })
  const standbyIsBack = performance.now()
  const promised = () => crowd.answers.find((answer) => answer.isPromise && answer.ended > standbyIsBack)
  await until(() => promised() !== undefined, { every: 100, otherwise: () => 'writes do not come back' })
  const back = ((promised()?.ended ?? 0) - standbyIsBack) / 1000
  if (second) cluster.startMember(second)
  const pages = meanwhile.filter(({ kind }) => kind === 'page').length
  const slowest = Math.max(...meanwhile.map((answer) => answer.ended - answer.began)) / 1000
  say(
    `both standbys killed: writes back ${back.toFixed(1)} s after the first of them, the slowest answer ${slowest.toFixed(1)} s`,
  )
  return { promises: meanwhile.filter(({ isPromise }) => isPromise), pages, slowest, back, began, ended }
}

const heldFor = 3000

/** The primary dies with what it could not send any more. */
export async function killedWithSendersHeld({ cluster, crowd }: Stage): Promise<void> {
  await cluster.whole()
  await calm(crowd, performance.now())
  const primary = await cluster.primary()
  cluster.holdSenders(primary)
  await pause(heldFor)
  cluster.killPostgres(primary)
  await calm(crowd, performance.now())
}
