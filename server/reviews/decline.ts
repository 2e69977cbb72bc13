/** A reviewer gives an abstract back, and may think better of it while nobody else has it. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { ReviewDecline, ReviewTakeBack } from '#contract/reviews/reviews.ts'
import { reviewTexts } from '#contract/reviews/words.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { declineWork, lockWork, takeBackWork } from '#server/selection/assignment/assignment-states.ts'
import { inBlindWorld } from './blind-world.ts'
import { mineOf } from './reading.ts'

type Declined = ReplyOf<typeof ReviewDecline>

/** A conflict can be told at any time: also of what was submitted, which then counts no more. */
export async function declineReview(
  world: World,
  { reviewerId }: Reviewer,
  { assignmentId, ...why }: ParsedInputOf<typeof ReviewDecline>,
): Promise<Declined> {
  if ((why.reason === 'conflict') !== (why.kind !== undefined))
    refuse('bad_input', { sentence: 'Please check kind: a conflict has one, and nothing else has.' })
  return inBlindWorld(world, { reviewerId }, async (blind): Promise<Declined> => {
    await mineOf(blind, assignmentId)
    return blind.write(async (world) => {
      const work = await lockWork(world, { assignmentId, reviewerId }, 'give up')
      if (!work.isUnderReview) return { status: reviewTexts.decided }
      if (why.kind === undefined && work.state === 'submitted') return { status: reviewTexts.submitted }
      if (why.kind === undefined && work.state === 'declined') return { status: reviewTexts.declined }
      await declineWork(world, work, why)
      return { status: 'Success' }
    })
  })
}

export function takeBackReview(
  world: World,
  { reviewerId }: Reviewer,
  assignmentId: number,
): Promise<ReplyOf<typeof ReviewTakeBack>> {
  return inBlindWorld(world, { reviewerId }, async (blind) => {
    await mineOf(blind, assignmentId)
    return blind.write(async (world) => {
      const work = await lockWork(world, { assignmentId, reviewerId }, 'give up')
      // A second tab, or an answer that was lost: they have it.
      const isTheirs = work.state !== 'declined' || (await takeBackWork(world, work)) !== undefined
      return { status: isTheirs ? 'Success' : reviewTexts.replaced }
    })
  })
}
