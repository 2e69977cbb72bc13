import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { abstractTypes, type AbstractType } from '#contract/abstracts/rules.ts'
import { mostRowsAtOnce } from '#contract/list-size.ts'
import { counted } from '#web/console/events/words.ts'
/** Who waits for a place, in the order that chairs gave. It never moves by itself: a free place proposes the next, a person offers it. */
import { Link } from '#web/console/layout/Link.tsx'
import { ask } from '#web/console/queries.ts'
import type { DecisionRow, Decisions } from '#web/console/selection/decisions/decision-words.ts'
import type { useDecide } from '#web/console/selection/decisions/useDecide.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { Menu } from '#web/console/ui/Menu.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type Way = 'up' | 'down'
type Decide = ReturnType<typeof useDecide>['decide']
type WaitingListProps = { eventId: number; decide: Decide | null; places: Decisions['places'] }

export function WaitingList({ eventId, decide, places }: WaitingListProps) {
  const asked = useQuery(ask('DecisionList', { eventId, decision: 'waiting', sort: 'place', limit: mostRowsAtOnce }))
  const rows = asked.data?.rows ?? []
  const { move, problem, said, list } = useMoving(eventId, rows)
  return (
    <section className="card stack" aria-labelledby="h-waiting">
      <div className="card-header">
        <h2 id="h-waiting">Waiting list</h2>
        <span className="small soft">Never moves by itself. What you offer is pending until you publish.</span>
      </div>
      {asked.error && <AskFailed error={asked.error} again={asked.refetch} />}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {decide && <Free places={places} rows={rows} decide={decide} />}
      <output className="visually-hidden">{said}</output>
      <ol className="rows waiting" ref={list}>
        {rows.map((row, at) => (
          <li key={row.id}>
            <span className="number" aria-hidden="true">
              {at + 1}
            </span>
            <span>
              <Link to={`/console/abstracts/${Number(row.number.slice(2))}?eventId=${eventId}`} dir="auto">
                {row.title}
              </Link>
              <small>
                {`${row.number}, asked for ${row.type.toLowerCase()}, mean ${row.mean?.toFixed(1) ?? 'none'}, ${row.pending ? 'not told yet' : 'told'}`}
              </small>
            </span>
            {decide && (
              <span className="cluster gap-s push">
                <Move way="up" row={row} past={rows[at - 1]} onMove={move} />
                <Move way="down" row={row} past={rows[at + 1]} onMove={move} />
                <Offer row={row} places={places} decide={decide} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Moved rows are drawn anew: the button that was pressed keeps the focus, and the new place is said. */
function useMoving(eventId: number, rows: readonly DecisionRow[]) {
  const { act, problem, isSending } = useSelectionAct('WaitingMove')
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: number; way: Way }>()
  const at = rows.findIndex(({ id }) => id === moved?.id)
  useLayoutEffect(() => {
    if (!moved || at < 0) return
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-row="${moved.id}"]:enabled`) ?? []
    const same = [...buttons].find(({ dataset }) => dataset.way === moved.way)
    ;(same ?? buttons[0])?.focus()
  }, [moved, at])
  const move = async (row: DecisionRow, way: Way, past: DecisionRow) => {
    if (!isSending && (await act({ eventId, abstractId: row.id, way, pastId: past.id }))) setMoved({ id: row.id, way })
  }
  const number = rows[at]?.number
  return { move, problem, list, said: number ? `${number} is number ${at + 1} of ${rows.length}` : '' }
}

type MoveProps = {
  way: Way
  row: DecisionRow
  /** Nobody before the first, and nobody after the last. */
  past: DecisionRow | undefined
  onMove: (row: DecisionRow, way: Way, past: DecisionRow) => Promise<void>
}

function Move({ way, row, past, onMove }: MoveProps) {
  return (
    <button
      className="button button-quiet icon-button"
      type="button"
      aria-label={`Move ${row.number} ${way}`}
      data-row={row.id}
      data-way={way}
      disabled={!past}
      onClick={() => past && void onMove(row, way, past)}
    >
      <Icon name={way} />
    </button>
  )
}

const leftOf = (places: Decisions['places'], type: AbstractType): number | undefined => {
  const found = places.find((each) => each.type === type)
  return found && found.places !== null ? found.places - found.accepted : undefined
}

function Offer({ row, places, decide }: { row: DecisionRow; places: Decisions['places']; decide: Decide }) {
  const entries = abstractTypes.map((type) => {
    const left = leftOf(places, type)
    return { id: type, label: `As ${type.toLowerCase()}`, detail: left === undefined ? undefined : leftText(left) }
  })
  return (
    <Menu
      className="button button-secondary"
      label={`Offer ${row.number} a place`}
      entries={entries}
      onChoose={(type) => decide([row], 'accepted', type as AbstractType)}
      side="end"
    >
      Offer
    </Menu>
  )
}

const leftText = (left: number): string => (left > 0 ? `${counted(left, 'place')} left` : 'no place left')

/** The first who asked for that kind; where nobody did, the first of all. Before somebody was told that they wait, nothing is free: it is not decided yet. */
function Free({ places, rows, decide }: { places: Decisions['places']; rows: readonly DecisionRow[]; decide: Decide }) {
  const told = rows.filter(({ pending }) => !pending)
  const free = abstractTypes.flatMap((type) => {
    const left = leftOf(places, type) ?? 0
    const next = told.find((row) => row.type === type) ?? told[0]
    return left > 0 && next ? [{ type, left, next }] : []
  })
  if (free.length === 0) return null
  return (
    <Notice>
      <ul className="stack gap-s">
        {free.map(({ type, left, next }) => (
          <li key={type} className="cluster gap-s">
            <span>{`${counted(left, `${type.toLowerCase()} place is`, `${type.toLowerCase()} places are`)} free.`}</span>
            <button className="button button-secondary" type="button" onClick={() => decide([next], 'accepted', type)}>
              {`Offer ${next.number} a place as ${type.toLowerCase()}`}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
