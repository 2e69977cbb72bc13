/** The lists of the console: few rows and many must cost the same statements, a file of all of them little memory, and buyers little time. */
import { aWorkshop, beside } from './buying.ts'
import { type BenchedList, lists } from './console-lists.ts'
import { everywhere, fillEvent, type Size } from './console-world.ts'
import { anotherEvent, type Client, currentEvent } from './filled-events.ts'
import { type Figure, judged, memoryOf, percentile, processorSeconds, start } from './measure.ts'
import { openClient, signedInPeople } from './people.ts'
import {
  Busy,
  type Caller,
  costOf,
  get,
  longestWait,
  mostStatements,
  post,
  signedIn,
  signInByPassword,
} from './staff-calls.ts'
import { setStage } from './stage.ts'
import { countingWire, type Wire } from './statements.ts'

const whole: Size = {
  people: 20_000,
  orders: 50_000,
  exceptions: 5000,
  abstracts: 10_000,
  acts: 500_000,
  letters: 200_000,
}
const few = [1, 3, 1000]
const buyers = 20_000

/** An event, and how much is in it. */
type Filled = { eventId: number; rows: string }
type Bench = { staff: Caller; wire: Wire; events: Filled[]; large: number }

export async function consoleLists(): Promise<string[]> {
  await using stage = await setStage()
  const tokens = (await signedInPeople(stage, buyers)).values()
  await using client = await openClient(stage)
  const events = await filled(client)
  const large = await currentEvent(client)
  const env = { ...stage.ours.env, ...signInByPassword(stage) }
  const figures: Figure[] = []
  {
    await using wire = await countingWire(stage.url)
    await using server = await start({ ...stage.ours, env: { ...env, DATABASE_URL: wire.url } })
    const bench = { staff: await signedIn(server, 'owner'), wire, events, large }
    for (const list of lists) figures.push(...(await listOf(bench, list)))
    figures.push(await overviewOf(bench))
  }
  await using server = await start({ ...stage.ours, env })
  const staff = await signedIn(server, 'owner')
  // A file of so many rows asks for a second factor, which staff of the demonstration do not have.
  await client.query(`update staff_session set stepped_up_until = now() + interval '1 hour'`)
  figures.push(...(await exportsOf(staff, events)))
  const workshop = await aWorkshop(client, 'Hot')
  const { served, waits } = await beside({ server, tokens, workshop }, 'lists and a file of all orders', () =>
    Promise.all([writeFile(staff, large, 'csv'), readLists(staff, large)]),
  )
  figures.push(served, waits)
  return [
    Object.entries(whole)
      .map(([what, many]) => `${many} ${what}`)
      .join(', '),
    ...figures.map(judged),
  ]
}

async function filled(client: Client): Promise<Filled[]> {
  const events: Filled[] = []
  for (const rows of few) {
    const eventId = await anotherEvent(client, `Event of ${rows}`)
    await fillEvent(client, eventId, everywhere(rows))
    events.push({ eventId, rows: String(rows) })
  }
  const eventId = await currentEvent(client)
  await fillEvent(client, eventId, whole)
  // As a database that runs for years does by itself.
  await client.query('vacuum analyze')
  return [...events, { eventId, rows: 'all' }]
}

async function listOf(
  { staff, wire, events, large }: Bench,
  { name, path, questions }: BenchedList,
): Promise<Figure[]> {
  const seen: { rows: string; statements: number; p95: number }[] = []
  for (const { eventId, rows } of events)
    seen.push({ rows, ...(await costOf(wire, () => get(staff, `${path}?eventId=${eventId}`))) })
  const statements = [...new Set(seen.map((each) => each.statements))]
  const asked: { what: string; p95: number }[] = []
  for (const [what, question] of Object.entries(questions))
    asked.push({ what, ...(await costOf(wire, () => get(staff, `${path}?eventId=${large}&${question}`))) })
  const slowest = Math.max(...[...seen, ...asked].map(({ p95 }) => p95))
  const waits = [...seen.map(({ rows, p95 }) => ({ what: `${rows} rows`, p95 })), ...asked]
  return [
    {
      line: `${name}: statements with ${seen.map(({ rows }) => rows).join(', ')} rows: ${seen.map((each) => each.statements).join(', ')} (goal equal, and at most ${mostStatements})`,
      holds: statements.length === 1 && Math.max(...statements) <= mostStatements,
    },
    {
      line: `${name}: p95 ${waits.map(({ what, p95 }) => `${what} ${p95.toFixed(0)} ms`).join(', ')} (goal ${longestWait})`,
      holds: slowest <= longestWait,
    },
  ]
}

const figuresKeptFor = 5100
const looks = 5

/** Each time after what was counted before is forgotten. */
async function overviewOf({ staff, wire, events }: Bench): Promise<Figure> {
  const seen = events.map(() => ({ waits: [] as number[], statements: Number.POSITIVE_INFINITY }))
  for (let look = 0; look < looks; look += 1) {
    await new Promise((resume) => setTimeout(resume, figuresKeptFor))
    for (const [at, each] of seen.entries()) {
      const before = wire.asked()
      const began = performance.now()
      await get(staff, `/staff/ConsoleOverview?eventId=${events[at]?.eventId}`)
      each.waits.push(performance.now() - began)
      each.statements = Math.min(each.statements, wire.asked() - before)
    }
  }
  const costs = seen.map(({ waits, statements }) => ({ statements, p95: percentile(waits, 95) }))
  const most = Math.max(...costs.map(({ statements }) => statements))
  const slowest = Math.max(...costs.map(({ p95 }) => p95))
  return {
    line: `overview: statements with ${events.map(({ rows }) => rows).join(', ')} rows: ${costs.map(({ statements }) => statements).join(', ')} (goal ${mostStatements}), p95 ${costs.map(({ p95 }) => p95.toFixed(0)).join(', ')} ms (goal ${longestWait})`,
    holds: most <= mostStatements && slowest <= longestWait,
  }
}

const goals = { csv: 5, xlsx: 15 }
const mostMegabytes = 50

async function exportsOf(staff: Caller, events: Filled[]): Promise<Figure[]> {
  const [smaller, { eventId }] = events.slice(-2) as [Filled, Filled]
  const figures: Figure[] = []
  // What the first file loads and compiles is not memory of this one.
  for (const format of Object.keys(goals)) await writeFile(staff, smaller.eventId, format)
  for (const [format, goal] of Object.entries(goals)) {
    const began = performance.now()
    const cpu = processorSeconds(staff.server)
    const { growth, before } = await memoryOf(staff.server, () => writeFile(staff, eventId, format))
    const seconds = (performance.now() - began) / 1000
    figures.push({
      line: `${whole.orders} orders as ${format} in ${seconds.toFixed(1)} s (goal ${goal}), ${processorSeconds(staff.server) - cpu} s of the server's processor, ${growth.toFixed(0)} MB more at most (goal ${mostMegabytes}), from ${before.toFixed(0)} MB`,
      holds: seconds <= goal && growth <= mostMegabytes,
    })
  }
  return figures
}

function unlessBusy(error: unknown): undefined {
  if (!(error instanceof Busy)) throw error
}

async function writeFile(staff: Caller, eventId: number, format: string): Promise<void> {
  const wish = { list: 'OrdersList', filter: { eventId: String(eventId) }, format }
  const { exportId } = await post(staff, '/staff/ExportBegin', wish)
  for (;;) {
    // Who hears that it is busy asks again, as the browser does.
    const asked = await get(staff, `/staff/ExportState?exportId=${String(exportId)}`).catch(unlessBusy)
    const { state, rows, of } = asked ?? { state: 'running' }
    if (state === 'ready' && rows === of) return
    if (state !== 'waiting' && state !== 'running')
      throw new Error(`the export is ${String(state)} with ${String(rows)} rows`)
    await new Promise((resume) => setTimeout(resume, 100))
  }
}

const lookedAtFor = 1000

/** As somebody does who looks through all of them, a second at each. */
async function readLists(staff: Caller, eventId: number): Promise<void> {
  for (const { path } of lists) {
    await get(staff, `${path}?eventId=${eventId}`)
    await new Promise((resume) => setTimeout(resume, lookedAtFor))
  }
}
