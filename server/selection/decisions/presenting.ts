/** Whether an author presents what was accepted. */
import { abstractTexts } from '#contract/abstracts/rules.ts'
import { dayIn, isPast } from '#contract/days.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { toldTexts } from '#contract/selection/told-texts.ts'
import type { PresentingAnswer } from '#contract/selection/told.ts'
import { moveAbstracts } from '#server/abstracts/moves.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { lockApplicant } from '#server/kernel/participants.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { dayText } from './revisions.ts'
import { lockOwn } from './told.ts'

type Status = ReplyOf<typeof PresentingAnswer>['status']
const accepted = ['accepted', 'confirmed', 'not_presenting'] as const

/** A yes is good until its day: afterwards the place may be promised to another. A no is welcome at any time. */
export async function answerPresenting(
  world: World,
  caller: Participant,
  { pk, answer }: ParsedInputOf<typeof PresentingAnswer>,
): Promise<Status> {
  return inTransaction(world, async (world): Promise<Status> => {
    const { timeZone, eventId } = await lockApplicant(world, caller)
    const found = await lockOwn(world, caller, pk)
    if (!found) return abstractTexts.gone
    const { answerUntil, state, isTold } = found
    if (!isTold || !accepted.some((each) => each === state)) return toldTexts.notAccepted
    const to = answer === 'yes' ? 'confirmed' : 'not_presenting'
    if (state === to) return 'Success'
    if (to === 'confirmed' && answerUntil !== null && isPast(answerUntil, dayIn(timeZone, world.now())))
      return `The answer was due on ${dayText(answerUntil)}.`
    await moveAbstracts(world, { eventId, abstractIds: [pk], from: accepted, to })
    return 'Success'
  })
}
