import * as calls from '#contract/calls/reviews.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { ReviewInbox, ReviewInboxRow } from '#contract/reviews/reviews.ts'
import { type Answer, isGone, isUnadmitted } from '#web/platform/call.ts'
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

/**
 * What of the opened texts stays on this device. Whoever is no reviewer any more has none: it was read in confidence. Undefined: all of it, for
 * nobody has said anything.
 */
export function staysHere(answer: Answer<Reply>): number[] | undefined {
  if (isGone(answer)) return []
  if (answer.kind !== 'reply') return undefined
  return rowsOf(inboxesOf(answer.reply)).flatMap(({ state, assignmentId }) =>
    state === 'declined' ? [] : [assignmentId],
  )
}

/** What there is to review; without a line, as it was last. For whoever is no reviewer there is none. */
export function useInbox() {
  const call = useCall()
  const owner = useOwner()
  const { data, hasFailed, refresh } = useQuery<Found>({
    queryKey: ['review inbox', owner],
    queryFn: async () => {
      const kept = openDraft<Reply>(owner, inboxName)
      const answer = await call(calls.ReviewInbox, {})
      const readable = staysHere(answer)
      if (readable) keepOnly(owner, readable).catch(reportError)
      if (answer.kind === 'reply') {
        void kept.write(answer.reply)
        return { inboxes: inboxesOf(answer.reply), isOld: false }
      }
      if (isUnadmitted(answer)) return undefined
      if (isGone(answer)) {
        kept.clear()
        return 'none'
      }
      const reply = await kept.read().catch(() => undefined)
      return reply && { inboxes: inboxesOf(reply), isOld: true }
    },
  })
  return { found: data, hasFailed, refresh }
}
