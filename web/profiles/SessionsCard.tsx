import { useRef } from 'react'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import { useTimeZone } from '#web/platform/content.tsx'
import { type Session, useSessions } from './useSessions.ts'

/** Every device that is signed in, this one first. */
export function SessionsCard() {
  const { sessions, said, end } = useSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = sessions?.toSorted((one, other) => Number(other.IsThis) - Number(one.IsThis))
  return (
    <section className="card" aria-labelledby="sessions">
      <div className="card-header">
        <h2 id="sessions" tabIndex={-1} ref={heading}>
          Where you are signed in
        </h2>
      </div>
      {rows ? (
        <ul className="rows">
          {rows.map((session) => (
            <SessionRow
              key={session.SessionID}
              session={session}
              // The button is gone with its row, so the heading takes the focus.
              onEnd={() => void end(session).then((isEnded) => isEnded && heading.current?.focus())}
            />
          ))}
        </ul>
      ) : (
        <div className="skeleton" aria-hidden="true" />
      )}
      <output className="small soft">{said}</output>
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const zone = useTimeZone()
  const { day, time } = clockAt(session.LastSeenAt, zone)
  return (
    <li>
      <span>
        <strong>{session.Device || 'Unknown device'}</strong>
        <br />
        <small>{session.IsThis ? 'This device' : `Last used on ${fullDay(day)} at ${time}`}</small>
      </span>
      {session.IsThis ? (
        <button className="button button-quiet" type="button" data-sign-out="">
          Sign out here
        </button>
      ) : (
        <button className="button button-quiet-danger" type="button" onClick={onEnd}>
          Sign out<span className="visually-hidden"> on {session.Device}</span>
        </button>
      )}
    </li>
  )
}
