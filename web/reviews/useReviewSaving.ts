import { useEffect, useState, useSyncExternalStore } from 'react'
import * as calls from '#contract/calls/reviews.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { OwnReview, ReviewSave, ReviewSubmit } from '#contract/reviews/reviews.ts'
import { reviewTexts } from '#contract/reviews/words.ts'
import { type Answer as Heard, isGone, sendLast } from '#web/platform/call.ts'
import { type Store, useWholeStore } from '#web/platform/store.ts'
import { whenLeft } from '#web/platform/uploads/leaving.ts'
import { type Caller, useCall } from '#web/platform/useCall.ts'
import { type Answers, answersOf, isSameReview, type Opened } from './answers.ts'
import { textOf, typedOf } from './kept.ts'
import { type Answer, type Kept, openSaving, type Sent } from './saving.ts'
import { useOwner } from './useOwner.ts'

type Own = Pick<Opened, 'own'> & { abstract: Pick<Opened['abstract'], 'assignmentId' | 'state'> }
type Line = { store: Store; call: Caller; owner: string }

const toldBy = ({ own, abstract }: Own) => ({
  values: answersOf(own),
  version: own.version,
  savedAt: own.savedAt ?? undefined,
  isSubmitted: abstract.state === 'submitted',
})

/** The review of one assignment, as it is saved. */
export function savingOf(opened: Own, kept: Kept<Answers> | undefined, { store, call, owner }: Line) {
  const { assignmentId } = opened.abstract
  const typed = typedOf(owner, assignmentId)
  const isNews = kept !== undefined && !isSameReview(kept.values, answersOf(opened.own))
  if (kept && !isNews) typed.clear()
  return openSaving<Answers>(
    { ...toldBy(opened), kept: isNews ? kept : undefined },
    {
      send: async (sent, isLeaving) => {
        const input = inputOf(assignmentId, sent)
        const session = store.session.of(store.getState())
        return answerFrom(
          isLeaving ? await sendLast(calls.ReviewSave, input, session) : await call(calls.ReviewSave, input),
        )
      },
      keep: typed.write,
      // What another tab has typed meanwhile stays.
      forget: (saved) =>
        void typed
          .read()
          .then((found) => (!found || isSameReview(found.values, saved) ? typed.clear() : undefined))
          .catch(reportError),
      isSame: isSameReview,
    },
  )
}

export const inputOf = (assignmentId: number, { values, version, saveKey }: Sent<Answers>) => ({
  assignmentId,
  version,
  saveKey,
  ...values,
})

const storedFrom = (own: OwnReview) => ({ values: answersOf(own), version: own.version })

/** What an answer to a save or a submit means for what was sent. */
export function answerFrom(heard: Heard<ReplyOf<typeof ReviewSave> | ReplyOf<typeof ReviewSubmit>>): Answer<Answers> {
  if (isGone(heard)) return { kind: 'over', sentence: '' }
  if (heard.kind === 'refused' && [400, 413, 422].includes(heard.status)) return { kind: 'refused' }
  if (heard.kind !== 'reply') return { kind: 'unanswered' }
  const { status, version, savedAt, stored } = heard.reply
  if (version !== undefined && savedAt !== undefined) return { kind: 'saved', version, savedAt }
  if (stored) return { kind: 'changed', stored: storedFrom(stored) }
  if (status === reviewTexts.submitted) return { kind: 'submitted' }
  return status === reviewTexts.decided || status === reviewTexts.declined
    ? { kind: 'over', sentence: status }
    : { kind: 'refused' }
}

/** Saves while somebody writes, when they leave, and when the line is back. */
export function useReviewSaving(opened: Opened, kept: Kept<Answers> | undefined) {
  const store = useWholeStore()
  const call = useCall()
  const owner = useOwner()
  const [saving] = useState(() => savingOf(opened, kept, { store, call, owner }))
  const state = useSyncExternalStore(saving.listen, saving.state)

  useEffect(() => saving.learn(toldBy(opened)), [saving, opened])

  useEffect(() => {
    const goOn = () => void saving.flush()
    const stopTelling = whenLeft(() => void saving.flush(true))
    addEventListener('online', goOn)
    saving.start()
    return () => {
      stopTelling()
      removeEventListener('online', goOn)
      void saving.flush(true)
      saving.stop()
    }
  }, [saving])

  // Whoever opens it without a line finds it as it was saved last.
  const { standing, version, savedAt, values, sentence } = state
  const { assignmentId } = opened.abstract
  useEffect(() => {
    if (standing !== 'saved' || version === opened.own.version) return
    const own = { ...opened.own, ...values, version, savedAt: savedAt ?? null }
    void textOf(owner, assignmentId).write({ ...opened, own })
  }, [owner, opened, assignmentId, standing, version, savedAt, values])

  // Taken away or declined elsewhere: its text does not stay on this device, what was typed and not sent does. What is decided can still be read.
  const isTaken = standing === 'over' && sentence !== reviewTexts.decided
  useEffect(() => {
    if (isTaken) textOf(owner, assignmentId).clear()
  }, [isTaken, owner, assignmentId])

  // What neither the server has nor this device keeps would be lost.
  const isAtRisk = standing !== 'saved' && standing !== 'over' && !state.isKept
  useEffect(() => {
    if (!isAtRisk) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAtRisk])
  return { ...saving, now: state }
}

export type ReviewSaving = ReturnType<typeof useReviewSaving>
