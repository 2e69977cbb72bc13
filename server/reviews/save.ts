/** A review is saved while it is written, and submitted: once, and again until a decision is made. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { OwnReview, ReviewFields, ReviewSave, ReviewSubmit } from '#contract/reviews/reviews.ts'
import { reviewTexts } from '#contract/reviews/words.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import type { Locked, Transaction, World } from '#server/kernel/world.ts'
import { beginWork, lockWork, submitWork, type Work } from '#server/selection/assignment/assignment-states.ts'
import { type BlindWorld, inBlindWorld } from './blind-world.ts'
import { criteriaFor, type Mine, mineOf, ownOf } from './reading.ts'
import { type Criterion, fitted, missingIn, namesIn, totalOf } from './rules.ts'

type Sent = ParsedInputOf<typeof ReviewSave>
type Saved = { version: number; savedAt: string; total: number | null }
type SaveAnswer = ReplyOf<typeof ReviewSave>
type SubmitAnswer = ReplyOf<typeof ReviewSubmit>

export function saveReview(world: World, reviewer: Reviewer, sent: Sent): Promise<SaveAnswer> {
  return inBlindWorld(world, reviewer, async (blind): Promise<SaveAnswer> => {
    const desk = await atDesk(blind, reviewer, sent)
    if ('refusal' in desk) return desk.refusal
    if (desk.isSaved) return { status: 'Success', ...savedOf(desk.own) }
    if (desk.work.state === 'submitted') return { status: reviewTexts.submitted }
    return { status: 'Success', ...(await blind.write((world) => keep(world, desk))) }
  })
}

/** What was submitted is not touched before all of it is right; a draft is kept in any case. */
export function submitReview(
  world: World,
  reviewer: Reviewer,
  sent: ParsedInputOf<typeof ReviewSubmit>,
): Promise<SubmitAnswer> {
  return inBlindWorld(world, reviewer, async (blind): Promise<SubmitAnswer> => {
    const desk = await atDesk(blind, reviewer, sent)
    if ('refusal' in desk) return desk.refusal
    const { own, work, mine } = desk
    if (desk.isSaved && work.state === 'submitted') return { status: 'Success', ...savedOf(own), isLate: own.isLate }
    const isDraft = work.state !== 'submitted'
    const saved = desk.isSaved ? savedOf(own) : isDraft ? await blind.write((world) => keep(world, desk)) : {}
    const no = whyNot(desk, { now: world.now(), namesSeen: sent.namesSeen })
    if (no) return { ...no, ...saved }
    const isLate = own.submittedAt ? own.isLate : mine.dueAt !== null && world.now() >= mine.dueAt
    return blind.write(async (world) => {
      const kept = isDraft || desk.isSaved ? (saved as Saved) : await keep(world, desk)
      await close(world, desk, { ...kept, isLate })
      return { status: 'Success', ...kept, isLate }
    })
  })
}

type Desk = {
  mine: Mine
  work: Locked<Work>
  own: OwnReview
  criteria: Criterion[]
  /** As it was sent, or as it is there when it was sent before. */
  fields: ReviewFields
  saveKey: string
  /** The same save, sent again because its answer was lost. */
  isSaved: boolean
}

/** Behind the locks: what is there, what was sent, and whether the two know of each other. */
async function atDesk(
  blind: BlindWorld,
  { reviewerId }: Reviewer,
  { assignmentId, version, saveKey, ...sent }: Sent,
): Promise<Desk | { refusal: Pick<SaveAnswer, 'stored'> & { status: Refused } }> {
  const mine = await mineOf(blind, assignmentId)
  const work = await blind.write((world) => lockWork(world, { assignmentId, reviewerId }))
  const { own, saveKey: lastKey } = await ownOf(blind, assignmentId)
  const criteria = await criteriaFor(blind, mine.type)
  if (work.state === 'declined') return { refusal: { status: reviewTexts.declined } }
  if (!work.isUnderReview) return { refusal: { status: reviewTexts.decided } }
  const isSaved = lastKey === saveKey
  if (!isSaved && own.version !== version) return { refusal: { status: reviewTexts.conflict, stored: own } }
  const { scores, recommendation, asType, sure, toAuthor, toChairs } = isSaved ? own : sent
  const fields = fitted({ scores, recommendation, asType, sure, toAuthor, toChairs }, criteria)
  return { mine, work, own, criteria, fields, saveKey, isSaved }
}
type Refused = (typeof reviewTexts)['declined' | 'decided' | 'conflict']

const savedOf = ({ version, savedAt, total }: OwnReview): Saved => ({ version, savedAt: savedAt ?? '', total })

/** A review that a chair sent back is taken also after the last day: they asked for it. */
function whyNot(
  { mine, work, fields, criteria }: Desk,
  { now, namesSeen }: { now: Date; namesSeen: boolean },
): (Pick<SubmitAnswer, 'missing' | 'namesFound'> & { status: Exclude<SubmitAnswer['status'], 'Success'> }) | undefined {
  if (mine.closesAt && now >= mine.closesAt && work.state !== 'sent_back') return { status: reviewTexts.closed }
  const missing = missingIn(fields, criteria)
  if (missing.length > 0) return { status: reviewTexts.missing, missing }
  const namesFound = namesSeen ? [] : namesIn(fields.toAuthor, mine.name)
  return namesFound.length > 0 ? { status: reviewTexts.names, namesFound } : undefined
}

/** The total is ours to compute, whatever a browser shows. */
async function keep(world: Transaction, { work, own, fields, criteria, saveKey }: Desk): Promise<Saved> {
  const { db, now } = world
  const { scores, ...words } = fields
  const total = totalOf(criteria, scores)
  const savedAt = now()
  const values = { ...words, total: total === null ? null : String(total), saveKey, savedAt }
  const { id: assignmentId } = await beginWork(world, work)
  const version = own.version + 1
  if (own.version === 0)
    await db
      .insertInto('review')
      .values({ assignmentId, version, ...values })
      .execute()
  else
    await db
      .updateTable('review')
      .set({ version, ...values })
      .where('assignmentId', '=', assignmentId)
      .execute()
  await db.deleteFrom('reviewScore').where('assignmentId', '=', assignmentId).execute()
  if (scores.length > 0)
    await db
      .insertInto('reviewScore')
      .values(scores.map((each) => ({ assignmentId, ...each })))
      .execute()
  return { version, savedAt: savedAt.toISOString(), total }
}

/** Each time is kept as it was submitted. When it first was, and whether that was late, stays. */
async function close(
  world: Transaction,
  { work, own, fields }: Desk,
  { version, total, isLate }: Saved & { isLate: boolean },
): Promise<void> {
  const { db, now } = world
  const at = now()
  await db
    .updateTable('review')
    .set({ submittedAt: own.submittedAt ? new Date(own.submittedAt) : at, isLate })
    .where('assignmentId', '=', work.id)
    .execute()
  const body = JSON.stringify({ ...fields, total })
  // Sent back and submitted again without a change: it is there.
  await db
    .insertInto('reviewVersion')
    .values({ assignmentId: work.id, number: version, body, at })
    .onConflict((same) => same.doNothing())
    .execute()
  await submitWork(world, work, fields.toAuthor)
}
