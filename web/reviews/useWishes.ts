import { useCallback, useRef, useState } from 'react'
import * as calls from '#contract/calls/reviews.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { BidList } from '#contract/reviews/bids.ts'
import type { Bid } from '#contract/reviews/words.ts'
import { isUnadmitted } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { isUnanswered } from '#web/platform/uploads/retry.ts'
import { useCall } from '#web/platform/useCall.ts'
import { useOwner } from './useOwner.ts'

export type WishTitle = ReplyOf<typeof BidList>['titles'][number]

/** The titles that somebody may wish for at one event. */
export function useTitles(eventId: number) {
  const call = useCall()
  const { data, hasFailed, refresh } = useQuery<ReplyOf<typeof BidList>>({
    queryKey: ['wishes', useOwner(), eventId],
    queryFn: async () => {
      const answer = await call(calls.BidList, { eventId })
      if (answer.kind === 'reply') return answer.reply
      return isUnadmitted(answer) || isUnanswered(answer) ? undefined : { isOpen: false, titles: [] }
    },
  })
  return { found: data, hasFailed, refresh }
}

/** Each choice is sent at once, one after the other; of several for one title the last. */
export function useWishing(eventId: number) {
  const call = useCall()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Bid>>(new Map())
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const [sentence, setSentence] = useState('')
  const [isSending, setSending] = useState(false)
  const waiting = useRef(new Map<string, Bid>())
  const isBusy = useRef(false)

  const sendAll = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    for (const [titleId, bid] of waiting.current) {
      waiting.current.delete(titleId)
      const answer = await call(calls.BidSave, { eventId, titleId, bid })
      const isSaved = answer.kind === 'reply' && answer.reply.status === 'Success'
      setUnsaved((now) => (isSaved ? without(now, titleId) : new Set([...now, titleId])))
      if (answer.kind === 'reply' && answer.reply.status !== 'Success') setSentence(answer.reply.status)
    }
    isBusy.current = false
    setSending(false)
  }, [call, eventId])

  const choose = useCallback(
    (titleId: string, bid: Bid) => {
      setChosen((now) => new Map([...now, [titleId, bid]]))
      // At the end again: a loop over a map meets what is added meanwhile.
      waiting.current.delete(titleId)
      waiting.current.set(titleId, bid)
      void sendAll()
    },
    [sendAll],
  )
  const tryAgain = useCallback(() => {
    for (const titleId of unsaved) {
      const bid = chosen.get(titleId)
      if (bid !== undefined && !waiting.current.has(titleId)) waiting.current.set(titleId, bid)
    }
    void sendAll()
  }, [chosen, unsaved, sendAll])
  return { chosen, unsaved, sentence, isSending, choose, tryAgain }
}

function without(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return new Set([...all].filter((each) => each !== one))
}
