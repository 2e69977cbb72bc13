/** Costly work on what people send waits here for its turn, and is done in a process that can be killed: see docs/decisions/0026. */
import { refuse, Refusal } from '#server/platform/http/refuse.ts'
import type { Logger } from '#server/platform/process/log.ts'
import type { Line } from './effort.ts'
import { type Allowed, type CostlyProcess, type Limits, type Outcome, startCostlyProcess } from './process.ts'
import type { tasks as ours, Tasks } from './tasks.ts'

type InputOf<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0]
type ResultOf<T extends Tasks, Name extends keyof T> = Awaited<ReturnType<T[Name]>>

export type CostlyWork<T extends Tasks = typeof ours> = {
  /** `too costly` is what asked for more than anything good does, and ended its process by that. */
  ask: <Name extends keyof T & string>(
    who: number | string,
    name: Name,
    input: InputOf<T, Name>,
  ) => Promise<ResultOf<T, Name> | 'too costly'>
  /** Nothing of it runs when this returns. */
  stop: () => Promise<void>
}

type Options = {
  log: Pick<Logger, 'warn'>
  /** The file with the list of tasks. */
  list?: string
  limits?: Partial<Limits>
  /** By task. */
  givenUpAfter?: Record<string, Allowed>
}

type WorkItem = {
  who: string
  task: string
  input: unknown
  done: (result: unknown) => void
  failed: (why: Error) => void
}
type Lane = {
  line: Line
  waiting: WorkItem[]
  isBusy: boolean
  worker: CostlyProcess | undefined
  items: number
  goesHome: NodeJS.Timeout | undefined
}

const usual: Limits = { megabytes: 480, seconds: 30 }
/**
 * Nobody waits for these. What is not done by then never will be: it is too costly, and nobody comes again with it. It is the processor that
 * tells: a good file on a busy machine, behind everybody else, may take minutes.
 */
const usuallyGivenUp = { blindCopy: { processorSeconds: 60, seconds: 480 } }
/** Whoever waited longer would be answered after they have gone. */
const mostWaiting = 30
/** As many as may arrive at once from one person, the one that is worked on included. */
const mostOfOnePerson = 3
/** What it has gathered in memory goes with it. Whoever saves would wait for the next one to wake: the quick one, which draws no pictures, lives longer. */
const itemsOfALife: Record<Line, number> = { quick: 3000, slow: 300 }
/** After a quiet minute its memory is given back. */
const idleFor = 60_000
const mostRemembered = 1000

/** Nothing is started before the first item. */
export function openCostlyWork<T extends Tasks = typeof ours>(options: Options): CostlyWork<T> {
  const { log, list = new URL('./tasks.ts', import.meta.url).href } = options
  const limits = { ...usual, ...options.limits }
  const givenUpAfter: Record<string, Allowed> = options.givenUpAfter ?? usuallyGivenUp
  const lanes = { quick: laneOf('quick'), slow: laneOf('slow') }
  const inHand = new Map<string, number>()
  const served = rememberWho()
  let isStopped = false

  const handOut = async (lane: Lane): Promise<void> => {
    const item = lane.isBusy || isStopped ? undefined : served.next(lane.waiting)
    if (!item) return
    lane.isBusy = true
    clearTimeout(lane.goesHome)
    if (lane.worker?.hasEnded()) lane.worker = undefined
    lane.worker ??= startCostlyProcess({ line: lane.line, list, limits })
    const allowed = givenUpAfter[item.task] ?? limits
    const outcome = await lane.worker.do(item.task, item.input, allowed)
    await lookAfter(lane, outcome)
    lane.isBusy = false
    finish(item, outcome)
    void handOut(lane)
  }

  /** One that has died, or has worked enough, makes way for the next. */
  const lookAfter = async (lane: Lane, outcome: Outcome): Promise<void> => {
    lane.items += 1
    const hasDied = outcome === 'took too much time' || outcome === 'died by its work' || outcome === 'died'
    if (hasDied && !isStopped) log.warn({ outcome }, 'the process for costly work is replaced')
    if (hasDied || lane.items >= itemsOfALife[lane.line]) {
      lane.items = 0
      await sendHome(lane)
    }
    lane.goesHome = setTimeout(() => void sendHome(lane), idleFor).unref()
  }

  const finish = (item: WorkItem, outcome: Outcome): void => {
    if (outcome === 'too long for this line') {
      lanes.slow.waiting.push(item)
      void handOut(lanes.slow)
    } else if (outcome === 'died by its work') item.done('too costly')
    else if (outcome === 'took too much time' && item.task in givenUpAfter) item.done('too costly')
    // The same file may pass in a quieter minute, and its owner must not be told that it is harmful.
    else if (typeof outcome === 'string') item.failed(new Refusal('unavailable', { retryAfter: 5 }))
    else if ('result' in outcome) item.done(outcome.result)
    else item.failed(new Error(outcome.problem))
  }

  return {
    ask: async (who, task, input) => {
      const name = String(who)
      const theirs = inHand.get(name) ?? 0
      if (theirs >= mostOfOnePerson) refuse('too_many', { retryAfter: 5 })
      const waiting = lanes.quick.waiting.length + lanes.slow.waiting.length
      if (isStopped || waiting >= mostWaiting) refuse('unavailable', { retryAfter: 5 })
      inHand.set(name, theirs + 1)
      try {
        return await new Promise<never>((done, failed) => {
          lanes.quick.waiting.push({ who: name, task, input, done: done as (result: unknown) => void, failed })
          void handOut(lanes.quick)
        })
      } finally {
        const left = (inHand.get(name) ?? 1) - 1
        if (left > 0) inHand.set(name, left)
        else inHand.delete(name)
      }
    },
    stop: async () => {
      isStopped = true
      const all = Object.values(lanes)
      for (const { failed } of all.flatMap(({ waiting }) => waiting.splice(0))) failed(new Refusal('unavailable'))
      for (const { goesHome } of all) clearTimeout(goesHome)
      await Promise.all(all.map((lane) => sendHome(lane)))
    },
  }
}

/** Whoever comes from now on gets another one. */
async function sendHome(lane: Lane): Promise<void> {
  const { worker } = lane
  lane.worker = undefined
  await worker?.kill()
}

function laneOf(line: Line): Lane {
  return { line, waiting: [], isBusy: false, worker: undefined, items: 0, goesHome: undefined }
}

/** Who was served longest ago is next: somebody with one file does not wait for all files of somebody with many. */
function rememberWho(): { next: (waiting: WorkItem[]) => WorkItem | undefined } {
  const turns = new Map<string, number>()
  let turn = 0
  return {
    next: (waiting) => {
      const turnOf = ({ who }: WorkItem) => turns.get(who) ?? 0
      const [item] = waiting.toSorted((a, b) => turnOf(a) - turnOf(b))
      if (!item) return undefined
      waiting.splice(waiting.indexOf(item), 1)
      turns.delete(item.who)
      turns.set(item.who, (turn += 1))
      if (turns.size > mostRemembered) turns.delete(turns.keys().next().value as string)
      return item
    },
  }
}
