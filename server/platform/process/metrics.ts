/** Counts what the server does, and writes it in the text format that Prometheus reads. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { kept } from './kept.ts'

const bounds = [0.005, 0.025, 0.1, 0.5, 2, 10]
/** What was asked of the database is told again for so long: whoever reads the metrics every second asks it no more often. */
const keptFor = 5000

type Series = { byStatus: Map<number, number>; buckets: number[]; seconds: number; count: number }
type Values = number | Sample[]
type Sample = { labels: Record<string, string | number>; value: number }

/** One name with its values; undefined is a value that cannot be had. */
export type Figure = { name: string; help: string; kind?: 'gauge' | 'counter'; values: Values | undefined }

/** A figure that is asked for only when the metrics are read. */
export type Gauge = { name: string; help: string; read: () => number | Promise<number> }

/** Something that happens, counted by what becomes of it. All of that is told from the start, with 0. */
type Counter<Of extends string> = { name: string; help: string; label: string; of: readonly Of[] }

export type Metrics = {
  answered: (route: string, status: number, seconds: number) => void
  gauge: (gauge: Gauge) => void
  /** Gives what counts one more. */
  counter: <Of extends string>(counter: Counter<Of>) => (of: Of) => void
  /** Several that one question to the database answers. */
  figures: (read: () => Promise<Figure[]>) => void
  text: () => Promise<string>
}

export function makeMetrics(): Metrics {
  const routes = new Map<string, Series>()
  const parts: (() => Promise<Figure[]>)[] = []
  const loopDelay = delayOfEventLoop()
  const gauge = ({ name, help, read }: Gauge) => parts.push(async () => [{ name, help, values: await read() }])
  gauge({ name: 'process_resident_memory_bytes', help: 'Memory of the process', read: () => process.memoryUsage.rss() })
  gauge({ name: 'process_uptime_seconds', help: 'Time since start', read: () => process.uptime() })
  gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'Event loop delay, 99th percentile of the last one to two minutes',
    read: loopDelay,
  })

  return {
    answered(route, status, seconds) {
      let series = routes.get(route)
      if (!series)
        routes.set(route, (series = { byStatus: new Map(), buckets: bounds.map(() => 0), seconds: 0, count: 0 }))
      series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1)
      series.count += 1
      series.seconds += seconds
      for (let at = bounds.length - 1; at >= 0 && seconds <= (bounds[at] as number); at -= 1)
        (series.buckets[at] as number)++
    },
    gauge,
    counter({ name, help, label, of }) {
      const counts = new Map<string, number>(of.map((each) => [each, 0]))
      const samples = () => [...counts].map(([each, value]) => ({ labels: { [label]: each }, value }))
      parts.push(async () => [{ name, help, kind: 'counter', values: samples() }])
      return (each) => counts.set(each, (counts.get(each) ?? 0) + 1)
    },
    figures: (read) => parts.push(kept(read, keptFor)),
    async text() {
      // One figure that cannot be had (the database is down) must not hide the others, nor make them wait in a row.
      const figures = await Promise.all(parts.map((read) => read().catch((): Figure[] => [])))
      return `${[...requestLines(routes), ...figures.flat().flatMap(linesOf)].join('\n')}\n`
    },
  }
}

const loopWindow = 60_000

/** In seconds, over the current window and the one before: over the whole life of the process a slow start would hide, or imitate, a slow hour. */
export function delayOfEventLoop(window = loopWindow): () => number {
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  let before = 0
  setInterval(() => {
    before = loop.percentile(99)
    loop.reset()
  }, window).unref()
  return () => Math.max(before, loop.percentile(99)) / 1e9
}

function linesOf({ name, help, kind = 'gauge', values }: Figure): string[] {
  if (values === undefined) return []
  const samples = typeof values === 'number' ? [`${name} ${values}`] : values.map((each) => sampleLine(name, each))
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...samples]
}

/** A topic may have any character: one that ends the label would spoil all that follows. */
function sampleLine(name: string, { labels, value }: Sample): string {
  const words = Object.entries(labels).map(
    ([label, word]) =>
      `${label}="${String(word).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  )
  return `${name}{${words.join()}} ${value}`
}

function* requestLines(routes: Map<string, Series>): Generator<string> {
  yield '# HELP http_requests_total Answers by route and status'
  yield '# TYPE http_requests_total counter'
  for (const [route, { byStatus }] of routes) {
    for (const [status, count] of byStatus) yield `http_requests_total{route="${route}",status="${status}"} ${count}`
  }
  yield '# HELP http_request_seconds Time to answer'
  yield '# TYPE http_request_seconds histogram'
  for (const [route, { buckets, seconds, count }] of routes) {
    for (const [at, bound] of bounds.entries())
      yield `http_request_seconds_bucket{route="${route}",le="${bound}"} ${buckets[at]}`
    yield `http_request_seconds_bucket{route="${route}",le="+Inf"} ${count}`
    yield `http_request_seconds_sum{route="${route}"} ${seconds}`
    yield `http_request_seconds_count{route="${route}"} ${count}`
  }
}
