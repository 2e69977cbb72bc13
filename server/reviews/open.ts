/** One abstract as its reviewer reads it, and the blind copy of its file. */
import type { ReplyOf } from '#contract/operation.ts'
import type { ReviewFile, ReviewOpen } from '#contract/reviews/reviews.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { noteOpened } from '#server/selection/assignment/assignment-states.ts'
import { blindFileOf } from '#server/selection/redaction/blind-file.ts'
import { type BlindWorld, inBlindWorld } from './blind-world.ts'
import { criteriaFor, isDiscussed, mineOf, ownOf, remarksOf, shownAbstract, shownDue } from './reading.ts'
import { fileNameOf } from './rules.ts'

export function openReview(
  world: World,
  reviewer: Reviewer,
  assignmentId: number,
): Promise<ReplyOf<typeof ReviewOpen>> {
  return inBlindWorld(world, reviewer, async (blind) => {
    const mine = await mineOf(blind, assignmentId)
    const { alias, type, background, material, results, discussion, timeZone } = mine
    const criteria = await criteriaFor(blind, type)
    const { own } = await ownOf(blind, assignmentId)
    const answer = {
      timeZone,
      ...shownDue(mine),
      abstract: { ...shownAbstract(mine), alias, background, material, results, discussion },
      reviewed: await reviewedOf(blind, assignmentId),
      criteria: criteria.map(({ types: _types, position: _position, ...criterion }) => criterion),
      own,
      seesOthers: mine.others,
      others: await othersOf(blind, assignmentId),
      discussion: { isOpen: await isDiscussed(blind, assignmentId), remarks: await remarksOf(blind, mine) },
    }
    await blind.write((world) => noteOpened(world, assignmentId))
    return answer
  })
}

async function reviewedOf({ db }: BlindWorld, assignmentId: number) {
  const read = await db
    .selectFrom('reviewedText')
    .select(['title', 'background', 'material', 'results', 'discussion'])
    .where('assignmentId', '=', assignmentId)
    .executeTakeFirst()
  return read ?? null
}

async function othersOf({ db }: BlindWorld, assignmentId: number) {
  const rows = await db
    .selectFrom('otherReview')
    .select(['alias', 'recommendation', 'asType', 'sure', 'toAuthor', 'total'])
    .where('assignmentId', '=', assignmentId)
    .orderBy('alias')
    .execute()
  return rows.map((row) => ({ ...row, total: row.total === null ? null : Number(row.total) }))
}

export async function reviewFile(
  world: World,
  reviewer: Reviewer,
  assignmentId: number,
): Promise<ReplyOf<typeof ReviewFile>> {
  const { key, size, type, number } = (await blindFileOf(world, reviewer, assignmentId)) ?? refuse('not_found')
  const file = await world.files.get(key)
  if (!file) throw new Error('the blind copy of a file is missing')
  return { type, name: fileNameOf(number, type), size, inline: false, bytes: file.bytes }
}
