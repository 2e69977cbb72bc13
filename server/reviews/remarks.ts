/** What those who reviewed the same abstract say to each other, under their aliases. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { RemarkAdd } from '#contract/reviews/reviews.ts'
import { reviewTexts } from '#contract/reviews/words.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { lockWork } from '#server/selection/assignment/assignment-states.ts'
import { inBlindWorld } from './blind-world.ts'
import { isDiscussed, mineOf, remarksOf } from './reading.ts'

type Answer = ReplyOf<typeof RemarkAdd>

export function addRemark(
  world: World,
  { reviewerId, accountId }: Reviewer,
  { assignmentId, text }: ParsedInputOf<typeof RemarkAdd>,
): Promise<Answer> {
  return inBlindWorld(world, { reviewerId }, async (blind): Promise<Answer> => {
    const mine = await mineOf(blind, assignmentId)
    const { abstractId, isUnderReview } = await blind.write((world) => lockWork(world, { assignmentId, reviewerId }))
    if (!isUnderReview || !(await isDiscussed(blind, assignmentId))) return { status: reviewTexts.notOpen }
    const last = (await remarksOf(blind, mine)).at(-1)
    // The answer was lost, and it was sent again.
    if (last?.isMine !== true || last.text !== text)
      await blind.write(({ db, now }) =>
        db
          .insertInto('remark')
          .values({ abstractId, assignmentId, by: accountId, text, audience: 'reviewers', at: now() })
          .execute(),
      )
    return { status: 'Success', remarks: await remarksOf(blind, mine) }
  })
}
