import { useEffect } from 'react'
import * as calls from '#contract/calls/reviews.ts'
import { isGone, isUnadmitted } from '#web/platform/call.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useCall } from '#web/platform/useCall.ts'
import type { Answers, Opened } from './answers.ts'
import { forgetReview, hasWords, textOf, typedOf } from './kept.ts'
import type { Kept } from './saving.ts'
import { useOwner } from './useOwner.ts'

type Found = { opened: Opened; typed: Kept<Answers> | undefined; isOld: boolean } | { unsent: Answers } | 'none'

/** An abstract with its review, and what was typed here and not sent. What was opened before can be read without a line. */
export function useOpened(assignmentId: number) {
  const call = useCall()
  const owner = useOwner()
  const { data, hasFailed, refresh } = useQuery<Found>({
    queryKey: ['review', owner, assignmentId],
    queryFn: async () => {
      const text = textOf(owner, assignmentId)
      const typed = await typedOf(owner, assignmentId)
        .read()
        .catch(() => undefined)
      const answer = await call(calls.ReviewOpen, { assignmentId })
      if (answer.kind === 'reply') {
        const opened = answer.reply
        if (opened.abstract.state === 'declined') forgetReview(owner, assignmentId)
        else void text.write(opened)
        return { opened, typed, isOld: false }
      }
      if (isUnadmitted(answer)) return undefined
      // Whatever else a server says for a moment, such as that it is asked too often: what was typed here stays.
      if (isGone(answer)) {
        text.clear()
        return hasWords(typed) ? { unsent: typed.values } : 'none'
      }
      const opened = await text.read().catch(() => undefined)
      return opened && { opened, typed, isOld: true }
    },
  })

  const isOld = data !== undefined && data !== 'none' && 'isOld' in data && data.isOld
  useEffect(() => {
    if (!isOld && !hasFailed) return
    const ask = () => void refresh()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [isOld, hasFailed, refresh])
  return { found: data, hasFailed, refresh }
}
