import { useState } from 'react'
import * as calls from '#contract/calls/reviews.ts'
import { useCall } from '#web/platform/useCall.ts'

export const notDone = 'This did not reach us. Please try again.'

/** Takes back what was declined, while nobody else has it. */
export function useTakeBack(assignmentId: number, onTaken: () => void) {
  const call = useCall()
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState('')
  const takeBack = async () => {
    if (isBusy) return
    setBusy(true)
    const answer = await call(calls.ReviewTakeBack, { assignmentId })
    setBusy(false)
    if (answer.kind !== 'reply') return setSentence(notDone)
    if (answer.reply.status === 'Success') onTaken()
    else setSentence(answer.reply.status)
  }
  return { isBusy, sentence, takeBack }
}
