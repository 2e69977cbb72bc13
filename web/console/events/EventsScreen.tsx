import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Me, mayAnywhere, mayIn, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { typedIn, useEventAct } from './useEvent.ts'
import { counted, dayText, states, weeksAfter } from './words.ts'

type Listed = Reply<'EventsOfStaff'>['events'][number]

/** Every event of theirs, and the two ways to a new one. */
export default function EventsScreen() {
  useTitle('All events')
  const me = useMe()
  const { data, error, refetch } = useQuery(ask('EventsOfStaff', {}))
  const [copying, setCopying] = useState<number>()
  const [isBeginning, setBeginning] = useState(false)
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>All events</h1>
        {mayAnywhere(me, 'event.publish') && (
          <span className="push cluster gap-s">
            <button
              className="button button-secondary"
              type="button"
              aria-expanded={isBeginning}
              onClick={() => setBeginning(!isBeginning)}
            >
              <Icon name="plus" /> Begin a new event
            </button>
          </span>
        )}
      </div>
      {isBeginning && <Begin onClose={() => setBeginning(false)} />}
      {error && (
        <Notice tone="bad" live>
          <p>{error.message}</p>
          <button className="button button-secondary" type="button" onClick={() => void refetch()}>
            Try again
          </button>
        </Notice>
      )}
      {data?.events.length === 0 && (
        <EmptyState title="No event yet">
          <p>Begin the first one.</p>
        </EmptyState>
      )}
      <ul className="stack">
        {data?.events.map((event) => (
          <li key={event.eventId}>
            <One
              me={me}
              event={event}
              isCopying={copying === event.eventId}
              onCopy={(isOpen) => setCopying(isOpen ? event.eventId : undefined)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type OneProps = { me: Me; event: Listed; isCopying: boolean; onCopy: (isOpen: boolean) => void }

function One({ me, event, isCopying, onCopy }: OneProps) {
  const { eventId, name, state, isCurrent, startsOn, endsOn, people } = event
  return (
    <article className="card stack">
      <div className="cluster">
        <h2 className="heading-small grow">
          <Link to={`/console/event?eventId=${eventId}`}>{name}</Link>
        </h2>
        <span className="status-chip" data-status={states[state].status}>
          {states[state].words}
        </span>
        {isCurrent && <span className="status-chip">Current</span>}
      </div>
      <p className="small soft">
        {dayText(startsOn)} to {dayText(endsOn)}, {counted(people, 'person', 'people')}
      </p>
      {mayIn(me, 'event.publish', eventId) && (
        <div>
          <button
            className="button button-secondary"
            type="button"
            aria-expanded={isCopying}
            onClick={() => onCopy(!isCopying)}
          >
            Copy for a new event<span className="visually-hidden">: {name}</span>
          </button>
        </div>
      )}
      {isCopying && <Copy event={event} onClose={() => onCopy(false)} />}
    </article>
  )
}

const nextYear = (name: string): string =>
  /\b20\d\d\b/.test(name) ? name.replace(/\b20\d\d\b/, (year) => String(Number(year) + 1)) : `${name}, next year`

function Copy({ event: { eventId, name, startsOn }, onClose }: { event: Listed; onClose: () => void }) {
  const navigate = useNavigate()
  const { act, problems, isSending } = useEventAct('EventCopy')
  const [weeks, setWeeks] = useState('52')
  const send = async (newName: string) => {
    const copied = await act({ eventId, name: newName, weeks })
    if (copied) await navigate(`/console/event?eventId=${copied.eventId}`)
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        if (!isSending) void send(typedIn(submit.currentTarget, 'name'))
      }}
    >
      <TextField
        label="Name of the new event"
        name="name"
        maxLength={200}
        defaultValue={nextYear(name)}
        error={problems.name}
      />
      <TextField
        label="Move all days by so many weeks"
        name="weeks"
        type="number"
        min={0}
        max={520}
        value={weeks}
        onChange={({ target }) => setWeeks(target.value)}
        hint={`Weekdays stay. It begins on ${weeksAfter(startsOn, Number(weeks))}.`}
        error={problems.weeks}
      />
      <p className="small">
        <strong>Copied:</strong> texts, flyer, disciplines, workshops with prices. <strong>Not copied:</strong> people,
        orders, payments, abstracts, reviews, receipts, extensions, team roles. You become its organiser.
      </p>
      <FormEnd action="Copy as a draft" problem={problems.form} isSending={isSending} onClose={onClose} />
    </form>
  )
}

function Begin({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { act, problems, isSending } = useEventAct('EventBegin')
  const send = async (form: HTMLFormElement) => {
    const [name, startsOn, endsOn] = [typedIn(form, 'name'), typedIn(form, 'startsOn'), typedIn(form, 'endsOn')]
    const begun = await act({ name, startsOn, endsOn })
    if (begun) await navigate(`/console/event?eventId=${begun.eventId}`)
  }
  return (
    <form
      className="card stack"
      aria-label="A new event"
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        if (!isSending) void send(submit.currentTarget)
      }}
    >
      <TextField label="Name" name="name" maxLength={200} error={problems.name} />
      <div className="form-grid">
        <TextField label="Begins on" name="startsOn" type="date" error={problems.startsOn} />
        <TextField label="Ends on" name="endsOn" type="date" error={problems.endsOn} />
      </div>
      <p className="small soft">A draft that only staff see. The other dates are suggested, for you to correct.</p>
      <FormEnd action="Begin the draft" problem={problems.form} isSending={isSending} onClose={onClose} />
    </form>
  )
}
