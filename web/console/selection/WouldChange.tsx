import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { grouped } from '#contract/money.ts'
import { ask } from '#web/console/queries.ts'
import { type Column, DataTable } from '#web/console/ui/DataTable.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Which } from './ByHand.tsx'
import { TakeBack } from './TakeBack.tsx'
import { listed, type Run, type Shown } from './words.ts'

type Row = Shown['rows'][number]
type WouldChangeProps = { shown: Shown; run: Run; eventId: number; onByHand: (which: Which) => void }

/** Who would read what, or reads it since the proposal was applied; who is new to an abstract stands out. */
export function WouldChange({ shown, run, eventId, onByHand }: WouldChangeProps) {
  const [starts, setStarts] = useState<number[]>([])
  const [takeBack, setTakeBack] = useState<Row>()
  const after = starts.at(-1)
  const { data: page = shown } = useQuery({
    ...ask('RunShow', { eventId, runId: run.runId, ...(after !== undefined && { after }) }),
    enabled: after !== undefined,
  })
  const { kept = 0, filled = 0 } = shown.figures ?? {}
  const isApplied = run.state === 'applied'
  const rows = page.rows.map((row) => ({ ...row, id: row.abstractId }))
  return (
    <section className="card table-card" aria-labelledby="h-change">
      <div className="card-header">
        <h2 id="h-change">{isApplied ? 'What was proposed' : 'What would change'}</h2>
        <span className="soft small">
          {listed([`${grouped(filled - kept)} new, in bold`, kept > 0 && `${grouped(kept)} kept`])}
        </span>
      </div>
      <DataTable
        caption="Abstracts and their reviewers"
        columns={columnsFor({ onByHand, onTakeBack: setTakeBack })}
        rows={rows}
        nameOf={({ number }) => number}
      />
      <div className="pager">
        <output>{`${grouped(rows.length)} of ${grouped(shown.figures?.abstracts ?? 0)} abstracts, by number`}</output>
        <span className="cluster gap-s">
          <button
            className="button button-secondary"
            type="button"
            disabled={starts.length === 0}
            onClick={() => setStarts(starts.slice(0, -1))}
          >
            <Icon name="back" /> Previous
          </button>
          <button
            className="button button-secondary"
            type="button"
            disabled={page.next === null}
            onClick={() => setStarts([...starts, page.next as number])}
          >
            Next <Icon name="next" />
          </button>
        </span>
      </div>
      {takeBack && <TakeBack eventId={eventId} row={takeBack} onClose={() => setTakeBack(undefined)} />}
    </section>
  )
}

type Acts = { onByHand: (row: Row) => void; onTakeBack: (row: Row) => void }

function columnsFor({
  onByHand,
  onTakeBack,
}: Acts): readonly [Column<Row & { id: number }>, ...Column<Row & { id: number }>[]] {
  return [
    {
      title: 'Abstract',
      cell: ({ number, title }) => (
        <span className="person-cell">
          <span>
            {number}
            <small dir="auto">{title}</small>
          </span>
        </span>
      ),
    },
    {
      title: 'Reviewers',
      className: 'readers',
      cell: ({ reviewers }) => (
        <span>
          {reviewers.map(({ reviewerId, name, isKept }, at) => (
            <span key={reviewerId}>
              {at > 0 && ', '}
              {isKept ? <bdi>{name}</bdi> : <strong dir="auto">{name}</strong>}
            </span>
          ))}
        </span>
      ),
    },
    { title: 'Field', className: 'skip-mid no-break', cell: ({ reviewers }) => strengthsOf(reviewers) },
    {
      title: 'Act',
      className: 'row-acts',
      cell: (row) => (
        <span className="act-line">
          {row.reviewers.some(({ assignmentId }) => assignmentId !== null) && (
            <button className="button button-quiet" type="button" onClick={() => onTakeBack(row)}>
              Take back<span className="visually-hidden"> {row.number}</span>
            </button>
          )}
          <button className="button button-quiet" type="button" onClick={() => onByHand(row)}>
            Add<span className="visually-hidden"> a reviewer to {row.number} by hand</span>
          </button>
        </span>
      ),
    },
  ]
}

/** `2 first, 1 second` */
function strengthsOf(reviewers: Row['reviewers']): string {
  const many = (strength: 'first' | 'second' | null) => reviewers.filter((each) => each.strength === strength).length
  return listed([
    many('first') > 0 && `${many('first')} first`,
    many('second') > 0 && `${many('second')} second`,
    many(null) > 0 && `${many(null)} none`,
  ])
}
