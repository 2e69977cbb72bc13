import { monitorEventLoopDelay } from 'node:perf_hooks'

const bounds = [0.005, 0.025, 0.1, 0.5, 2, 10]

type Series = { byStatus: Map<number, number>; buckets: number[]; seconds: number; count: number }

/** A figure that is asked for only when the metrics are read. */
export type Gauge = { name: string; help: string; read: () => number | Promise<number> }

export type Metrics = {
  answered: (route: string, status: number, seconds: number) => void
  gauge: (gauge: Gauge) => void
  text: () => Promise<string>
}

/** Counts what the server does, and writes it in the text format that Prometheus reads. */
export function makeMetrics(): Metrics {
  const routes = new Map<string, Series>()
  const gauges: Gauge[] = []
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  gauges.push(
    { name: 'process_resident_memory_bytes', help: 'Memory of the process', read: () => process.memoryUsage.rss() },
    { name: 'process_uptime_seconds', help: 'Time since start', read: () => process.uptime() },
    { name: 'nodejs_eventloop_lag_p99_seconds', help: 'Event loop delay', read: () => loop.percentile(99) / 1e9 },
  )

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
    gauge(gauge) {
      gauges.push(gauge)
    },
    async text() {
      const lines = [...requestLines(routes)]
      for (const { name, help, read } of gauges) {
        // One figure that cannot be had (the database is down) must not hide the others.
        const value = await Promise.resolve()
          .then(read)
          .catch(() => undefined)
        if (value !== undefined) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
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
