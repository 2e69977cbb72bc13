/** Blind review as large as a college has it: assigned, read, saved and decided, while participants go on. */
import { setTimeout as pause } from 'node:timers/promises'
import { save, smallFile } from './abstracts.ts'
import { blindCopies } from './blind-copies.ts'
import { aWorkshop, beside } from './buying.ts'
import { anotherEvent, type Client, currentEvent } from './filled-events.ts'
import { type Figure, judged, median, memoryOf, percentile, processorSeconds, type Running, start } from './measure.ts'
import { openClient, signedInPeople } from './people.ts'
import { aReview, type Reader, reviewed } from './review-world.ts'
import { ask, type Body, type Caller, costOf, get, longestWait, mostStatements, post } from './staff-calls.ts'
import { signedIn, signInByPassword, withToken } from './staff-calls.ts'
import { setStage } from './stage.ts'
import { countingWire, type Wire } from './statements.ts'

const abstracts = 2000
const reviewers = 300
const few = [1, 3]
const people = 6000
/** Each may have only some abstracts. */
const writers = 1000

export async function review(): Promise<string[]> {
  const copies = await blindCopies()
  await using stage = await setStage()
  const tokens = await signedInPeople(stage, people)
  await using client = await openClient(stage)
  const events = await eventsOf(client)
  const large = events.at(-1) as number
  const env = { ...stage.ours.env, ...signInByPassword(stage) }
  await using server = await start({ ...stage.ours, env })
  const staff = await signedIn(server, 'owner')
  const figures = [copies, ...(await assignments(staff, tokens.slice(0, writers), large))]
  let readers: Reader[] = []
  for (const eventId of events) {
    await post(staff, '/staff/RunApply', { eventId, runId: await proposed(staff, eventId) })
    readers = await reviewed(client, eventId)
  }
  const asReaders = (server: Running) => readers.map(({ token }) => withToken(server, token))
  {
    await using wire = await countingWire(stage.url)
    await using counted = await start({ ...stage.ours, env: { ...env, DATABASE_URL: wire.url } })
    const chair = await signedIn(counted, 'owner')
    figures.push(await decisions(chair, wire, events))
    const theirs = asReaders(counted)
    figures.push(await inbox(theirs[0] as Caller, wire), await saves(theirs))
    figures.push(await unknownAndForbidden(theirs, await ofAnother(client, readers)))
  }
  const workshop = await aWorkshop(client, 'Hot')
  const { served } = await beside(
    { server, tokens: tokens.slice(writers).values(), workshop },
    'review: the ranking, the inbox and saves in turn, and blind copies',
    () => Promise.all([blindCopies(), reviewing(staff, asReaders(server), large)]),
  )
  return [...figures, served].map(judged)
}

/** The last is the current one, for which people review. */
async function eventsOf(client: Client): Promise<number[]> {
  const events: number[] = []
  for (const many of few) {
    const eventId = await anotherEvent(client, `Event of ${many}`)
    await aReview(client, eventId, { abstracts: many, reviewers: 10 })
    events.push(eventId)
  }
  const eventId = await currentEvent(client)
  await aReview(client, eventId, { abstracts, reviewers })
  await client.query('vacuum analyze')
  return [...events, eventId]
}

const settings = { each: 3, most: 60, expertFirst: true, keepUnopened: false }

/** The newest proposal of an event, computed now. */
async function proposed(staff: Caller, eventId: number): Promise<number> {
  const { runId } = await post(staff, '/staff/AssignmentPropose', { eventId, settings })
  for (;;) {
    const { run } = (await get(staff, `/staff/RunShow?eventId=${eventId}`)) as { run: { state: string } }
    if (run.state === 'proposed') return runId as number
    if (run.state !== 'queued' && run.state !== 'running') throw new Error(`the proposal is ${run.state}`)
    await pause(100)
  }
}

const [mostProcessor, mostMegabytes, mostSlower, idleFor] = [5, 200, 3, 4000] as const

/** Twice: alone, for what it takes; and while people save abstracts, one after the other. */
async function assignments(staff: Caller, writers: string[], eventId: number): Promise<Figure[]> {
  const { server } = staff
  // Loads and compiles what the first save needs.
  await savesDuring(staff, writers, () => pause(1000))
  const idle = percentile(await savesDuring(staff, writers, () => pause(idleFor)), 95)
  const cpu = processorSeconds(server)
  let runId = 0
  const { growth } = await memoryOf(server, async () => (runId = await proposed(staff, eventId)))
  const seconds = processorSeconds(server) - cpu
  const discard = () => post(staff, '/staff/RunDiscard', { eventId, runId })
  await discard()
  const waits = await savesDuring(staff, writers, async () => (runId = await proposed(staff, eventId)))
  await discard()
  const busy = percentile(waits, 95)
  return [
    {
      line: `${abstracts} abstracts with three reviewers each of ${reviewers}: ${seconds} s of the server's processor (goal ${mostProcessor}), ${growth.toFixed(0)} MB more at most (goal ${mostMegabytes})`,
      holds: seconds <= mostProcessor && growth <= mostMegabytes,
    },
    {
      line: `a participant's save meanwhile: p95 ${(busy / idle).toFixed(1)} times that of an idle server (goal ${mostSlower}); ${busy.toFixed(0)} against ${idle.toFixed(0)} ms, ${waits.length} saves`,
      holds: busy <= mostSlower * idle,
    },
  ]
}

async function savesDuring({ server }: Caller, writers: string[], work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let isOver = false
  const working = work().finally(() => (isOver = true))
  // Its error is heard below, where it is waited for.
  working.catch(() => undefined)
  while (!isOver) {
    const began = performance.now()
    await save(server, writers[waits.length % writers.length] as string, smallFile)
    waits.push(performance.now() - began)
  }
  await working
  return waits
}

async function decisions(chair: Caller, wire: Wire, events: number[]): Promise<Figure> {
  const costs: { statements: number; p95: number }[] = []
  for (const eventId of events)
    costs.push(await costOf(wire, () => get(chair, `/staff/DecisionList?eventId=${eventId}`)))
  const statements = [...new Set(costs.map((cost) => cost.statements))]
  return {
    line: `DecisionList: statements with ${[...few, abstracts].join(', ')} rows: ${costs.map((cost) => cost.statements).join(', ')} (goal equal, and at most ${mostStatements}), p95 ${costs.map(({ p95 }) => p95.toFixed(0)).join(', ')} ms (goal ${longestWait})`,
    holds:
      statements.length === 1 &&
      Math.max(...statements) <= mostStatements &&
      Math.max(...costs.map(({ p95 }) => p95)) <= longestWait,
  }
}

const mostOfInbox = 4

/** Between becoming the reviewer and the end: who asks, and whether they review, is asked for every call. */
async function inbox(reader: Caller, wire: Wire): Promise<Figure> {
  await get(reader, '/api/ReviewInbox')
  wire.texts()
  const { rows } = await get(reader, '/api/ReviewInbox')
  const texts = wire.texts()
  const first = texts.findIndex((text) => text.includes('colloquium.reviewer'))
  const own = texts.slice(first, texts.indexOf('commit', first))
  return {
    line: `ReviewInbox: ${own.length} statements (goal ${mostOfInbox}) for ${(rows as unknown[]).length} abstracts, ${texts.length} with session, reviewer, begin and commit`,
    holds: first >= 0 && own.length > 0 && own.length <= mostOfInbox,
  }
}

const savesOfReviews = 100
const longestSave = 150

async function saves(readers: Caller[]): Promise<Figure> {
  const opened = await Promise.all(readers.map(openOne))
  const waits: number[] = []
  for (let turn = 0; turn < savesOfReviews; turn += 1) {
    const began = performance.now()
    await inTurn(opened, turn).save()
    waits.push(performance.now() - began)
  }
  const p95 = percentile(waits, 95)
  return { line: `ReviewSave: p95 ${p95.toFixed(0)} ms (goal ${longestSave})`, holds: p95 <= longestSave }
}

/** Something that they have still to do; each save goes on from the one before. */
async function openOne(reader: Caller): Promise<{ save: () => Promise<void> }> {
  const { rows } = (await get(reader, '/api/ReviewInbox')) as { rows: { assignmentId: number; state: string }[] }
  const assignmentId = rows.find(({ state }) => state === 'assigned' || state === 'begun')?.assignmentId as number
  const { criteria, own } = (await post(reader, '/api/ReviewOpen', { assignmentId })) as {
    criteria: { criterionId: number }[]
    own: { version: number }
  }
  let { version } = own
  const save = async () => {
    const scores = criteria.map(({ criterionId }) => ({ criterionId, score: 1 + (version % 5) }))
    const words = { recommendation: 'accept', sure: 'field', toAuthor: 'Give the number of patients.'.repeat(20) }
    const sent = { assignmentId, version, saveKey: `bench-save-${version}`, scores, ...words }
    const answer: Body = await post(reader, '/api/ReviewSave', sent)
    if (answer.status !== 'Success') throw new Error(`a save was answered with ${String(answer.status)}`)
    version = answer.version as number
  }
  return { save }
}

const inTurn = <T>(all: T[], turn: number): T => all[turn % all.length] as T

/** What none of them has. */
async function ofAnother(client: Client, readers: Reader[]): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select max(id) as id from assignment where reviewer_id <> all ($1::int[])',
    [readers.map(({ reviewerId }) => reviewerId)],
  )
  return rows[0]?.id as number
}

const looks = 200
const unknown = 2_000_000_000

/** In turns. There is no goal: that they are alike in bytes and statements is a test, and this tells whether a clock could tell them apart. */
async function unknownAndForbidden(readers: Caller[], forbidden: number): Promise<Figure> {
  const waits = { unknown: [] as number[], forbidden: [] as number[] }
  const statuses = new Set<number>()
  for (let look = 0; look < looks; look += 1)
    for (const [what, assignmentId] of [
      ['unknown', unknown],
      ['forbidden', forbidden],
    ] as const) {
      const began = performance.now()
      const reply = await ask(inTurn(readers, look), '/api/ReviewOpen', { assignmentId })
      await reply.arrayBuffer()
      waits[what].push(performance.now() - began)
      statuses.add(reply.status)
    }
  return {
    line: `404 of an unknown and of a forbidden review: medians ${median(waits.unknown).toFixed(2)} and ${median(waits.forbidden).toFixed(2)} ms, of ${looks} each`,
    holds: statuses.size === 1 && statuses.has(404),
  }
}

const rounds = 20

/** As on the last evening: a chair looks at the ranking while reviewers open and save. */
async function reviewing(chair: Caller, readers: Caller[], eventId: number): Promise<void> {
  const opened = await Promise.all(readers.map(openOne))
  for (let round = 0; round < rounds; round += 1) {
    await get(chair, `/staff/DecisionList?eventId=${eventId}`)
    await get(inTurn(readers, round), '/api/ReviewInbox')
    await inTurn(opened, round).save()
  }
}
