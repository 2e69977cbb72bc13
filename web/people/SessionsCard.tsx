import { useRef } from 'react'
import { useTimeZone } from '#web/layout/content.tsx'
import { clockAt, fullDay } from '#web/platform/calendar.ts'
import { countOf } from '#web/platform/words.ts'
import { type Device, devicesOf, type SessionsState } from './useSessions.ts'

/** Every device that is signed in, this one first; equal ones are one row with a count. */
export function SessionsCard({ sessions, said, end }: SessionsState) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="card" aria-labelledby="sessions">
      <div className="card-header">
        <h2 id="sessions" tabIndex={-1} ref={heading}>
          Where you are signed in
        </h2>
      </div>
      {sessions ? (
        <ul className="rows">
          {devicesOf(sessions).map((device) => (
            <DeviceRow
              key={device.sessionIds[0]}
              device={device}
              // The button is gone with its row, so the heading takes the focus.
              onEnd={() => void end(device).then((isEnded) => isEnded && heading.current?.focus())}
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

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { day, time } = clockAt(device.lastSeenAt, useTimeZone())
  const count = device.sessionIds.length
  return (
    <li>
      <span>
        <strong>{device.name}</strong>
        <br />
        <small>
          {device.isThis
            ? 'This device'
            : `${count > 1 ? `${countOf(count, 'session')}, last` : 'Last'} used on ${fullDay(day)} at ${time}`}
        </small>
      </span>
      {device.isThis ? (
        <button className="button button-quiet" type="button" data-sign-out="">
          Sign out here
        </button>
      ) : (
        <button className="button button-quiet-danger" type="button" onClick={onEnd}>
          Sign out<span className="visually-hidden"> on {device.name}</span>
        </button>
      )}
    </li>
  )
}
