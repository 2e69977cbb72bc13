import { Fragment } from 'react'
import { roleWords } from '#contract/accounts/role-words.ts'
import { type SentencePart, sentenceParts } from '#contract/audit/sentences.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { Thing } from '#web/console/layout/things.tsx'
import { clockAt } from '#web/platform/calendar.ts'
import { Changes, TextChanges } from './Changes.tsx'
import { type Act, actorText, endText, isAside, screenOf, toneOf } from './words.ts'

/** One act: a sentence, why, how it ended, when; the rows that it changed behind a click. */
export function ActLine({ act, timeZone, isWhole = false }: { act: Act; timeZone: string; isWhole?: boolean }) {
  const { id, at, reason, requestId, steppedUp } = act
  return (
    <li data-tone={toneOf(act)}>
      <span>
        <strong>
          <bdi>{actorText(act.actor)}</bdi>
        </strong>{' '}
        {act.role && <span className="small soft">{roleWords[act.role].toLowerCase()} </span>}
        <Sentence act={act} />
      </span>
      {(reason || endText(act)) && (
        <span className="small soft">
          {endText(act)} {reason && <bdi dir="auto">{reason}</bdi>}
        </span>
      )}
      {isWhole ? (
        <Changes changes={act.changes} more={act.changesInAll - act.changes.length} isWhole />
      ) : (
        <Rows act={act} />
      )}
      <span className="small soft">
        {isWhole ? (
          <>
            {requestId && `Request ${requestId}.`}
            {steppedUp && ' Confirmed that it was they.'}
          </>
        ) : (
          <Link to={`/console/audit/${id}`}>
            <time dateTime={at}>{clockAt(at, timeZone).time}</time>
            <span className="visually-hidden">, act {id} in full</span>
          </Link>
        )}
        {act.event && (
          <>
            {' '}
            <bdi>{act.event.name}</bdi>
          </>
        )}
      </span>
    </li>
  )
}

/** The changed rows, closed until a person opens them. */
function Rows({ act: { id, changes, changesInAll } }: { act: Act }) {
  const rows = changes.filter((change) => !isAside(change) && !change.textChanged)
  const count = changesInAll - (changes.length - rows.length)
  return (
    <>
      <TextChanges actId={id} changes={changes.filter((change) => !isAside(change))} />
      {rows.length > 0 && (
        <details className="small">
          <summary>{count === 1 ? '1 change' : `${count} changes`}</summary>
          <Changes changes={rows} more={count - rows.length} isWhole={false} />
        </details>
      )}
    </>
  )
}

type Said = Pick<Act, 'operation' | 'about' | 'outcome' | 'event'>

/** What was done, with a link to the thing and to the person. */
export function Sentence({ act }: { act: Said }) {
  return sentenceParts(act).map((part, at) => (
    // The parts of a sentence stay where they are.
    <Fragment key={at}>
      <Part part={part} eventId={act.event?.eventId} />
    </Fragment>
  ))
}

function Part({ part, eventId }: { part: SentencePart; eventId: number | undefined }) {
  if (typeof part === 'string') return part
  if ('person' in part)
    return (
      <Thing to={inEvent(`/console/people/${part.person.accountId}`, eventId)} may="people.read" ofEvent={eventId}>
        {part.person.name}
      </Thing>
    )
  const screen = screenOf(part.thing, eventId)
  return (
    <Thing to={screen && inEvent(screen.to, eventId)} may={screen?.may ?? 'audit.read'} ofEvent={eventId}>
      {part.text}
    </Thing>
  )
}

const inEvent = (to: string, eventId: number | undefined): string =>
  eventId === undefined || to.includes('?') ? to : `${to}?eventId=${eventId}`
