import { useEffect } from 'react'
import type { ReviewInboxRow } from '#contract/reviews/reviews.ts'
import { useWholeStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { textOf, typedOf } from './kept.ts'
import { isToDo } from './useInbox.ts'
import { useOwner } from './useOwner.ts'
import { savingOf } from './useReviewSaving.ts'

/** What was written without a line and left: it goes from the list too. Where two texts differ, its own page asks. */
export function useSendKept(rows: readonly ReviewInboxRow[], onSent: () => unknown): void {
  const store = useWholeStore()
  const call = useCall()
  const owner = useOwner()
  useEffect(() => {
    const send = async (assignmentId: number): Promise<boolean> => {
      const [opened, typed] = await Promise.all([
        textOf(owner, assignmentId).read(),
        typedOf(owner, assignmentId).read(),
      ])
      if (!opened || !typed) return false
      const saving = savingOf(opened, typed, { store, call, owner })
      const isNews = saving.state().standing !== 'saved'
      await saving.flush()
      saving.stop()
      return isNews && saving.state().standing === 'saved'
    }
    const ids = rows.filter((row) => isToDo(row) && row.isOpen).map(({ assignmentId }) => assignmentId)
    void Promise.all(ids.map(send))
      .then((sent) => sent.includes(true) && onSent())
      .catch(reportError)
  }, [rows, owner, store, call, onSent])
}
