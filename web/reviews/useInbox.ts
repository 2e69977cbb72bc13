import type { ReplyOf } from '#contract/operation.ts'
import { reviewCalls } from '#contract/reviews/heads.ts'
import type { ReviewInbox, ReviewInboxRow } from '#contract/reviews/reviews.ts'
import { isGone, isUnadmitted } from '#web/platform/call.ts'
import { openDraft } from '#web/platform/draft.ts'
import { useDraft } from '#web/platform/query/useDraft.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'
import { inboxName, keepOnly } from './kept.ts'
import { useOwner } from './useOwner.ts'

/** Of one event. */
export type Inbox = Omit<ReplyOf<typeof ReviewInbox>, 'elsewhere'>
type Reply = ReplyOf<typeof ReviewInbox>
/** `isOld`: as it was when there was a line. */
type Found = { inboxes: Inbox[]; isOld: boolean } | 'none'

/** The current event first. */
const inboxesOf = ({ elsewhere = [], ...here }: Reply): Inbox[] => [here, ...elsewhere]

export const rowsOf = (inboxes: readonly Inbox[]): ReviewInboxRow[] => inboxes.flatMap(({ rows }) => rows)

/** The list as it was last. */
export function useKeptRows(): ReviewInboxRow[] {
  const { kept } = useDraft<Reply>(inboxName)
  return kept ? rowsOf(inboxesOf(kept)) : []
}

export const isToDo = ({ state }: Pick<ReviewInboxRow, 'state'>): boolean =>
  state === 'assigned' || state === 'begun' || state === 'sent_back'

/** What there is to review; without a line, as it was last. For whoever is no reviewer there is none. */
export function useInbox() {
  const call = useCall()
  const owner = useOwner()
  const { data, hasFailed, refresh } = useQuery<Found>({
    queryKey: ['review inbox', owner],
    queryFn: async () => {
      const kept = openDraft<Reply>(owner, inboxName)
      const answer = await call(reviewCalls.ReviewInbox, {})
      if (answer.kind === 'reply') {
        const inboxes = inboxesOf(answer.reply)
        void kept.write(answer.reply)
        const readable = rowsOf(inboxes)
          .filter(({ state }) => state !== 'declined')
          .map(({ assignmentId }) => assignmentId)
        keepOnly(owner, readable).catch(reportError)
        return { inboxes, isOld: false }
      }
      if (isUnadmitted(answer)) return undefined
      if (isGone(answer)) return 'none'
      const reply = await kept.read().catch(() => undefined)
      return reply && { inboxes: inboxesOf(reply), isOld: true }
    },
  })
  return { found: data, hasFailed, refresh }
}
