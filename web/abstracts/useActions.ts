import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import * as calls from '#contract/calls/abstracts.ts'
import { RevisionSend } from '#contract/calls/selection.ts'
import { rowOf } from '#web/platform/call.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { askTwice, idsOf, noteFailure } from './api.ts'
import { type Abstract, removeAbstract, replaceAbstract } from './slice.ts'
import type { Listed } from './useAbstracts.ts'

type Ends = { onSubmitted: (row: Abstract) => void; onClosed: () => void; onRevised: (said: string) => void }
export type Action = { pk: number; what: 'submit' | 'remove' }

/** Submitting and removing. What fails is noted and changes nothing; whoever waits for it gets their button back. */
export function useActions({ refresh }: Listed, { onSubmitted, onClosed, onRevised }: Ends) {
  const call = useCall()
  const dispatch = useDispatch()
  const ids = idsOf(useStore(({ auth }) => auth))
  const [busy, setBusy] = useState<Action>()

  const busily = async (action: Action, work: () => Promise<void>) => {
    if (busy) return
    setBusy(action)
    await work().finally(() => setBusy(undefined))
  }

  const submit = (row: Abstract) =>
    busily({ pk: row.pk, what: 'submit' }, async () => {
      const answer = rowOf(await askTwice(call, calls.SubmitAbstract, { ...ids, pk: row.pk }))
      if (answer?.Status === 'Success') {
        const { Number, SubmittedAt } = answer
        const submitted = { ...row, Status: 'Pending', ...(Number && { Number }), ...(SubmittedAt && { SubmittedAt }) }
        dispatch(replaceAbstract(submitted))
        onSubmitted(submitted)
      } else if (answer?.Status === abstractTexts.closed) onClosed()
      else if (answer) {
        noteFailure(calls.SubmitAbstract)
        await refresh()
      }
    })

  const revise = ({ pk }: Abstract) =>
    busily({ pk, what: 'submit' }, async () => {
      const { EventID, ApplicantID } = ids
      const answer = await askTwice(call, RevisionSend, { EventID, ApplicantID, pk })
      if (answer.kind !== 'reply') return
      await refresh()
      const { status } = answer.reply
      onRevised(status === 'Success' ? 'Your revision is with the reviewers.' : status)
    })

  const remove = (row: Abstract) =>
    busily({ pk: row.pk, what: 'remove' }, async () => {
      const answer = rowOf(await askTwice(call, calls.RemoveAbstract, { ...ids, pk: row.pk }))
      // It is not there any more, whoever removed it.
      if (answer) dispatch(removeAbstract(row.pk))
    })

  return { busy, submit, revise, remove }
}

export type Actions = ReturnType<typeof useActions>
