import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { tasks } from '#server/testing/odd-work.ts'
import { childrenOf, until } from '#server/testing/process.ts'
import { type CostlyWork, openCostlyWork } from './costly-work.ts'
import type { Limits } from './process.ts'

const list = new URL('../../testing/odd-work.ts', import.meta.url).href
const comeAgain = { code: 'unavailable', why: { retryAfter: 5 } }

type OddWork = CostlyWork<typeof tasks> & { told: unknown[] }

function oddWork(limits: Partial<Limits> = {}): OddWork {
  const told: unknown[] = []
  const log = { warn: (words: object) => void told.push(words) }
  const work = openCostlyWork<typeof tasks>({ log, list, limits })
  onTestFinished(() => work.stop())
  return { ...work, told }
}

async function processOf(work: OddWork, task: 'echo' | 'long' = 'echo'): Promise<number> {
  const answer = await work.ask('sana', task, 'hello')
  if (answer === 'too costly') throw new Error('a word is not costly')
  expect(answer.words).toBe('hello')
  return answer.process
}

const isAlive = (pid: number) => childrenOf(process.pid).includes(pid)

test('nothing runs before the first item, and nothing after the stop', async () => {
  const before = childrenOf(process.pid)
  const work = oddWork()
  expect(childrenOf(process.pid)).toEqual(before)

  const quick = await processOf(work)
  const slow = await processOf(work, 'long')
  expect([isAlive(quick), isAlive(slow), quick === slow, quick === process.pid]).toEqual([true, true, false, false])

  await work.stop()
  expect(childrenOf(process.pid)).toEqual(before)
  await expect(work.ask('sana', 'echo', 'hello')).rejects.toMatchObject({ code: 'unavailable' })
})

test('one process does one item after the other', async () => {
  const work = oddWork()
  expect(await processOf(work)).toBe(await processOf(work))
})

test.each(['spin', 'pause'] as const)(
  'work without end (%s) is killed; its sender may come again, and the next one has a new process',
  async (task) => {
    // Long enough for a new process on a busy machine.
    const work = oddWork({ seconds: 8 })
    const first = await processOf(work)

    await expect(work.ask('omar', task, 600_000 as never)).rejects.toMatchObject(comeAgain)
    const second = await processOf(work)
    expect([isAlive(first), second === first]).toEqual([false, false])
    expect(work.told).toEqual([{ outcome: 'took too much time' }])
  },
)

test.each(['hoard', 'hoardSlowly', 'crash'] as const)(
  'what takes all memory or breaks its process (%s) is refused, and the next one is served',
  async (task) => {
    const work = oddWork()
    const first = await processOf(work)

    expect(await work.ask('omar', task, undefined as never)).toBe('too costly')
    expect(isAlive(first)).toBe(false)
    expect(await processOf(work)).not.toBe(first)
    expect(work.told).toEqual([{ outcome: 'died by its work' }])
  },
)

test('a process that somebody else ends says nothing about the file', async () => {
  const work = oddWork()
  const pid = await processOf(work)
  const waiting = work.ask('omar', 'pause', 600_000)
  process.kill(pid, 'SIGKILL')

  await expect(waiting).rejects.toMatchObject(comeAgain)
  expect(await processOf(work)).not.toBe(pid)
})

test('a process that cannot begin refuses nobody’s file', async () => {
  const work = openCostlyWork<typeof tasks>({ log: { warn: () => {} }, list: 'file:///nowhere.ts' })
  onTestFinished(() => work.stop())
  await expect(work.ask('sana', 'echo', 'hello')).rejects.toMatchObject(comeAgain)
})

test('what nobody waits for is given up, and not tried again', async () => {
  const work = openCostlyWork<typeof tasks>({ log: { warn: () => {} }, list, givenUpAfter: { pause: { seconds: 2 } } })
  onTestFinished(() => work.stop())
  expect(await work.ask('sana', 'pause', 600_000)).toBe('too costly')
  expect(await work.ask('sana', 'echo', 'hello')).toMatchObject({ words: 'hello' })
})

test.runIf(process.platform === 'linux')(
  'a file that only waits for the processor is not called costly; one that uses it is (needs Linux)',
  async () => {
    const allowed = { processorSeconds: 1, seconds: 600 }
    const givenUpAfter = { pause: allowed, spin: allowed }
    const work = openCostlyWork<typeof tasks>({ log: { warn: () => {} }, list, givenUpAfter })
    onTestFinished(() => work.stop())
    expect(await work.ask('sana', 'pause', 2500)).toBeUndefined()
    expect(await work.ask('omar', 'spin', undefined as never)).toBe('too costly')
  },
)

test('an error of ours is told as one', async () => {
  const work = oddWork()
  await expect(work.ask('sana', 'throwUp', undefined as never)).rejects.toThrow('nobody expected this')
  expect(work.told).toEqual([])
})

test('long work does not stand before short work', async () => {
  const work = oddWork({ seconds: 600 })
  const order: string[] = []
  const note = (name: string) => () => void order.push(name)
  const long = work.ask('omar', 'longPause', 600_000).then(note('long'), note('long'))
  await work.ask('sana', 'echo', 'hello').then(note('short'))
  await work.stop()
  await long
  expect(order).toEqual(['short', 'long'])
})

test('somebody with one file does not wait for all files of somebody with many', async () => {
  const work = oddWork()
  await processOf(work)
  const order: string[] = []
  const ask = (who: string) => work.ask(who, 'pause', 20).then(() => void order.push(who))
  await Promise.all([ask('omar'), ask('omar'), ask('omar'), ask('zara'), ask('zara'), ask('ali')])
  expect(order).toEqual(['omar', 'zara', 'ali', 'omar', 'zara', 'omar'])
})

test('a fourth item of one person, and a place in a full line, are refused at once', async () => {
  const work = oddWork({ seconds: 600 })
  await processOf(work)
  const waits = (who: string) => work.ask(who, 'pause', 600_000).catch((error: unknown) => error)
  const theirs = [waits('omar'), waits('omar'), waits('omar')]
  await expect(work.ask('omar', 'echo', 'hello')).rejects.toMatchObject({ code: 'too_many', why: { retryAfter: 5 } })

  const others = Array.from({ length: 28 }, (_, at) => waits(`person ${at}`))
  await expect(work.ask('sana', 'echo', 'hello')).rejects.toMatchObject(comeAgain)
  await work.stop()
  for (const answer of await Promise.all([...theirs, ...others])) expect(answer).toMatchObject({ code: 'unavailable' })
})

test('it is told none of our secrets, and before what is long everybody else comes first', async () => {
  vi.stubEnv('SMTP_URL', 'smtps://portal:secret@mail.example.edu')
  onTestFinished(() => void vi.unstubAllEnvs())
  const work = oddWork()
  const settings = async (isLong: boolean) =>
    (await work.ask('sana', 'settings', isLong)) as { names: string[]; priority: number }
  const { names, priority } = await settings(true)
  const ofTheSystem = new Set(['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_', 'NODE_COMPILE_CACHE'])
  expect(names.filter((name) => !ofTheSystem.has(name))).toEqual(['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE'])
  expect([priority, (await settings(false)).priority]).toEqual([10, 0])
})

test.runIf(process.platform === 'linux')('the system itself holds it to its limits (needs Linux)', async () => {
  const pid = await processOf(oddWork())
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8')
  const limitOf = (name: string) => new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(limits)?.slice(1)

  expect([limitOf('Max data size'), limitOf('Max cpu time'), limitOf('Max core file size')]).toEqual([
    [String(1056 * 1_048_576), String(1056 * 1_048_576)],
    ['3600', '3600'],
    ['0', '0'],
  ])
  expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).toBe('1000')
})

test('Ctrl-C in a terminal does not end it before its server', async () => {
  const work = oddWork()
  const pid = await processOf(work)
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.kill(pid, signal)
  expect(await processOf(work)).toBe(pid)
  await work.stop()
  await until(() => !isAlive(pid))
})
