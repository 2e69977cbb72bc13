import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Stepper } from '#web/ui/Stepper.tsx'
import { Going } from './Going.tsx'
import { MailTabs } from './MailTabs.tsx'
import { Sending } from './Sending.tsx'
import { type Mailing, stateWords } from './words.ts'
import { Writing } from './Writing.tsx'

/** A letter from whom it is for to the moment it goes out, in four steps. */
export default function WriteScreen() {
  useTitle('Write a letter')
  const eventId = useEventId(useMe())
  const [address] = useSearchParams()
  const mailingId = Number(address.get('mailing')) || undefined
  if (eventId === undefined)
    return (
      <div className="console-page">
        <h1>Write a letter</h1>
        <EmptyState title="No event yet">
          <p>Letters belong to an event.</p>
        </EmptyState>
      </div>
    )
  if (mailingId === undefined) return <Letter key={`new ${address}`} eventId={eventId} mailing={undefined} />
  return <Stored key={mailingId} eventId={eventId} mailingId={mailingId} />
}

function Stored({ eventId, mailingId }: { eventId: number; mailingId: number }) {
  const { data, error, refetch } = useQuery({
    ...ask('MailingShow', { mailingId }),
    refetchInterval: ({ state }) => (isGoing(state.data?.mailing) ? 2000 : false),
  })
  if (data) return <Letter eventId={eventId} mailing={data.mailing} />
  return (
    <div className="console-page">
      <h1>Write a letter</h1>
      {error ? <AskFailed error={error} again={refetch} /> : <Spinner>Loading</Spinner>}
    </div>
  )
}

const isGoing = (mailing: Mailing | undefined): boolean => mailing?.state === 'planned' || mailing?.state === 'sending'

const steps = ['Who', 'What', 'Check', 'Send']

function Letter({ eventId, mailing }: { eventId: number; mailing: Mailing | undefined }) {
  const [isWriting, setWriting] = useState(false)
  const [isChosen, setChosen] = useState(false)
  const isOpen = !mailing || mailing.state === 'draft' || isWriting
  const step = isOpen ? (isChosen ? 1 : 0) : mailing.state === 'checked' ? 2 : 3
  const [words, status] = stateWords[mailing?.state ?? 'draft']
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Write a letter</h1>
        {mailing && (
          <span className="status-chip" data-status={status}>
            {words}
          </span>
        )}
      </div>
      <MailTabs at="/console/mail" eventId={eventId} />
      <Stepper steps={steps} current={step} />
      {isOpen ? (
        <Writing
          key={mailing?.id ?? 'new'}
          eventId={eventId}
          mailing={mailing}
          onChosen={setChosen}
          onChecked={() => setWriting(false)}
        />
      ) : mailing.state === 'checked' ? (
        <Sending mailing={mailing} onBack={() => setWriting(true)} />
      ) : (
        <Going mailing={mailing} />
      )}
    </div>
  )
}
