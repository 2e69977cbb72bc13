import { roleWords } from '#contract/accounts/role-words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { clockAt } from '#web/platform/calendar.ts'
import { Changes } from './Changes.tsx'
import { type Act, actorText, addressOf, doingOf, endText, thingOf, toneOf } from './words.ts'

/** One act in a list: who did what, why, what it changed, when. */
export function ActLine({ act, timeZone, isWhole = false }: { act: Act; timeZone: string; isWhole?: boolean }) {
  const { id, at, reason, changes, changesInAll, requestId, steppedUp } = act
  const more = changesInAll - changes.length
  return (
    <li data-tone={toneOf(act)}>
      <span>
        <strong>
          <bdi>{actorText(act.actor)}</bdi>
        </strong>{' '}
        {act.role && <span className="small soft">{roleWords[act.role].toLowerCase()} </span>}
        <Doing act={act} />
      </span>
      {(reason || endText(act)) && (
        <span className="small soft">
          {endText(act)} {reason && <bdi dir="auto">{reason}</bdi>}
        </span>
      )}
      <Changes actId={id} changes={changes} isWhole={isWhole} />
      {more > 0 && <span className="small soft">{more === 1 ? '1 more change' : `${more} more changes`}</span>}
      <span className="small soft">
        {isWhole ? (
          <>
            {requestId && `Request ${requestId}.`}
            {steppedUp && ' Confirmed that it was they.'}
          </>
        ) : (
          <Link to={`/console/audit/${id}`}>
            <time dateTime={at}>{clockAt(at, timeZone).time}</time>
            <span className="visually-hidden">, all of act {id}</span>
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

type Done = Pick<Act, 'operation' | 'about' | 'outcome' | 'event'>

export function Doing({ act: { operation, about, outcome, event } }: { act: Done }) {
  const words = doingOf(operation)
  const address = about && addressOf(about, event?.eventId)
  const thing = about && thingOf(about)
  return (
    <>
      {outcome === 'refused' ? (
        <>
          was refused: <code>{operation}</code>
        </>
      ) : (
        (words ?? <code>{operation}</code>)
      )}
      {thing && <>, {address ? <Link to={address}>{thing}</Link> : <span className="soft">{thing}</span>}</>}
    </>
  )
}
