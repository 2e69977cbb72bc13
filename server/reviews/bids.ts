/** What a reviewer would like to read. They choose among titles whose numbers are theirs alone; which abstract is meant, only the chairs' side knows. */
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { BidList, BidSave } from '#contract/reviews/bids.ts'
import { bidTexts } from '#contract/reviews/words.ts'
import type { Reviewer } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { lockBids, writeBid } from '#server/selection/assignment/bids.ts'
import { inBlindWorld } from './blind-world.ts'

/** More than any college has in the fields of one person. */
const mostTitles = 4000

const meantBy = ({ elsewhere, ...here }: Reviewer, eventId = here.eventId) =>
  [here, ...elsewhere].find((at) => at.eventId === eventId) ?? refuse('not_found')

export function listBids(
  world: World,
  reviewer: Reviewer,
  { eventId }: ParsedInputOf<typeof BidList>,
): Promise<ReplyOf<typeof BidList>> {
  return inBlindWorld(world, meantBy(reviewer, eventId), async ({ db }) => {
    const call = await db.selectFrom('call').select('takesBids').executeTakeFirst()
    if (!call?.takesBids) return { isOpen: false, titles: [] }
    const titles = await db
      .selectFrom('bidTitle')
      .selectAll()
      .orderBy('speciality')
      .orderBy('titleId')
      .limit(mostTitles)
      .execute()
    return { isOpen: true, titles }
  })
}

/** The same statements, whatever the reason why there is no such title: unknown, in conflict, not in the lot, somebody else's. */
export function saveBid(
  world: World,
  reviewer: Reviewer,
  { eventId: which, titleId, bid }: ParsedInputOf<typeof BidSave>,
): Promise<ReplyOf<typeof BidSave>> {
  const { reviewerId, eventId } = meantBy(reviewer, which)
  return inBlindWorld(world, { reviewerId }, ({ write }) =>
    write(async (world) => {
      const { areOver } = await lockBids(world, eventId)
      if (areOver) return { status: bidTexts.over }
      return (await writeBid(world, { titleId, bid })) ? { status: 'Success' } : refuse('not_found')
    }),
  )
}
