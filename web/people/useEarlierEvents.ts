import { GetAbstracts } from '#contract/calls/abstracts.ts'
import * as calls from '#contract/calls/events.ts'
import type { MyEvents } from '#contract/events/events.ts'
import type { Abstract } from '#web/abstracts/slice.ts'
import { useContent, useEventNamed } from '#web/layout/content.tsx'
import type { AnswerTo } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'

export type EarlierEvent = Extract<AnswerTo<typeof MyEvents>, { kind: 'reply' }>['reply']['events'][number]

/** The other events that the person takes part in, or none while nobody answers. */
export function useEarlierEvents(): EarlierEvent[] {
  const call = useCall()
  const named = useEventNamed()
  const { event } = useContent()
  const { data: events = none } = useQuery({
    queryKey: ['MyEvents'],
    queryFn: async () => {
      const answer = await call(calls.MyEvents, named)
      if (answer.kind !== 'reply') return undefined
      return answer.reply.events.filter(({ eventId }) => eventId !== event?.id)
    },
  })
  return events
}
const none: EarlierEvent[] = []

/** What the person wrote for an earlier event: `undefined` until it is there, `null` when it could not be read. */
export function useEarlierAbstracts(
  { eventId, abstracts }: EarlierEvent,
  isOpen: boolean,
): Abstract[] | null | undefined {
  const call = useCall()
  const { data, hasFailed } = useQuery({
    queryKey: ['GetAbstracts', eventId],
    enabled: isOpen && abstracts > 0,
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await call(GetAbstracts, { EventID: eventId })
      return answer.kind === 'reply' && Array.isArray(answer.reply?.Table) ? answer.reply.Table : undefined
    },
  })
  if (abstracts === 0) return []
  return data ?? (hasFailed ? null : undefined)
}
