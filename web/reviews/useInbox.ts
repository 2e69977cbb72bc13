import type { ReplyOf } from '#contract/operation.ts'
import { reviewCalls } from '#contract/reviews/heads.ts'
import type { ReviewInbox, ReviewInboxRow } from '#contract/reviews/reviews.ts'
import { isUnadmitted } from '#web/platform/call.ts'
import { openDraft } from '#web/platform/draft.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useStore, useWholeStore } from '#web/platform/store.ts'
import { isUnanswered } from '#web/platform/uploads/retry.ts'
import { useCall } from '#web/platform/useCall.ts'
import { inboxName, keepOnly } from './kept.ts'

export type Inbox = ReplyOf<typeof ReviewInbox>
/** `isOld`: as it was when there was a line. */
type Found = { inbox: Inbox; isOld: boolean } | 'none'

export const isToDo = ({ state }: Pick<ReviewInboxRow, 'state'>): boolean =>
  state === 'assigned' || state === 'begun' || state === 'sent_back'

/** Whose things lie on this device. */
export function useOwner(): string {
  const { session } = useWholeStore()
  return useStore((state) => session.of(state).owner)
}

/** What there is to review; without a line, as it was last. For whoever is no reviewer there is none. */
export function useInbox() {
  const call = useCall()
  const owner = useOwner()
  const { data, hasFailed, refresh } = useQuery<Found>({
    queryKey: ['review inbox', owner],
    queryFn: async () => {
      const kept = openDraft<Inbox>(owner, inboxName)
      const answer = await call(reviewCalls.ReviewInbox, {})
      if (answer.kind === 'reply') {
        const { rows } = answer.reply
        void kept.write(answer.reply)
        const readable = rows.filter(({ state }) => state !== 'declined').map(({ assignmentId }) => assignmentId)
        keepOnly(owner, readable).catch(reportError)
        return { inbox: answer.reply, isOld: false }
      }
      if (isUnadmitted(answer)) return undefined
      if (!isUnanswered(answer)) return 'none'
      const inbox = await kept.read().catch(() => undefined)
      return inbox && { inbox, isOld: true }
    },
  })
  return { found: data, hasFailed, refresh }
}
