import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { Computing, Deciding } from '#web/console/selection/decisions/Deciding.tsx'
import { isUnderWay, type Run, runStates, type Shown } from '#web/console/selection/words.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { NoEvent } from '#web/console/ui/NoEvent.tsx'
import { whenText } from '#web/console/ui/When.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Applied } from './Applied.tsx'
import { ByHand, type Which } from './ByHand.tsx'
import { Compute } from './Compute.tsx'
import { Earlier, Loads, RunFigures } from './RunFigures.tsx'
import { ShortList } from './ShortList.tsx'
import { WouldChange } from './WouldChange.tsx'

/** How often a run that is computed is looked at. */
const lookEvery = 1000

/** Who reads what: proposed, looked at, applied. */
export default function AssignmentScreen() {
  useTitle('Assignment')
  const eventId = useEventId(useMe())
  if (eventId !== undefined) return <OfEvent key={eventId} eventId={eventId} />
  return <NoEvent title="Assignment" words="Assignments belong to an event." />
}

function OfEvent({ eventId }: { eventId: number }) {
  const timeZone = timeZoneOf(useMe(), eventId)
  const asked = useQuery({
    ...ask('RunShow', { eventId }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run?.state) ? lookEvery : false),
    // What was there stays until the next answer is: nothing jumps once a second.
    placeholderData: keepPreviousData,
  })
  const { data: call } = useQuery(ask('CallShow', { eventId }))
  const [applied, setApplied] = useState<Reply<'RunApply'>>()
  // Here, because the list may empty while somebody is being chosen.
  const [byHand, setByHand] = useState<Which>()
  const shown = asked.data
  const run = shown?.run
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={`/console/reviews?eventId=${eventId}`}>Reviews</Link>
        </nav>
        <h1>{run ? `Assignment, proposal ${run.ordinal}` : 'Assignment'}</h1>
        {run && <span className="soft">{standing(run, timeZone)}</span>}
        {shown && run?.state === 'proposed' && (
          <Deciding shown={shown} run={run} eventId={eventId} onApplied={setApplied} />
        )}
      </div>
      <AskedOne asked={asked} missing="There is no such event" list="/console/events" />
      {applied && run?.state === 'applied' && <Applied applied={applied} />}
      {shown && call && (
        <div className="stack gap-l">
          {run && isUnderWay(run.state) && <Computing run={run} eventId={eventId} />}
          {shown.lapsed > 0 && <Lapsed lapsed={shown.lapsed} />}
          {shown.left.length > 0 && <LeftToOthers left={shown.left} />}
          {shown.figures && run && <RunFigures shown={shown} run={run} />}
          <div className="split overview">
            <div className="stack gap-l">
              {!shown.figures && !isUnderWay(run?.state) && (
                <Nothing hasBegun={call.beganAt !== null} eventId={eventId} />
              )}
              {shown.short.length > 0 && (
                <ShortList shown={shown} eventId={eventId} isApplied={run?.state === 'applied'} onByHand={setByHand} />
              )}
              {shown.figures && run && (
                <WouldChange key={run.runId} shown={shown} run={run} eventId={eventId} onByHand={setByHand} />
              )}
            </div>
            <div className="stack gap-l">
              {shown.figures?.loads && shown.figures.loads.length > 0 && <Loads loads={shown.figures.loads} />}
              <Compute key={run?.runId ?? 0} run={run ?? undefined} call={call} onBegun={() => setApplied(undefined)} />
              <Earlier earlier={shown.earlier} timeZone={timeZone} />
            </div>
          </div>
        </div>
      )}
      {byHand && <ByHand eventId={eventId} which={byHand} onClose={() => setByHand(undefined)} />}
    </div>
  )
}

/** `Computed 22 September, 14:06, in 0.4 s. Nothing has changed yet.` */
function standing({ state, at, endedAt, milliseconds }: Run, timeZone: string): string {
  const when = whenText(endedAt ?? at, timeZone)
  if (state === 'proposed')
    return `Computed ${when}${milliseconds === null ? '' : `, in ${(milliseconds / 1000).toFixed(1)} s`}. Nothing has changed yet.`
  return isUnderWay(state) ? `It ${runStates[state]}.` : `It was ${runStates[state]} ${when}.`
}

function Lapsed({ lapsed }: { lapsed: number }) {
  return (
    <Notice tone="wait">
      <p>
        <strong>{`${counted(lapsed, 'place')} can no longer be filled as proposed`}</strong>
        {
          ': an abstract was withdrawn, a reviewer declined or is full, or a conflict was found. Applying leaves these out and lists them. Compute again to fill them.'
        }
      </p>
    </Notice>
  )
}

/** They were hidden from the person who asked for this proposal. */
function LeftToOthers({ left }: Pick<Shown, 'left'>) {
  return (
    <Notice tone="wait">
      <p>
        <strong>{`${counted(left.length, 'abstract is', 'abstracts are')} not in this proposal`}</strong>
        {`, because the person who computed it has a conflict: ${left.map(({ number }) => number).join(', ')}. A member of the team who has none can compute the next one.`}
      </p>
    </Notice>
  )
}

function Nothing({ hasBegun, eventId }: { hasBegun: boolean; eventId: number }) {
  return (
    <EmptyState title="No proposal yet">
      {hasBegun ? (
        <p>Compute one. Nothing changes until you apply it.</p>
      ) : (
        <>
          <p>Review has not begun, so there is nothing to assign.</p>
          <Link className="button button-secondary" to={`/console/reviews/settings?eventId=${eventId}`}>
            Begin review
          </Link>
        </>
      )}
    </EmptyState>
  )
}
