/** REV-069: a story of a few abstracts, in which anybody does anything at any time. The same seed tells the same story. */
import { sql } from 'kysely'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { type Chance, chanceOf } from '#server/demo/chance.ts'
import { findConflicts } from '#server/selection/conflicts/conflicts.ts'
import { sendDueRevisions } from '#server/selection/decisions/revisions.ts'
import { list, statusOf } from './abstracts.ts'
import { callsWith } from './finance.ts'
import { operationOf, prepared } from './review-acts.ts'
import { type Cast, standingAt, type Subject } from './review-cast.ts'
import { type ActName, allActs, people, rules, type Standing, standings, type Who } from './review-rules.ts'
import { asStaff } from './selection.ts'
import { askTold } from './told.ts'

type Story = { cast: Cast; chance: Chance; subjects: Subject[]; told: string[] }

/** What ends an abstract comes seldom, or there would be no story; what leads somewhere comes often. */
const weights: Partial<Record<ActName, number>> = {
  RemoveAbstract: 0.2,
  'AbstractMerge into another': 0.3,
  'AbstractMerge of another': 0.3,
  'DecisionSet duplicate': 0.3,
  ConflictSet: 0.5,
  AssignByHand: 3,
  ReviewSubmit: 4,
  'DecisionSet accepted': 2,
  'DecisionSet revise': 2,
  RevisionSend: 2,
}

/** Steps that are no call about one abstract. */
const others = [
  'publish',
  'publish',
  'take back',
  'minutes',
  'letters',
  'days',
  'by the clock',
  'conflicts',
  'prepare',
] as const
type Other = (typeof others)[number]

/** Whatever its authors are told by. Everything else leaves what they see as it was. */
const tells: readonly string[] = [
  'publish',
  'take back',
  'by the clock',
  'letters',
  'DecisionReset',
  'AbstractMerge into another',
  'AbstractMerge of another',
  'RedactionAsk',
]

/** What happened, a line for each step; and what went wrong and after which, nothing where all is well. */
export async function tellStory(cast: Cast, seed: number, steps: number): Promise<{ told: string[]; wrong: string[] }> {
  const chance = chanceOf(seed)
  const third = chance.oneOf(['submitted', 'accepted', 'revision asked'] as const)
  const subjects: Subject[] = []
  for (const standing of ['with reviewers, assigned', 'with reviewers, reviewed', third] as const)
    subjects.push(await standingAt(cast, standing))
  const story: Story = { cast, chance, subjects, told: [] }
  let seen = await seenByAuthors(story)
  for (let step = 1; step <= steps; step += 1) {
    // Nobody does two things in the same moment.
    cast.clock.pass(1 / 60)
    const done = chance.happens(0.75) ? await someAct(story) : await someOther(story)
    story.told.push(done.line)
    const now = await seenByAuthors(story)
    const wrong = [...done.wrong, ...(await wrongNow(story, now)), ...(await brokenInvariants(cast.world))]
    if (!done.tells) wrong.push(...differenceOf(seen.text, now.text))
    if (wrong.length > 0) return { told: story.told, wrong: [`seed ${seed}, step ${step}`, ...story.told, ...wrong] }
    seen = now
  }
  // What is pending of it is published in no later story.
  for (const { pk } of subjects) await statusOf(cast.app, 'RemoveAbstract', { token: cast.people.owner.token, pk })
  return { told: story.told, wrong: [] }
}

/** The first words that are not the same. */
function differenceOf(was: string, is: string): string[] {
  if (was === is) return []
  let at = 0
  while (is[at] === was[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 100), at + 200)
  return [`its author sees ${around(is)} in place of ${around(was)}`]
}

type Done = { line: string; tells: boolean; wrong: string[] }

async function someAct(story: Story): Promise<Done> {
  const { cast, chance } = story
  const act = chance.byWeight(allActs.map((of) => ({ of, weight: weights[of] ?? 1 })))
  // Mostly somebody who may; sometimes anybody.
  const who: Who = chance.happens(0.85) ? chance.oneOf(rules[act].by as readonly Who[]) : chance.oneOf(people)
  const { subject, by } = await meant(story, who)
  const reviewerId = chance.oneOf([cast.reviewers.has, cast.reviewers.hasNot])
  await sql`delete from attempt`.execute(cast.world.db)
  const ask = await prepared(act, { ...cast, reviewers: { ...cast.reviewers, hasNot: reviewerId } }, subject)
  const answer = await ask(cast.people[by])
  const isOwn = by === 'owner' && operationOf(act).token === 'session'
  const line = `${act} of ${subject.pk} (${subject.assignmentId}) by ${by}: ${answer}`
  return { line, tells: isOwn || tells.includes(act), wrong: /^(5\d\d|broken|too_many)/.test(answer) ? [line] : [] }
}

/** One of the abstracts, and one that somebody was given of it; a reviewer mostly asks about their own. */
async function meant({ cast, chance, subjects }: Story, who: Who): Promise<{ subject: Subject; by: Who }> {
  const subject = chance.oneOf(subjects)
  const given = await cast.world.db
    .selectFrom('assignment')
    .select(['id', 'reviewerId'])
    .where('abstractId', '=', subject.pk)
    .orderBy('id')
    .execute()
  if (given.length === 0) return { subject, by: who }
  const { id, reviewerId } = chance.oneOf(given)
  const theirs = reviewerId === cast.reviewers.has ? 'reviewer who has it' : 'reviewer who has it not'
  return { subject: { ...subject, assignmentId: id }, by: who === 'reviewer who has it' ? theirs : who }
}

async function someOther(story: Story): Promise<Done> {
  const { cast, chance } = story
  const what = chance.oneOf(others)
  const answer = await doing[what](cast, chance)
  const line = `${what}: ${answer}`
  return { line, tells: tells.includes(what), wrong: answer >= 500 ? [line] : [] }
}

const doing: Record<Other, (cast: Cast, chance: Chance) => Promise<number>> = {
  publish: async (cast) => {
    const { eventId } = cast
    const { body } = await asChair(cast).get('/staff/DecisionPreview', { eventId })
    return (await asChair(cast).post('/staff/DecisionPublish', { eventId, digest: body.digest })).status
  },
  'take back': async (cast) => {
    const { eventId, world } = cast
    const newest = world.db.selectFrom('decisionBatch').select('id').orderBy('id', 'desc').limit(1)
    const batchId = (await newest.executeTakeFirst())?.id ?? 1
    return (await asChair(cast).post('/staff/DecisionTakeBack', { eventId, batchId })).status
  },
  minutes: async (cast, chance) => later(cast, chance.between(1, 11)),
  days: async (cast, chance) => later(cast, chance.happens(0.4) ? 5 * 1440 : 60),
  letters: async ({ world }) => {
    const now = world.now()
    await sql`update mail set sent_at = ${now} where sent_at is null and given_up_at is null and next_try_at <= ${now}`.execute(
      world.db,
    )
    return 200
  },
  'by the clock': async ({ world }) => {
    await sendDueRevisions(world)
    return 200
  },
  conflicts: async ({ world, eventId }) => {
    await findConflicts(world, eventId)
    return 200
  },
  // Where nothing is found a text is ready by itself.
  prepare: async ({ world }) => {
    await asStaff(world, ({ db }) =>
      db.updateTable('redaction').set({ state: 'ready' }).where('state', '=', 'preparing').execute(),
    )
    return 200
  },
}

/** Nobody is signed out by it: that has tests of its own. */
async function later({ world, clock }: Cast, minutes: number): Promise<number> {
  clock.pass(minutes)
  const now = world.now()
  await sql`update session set last_seen_at = ${now}, created_at = ${now}`.execute(world.db)
  await sql`update staff_session set last_seen_at = ${now}, created_at = ${now}, stepped_up_until = ${now}::timestamptz + interval '1 hour'`.execute(
    world.db,
  )
  return 200
}

const asChair = ({ app, people }: Cast) => callsWith(app, { cookie: `${app.staffCookie}=${people.chair.staff ?? ''}` })

type Seen = { rows: Record<string, unknown>[]; text: string }

/** The list, what is told of each, and how many letters there are: all that an author can look at. */
async function seenByAuthors({ cast, subjects }: Story): Promise<Seen> {
  const { app, world } = cast
  const { token, email } = cast.people.owner
  await sql`delete from attempt`.execute(world.db)
  const rows = (await list(app, token)).filter(({ pk }) => subjects.some((subject) => subject.pk === pk))
  const told = []
  for (const { pk } of subjects) told.push((await askTold(app, 'DecisionRead', { token, pk })).body)
  const letters = await world.db
    .selectFrom('mail')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  // A refusal has a number of its own.
  return { rows, text: JSON.stringify([rows, told, letters.many]).replaceAll(/"RequestID":"[\w-]+"/g, '') }
}

/** What is told is where it stands, and names nobody who reviewed it. */
async function wrongNow({ cast, subjects }: Story, { rows, text }: Seen): Promise<string[]> {
  const found = await cast.world.db
    .selectFrom('abstract')
    .select(['id', 'state'])
    .where(
      'id',
      'in',
      subjects.map(({ pk }) => pk),
    )
    .orderBy('id')
    .execute()
  const wrong = found.flatMap(({ id, state }) => {
    const name = state === 'under_review' ? 'with reviewers, assigned' : state.replace('_', ' ')
    const meant = standings[name as Standing]
    const row = rows.find(({ pk }) => pk === id)
    const isTold = row?.Status === meant?.Status && row?.AbstractLevel === meant?.AbstractLevel
    return isTold ? [] : [`${id} is ${state} and told as ${JSON.stringify(row)}`]
  })
  const { people } = cast
  const secrets = [people['reviewer who has it'].email, people['reviewer who has it not'].email, 'Between us.']
  return [...wrong, ...secrets.filter((secret) => text.includes(secret)).map((secret) => `its author reads ${secret}`)]
}
