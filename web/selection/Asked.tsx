import { useEffect, useRef, useState } from 'react'
import * as calls from '#contract/calls/selection.ts'
import { invitationTexts } from '#contract/selection/invitation-texts.ts'
import { usualQuota } from '#contract/selection/words.ts'
import { troubleOf } from '#web/accounts/api.ts'
import { isSignedIn } from '#web/accounts/slice.ts'
import { useTimeZone } from '#web/layout/content.tsx'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Invitation } from './InvitationPage.tsx'

const blindWords: Record<Invitation['blind'], string> = {
  double: 'You read them blind: nobody tells you who wrote them, and no author learns that it was you.',
  single: 'No author learns that it was you.',
  open: 'The review is open: authors and reviewers know of each other.',
}

type AskedProps = {
  link: string
  invitation: Invitation
  onAccept: () => void
  onDeclined: () => void
  onOver: () => void
}

/** What is asked, and the two answers. */
export function Asked({ link, invitation, onAccept, onDeclined, onOver }: AskedProps) {
  const { email, eventName, dueOn, expiresAt, hasAccount, blind } = invitation
  const [isDeclining, setDeclining] = useState(false)
  const signedIn = useStore(isSignedIn)
  const until = clockAt(expiresAt, useTimeZone()).day
  return (
    <>
      <PageHeader narrow eyebrow={eventName} title="Would you review abstracts?" lead={blindWords[blind]} />
      <section className="section">
        <div className="page-width width-44 stack gap-l">
          <div className="card stack gap-l">
            <dl className="facts stack gap-s">
              <Fact name="Event">{eventName}</Fact>
              <Fact name="Reviews until">{dueOn ? fullDay(dueOn) : 'The date is not fixed yet.'}</Fact>
              <Fact name="How many">You say how many, in which fields. {usualQuota} is usual.</Fact>
              <Fact name="Time">About ten minutes each, also on a phone.</Fact>
              <Fact name="Invited">{email}</Fact>
            </dl>
            {hasAccount && !signedIn && <p className="soft">You have an account: to accept, you sign in first.</p>}
            <div className="cluster">
              <button className="button button-primary" type="button" onClick={onAccept}>
                Accept
              </button>
              <button className="button button-secondary" type="button" onClick={() => setDeclining(true)}>
                Decline
              </button>
            </div>
            <p className="small soft">You can answer until {fullDay(until)}.</p>
          </div>
        </div>
      </section>
      {isDeclining && (
        <DeclineDialog link={link} onClose={() => setDeclining(false)} onDeclined={onDeclined} onOver={onOver} />
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type DeclineProps = Pick<AskedProps, 'link' | 'onDeclined' | 'onOver'> & { onClose: () => void }

function DeclineDialog({ link, onClose, onDeclined, onOver }: DeclineProps) {
  const call = useCall()
  const [isSending, setSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])

  const decline = async () => {
    setSending(true)
    setTrouble(undefined)
    const answer = await call(calls.InvitationAnswer, { link, answer: 'no' })
    if (!isHere.current) return
    setSending(false)
    if (answer.kind !== 'reply') setTrouble(troubleOf(answer, 'Please try again later.'))
    else if (answer.reply.status === 'Success') onDeclined()
    else if (answer.reply.status === invitationTexts.closed) setTrouble(answer.reply.status)
    else onOver()
  }
  return (
    <Dialog open onClose={onClose} title="Decline the invitation?" alert>
      <p>The link does not work any more after that.</p>
      {trouble && (
        <Notice tone="bad" live>
          {trouble}
        </Notice>
      )}
      {/* Closed by the browser, which gives the focus back. */}
      <form className="cluster" method="dialog">
        <button
          className="button button-primary"
          type="button"
          aria-busy={isSending || undefined}
          onClick={() => void decline()}
        >
          Decline
        </button>
        <button className="button button-secondary">Back</button>
      </form>
    </Dialog>
  )
}
