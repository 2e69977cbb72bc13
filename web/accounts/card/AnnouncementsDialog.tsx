import { useState } from 'react'
import { useDispatch } from 'react-redux'
import * as calls from '#contract/calls/accounts.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { DialogProps } from './AccountDialogs.tsx'
import { replyOf, troubleOf } from './api.ts'

/** Announcements by mail, or none. Letters about one's own things always come. */
export function AnnouncementsDialog({ standing, refresh, onClose }: DialogProps) {
  const call = useCall()
  const dispatch = useDispatch()
  const [trouble, setTrouble] = useState('')
  const wanted = standing?.announcements ?? true
  const choose = async () => {
    const answer = await call(calls.ChooseAnnouncements, { wanted: !wanted })
    if (replyOf(answer)?.status !== 'Success') return setTrouble(troubleOf(answer))
    await refresh()
    onClose()
    dispatch(showAlert(wanted ? 'You get no more announcements.' : 'You get announcements again.'))
  }
  return (
    <Dialog open onClose={onClose} title="Announcements">
      <p className="soft">
        {wanted ? 'We write to you with news of the college.' : 'We write you no news of the college.'} Letters about
        your seats, payments and abstracts always come.
      </p>
      {trouble && (
        <Notice tone="bad" live>
          {trouble}
        </Notice>
      )}
      <div className="cluster">
        <button className="button button-primary" type="button" onClick={() => void choose()}>
          {wanted ? 'Send me no announcements' : 'Send me announcements'}
        </button>
        <button className="button button-quiet" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}
