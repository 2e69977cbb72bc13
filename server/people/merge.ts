/** Two accounts of one person become one, and for thirty days two again. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { MergeAccounts, MergeUndo } from '#contract/people/identity-console.ts'
import { moveAbstracts, moveAbstractsBack } from '#server/abstracts/merged-abstracts.ts'
import { abstractsSince } from '#server/abstracts/timeline.ts'
import { closeInto, lockAccounts, openAgain, withSpareAccount } from '#server/accounts/addresses/aliases.ts'
import { moveOrders, moveOrdersBack } from '#server/booking/merged-orders.ts'
import { ordersSince } from '#server/booking/timeline.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { type Unseen, unseenBy } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { moveReviewers, moveReviewersBack, reviewedSince } from '#server/selection/reviewers/merged-reviewers.ts'
import type { Gathering, Move } from './merge-rules.ts'
import { type Both, checkMerge, undoUntil } from './merges.ts'
import { moveNotes, moveNotesBack } from './notes.ts'

/** What went from one place at an event to the other. */
type Gathered = Gathering & { orders: number[]; abstracts: number[] }
/** A merge of before reviewers, notes or belongings were moved moved none. */
type Moved = { applicants: Move[]; aliases: string[]; reviewers?: number[]; notes?: number[]; gathered?: Gathered[] }

/** What was looked at before the locks is looked at again behind them: a checkout that ended meanwhile counts. */
export async function mergeAccounts(
  world: Acting,
  staff: Staff,
  { kept, gone, reason }: ParsedInputOf<typeof MergeAccounts>,
): Promise<ReplyOf<typeof MergeAccounts>> {
  const both = { kept, gone }
  await lockBoth(world, both)
  const { obstacles, moves, gatherings } = await checkMerge(world, both)
  if (obstacles.length > 0) refuse('conflict', { sentence: obstacles.join(' '), stored: { obstacles } })
  const now = world.now()
  const { id } = await world.db
    .insertInto('accountMerge')
    .values({ ...both, moved: '{}', reason, mergedBy: staff.accountId, mergedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const aliases = await closeInto(world, both)
  await moveApplicants(world, moves)
  const gathered: Gathered[] = []
  for (const each of gatherings)
    gathered.push({ ...each, orders: await moveOrders(world, each), abstracts: await moveAbstracts(world, each) })
  const moved: Moved = {
    applicants: moves,
    aliases,
    reviewers: await moveReviewers(world, both),
    notes: await moveNotes(world, both),
    gathered,
  }
  await world.db
    .updateTable('accountMerge')
    .set({ moved: JSON.stringify(moved) })
    .where('id', '=', id)
    .execute()
  return { mergeId: id, until: undoUntil(now).toISOString() }
}

/** Nobody orders, submits or saves for either until the transaction ends: each of these locks its applicant first. */
async function lockBoth(world: Transaction, { kept, gone }: Both): Promise<void> {
  await lockAccounts(world, [kept, gone])
  await world.db
    .selectFrom('applicant')
    .select('id')
    .where('accountId', 'in', [kept, gone])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Where two change places, one stands aside for a moment: no account is twice at an event, not even then. */
async function moveApplicants(world: World, moves: readonly Move[]): Promise<void> {
  const [first] = moves
  const there = moves.filter(({ from }) => from === first?.from)
  const back = moves.filter(({ from }) => from !== first?.from)
  if (!first || back.length === 0) return move(world, there)
  await withSpareAccount(world, async (spare) => {
    await move(
      world,
      there.map((each) => ({ ...each, to: spare })),
    )
    await move(world, back)
    await move(world, there)
  })
}

async function move({ db }: World, moves: readonly Move[]): Promise<void> {
  for (const { applicantId, to } of moves)
    await db.updateTable('applicant').set({ accountId: to }).where('id', '=', applicantId).execute()
}

export async function undoMerge(
  world: Acting,
  staff: Staff,
  { mergeId }: ParsedInputOf<typeof MergeUndo>,
): Promise<void> {
  const open = () =>
    world.db.selectFrom('accountMerge').selectAll().where('id', '=', mergeId).where('undoneAt', 'is', null)
  const found = (await open().executeTakeFirst()) ?? refuse('not_found')
  await lockBoth(world, found)
  // Of two who undo it at once, the second finds it undone.
  const merge = (await open().forUpdate().executeTakeFirst()) ?? refuse('not_found')
  if (undoUntil(merge.mergedAt) <= world.now())
    refuse('conflict', { sentence: 'This was more than thirty days ago. It can no longer be undone.' })
  const { applicants, aliases, reviewers = [], notes = [], gathered = [] } = merge.moved as Moved
  const obstacles = [
    ...(await whatHangs(world, merge, { applicants, gathered, ...(await unseenBy(world, staff)) })),
    ...(await reviewedSince(world, reviewers, merge.mergedAt)),
  ]
  if (obstacles.length > 0) refuse('conflict', { sentence: obstacles.join(' '), stored: { obstacles } })
  // While they are one person still: an abstract goes to nobody else.
  for (const { from, orders, abstracts } of gathered) {
    await moveOrdersBack(world, orders, from)
    await moveAbstractsBack(world, abstracts, from)
  }
  await world.db
    .updateTable('accountMerge')
    .set({ undoneAt: world.now(), undoneBy: staff.accountId })
    .where('id', '=', mergeId)
    .execute()
  await moveApplicants(
    world,
    applicants.map(({ applicantId, from, to }) => ({ applicantId, from: to, to: from })),
  )
  await moveReviewersBack(world, reviewers, merge.gone)
  await moveNotesBack(world, notes, merge.gone)
  await openAgain(world, merge, aliases)
}

type Merge = Both & { mergedAt: Date }

/** What is new on what would go: taken away from whoever did it, it would be lost to them. */
async function whatHangs(
  world: World,
  { kept, gone, mergedAt }: Merge,
  { applicants, gathered, abstracts }: Required<Pick<Moved, 'applicants' | 'gathered'>> & Pick<Unseen, 'abstracts'>,
): Promise<string[]> {
  const later = await world.db
    .selectFrom('accountMerge')
    .select('id')
    .where('undoneAt', 'is', null)
    .where((row) => row.or([row('gone', '=', kept), row.and([row('kept', '=', kept), row('mergedAt', '>', mergedAt)])]))
    .executeTakeFirst()
  const moved = applicants.filter(({ from }) => from === gone).map(({ applicantId }) => applicantId)
  const ids = [...moved, ...gathered.map(({ to }) => to)]
  const chained = later ? ['A later merge of this account comes first: undo that one.'] : []
  if (ids.length === 0) return chained
  const profiles = await world.db
    .selectFrom('profile')
    .select('name')
    .where('applicantId', 'in', ids)
    .where('updatedAt', '>', mergedAt)
    .execute()
  return [
    ...chained,
    ...(await ordersSince(world, ids, mergedAt)),
    ...(await abstractsSince(world, { applicantIds: ids, unseen: abstracts }, mergedAt)),
    ...profiles.map(({ name }) => `The profile of ${name} was changed.`),
  ]
}
