/** REV-055, 060, 061: what happens at the same moment, and the same without what keeps it apart. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { removeAbstract } from '#server/abstracts/remove.ts'
import type { Participant, Staff } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { Refusal } from '#server/platform/http/refuse.ts'
import { mergeAbstracts } from '#server/selection/abstracts/merge.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { asStaff } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { setDecisions } from './decide.ts'
import { previewDecisions } from './preview.ts'
import { publishDecisions } from './publish.ts'
import { tellReset } from './take-back.ts'

const good = [4, 4.5, 4]
const key = { actKey: undefined }

async function accepted(many = 2) {
  const team = await aTeam()
  const { abstracts, ids } = await aRanking(team, Array<number[]>(many).fill(good))
  const staff = { accountId: team.owner.accountId, email: 'owner@example.org' } as Staff
  const { eventId, world } = team
  await asStaff(world, (world) =>
    setDecisions(world, staff, {
      eventId,
      abstractIds: ids,
      outcome: 'accepted',
      reason: '',
      leftOut: [],
      passed: [],
      ...key,
    }),
  )
  const { digest } = await previewDecisions(world, staff, { eventId })
  const publish = (with_: World) =>
    asStaff(with_, (world) => publishDecisions(world, staff, { eventId, digest, ...key })).then(
      ({ letters }) => letters,
      (error: unknown) => (error instanceof Refusal ? error.code : 'broken'),
    )
  return { team, abstracts, ids, staff, publish }
}

const batchesOf = async ({ world }: Team) => (await world.db.selectFrom('decisionBatch').select('id').execute()).length

async function withdraw({ world, eventId }: Team, accountId: number, abstractId: number) {
  const { id } = await world.db
    .selectFrom('applicant')
    .select('id')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return removeAbstract(world, { applicantId: id, eventId } as Participant, abstractId)
}

test('of two chairs who publish at once one does, and the other hears that it is done', async () => {
  const { team, publish } = await accepted()
  const hold = sql`lock table decision_batch in share mode`
  expect(await inOrder(team.world, hold, [() => publish(team.world), () => publish(team.world)])).toEqual([
    2,
    'count_changed',
  ])
  expect(await batchesOf(team)).toBe(1)
})

test('without the locks the second finds the same to publish, and only the database stops it', async () => {
  const { team, publish } = await accepted()
  const world = withoutLocks(team.world)
  const hold = sql`lock table decision_batch in share mode`
  expect((await inOrder(team.world, hold, [() => publish(world), () => publish(world)])).toSorted()).toEqual([
    2,
    'broken',
  ])
  expect(await batchesOf(team)).toBe(1)
})

const acceptances = ({ world }: Team, email: string) =>
  world.db
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', email)
    .where('subject', 'like', '%accepted%')
    .where('givenUpAt', 'is', null)
    .execute()

test('whoever withdraws while it is published gets no letter that accepts it, whichever comes first', async () => {
  const { team, abstracts, ids, publish } = await accepted()
  const { author } = abstracts[0] as (typeof abstracts)[number]
  const hold = sql`lock table decision_batch in share mode`
  // It waits for the lock of the abstract, and then drops the letter.
  const ends = await inOrder(team.world, hold, [
    () => publish(team.world),
    () => withdraw(team, author.accountId, ids[0] as number),
  ])
  expect(ends).toEqual([2, 'Success'])
  expect(await acceptances(team, author.email)).toEqual([])

  const other = await accepted()
  const owner = (other.abstracts[0] as (typeof abstracts)[number]).author
  await withdraw(other.team, owner.accountId, other.ids[0] as number)
  expect(await other.publish(other.team.world)).toBe('count_changed')
})

test('without the locks the letter is written after the withdrawal', async () => {
  const { team, abstracts, ids, publish } = await accepted()
  const { author } = abstracts[0] as (typeof abstracts)[number]
  const hold = sql`lock table decision_batch in share mode`
  await inOrder(team.world, hold, [
    () => publish(withoutLocks(team.world)),
    () => withdraw(team, author.accountId, ids[0] as number),
  ])
  expect(await acceptances(team, author.email)).toHaveLength(1)
})

test('one becomes part of another, with its authors; where the other is withdrawn, it stands for itself again', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { abstracts, ids } = await aRanking(team, [good, good, good])
  const [a, b, c] = ids as [number, number, number]
  const merge = (abstractId: number, intoId: number) =>
    owner.post('/staff/AbstractMerge', { eventId, abstractId, intoId, reason: 'One study' })
  expect((await merge(a, a)).status).toBe(404)
  expect((await merge(a, b)).status).toBe(200)
  const state = async (id: number) =>
    (await world.db.selectFrom('abstract').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  expect([await state(a), await state(b)]).toEqual(['merged', 'under_review'])
  const authors = await world.db
    .selectFrom('abstractAuthor')
    .select(['email', 'presents'])
    .where('abstractId', '=', b)
    .orderBy('position')
    .execute()
  const [first, second] = abstracts.map(({ author }) => author.email)
  expect(authors).toEqual([
    { email: second, presents: true },
    { email: first, presents: false },
  ])
  expect((await merge(c, a)).body.message).toBe('A-0001 is decided or withdrawn: it can not be merged.')
  expect((await merge(b, c)).body.message).toBe('Others are part of A-0002. Merge the other way round.')
  const letters = await world.db
    .selectFrom('mail')
    .select(['recipient', 'subject'])
    .where('decisionId', 'is not', null)
    .where('kind', '<>', 'abstract_joined')
    .execute()
  expect(letters).toEqual([{ recipient: first, subject: 'Your abstract has been merged into another (number 1)' }])

  await withdraw(team, (abstracts[1] as (typeof abstracts)[number]).author.accountId, b)
  expect([await state(a), await state(b)]).toEqual(['under_review', 'withdrawn'])
  const { id } = await world.db
    .selectFrom('decision')
    .select('id')
    .where('outcome', '=', 'reset')
    .executeTakeFirstOrThrow()
  // The job may run twice.
  await tellReset(world, id)
  await tellReset(world, id)
  expect(
    await world.db.selectFrom('mail').select('recipient').where('subject', 'like', '%under review again%').execute(),
  ).toEqual([{ recipient: first }])
})

test.each(['merge', 'withdrawal'] as const)(
  'merged while the other is withdrawn, the %s first: never part of what is gone',
  async (first) => {
    const { team, abstracts, ids, staff } = await accepted()
    const { world, eventId } = team
    const [a, b] = ids as [number, number]
    const merge = () =>
      asStaff(world, (world) =>
        mergeAbstracts(world, staff, { eventId, abstractId: a, intoId: b, reason: 'One', ...key }),
      ).then(
        () => 'merged',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      )
    const leave = () => withdraw(team, (abstracts[1] as (typeof abstracts)[number]).author.accountId, b)
    // Whoever comes first holds the row of the other; the second waits for it.
    const hold = sql`select id from abstract where id = ${b} for no key update`
    const actions = first === 'merge' ? [merge, leave] : [leave, merge]
    expect(await inOrder(world, hold, actions)).toEqual(
      first === 'merge' ? ['merged', 'Success'] : ['Success', 'conflict'],
    )
    const { state, mergedInto } = await world.db
      .selectFrom('abstract')
      .select(['state', 'mergedInto'])
      .where('id', '=', a)
      .executeTakeFirstOrThrow()
    expect([state, mergedInto]).toEqual(['under_review', null])
  },
)
