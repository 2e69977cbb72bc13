import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { second } from '#contract/durations.ts'
import { signedTurns } from './line-turns.ts'
import { type LineRules, lineOf } from './line.ts'
import { Refusal } from './refuse.ts'

const key = Buffer.alloc(32, 7)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server with room for a hundred calls, of which it works on two at once, each for so many milliseconds. */
function aServer({ takes = 20, room = 100, name = 'comingIn' } = {}) {
  const inside = { calls: 0 }
  const rules: LineRules = { name, room, inside, key, now: () => new Date() }
  const line = lineOf(rules)
  const working: (() => void)[] = []
  let atWork = 0
  const work = async () => {
    if (atWork === 2) await new Promise<void>((mine) => working.push(mine))
    else atWork += 1
    await new Promise((done) => setTimeout(done, takes))
    const next = working.shift()
    if (next) next()
    else atWork -= 1
  }
  /** What somebody hears: nothing when they are served, or the refusal. */
  const ask = async (turn?: string): Promise<Refusal['why'] | undefined> => {
    try {
      await line.enter(turn)
    } catch (error) {
      if (error instanceof Refusal) return error.why
      throw error
    }
    await work()
    inside.calls -= 1
    line.left()
    line.admit()
    return undefined
  }
  return { ...rules, line, ask }
}

type Visitor = { number: number; refusals: number }

/** People who come one after the other, and again as often as they must. Gives them in the order in which they were served. */
async function aCrowd(people: number, { every, keepsTurns = true }: { every: number; keepsTurns?: boolean }) {
  const { ask } = aServer()
  const served: Visitor[] = []
  const visit = async (number: number) => {
    let turn: string | undefined
    for (let refusals = 0; ; refusals += 1) {
      const refused = await ask(turn)
      if (!refused) return void served.push({ number, refusals })
      if (keepsTurns) turn = refused.turn?.text
      // Without a turn: as all did before there was a line.
      await pauseFor(keepsTurns ? (refused.turn?.wait ?? 0) : 3 * second)
    }
  }
  const visits = Array.from({ length: people }, async (_, number) => pauseFor(number * every).then(() => visit(number)))
  await vi.runAllTimersAsync()
  await Promise.all(visits)
  return served
}

const pauseFor = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

const mostRefusals = (served: Visitor[]) => Math.max(...served.map(({ refusals }) => refusals))
/** How many were served after somebody who came at least so many people later. */
const overtakenBy = (served: Visitor[], later: number) =>
  served.filter(({ number }, at) => served.slice(0, at).some((other) => other.number >= number + later)).length

test('a crowd four times as fast as the server is served in the order in which it came, and nobody is refused more than once', async () => {
  const served = await aCrowd(1000, { every: 2.5 })

  expect(served.length).toBe(1000)
  expect(mostRefusals(served)).toBe(1)
  expect(overtakenBy(served, 20)).toBe(0)
})

test('the control: the same crowd without turns is refused again and again, and people who came later pass', async () => {
  const served = await aCrowd(1000, { every: 2.5, keepsTurns: false })

  expect(served.length).toBe(1000)
  expect(mostRefusals(served)).toBeGreaterThan(2)
  expect(overtakenBy(served, 20)).toBeGreaterThan(100)
})

test('a crowd that fills the room for a moment is refused nothing: it waits', async () => {
  const served = await aCrowd(100, { every: 2.5 })

  expect(served.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, number) => number))
  expect(mostRefusals(served)).toBe(0)
})

/** So many come at once; what each of them hears. */
async function comeAtOnce({ ask }: ReturnType<typeof aServer>, people: number) {
  const heard: (Refusal['why'] | undefined)[] = []
  const asking = Array.from({ length: people }, async () => void heard.push(await ask()))
  await vi.advanceTimersByTimeAsync(0)
  return { refused: heard.filter((why) => why !== undefined), asking }
}

test('turns are given in the order of arrival, each later than the one before; Retry-After is the next whole second', async () => {
  const { refused } = await comeAtOnce(aServer(), 500)

  const waits = refused.map(({ turn }) => turn?.wait ?? 0)
  expect(waits.length).toBeGreaterThan(200)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(refused.map(({ retryAfter }) => retryAfter)).toEqual(waits.map((wait) => Math.ceil(wait / second)))
})

test('a turn is good once, from its time on and for a minute after it', async () => {
  const server = aServer()
  const { refused } = await comeAtOnce(server, 500)
  const [turn, other] = refused.map((why) => why.turn) as { text: string; wait: number }[]
  if (!turn || !other) throw new Error('Nobody was refused.')

  // Too early: the same turn, and nothing is used up.
  const early = await server.ask(turn.text)
  expect(early?.turn).toEqual({ text: turn.text, wait: turn.wait })

  const stays = vi.advanceTimersByTimeAsync(turn.wait)
  const asked = server.ask(turn.text)
  await stays
  expect((await asked)?.turn?.text).toBe(turn.text)

  const taken = server.ask(turn.text)
  await vi.advanceTimersByTimeAsync(10 * second)
  expect(await taken).toBeUndefined()

  // A server that is full again takes it for none.
  await comeAtOnce(server, 500)
  expect((await server.ask(turn.text))?.turn?.text).not.toBe(turn.text)
  await vi.advanceTimersByTimeAsync(100 * second)
  await comeAtOnce(server, 500)
  expect((await server.ask(other.text))?.turn?.text).not.toBe(other.text)
})

test('a turn that was made up, put forward, or given in another line or by another key is none', () => {
  const turns = signedTurns(key, 'comingIn')
  const { text } = turns.give(1_800_000_000_000, 1_800_000_005_000)
  const time = 1_800_000_005_000
  const read = (sent: unknown) => turns.read(sent, time)

  expect(read(text)).toEqual({ since: 1_800_000_000_000, due: 1_800_000_005_000, text })
  expect(signedTurns(key, 'reading').read(text, time)).toBeUndefined()
  expect(signedTurns(Buffer.alloc(32, 8), 'comingIn').read(text, time)).toBeUndefined()
  const wrong = [text.replace('1800000005000', '1800000001000'), text.replace('1800000000000', '1700000000000')]
  const others = [`${text}0`, text.slice(0, -1), '', undefined, [text, text], 'x'.repeat(10_000)]
  for (const sent of [...wrong, ...others]) expect(read(sent)).toBeUndefined()
})

test('another instance knows the turn: a call that comes there with it is admitted before newcomers', async () => {
  const [first, second] = [aServer(), aServer()]
  const { refused } = await comeAtOnce(first, 500)
  const { text = '', wait = 0 } = refused[0]?.turn ?? {}
  await vi.advanceTimersByTimeAsync(wait)
  const newcomers = await comeAtOnce(second, 150)
  const order: string[] = []
  const asked = [second.ask().then(() => order.push('newcomer')), second.ask(text).then(() => order.push('turn'))]
  await vi.advanceTimersByTimeAsync(60 * 1000)
  await Promise.all([...asked, ...newcomers.asking])

  expect(order).toEqual(['turn', 'newcomer'])
})

test('turns that nobody comes back for keep nobody out of a server that has nothing to do, and no line is longer than two minutes', async () => {
  const server = aServer({ takes: second })
  await comeAtOnce(server, 100)
  await vi.advanceTimersByTimeAsync(20 * second)
  const { refused } = await comeAtOnce(server, 500)
  expect(Math.max(...refused.map(({ turn }) => turn?.wait ?? 0))).toBeLessThanOrEqual(120 * second)
  expect(refused.at(-1)).toEqual({ retryAfter: 120 })
  expect(server.line.length()).toBeGreaterThan(110)

  await vi.advanceTimersByTimeAsync(90 * second)
  const asked = server.ask()
  await vi.advanceTimersByTimeAsync(second)
  expect(await asked).toBeUndefined()
  expect(server.line.length()).toBeGreaterThan(0)
})

test('somebody who comes at their time to a server that has stopped hears so after ten seconds, and keeps their turn', async () => {
  const server = aServer({ takes: 1000 * second })
  const { refused } = await comeAtOnce(server, 500)
  const { text = '', wait = 0 } = refused[0]?.turn ?? {}
  await vi.advanceTimersByTimeAsync(wait)
  const asked = server.ask(text)
  await vi.advanceTimersByTimeAsync(10 * second)

  const again = (await asked)?.turn?.text ?? ''
  expect(again).not.toBe(text)
  expect(again.split('-')[0]).toBe(text.split('-')[0])
})
