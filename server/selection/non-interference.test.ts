/** What is done with an abstract that is hidden from somebody changes no answer that they get, whatever they read, before it is published. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import { often } from '#server/testing/counts.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { type Answers, differences, everyAnswer } from '#server/testing/hidden-reads.ts'
import { tokenFor } from '#server/testing/people.ts'
import { prepared } from '#server/testing/review-acts.ts'
import { aCast, type Actor, type Cast, standingAt, type Subject } from '#server/testing/review-cast.ts'
import type { ActName, Who } from '#server/testing/review-rules.ts'
import { aReviewer, asStaff } from '#server/testing/selection.ts'

/** In an order in which each can be done; by a chair, unless the reviewer does it. */
const steps: readonly (readonly [ActName, Who?])[] = [
  ['BidSave', 'reviewer who has it not'],
  ['AssignByHand'],
  ['RemarkByChair to chairs'],
  ['RemarkByChair to reviewers'],
  ['RedactionSave'],
  ['ReviewSave', 'reviewer who has it'],
  ['ReviewDecline other', 'reviewer who has it'],
  ['ReviewTakeBack', 'reviewer who has it'],
  ['ReviewSubmit', 'reviewer who has it'],
  ['RemarkAdd', 'reviewer who has it'],
  ['ReviewSendBack'],
  ['ReviewSubmit', 'reviewer who has it'],
  ['ConflictClear'],
  ['ConflictSet'],
  ['DecisionSet accepted'],
  ['DecisionSet rejected'],
  ['DecisionSet waiting'],
  ['DecisionSet revise'],
  ['DecisionSet duplicate'],
  ['DecisionSet none'],
  ['LikenessSettle'],
  ['RedactionAsk'],
  ['StaffConflictSet'],
  ['Unassign'],
]

/** One abstract that is hidden from each of them, for another reason. */
async function aHiddenOne(): Promise<{ cast: Cast; subject: Subject; hidden: Record<string, Actor> }> {
  const usual = await aCast()
  const { world, app, eventId, owner } = usual
  // There is something to count beside it.
  await standingAt(usual, 'with reviewers, reviewed')
  const staff = async (role: StaffRole, email: string): Promise<Actor> => {
    const { accountId, token } = await staffCaller(app, world, { role, eventId, email })
    return { accountId, email, token: await tokenFor(world, accountId), staff: token }
  }
  const author = await staff('chair', 'author@example.org')
  const organiser = await staff('organiser', 'organiser@example.org')
  const unconfirmed = await staff('organiser', 'unconfirmed@example.org')
  const recorded = await staff('chair', 'recorded@example.org')
  const reviewing = await staff('organiser', 'reviewing@example.org')
  const cast = { ...usual, people: { ...usual.people, owner: author } }
  const subject = await standingAt(cast, 'with reviewers, assigned')
  const { pk } = subject
  const reader = await aReviewer(cast)
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values(
        [organiser, unconfirmed, reader].map(({ accountId, email }, at) => {
          const position = at + 3
          return {
            abstractId: pk,
            position,
            name: `Author ${position}`,
            email,
            emailKey: email,
            accountId,
            presents: false,
          }
        }),
      )
      .execute(),
  )
  // As if an author had typed it, before the list was frozen.
  await world.db
    .updateTable('authorEntry')
    .set({ byStaff: false })
    .where('accountId', '=', unconfirmed.accountId)
    .execute()
  // Its blind copy was released before.
  const copy = {
    state: 'ready',
    file: 'copy',
    fileKey: cast.blindKey,
    fileSize: 100,
    fileType: 'image/png',
    filePages: 1,
  } as const
  await asStaff(world, ({ db }) => db.updateTable('redaction').set(copy).where('abstractId', '=', pk).execute())
  const said = { eventId, abstractId: pk, strength: 'hard', reason: 'We asked' }
  for (const [{ accountId }, kind] of [
    [organiser, 'coauthor'],
    [recorded, 'department'],
  ] as const)
    expect((await owner.post('/staff/StaffConflictSet', { ...said, accountId, kind })).status).toBe(200)
  const { reviewerId } = await aReviewer(cast)
  await asStaff(world, async ({ db }) => {
    await db.updateTable('reviewer').set({ accountId: reviewing.accountId }).where('id', '=', reviewerId).execute()
    const now = world.now()
    await db
      .insertInto('assignment')
      .values({ abstractId: pk, reviewerId, alias: 7, assignedAt: now, changedAt: now })
      .execute()
  })
  const hidden = {
    'a chair who wrote it': author,
    'an organiser who wrote it with others': organiser,
    'an organiser whom an author named': unconfirmed,
    'a chair with a conflict': recorded,
    'a chair with a conflict as a reviewer': usual.people['chair in conflict'],
    'an organiser who reviews it': reviewing,
    'a reviewer of others who wrote it': { ...reader, token: await tokenFor(world, reader.accountId) },
  }
  return { cast, subject, hidden }
}

type Found = { seen: string[]; answers: number }

/** Decision 0092: acts about what only an author's word hides stay in the log of whom the author named, without reasons and changes. */
const isTold = (name: string, what: string) =>
  name === 'an organiser whom an author named' && /^(?:AuditList|AuditShow|ConsoleOverview)\b/.test(what)

type Looking = { acts?: typeof steps; looksAt: (step: number, who: number) => boolean }

/** Each step with the answers before and after it, of those who look at that step. */
async function looked({ acts = steps, looksAt }: Looking): Promise<Found> {
  const { cast, subject, hidden } = await aHiddenOne()
  const known = new Map<string, { step: number; answers: Answers }>()
  const found: Found = { seen: [], answers: 0 }
  // Made before anybody looks.
  await subject.other()
  for (const [at, [act, by = 'chair']] of acts.entries()) {
    const ask = await prepared(act, cast, subject)
    const looking = Object.entries(hidden).filter((_, who) => looksAt(at, who))
    for (const [name, who] of looking)
      if (known.get(name)?.step !== at - 1 || act === 'LikenessSettle')
        known.set(name, { step: at, answers: await everyAnswer(cast, subject, who) })
    const done = await ask(cast.people[by])
    if (done !== 'done') found.seen.push(`${act} was not done: ${done}`)
    for (const [name, who] of looking) {
      const answers = await everyAnswer(cast, subject, who)
      found.answers += answers.size
      const changed = differences(known.get(name)?.answers ?? new Map(), answers).filter((what) => !isTold(name, what))
      found.seen.push(...changed.map((what) => `${act}, ${name}: ${what}`))
      known.set(name, { step: at, answers })
    }
  }
  return found
}

const people = 7
/** Under `npm run test:long` everybody looks at every step; else one of them at each third. */
const every = often(3, 1)
const looks = (step: number, who: number) => every === 1 || (step % every === 0 && (step / every) % people === who)

test(
  'no act about a hidden abstract changes what somebody reads from whom it is hidden',
  { timeout: 900_000 },
  async () => {
    const { seen, answers } = await looked({ looksAt: looks })
    expect(seen).toEqual([])
    expect(answers).toBeGreaterThan(500)
  },
)

/** It ends the assignment for good, so that it is no step among the others. */
test(
  'a reviewer who declines because of a conflict changes no answer of theirs either',
  { timeout: 900_000 },
  async () => {
    const { seen } = await looked({
      acts: [['ReviewDecline conflict', 'reviewer who has it']],
      looksAt: (_, who) => every === 1 || who === 3,
    })
    expect(seen).toEqual([])
  },
)

test('control: with nothing hidden all of the team see the first acts', { timeout: 900_000 }, async () => {
  const { world } = await aCast()
  const { rows } = await sql<{
    text: string
  }>`select pg_get_functiondef('hidden_from_staff(int)'::regprocedure) as text`.execute(world.db)
  await sql`create or replace function hidden_from_staff(of_account int) returns table (abstract_id int, why text, is_certain boolean) language sql stable as $$
    select 0, '', true where false $$`.execute(world.db)
  try {
    const { seen } = await looked({ acts: steps.slice(0, 2), looksAt: (_, who) => who === 3 })
    expect(seen.length).toBeGreaterThan(5)
  } finally {
    await sql.raw(rows[0]?.text ?? '').execute(world.db)
  }
})
