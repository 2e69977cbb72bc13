import { useState } from 'react'
import { useDispatch } from 'react-redux'
import * as calls from '#contract/calls/accounts.ts'
import { homeTimeZone } from '#contract/days.ts'
import { isUnadmitted } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { momentText, replyOf, troubleOf } from './api.ts'
import { type StandingState, useStanding } from './useStanding.ts'
import styles from './Account.module.css'

/** For whoever asked for the end of their account: when it is, and the way back. */
export function ClosingNotice({ standing, refresh }: StandingState) {
  const call = useCall()
  const dispatch = useDispatch()
  const [isBusy, setBusy] = useState(false)
  if (!standing?.closesAt) return null

  const keep = async () => {
    if (isBusy) return
    setBusy(true)
    const answer = await call(calls.KeepAccount, {})
    setBusy(false)
    if (isUnadmitted(answer)) return
    dispatch(showAlert(replyOf(answer) ? 'Your account stays as it is.' : troubleOf(answer)))
    await refresh()
  }
  return (
    <div className={`page-width ${styles.closing}`}>
      <Notice tone="wait">
        <div className="cluster">
          <p>
            <strong>Your account will be deleted on {momentText(standing.closesAt, homeTimeZone)}.</strong> Until then
            everything stays as it is.
          </p>
          <button
            className="button button-secondary"
            type="button"
            aria-busy={isBusy || undefined}
            onClick={() => void keep()}
          >
            Keep my account
          </button>
        </div>
      </Notice>
    </div>
  )
}

/** The same on a page that asks for nothing else of the account. */
export function OwnClosingNotice() {
  return <ClosingNotice {...useStanding()} />
}
