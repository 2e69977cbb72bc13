import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { useShortcuts } from '#web/console/ui/Shortcuts.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Redacting } from './Redacting.tsx'
import { foundText, type Queue } from './redaction-words.ts'
import './redaction.css'

/** What may tell who wrote an abstract, before anybody reviews it. The oldest first, until none is left. */
export default function RedactionScreen() {
  useTitle('Redaction')
  const eventId = useEventId(useMe())
  if (eventId === undefined) return <NoEvent title="Redaction" words="Abstracts are made blind when a review begins." />
  return <OfEvent key={eventId} eventId={eventId} />
}

const addressOf = (eventId: number, abstractId: number): string =>
  `/console/redaction?eventId=${eventId}&abstract=${abstractId}`

function OfEvent({ eventId }: { eventId: number }) {
  const asked = useQuery({ ...ask('RedactionQueue', { eventId }), refetchInterval: 30_000 })
  const queue = asked.data
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>Redaction</h1>
        {queue && <span className="soft">{figuresText(queue)}</span>}
      </div>
      {asked.error && <AskFailed error={asked.error} again={asked.refetch} />}
      {queue && <Working eventId={eventId} queue={queue} />}
    </div>
  )
}

function figuresText({ waiting, ready, preparing }: Queue): string {
  const wait = waiting === 1 ? '1 waits' : `${waiting} wait`
  const prepared = preparing > 0 ? `, ${preparing} ${preparing === 1 ? 'is' : 'are'} being prepared` : ''
  return `${wait}${prepared}, ${ready} ${ready === 1 ? 'is' : 'are'} ready. Reviewers cannot open what waits here.`
}

function Working({ eventId, queue: { rows } }: { eventId: number; queue: Queue }) {
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const [hasWorked, setWorked] = useState(false)
  const open = rows.filter(({ hasConflict }) => !hasConflict)
  const named = Number(address.get('abstract'))
  const at = Math.max(
    0,
    open.findIndex(({ abstractId }) => abstractId === named),
  )
  const now = named || open[0]?.abstractId
  const move = (by: number) => () => {
    const next = open[Math.min(Math.max(at + by, 0), open.length - 1)]
    if (next) void navigate(addressOf(eventId, next.abstractId))
  }
  useShortcuts({ j: move(1), k: move(-1) })
  const nextId = (open[at + 1] ?? open[at - 1])?.abstractId
  const client = useQueryClient()
  useEffect(() => {
    // A person who releases by keys need not wait for the next one.
    if (nextId !== undefined)
      void client.prefetchQuery({ ...ask('RedactionShow', { eventId, abstractId: nextId }), staleTime: 60_000 })
  }, [client, eventId, nextId])
  const goOn = () => {
    const next = open[at + 1] ?? open[at - 1]
    void navigate(next ? addressOf(eventId, next.abstractId) : `/console/redaction?eventId=${eventId}`)
  }
  if (now === undefined && rows.length === 0)
    return (
      <EmptyState title="Nothing waits">
        <p>What reviewers may not see is looked for when the review begins, and again in every later version.</p>
      </EmptyState>
    )
  return (
    <div className="split split-start aside-19">
      <section className="card queue-card" aria-labelledby="h-queue">
        <div className="card-header">
          <h2 id="h-queue" className="heading-small">
            Queue
          </h2>
          <span className="small soft">oldest first</span>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and where all rows are shut no link in it takes the keys */}
        <ul className="queue" tabIndex={0} aria-labelledby="h-queue">
          {rows.map((row) => (
            <li key={row.abstractId}>
              {row.hasConflict ? (
                <div className="queue-shut">
                  <Row number={row.number} title={row.title} says={foundText(row)} />
                </div>
              ) : (
                <Link
                  to={addressOf(eventId, row.abstractId)}
                  aria-current={row.abstractId === now ? 'true' : undefined}
                >
                  <Row number={row.number} title={row.title} says={foundText(row)} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      </section>
      {now !== undefined && (
        <One
          key={now}
          eventId={eventId}
          abstractId={now}
          turn={`${at + 1} of ${open.length}`}
          takesFocus={hasWorked}
          onWorked={() => setWorked(true)}
          onDone={goOn}
        />
      )}
    </div>
  )
}

function Row({ number, title, says }: { number: string; title: string; says: string }) {
  return (
    <>
      <span className="figures">
        <strong>{number}</strong> <span className="small soft">{says}</span>
      </span>
      <span className="small" dir="auto">
        {title}
      </span>
    </>
  )
}

type OneProps = {
  eventId: number
  abstractId: number
  turn: string
  takesFocus: boolean
  onWorked: () => void
  onDone: () => void
}

function One({ eventId, abstractId, turn, takesFocus, onWorked, onDone }: OneProps) {
  const asked = useQuery({
    ...ask('RedactionShow', { eventId, abstractId }),
    // Its search ends within seconds, and nothing else tells this screen.
    refetchInterval: ({ state: { data } }) =>
      data?.redaction.hasConflict === false && data.redaction.state === 'preparing' ? 3000 : false,
  })
  const redaction = asked.data?.redaction
  if (!redaction) return <AskedOne asked={asked} missing="It is not with the reviewers" list="/console/redaction" />
  if (redaction.hasConflict)
    return (
      <EmptyState title={redaction.number}>
        <p dir="auto">{redaction.title}</p>
        <p>
          Hidden from you: you wrote it, review it or have a conflict with it. Another person prepares its blind copy.
        </p>
      </EmptyState>
    )
  return (
    <Redacting
      key={`${redaction.version} ${redaction.saves} ${redaction.state}`}
      eventId={eventId}
      redaction={redaction}
      turn={turn}
      takesFocus={takesFocus}
      onWorked={onWorked}
      onDone={onDone}
    />
  )
}
