/** The lists of the console: few rows and many must cost the same statements, and a file of all of them little memory. */
import { exceptions, orders } from './console-lists.ts'
import { memoryOf, percentile, processorSeconds, type Running, start } from './measure.ts'
import { openClient } from './people.ts'
import { setStage } from './stage.ts'
import { countingWire, type Wire } from './statements.ts'

/** A list of the console. A new one is an object like `exceptions`, and a word in `lists`. */
export type BenchedList = {
  name: string
  path: string
  /** What every question of the list says, also one for a file. */
  always?: string
  /** As the contract of exports calls it. */
  exported: string
  /** What is measured with many rows: a name, and what stands behind the `?`. */
  questions: Record<string, string>
  /** Makes rows until there are so many. */
  fill: (client: Client, rows: number) => Promise<void>
}
export type Client = Awaited<ReturnType<typeof openClient>>

const lists: BenchedList[] = [exceptions, orders]
const sizes = [1, 3, 1000, 50_000]
const exportedRows = 50_000
const mostStatements = 10
const calls = 20
const warmUp = 3

type Bench = { server: Running; wire: Wire; client: Client; cookie: string }

export async function consoleLists(): Promise<string[]> {
  const lines: string[] = []
  for (const list of lists) {
    await using stage = await setStage()
    await using wire = await countingWire(stage.url)
    await using client = await openClient(stage)
    await using server = await start({
      ...stage.ours,
      env: { ...stage.ours.env, ...signInByPassword(stage), DATABASE_URL: wire.url },
    })
    const bench = { server, wire, client, cookie: await signIn(server) }
    lines.push(...(await listOf(bench, list)), ...(await exportsOf(bench, list)), await overviewOf(bench))
  }
  return lines
}

/** Finance of the demonstration has no second factor: what is measured is the list, not the way in. */
const signInByPassword = ({ ours }: Awaited<ReturnType<typeof setStage>>) => ({
  STAFF_SECOND_FACTOR: 'off',
  ALLOW_UNSAFE: `${ours.env?.ALLOW_UNSAFE},no-second-factor`,
})

async function listOf(
  bench: Bench,
  { name, path: bare, always = '', questions, fill }: BenchedList,
): Promise<string[]> {
  const path = `${bare}?${always}`
  const seen: { rows: number; statements: number; p95: number }[] = []
  for (const rows of sizes) {
    await fill(bench.client, rows)
    seen.push({ rows, ...(await measure(bench, path)) })
  }
  const statements = [...new Set(seen.map((each) => each.statements))]
  const isGood = statements.length === 1 && Math.max(...statements) <= mostStatements
  const first = seen[0]?.p95 as number
  const others: string[] = []
  for (const [what, question] of Object.entries(questions)) {
    const { p95 } = await measure(bench, `${path}&${question}`)
    others.push(`${what} ${p95.toFixed(0)} ms`)
  }
  return [
    `${name}: statements with ${sizes.join(', ')} rows: ${seen.map((each) => each.statements).join(', ')} (goal equal, and at most ${mostStatements})${isGood ? '' : ' MISSED'}`,
    `${name}: p95 ${seen.map(({ rows, p95 }) => `${rows} rows ${p95.toFixed(1)} ms (${(p95 / first).toFixed(1)})`).join(', ')}`,
    `${name}, ${sizes.at(-1)} rows: p95 ${others.join(', ')}`,
  ]
}

/** The fewest statements of any call: jobs share the wire, and would be counted with the one they fall into. */
async function measure(bench: Bench, path: string): Promise<{ statements: number; p95: number }> {
  const waits: number[] = []
  let statements = Number.POSITIVE_INFINITY
  for (let turn = -warmUp; turn < calls; turn += 1) {
    const before = bench.wire.asked()
    const began = performance.now()
    await get(bench, path)
    if (turn < 0) continue
    waits.push(performance.now() - began)
    statements = Math.min(statements, bench.wire.asked() - before)
  }
  return { statements, p95: percentile(waits, 95) }
}

async function exportsOf(bench: Bench, { name, exported, always, fill }: BenchedList): Promise<string[]> {
  await fill(bench.client, exportedRows)
  const lines: string[] = []
  for (const format of ['csv', 'xlsx']) {
    const began = performance.now()
    const cpu = processorSeconds(bench.server)
    const { growth, before } = await memoryOf(bench.server, () =>
      writeFile(bench, { list: exported, filter: Object.fromEntries(new URLSearchParams(always)), format }),
    )
    const seconds = (performance.now() - began) / 1000
    lines.push(
      `${name}: ${exportedRows} rows as ${format} in ${seconds.toFixed(1)} s, ${processorSeconds(bench.server) - cpu} s of the server's processor, ${growth.toFixed(0)} MB more at most, from ${before.toFixed(0)} MB`,
    )
  }
  return lines
}

const figuresKeptFor = 5100
const looks = 10

/** Of an event with so many people and orders, each time after what was counted before is forgotten. */
async function overviewOf(bench: Bench): Promise<string> {
  const { rows } = await bench.client.query<{ id: number }>('select id from event where is_current')
  const path = `/staff/ConsoleOverview?eventId=${rows[0]?.id ?? 0}`
  const waits: number[] = []
  let statements = Number.POSITIVE_INFINITY
  for (let look = 0; look < looks; look += 1) {
    await new Promise((resume) => setTimeout(resume, figuresKeptFor))
    const before = bench.wire.asked()
    const began = performance.now()
    await get(bench, path)
    waits.push(performance.now() - began)
    statements = Math.min(statements, bench.wire.asked() - before)
  }
  const isGood = statements <= mostStatements && percentile(waits, 95) <= 300
  return `overview, ${exportedRows} people and orders: ${statements} statements (goal ${mostStatements}), p95 ${percentile(waits, 95).toFixed(0)} ms (goal 300)${isGood ? '' : ' MISSED'}`
}

async function writeFile(bench: Bench, wish: Body): Promise<void> {
  const { exportId } = await post(bench, '/staff/ExportBegin', wish)
  for (;;) {
    const { state, rows } = await get(bench, `/staff/ExportState?exportId=${String(exportId)}`)
    if (state === 'ready' && rows === exportedRows) return
    if (state !== 'waiting' && state !== 'running')
      throw new Error(`the export is ${String(state)} with ${String(rows)} rows`)
    await new Promise((resume) => setTimeout(resume, 100))
  }
}

type Body = Record<string, unknown>

/** Finance of the demonstration; gives their cookie. */
async function signIn(server: Running): Promise<string> {
  const reply = await send({ server, cookie: '' }, '/staff/StaffSignIn', {
    email: 'bilal.ansari@example.org',
    password: 'demo-organiser',
  })
  const [cookie = ''] = (reply.headers.getSetCookie()[0] ?? '').split(';')
  return cookie
}

type Sender = Pick<Bench, 'server' | 'cookie'>
const get = async (bench: Sender, path: string): Promise<Body> => (await send(bench, path)).json() as Promise<Body>
const post = async (bench: Sender, path: string, body: Body): Promise<Body> =>
  (await send(bench, path, body)).json() as Promise<Body>

/** Anything but an answer is an error of the bench. */
async function send({ server, cookie }: Sender, path: string, body?: Body): Promise<Response> {
  const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${path}: HTTP ${reply.status} ${await reply.text()}`)
  return reply
}
