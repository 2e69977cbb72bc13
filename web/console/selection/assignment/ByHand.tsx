import { useState } from 'react'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import type { Reviewer } from '#web/console/selection/words.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ChooseReviewer } from './ChooseReviewer.tsx'
import { type Holder, TakeBack } from './TakeBack.tsx'

export type Which = {
  abstractId: number
  number: string
  title: string
  specialityId: number
  field: string
  /** Who is proposed for it, or has it already. */
  holders?: readonly Holder[]
}

/** A reviewer is given the abstract at once, or it is taken from one. Where that may not be, the server says why. */
export function ByHand({ eventId, which, onClose }: { eventId: number; which: Which; onClose: () => void }) {
  const { abstractId, number, title, specialityId, field, holders = [] } = which
  const has = holders.filter(({ assignmentId }) => assignmentId !== null)
  const { act, problems } = useSelectionAct('AssignByHand')
  const [tried, setTried] = useState('')
  const [given, setGiven] = useState<string[]>([])
  const give = async (reviewer: Reviewer) => {
    const name = reviewer.name || reviewer.email
    setTried(name)
    if (await act({ eventId, abstractId, reviewerId: reviewer.id, reason: '' })) setGiven((now) => [...now, name])
  }
  return (
    <Dialog open onClose={onClose} title={`Reviewers of ${number}`} typed>
      <div className="stack">
        <p dir="auto">{title}</p>
        {given.length > 0 && (
          <Notice tone="good" live>
            <p>
              Given to <bdi>{given.join(', ')}</bdi>.
            </p>
          </Notice>
        )}
        {problems.form && (
          <Notice tone="bad" live>
            <p>
              <bdi>{tried}</bdi>: {problems.form}
            </p>
          </Notice>
        )}
        <ChooseReviewer
          eventId={eventId}
          field={{ specialityId, name: field }}
          action="Give"
          onChoose={(reviewer) => void give(reviewer)}
        />
        {has.length > 0 && <TakeBack eventId={eventId} holders={has} onClose={onClose} />}
        <div>
          <button className="button button-secondary" type="button" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  )
}
