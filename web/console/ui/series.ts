/** Days and how many came on each, as a chart draws them and a table tells them: both from the same rows. */
import { daysBetween } from '#web/platform/calendar.ts'

export type Step = { day: string; added: number; total: number }

const dayLength = 86_400_000
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

type Came = { day: string; people: number }

/** Every day from the first to the last, also those on which nobody came. What came before the first day counts in its total. */
export function stepsOf(came: readonly Came[], { from, to }: { from: string; to: string }): Step[] {
  const byDay = new Map(came.map(({ day, people }) => [day, people]))
  let total = came.reduce((sum, { day, people }) => (day < from ? sum + people : sum), 0)
  return Array.from({ length: Math.max(1, daysBetween(from, to) + 1) }, (_, at) => {
    const day = dayAfter(from, at)
    const added = byDay.get(day) ?? 0
    total += added
    return { day, added, total }
  })
}

/** In weeks from the first day. */
export function weeksOf(steps: readonly Step[]): Step[] {
  const weeks = Map.groupBy(steps.entries(), ([at]) => Math.floor(at / 7))
  return [...weeks.values()].map((days) => {
    const [first, last] = [days[0]?.[1], days.at(-1)?.[1]] as [Step, Step]
    return { day: first.day, added: days.reduce((sum, [, { added }]) => sum + added, 0), total: last.total }
  })
}

/** Three equal steps above nothing that the highest fits under, in round figures. */
export function scaleFor(highest: number): number[] {
  const least = Math.max(1, highest / 3)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
    .map((each) => each * power)
    .find((each) => each >= least && Number.isInteger(each))
  const round = step ?? Math.ceil(least)
  return [round * 3, round * 2, round, 0]
}
