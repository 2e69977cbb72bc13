import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ChooseReviewer } from './ChooseReviewer.tsx'
import { useSelectionAct } from './useSelectionAct.ts'
import type { Reviewer } from './words.ts'

export type Which = { abstractId: number; number: string; title: string; specialityId: number; field: string }

/** Somebody is given the abstract at once. Where that may not be, the server says why. */
export function ByHand({ eventId, which, onClose }: { eventId: number; which: Which; onClose: () => void }) {
  const { abstractId, number, title, specialityId, field } = which
  const { act, problems } = useSelectionAct('AssignByHand')
  const [tried, setTried] = useState('')
  const [given, setGiven] = useState<string[]>([])
  const give = async (reviewer: Reviewer) => {
    const name = reviewer.name || reviewer.email
    setTried(name)
    if (await act({ eventId, abstractId, reviewerId: reviewer.id, reason: '' })) setGiven((now) => [...now, name])
  }
  return (
    <Dialog open onClose={onClose} title={`Who reads ${number}?`} typed>
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
        <div>
          <button className="button button-secondary" type="button" onClick={onClose}>
            Done
          </button>
        </div>
      </div>
    </Dialog>
  )
}
