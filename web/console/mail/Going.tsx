import { grouped } from '#contract/money.ts'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
/** A letter to many on its way: planned and to be taken back, going out and to be stopped, or over. */
import { Link } from '#web/console/layout/Link.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { whenText } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useMailingAct } from './useMailingAct.ts'
import { countedWords, type Mailing, people } from './words.ts'

export type Moving = Pick<Mailing, 'id' | 'state' | 'subject' | 'recipients' | 'posted' | 'sendAt' | 'endedAt'>

export function Going({ mailing }: { mailing: Mailing }) {
  const { eventId, counted } = mailing
  return (
    <section className="card stack" aria-labelledby="h-going">
      <h2 id="h-going" dir="auto">
        {mailing.subject}
      </h2>
      <Progress mailing={mailing} eventId={eventId} />
      {counted && <p className="small">{countedWords(counted)}</p>}
      <div className="cluster">
        <Link to={`/console/mail/outbox?eventId=${eventId}&mailingId=${mailing.id}`}>See its letters</Link>
        <Link
          to={`/console/mail?eventId=${eventId}`}
          state={{ letter: { kind: mailing.kind, subject: mailing.subject, body: mailing.body } }}
        >
          Write another like it
        </Link>
      </div>
    </section>
  )
}

/** How far it is, and the one thing that can be done about it. */
export function Progress({ mailing, eventId }: { mailing: Moving; eventId: number }) {
  const timeZone = timeZoneOf(useMe(), eventId)
  const { act, problems, isSending } = useMailingAct('MailingStop')
  const { confirm, dialog } = useConfirm()
  const { id: mailingId, state, recipients, posted, sendAt, endedAt } = mailing
  const left = recipients - posted
  const stop = async () => {
    const isSure = await confirm({
      title: 'Stop this letter?',
      text: <p>{`${grouped(posted)} have it. Whoever still waits gets none; it cannot go on later.`}</p>,
      consequence: `Stop: ${people(left)} get no letter`,
    })
    if (isSure) await act({ eventId, mailingId })
  }
  return (
    <>
      {dialog}
      {state === 'planned' && (
        <Notice tone="wait">
          <p>{`Goes out ${sendAt ? whenText(sendAt, timeZone) : 'soon'} to ${people(recipients)}.`}</p>
          <button
            className="button button-secondary"
            type="button"
            aria-busy={isSending || undefined}
            onClick={() => void act({ eventId, mailingId })}
          >
            Take it back
          </button>
        </Notice>
      )}
      {state === 'sending' && (
        <Notice>
          <div className="stack gap-s">
            <output>{`${grouped(posted)} of ${grouped(recipients)} sent`}</output>
            <Meter label="Sent" value={posted} of={recipients} />
            <button
              className="button button-danger"
              type="button"
              aria-busy={isSending || undefined}
              onClick={() => void stop()}
            >
              <Icon name="close" /> Stop
            </button>
          </div>
        </Notice>
      )}
      {state === 'stopped' && (
        <Notice
          tone="wait"
          live
        >{`Stopped ${endedAt ? whenText(endedAt, timeZone) : ''}: ${people(posted)} had it, ${people(left)} got none.`}</Notice>
      )}
      {state === 'sent' && (
        <Notice tone="good" live>{`Sent to ${people(posted)}, ${endedAt ? whenText(endedAt, timeZone) : ''}.`}</Notice>
      )}
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
    </>
  )
}
