/** A proposal who reads what: asked for, computed in a thread by a job, stopped or put away. What it says changes nothing before it is applied. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/operation.ts'
import { type AssignmentPropose, RunSettings } from '#contract/selection/assignments.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { hiddenFromTeam } from '#server/kernel/visibility/seen-by.ts'
import {
  type Acting,
  asLocked,
  inTransaction,
  type Locked,
  type Transaction,
  type World,
} from '#server/kernel/world.ts'
import { balanceInThread, type Wanted } from '#server/platform/costly-work/balance-thread.ts'
import { Stopped } from '#server/platform/costly-work/balance.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { callOf, lockCall } from '#server/selection/call/calls.ts'
import { findConflicts } from '#server/selection/conflicts/conflicts.ts'
import { knownToBeHidden } from '#server/selection/conflicts/staff-conflicts.ts'
import { type GivenByAll, type Lot, type Offering, type Part, partsOf } from './assignment-parts.ts'
import { type Abstract, type Held, pairOf, problemOf, type ShortOne, shortOnes, works } from './assignment-rules.ts'

export const runJob = 'compute-assignment'
/** Whoever computes says so this often, and hears then whether to stop. */
const beat = 400
/** A run that was silent for so long has lost its server. */
const silentFor = 30_000

/** One at a time in each event: the one before it is applied, put away or stopped first. */
export async function propose(
  world: Acting,
  by: Staff,
  { eventId, settings, seed }: ParsedInputOf<typeof AssignmentPropose>,
): Promise<{ runId: number }> {
  await lockOpenEvent(world, eventId)
  const call = await lockCall(world, eventId)
  if (!call.beganAt) refuse('conflict', { sentence: 'Review has not begun.' })
  const open = await openRun(world, eventId)
  if (open)
    refuse('conflict', {
      sentence:
        open.state === 'proposed' ? 'There is a proposal. Apply or discard it first.' : 'A proposal is being computed.',
    })
  const { withoutAnother } = await knownToBeHidden(world, by, eventId)
  const inConflictAt = withoutAnother.length > 0 ? world.now() : null
  const { id } = await world.db
    .insertInto('assignmentRun')
    .values({ eventId, settings: JSON.stringify(settings), seed, by: by.accountId, at: world.now(), inConflictAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(world.db, runJob, { payload: { runId: id }, key: `assignment ${eventId}` })
  return { runId: id }
}

async function openRun({ db }: Transaction, eventId: number) {
  return db
    .selectFrom('assignmentRun')
    .select(['id', 'state'])
    .where('eventId', '=', eventId)
    .where('state', 'in', ['queued', 'running', 'proposed'])
    .executeTakeFirst()
}

type Which = { eventId: number; runId: number }

export async function lockRun({ db }: Transaction, { eventId, runId }: Which): Promise<Locked<Row<'assignmentRun'>>> {
  const run = await db
    .selectFrom('assignmentRun')
    .selectAll()
    .where('id', '=', runId)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return run ? asLocked(run) : refuse('not_found')
}

/** The server that computes the run stops within a second; a run that was not begun ends at once. */
export async function stopRun(world: Acting, which: Which): Promise<void> {
  const { state } = await lockRun(world, which)
  if (state !== 'queued' && state !== 'running') refuse('conflict', { sentence: 'Nothing is being computed.' })
  const now = world.now()
  const over = state === 'queued' ? ({ state: 'stopped', endedAt: now } as const) : {}
  await change(world, which.runId, { stopAskedAt: now, ...over })
}

export async function discardRun(world: Acting, which: Which): Promise<void> {
  const { state } = await lockRun(world, which)
  if (state !== 'proposed')
    refuse('conflict', { sentence: state === 'applied' ? 'Applied already.' : 'There is no proposal.' })
  await change(world, which.runId, { state: 'discarded', endedAt: world.now() })
}

/** What is written down of a proposal. Earlier ones have no `apart` and no `left`. */
export type RunFigures = {
  milliseconds: number
  short: ShortOne[]
  abstracts: number[]
  /** Drawn by lot: hidden from somebody of the team. */
  apart?: number[]
  /** For somebody else to assign: hidden from the person who asked for it. */
  left?: number[]
}
type Values = Partial<Omit<Row<'assignmentRun'>, 'id' | 'eventId' | 'settings'>>

export async function change({ db }: Pick<World, 'db'>, runId: number, values: Values): Promise<void> {
  await db
    .updateTable('assignmentRun')
    .set({ ...values, ...(values.figures !== undefined && { figures: JSON.stringify(values.figures) }) })
    .where('id', '=', runId)
    .execute()
}

/** Those that a server left behind when it was killed. */
export async function takeUpRuns(world: World): Promise<void> {
  const silent = await world.db
    .selectFrom('assignmentRun')
    .select(['id', 'eventId'])
    .where('state', '=', 'running')
    .where('beatAt', '<', new Date(world.now().getTime() - silentFor))
    .execute()
  for (const { id } of silent)
    await enqueue(world.db, runJob, { payload: { runId: id }, key: `assignment again ${id}` })
}

/** The job. Of two that have it, one proposes: the other finds that it is no longer running. */
export async function computeRun(world: World, runId: number): Promise<void> {
  const run = await claim(world, runId)
  if (!run) return
  const began = performance.now()
  try {
    await findConflicts(world, run.eventId)
    const given = await readGiven(world, run)
    const solved: Solved[] = []
    for (const part of partsOf(given, given.apart, lot)) {
      const problem = problemOf(part)
      const before = solved.reduce((sum, { of }) => sum + of.length, 0)
      const of = await solve(world, runId, { problem, before, inAll: given.abstracts.length })
      solved.push({ part, of, cost: problem.cost })
    }
    const milliseconds = Math.round(performance.now() - began)
    await write(world, run, { given, solved, milliseconds })
  } catch (error) {
    const state = error instanceof Stopped ? 'stopped' : 'failed'
    await world.db
      .updateTable('assignmentRun')
      .set({ state, endedAt: world.now() })
      .where('id', '=', runId)
      .where('state', '=', 'running')
      .execute()
    if (state === 'failed') throw error
  }
}

async function claim({ db, now }: World, runId: number) {
  return db
    .updateTable('assignmentRun')
    .set({ state: 'running', beatAt: now(), progress: 0 })
    .where('id', '=', runId)
    .where((row) =>
      row.or([
        row('state', '=', 'queued'),
        row.and([row('state', '=', 'running'), row('beatAt', '<', new Date(now().getTime() - silentFor))]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Not by the seed of the proposal: the person who asked for it could draw again what is hidden from them. */
const lot: Lot = {
  seed: () => randomInt(2 ** 31),
  shuffled: (all) => {
    const drawn = all.map((each) => ({ each, at: randomInt(2 ** 47) }))
    return drawn.toSorted((a, b) => a.at - b.at).map(({ each }) => each)
  },
}

/** `apart`: from whom an abstract is hidden; `left`: those that another person assigns. */
type Reading = GivenByAll & { apart: ReadonlyMap<number, string>; left: number[] }

async function readGiven(world: World, run: Row<'assignmentRun'>): Promise<Reading> {
  const { db } = world
  const { eventId, seed } = run
  const { leftToOthers: left } = await knownToBeHidden(world, { accountId: run.by }, eventId)
  const { rows: abstracts } = await sql<Abstract>`
    select abstract.id, speciality_id from abstract
    join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
    join sub_speciality on sub_speciality.id = sub_speciality_id
    where event_id = ${eventId} and state = 'under_review' and abstract.id <> all (${left}::int[]) order by abstract.id`.execute(
    db,
  )
  const { rows: reviewers } = await sql<Offering>`
    select id, quota, exists (select from ${declinedSince} where reason = 'time') as has_no_time,
      array(select distinct speciality_id from ${declinedSince} join abstract on abstract.id = abstract_id
        join abstract_version written on written.abstract_id = abstract.id and written.number = current_version
        join sub_speciality on sub_speciality.id = sub_speciality_id where reason = 'field') as leaves,
      array(select speciality_id from reviewer_field where reviewer_id = reviewer.id and strength = 'first') as first,
      array(select speciality_id from reviewer_field where reviewer_id = reviewer.id and strength = 'second') as second
    from reviewer where event_id = ${eventId} and state = 'active' order by id`.execute(db)
  const { rows: conflicts } = await sql<{ abstractId: number; reviewerId: number }>`
    select distinct abstract_id, reviewer_id from conflict join abstract on abstract.id = abstract_id
    where event_id = ${eventId} and strength = 'hard'`.execute(db)
  // Whoever abstained has not reviewed: their place is free, and not theirs again.
  const { rows: held } = await sql<Held>`
    select abstract_id, reviewer_id, opened_at,
      case when assignment.state = 'submitted' and recommendation = 'abstain' then 'declined' else assignment.state end as state
    from assignment join abstract on abstract.id = abstract_id left join review on review.assignment_id = assignment.id
    where event_id = ${eventId}`.execute(db)
  const declined = new Set(
    held.filter(({ state }) => state === 'declined').map((each) => pairOf(each.abstractId, each.reviewerId)),
  )
  const forbidden = new Set([...declined, ...conflicts.map((each) => pairOf(each.abstractId, each.reviewerId))])
  const bids = await bidsOf(world, eventId)
  const apart = await hiddenFromTeam(world, eventId)
  const settings = RunSettings.parse(run.settings)
  return { abstracts, reviewers, forbidden, declined, held, bids, settings, seed, apart, left }
}
/** SQL, of a row of reviewer: what they gave back since they said what they offer. */
const declinedSince = sql`(select abstract_id, reason from assignment where reviewer_id = reviewer.id and state = 'declined'
  and changed_at > coalesce(offered_at, '-infinity')) as declined`

async function bidsOf(world: World, eventId: number): Promise<Map<string, number>> {
  if (!(await callOf(world, eventId)).bids) return new Map()
  const { rows } = await sql<{ abstractId: number; reviewerId: number; bid: number }>`
    select abstract_id, reviewer_id, bid from bid join abstract on abstract.id = abstract_id where event_id = ${eventId} and bid <> 0`.execute(
    world.db,
  )
  return new Map(rows.map((each) => [pairOf(each.abstractId, each.reviewerId), each.bid]))
}

/** Meanwhile it says how far it is; the stop may have been asked of another server. */
async function solve(
  world: World,
  runId: number,
  { problem, before, inAll }: { problem: Wanted; before: number; inAll: number },
): Promise<number[][]> {
  const { result, progress, stop } = balanceInThread(problem)
  const done = () => Math.floor((100 * before + progress() * problem.items) / Math.max(1, inAll))
  let isOver = false
  const tell = async () => {
    while (!isOver) {
      await pause(beat)
      if (isOver) return
      const told = await world.db
        .updateTable('assignmentRun')
        .set({ progress: done(), beatAt: world.now() })
        .where('id', '=', runId)
        .where('state', '=', 'running')
        .returning('stopAskedAt')
        .executeTakeFirst()
      if (!told || told.stopAskedAt) stop()
    }
  }
  const telling = tell()
  try {
    return (await result).of
  } finally {
    isOver = true
    await telling
  }
}

type Solved = { part: Part; of: number[][]; cost: Int32Array }
type Computed = { given: Reading; solved: Solved[]; milliseconds: number }

/** In one transaction with the end of the run: a server that dies leaves no half of a proposal. */
async function write(
  world: World,
  run: Row<'assignmentRun'>,
  { given, solved, milliseconds }: Computed,
): Promise<void> {
  const there = new Set(given.held.filter(works).map((each) => pairOf(each.abstractId, each.reviewerId)))
  const rows = solved.flatMap(({ part, of, cost }) =>
    of.flatMap((people, item) =>
      people.map((person) => {
        const abstractId = part.abstracts[item]?.id as number
        const reviewerId = part.reviewers[person]?.id as number
        const isKept = there.has(pairOf(abstractId, reviewerId))
        return { abstractId, reviewerId, isKept, cost: cost[item * part.reviewers.length + person] as number }
      }),
    ),
  )
  await inTransaction(world, async (world) => {
    const { state, stopAskedAt } = await lockRun(world, { eventId: run.eventId, runId: run.id })
    if (state !== 'running') return
    if (stopAskedAt) throw new Stopped('stopped')
    await sql`
      insert into proposed (run_id, abstract_id, reviewer_id, cost, is_kept)
      select ${run.id}, * from unnest(${rows.map((row) => row.abstractId)}::int[], ${rows.map((row) => row.reviewerId)}::int[],
        ${rows.map((row) => row.cost)}::int[], ${rows.map((row) => row.isKept)}::boolean[])`.execute(world.db)
    const figures: RunFigures = {
      milliseconds,
      short: solved.flatMap(({ part, of }) => shortOnes(part, of)),
      abstracts: given.abstracts.map(({ id }) => id),
      apart: given.abstracts.flatMap(({ id }) => (given.apart.has(id) ? [id] : [])),
      left: given.left,
    }
    await change(world, run.id, { state: 'proposed', progress: 100, endedAt: world.now(), figures })
  })
}
