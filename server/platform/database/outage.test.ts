/** What is told of a database that is away: enough, and no more than anybody can read. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeLog } from '#server/platform/process/log.ts'
import { tellingOfOutages } from './outage.ts'

type Line = { msg: string; request?: string; err?: { message: string }; times?: Record<string, number> }

function aLog() {
  const lines: Line[] = []
  return { lines, log: makeLog('warn', { write: (line) => lines.push(JSON.parse(line) as Line) }) }
}

test('calls, pools and jobs that lose the database together write one line a second, and nothing of it is lost', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { lines, log } = aLog()
  for (let tenth = 0; tenth < 30; tenth += 1) {
    tellingOfOutages(log).tell(new Error('gone'), 'a call was refused', { about: { request: `r${tenth}` } })
    tellingOfOutages(log).tell(undefined, 'the jobs begin again')
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(5000)

  const [first, ...held] = lines
  expect([first?.msg, first?.request, first?.err?.message]).toEqual(['a call was refused', 'r0', 'gone'])
  expect(held).toHaveLength(3)
  const total = (words: string) => held.reduce((sum, { times }) => sum + (times?.[words] ?? 0), 0)
  expect(['a call was refused: gone', 'the jobs begin again'].map(total)).toEqual([29, 30])
})

test('a crowd that is refused for another reason is told as rarely, and counts as no outage', () => {
  const { lines, log } = aLog()
  const outage = tellingOfOutages(log)
  for (let each = 0; each < 100; each += 1) outage.tell(new Error('busy'), 'a call was refused', { isAway: false })

  expect(outage.isNow()).toBe(false)
  outage.stop()
  expect(lines).toHaveLength(2)
})
