/** A reviewer changes what they offer. Called by the reviewers' side, which knows only who they are. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { offerTexts } from '#contract/reviews/offer-texts.ts'
import type { ReviewerOffer } from '#contract/reviews/offers.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { takeOffer } from './reviewers.ts'

type Answer = ReplyOf<typeof ReviewerOffer>

/** Once review has begun nobody can find out by changing their department which abstracts they are then in conflict with. */
export async function changeOffer(
  world: World,
  { elsewhere, ...here }: Reviewer,
  { eventId: which = here.eventId, ...offer }: ParsedInputOf<typeof ReviewerOffer>,
): Promise<Answer> {
  const { reviewerId, eventId } = [here, ...elsewhere].find(({ eventId }) => eventId === which) ?? refuse('not_found')
  return inTransaction(world, async (world): Promise<Answer> => {
    // Review may begin at this moment: it waits for us, or we for it, and then hear that it has begun.
    await world.db.selectFrom('reviewCall').select('eventId').where('eventId', '=', eventId).forShare().execute()
    const { beganAt } = await callOf(world, eventId)
    const { institution, department } = await world.db
      .selectFrom('reviewer')
      .select(['institution', 'department'])
      .where('id', '=', reviewerId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (beganAt && (offer.institution !== institution || offer.department !== department))
      return { status: offerTexts.frozen }
    return { status: (await takeOffer(world, { eventId, reviewerId, offer })) ? 'Success' : offerTexts.field }
  })
}
