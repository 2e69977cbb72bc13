import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { ask } from '#web/console/queries.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useEventAct } from './useEvent.ts'
import { counted, dayText, type EventDetail } from './words.ts'

type PublishProps = { me: Me; event: EventDetail; isSaved: boolean }

/** What stands in the way, each with its repair; then the button. The server looks again. */
export function Publish({ me, event, isSaved }: PublishProps) {
  return (
    <div className="stack gap-l stick">
      {event.state === 'draft' ? (
        <Ready me={me} event={event} isSaved={isSaved} />
      ) : (
        <section className="card stack gap-s" aria-labelledby="h-standing">
          <h2 className="heading-small" id="h-standing">
            Where it stands
          </h2>
          <p className="small">
            {counted(event.counts.people, 'person takes', 'people take')} part,{' '}
            {counted(event.counts.submittedAbstracts, 'abstract is', 'abstracts are')} submitted,{' '}
            {counted(event.counts.paidOrders, 'order is', 'orders are')} paid.
          </p>
          <a href={event.isCurrent ? '/' : `/e/${event.slug}/`}>View the event’s site</a>
        </section>
      )}
      <CopiedFrom event={event} />
    </div>
  )
}

function Ready({ me, event, isSaved }: PublishProps) {
  const { eventId } = event
  const { data: check } = useQuery(ask('EventCheck', { eventId }))
  const publishing = usePublishing(event)
  const stops = check?.stops.length ?? 0
  const warnings = check?.warnings.length ?? 0
  const done = check?.done.length ?? 0
  const all = stops + warnings + done
  const toFix = `${counted(stops, 'problem', 'problems')} to fix before publishing`
  const mayPublish = mayIn(me, 'event.publish', eventId)
  return (
    <section className="card stack" aria-labelledby="h-publish">
      <div>
        <h2 id="h-publish">Publish</h2>
        <p className="small soft">
          {stops > 0 ? toFix : 'Ready to publish'}
          {warnings > 0 && `, ${counted(warnings, 'warning', 'warnings')}`}
        </p>
      </div>
      {check && (
        <>
          <Meter label="Ready to publish" value={done} of={all} tone={stops > 0 ? 'bad' : undefined} />
          <Findings check={check} eventId={eventId} />
        </>
      )}
      {mayPublish && (
        <>
          {publishing.hasCurrent && (
            <label className="check">
              <input type="checkbox" checked={publishing.makeCurrent} onChange={publishing.toggle} />
              Make it the current one, in place of {publishing.hasCurrent}
            </label>
          )}
          {publishing.problem && (
            <Notice tone="bad" live>
              {publishing.problem}
            </Notice>
          )}
          <button
            className="button button-primary button-block"
            type="button"
            disabled={!check || stops > 0 || !isSaved}
            aria-busy={publishing.isSending || undefined}
            onClick={() => void publishing.publish()}
          >
            {stops > 0 ? toFix : isSaved ? 'Publish' : 'Save your changes first'}
          </button>
        </>
      )}
      <p className="small soft">
        Publishing shows the event within a second and opens registration on {dayText(event.opensOn)}.
      </p>
      {publishing.dialog}
    </section>
  )
}

export function Findings({
  check: { stops, warnings, done },
  eventId,
}: {
  check: Reply<'EventCheck'>
  eventId: number
}) {
  const repair = (address: string) => {
    const [path = '', field = ''] = address.split('#')
    if (path.includes('eventId=')) return address
    return `${path}${path.includes('?') ? '&' : '?'}eventId=${eventId}${field && `#${field}`}`
  }
  return (
    <ul className="checklist">
      {stops.map((found) => (
        <li key={found.code} data-stop="">
          <span>
            <strong>
              <span className="visually-hidden">Stops publishing: </span>
              {found.sentence}
            </strong>
            <br />
            <Link to={repair(found.repair.address)}>{found.repair.label}</Link>
          </span>
        </li>
      ))}
      {warnings.map((found) => (
        <li key={found.code} data-warn="">
          <span>
            <span className="visually-hidden">Warning: </span>
            {found.sentence}
            <br />
            <Link to={repair(found.repair.address)}>{found.repair.label}</Link>
          </span>
        </li>
      ))}
      {done.map(({ code, sentence }) => (
        <li key={code} data-done="">
          <span>
            <span className="visually-hidden">Done: </span>
            {sentence}
          </span>
        </li>
      ))}
    </ul>
  )
}

function usePublishing(event: EventDetail) {
  const { act, problems, isSending } = useEventAct('EventPublish')
  const { confirm, dialog } = useConfirm()
  const { data: all } = useQuery(ask('EventsOfStaff', {}))
  const current = all?.events.find(({ isCurrent }) => isCurrent)
  const [chosen, setChosen] = useState<boolean>()
  // One that has ended gives way by itself; one that people use is left, unless it is meant.
  const makeCurrent = chosen ?? (current === undefined || current.state === 'ended')
  const publish = async () => {
    const shown = makeCurrent ? 'It takes the home page.' : 'The home page stays as it is.'
    const question = {
      title: `Publish ${event.name}?`,
      consequence: makeCurrent && current ? `Publish, and leave ${current.name}` : 'Publish',
      tone: 'primary',
      text: <p>{shown} Its time zone and its address are fixed from then on.</p>,
    } as const
    const { eventId, version } = event
    if (!isSending && (await confirm(question))) await act({ eventId, version, makeCurrent })
  }
  const problem = Object.values(problems).join(' ')
  const toggle = () => setChosen(!makeCurrent)
  return { publish, problem, isSending, makeCurrent, toggle, hasCurrent: current?.name, dialog }
}

function CopiedFrom({ event: { copiedFrom, counts, disciplines } }: { event: EventDetail }) {
  if (!copiedFrom) return null
  return (
    <section className="card stack gap-s" aria-labelledby="h-copied">
      <h2 className="heading-small" id="h-copied">
        Copied from {copiedFrom.name}
      </h2>
      <p className="small">
        <strong>Copied:</strong> texts, flyer, {counted(disciplines.length, 'discipline')} and{' '}
        {counted(counts.workshops, 'workshop')} with prices. Days were moved by {counted(copiedFrom.weeks, 'week')}, so
        weekdays stay.
      </p>
      <p className="small">
        <strong>Not copied:</strong> people, orders, payments, abstracts, reviews, receipts, extensions, team roles.
      </p>
    </section>
  )
}
