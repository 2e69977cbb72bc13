import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { grouped } from '#contract/money.ts'
import { placeChanges } from '#contract/selection/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { ask } from '#web/console/queries.ts'
import { listed, type Run, type Shown } from '#web/console/selection/words.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { type Column, DataTable } from '#web/console/ui/DataTable.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Which } from './ByHand.tsx'

type Row = Shown['rows'][number]
type Change = (typeof placeChanges)[number]
type OnByHand = (which: Which) => void
type WouldChangeProps = { shown: Shown; run: Run; eventId: number; onByHand: OnByHand }

const words: Record<Change, { tab: string; none: string }> = {
  new: { tab: 'New', none: 'This proposal gives no reviewer a new abstract.' },
  moved: { tab: 'Moved', none: 'No abstract moves from one reviewer to another.' },
  kept: { tab: 'Kept', none: 'No abstract had a reviewer before.' },
}

/** Who would read what, or reads it since the proposal was applied: places that are new, moved and kept. */
export function WouldChange(props: WouldChangeProps) {
  const [address] = useSearchParams()
  const changes = props.shown.changes
  if (!changes) return null
  const asked = placeChanges.find((each) => each === address.get('change'))
  const change = asked ?? placeChanges.find((each) => changes[each].places > 0) ?? 'new'
  const toTab = (each: Change): string => {
    const next = new URLSearchParams(address)
    next.set('change', each)
    return `?${next}`
  }
  return (
    <section className="card table-card" aria-labelledby="h-change">
      <div className="card-header">
        <h2 id="h-change">{props.run.state === 'applied' ? 'What was proposed' : 'What would change'}</h2>
        <nav className="tabs" aria-label="Places">
          {placeChanges.map((each) => (
            <Link key={each} to={toTab(each)} aria-current={each === change ? 'page' : undefined} preventScrollReset>
              {words[each].tab} <span className="soft figures">{grouped(changes[each].places)}</span>
            </Link>
          ))}
        </nav>
      </div>
      <Rows key={change} {...props} change={change} abstracts={changes[change].abstracts} />
    </section>
  )
}

type RowsProps = WouldChangeProps & { change: Change; abstracts: number }

function Rows({ run, eventId, onByHand, change, abstracts }: RowsProps) {
  const [starts, setStarts] = useState<number[]>([])
  const after = starts.at(-1)
  const { data, error, refetch } = useQuery({
    ...ask('RunShow', { eventId, runId: run.runId, change, ...(after !== undefined && { after }) }),
    placeholderData: keepPreviousData,
  })
  if (error) return <AskFailed error={error} again={refetch} />
  if (abstracts === 0) return <p className="pad soft">{words[change].none}</p>
  const rows = data?.rows.map((row) => ({ ...row, id: row.abstractId })) ?? []
  const first = starts.length * atOnce + 1
  return (
    <>
      <DataTable
        caption="Abstracts and their reviewers"
        columns={columnsFor(onByHand)}
        rows={rows}
        nameOf={({ number }) => number}
        isLoading={!data}
      />
      <div className="pager">
        <output>{data && `${first}–${first + rows.length - 1} of ${grouped(abstracts)} abstracts, by number`}</output>
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
            disabled={!data?.next}
            onClick={() => data?.next && setStarts([...starts, data.next])}
          >
            Next <Icon name="next" />
          </button>
        </span>
      </div>
    </>
  )
}

/** As many rows as the server sends at once. */
const atOnce = 15

type Columns = readonly [Column<Row & { id: number }>, ...Column<Row & { id: number }>[]]

function columnsFor(onByHand: OnByHand): Columns {
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
      cell: (row) => (
        <span>
          <Readers {...row} />
          <small className="said-line soft">{`${row.field}: ${strengthsOf(row.reviewers)}`}</small>
        </span>
      ),
    },
    {
      title: 'Act',
      className: 'row-acts',
      cell: (row) => (
        <button
          className="button button-quiet"
          type="button"
          onClick={() => onByHand({ ...row, holders: row.reviewers })}
        >
          Change<span className="visually-hidden"> the reviewers of {row.number}</span>
        </button>
      ),
    },
  ]
}

/** Reviewers who are new stand out; who loses it to them is struck out. */
function Readers({ reviewers, leaving }: Row) {
  return (
    <>
      {reviewers.map(({ reviewerId, name, isKept }, at) => (
        <span key={reviewerId}>
          {at > 0 && ', '}
          {isKept ? <bdi>{name}</bdi> : <strong dir="auto">{name}</strong>}
          {!isKept && <span className="visually-hidden"> (new)</span>}
        </span>
      ))}
      {leaving.map(({ reviewerId, name }) => (
        <span key={reviewerId}>
          {', '}
          <del dir="auto">{name}</del>
          <span className="visually-hidden"> (no longer)</span>
        </span>
      ))}
    </>
  )
}

/** `2 first, 1 second` */
function strengthsOf(reviewers: Row['reviewers']): string {
  const many = (strength: 'first' | 'second' | null) => reviewers.filter((each) => each.strength === strength).length
  return listed([
    many('first') > 0 && `${many('first')} first`,
    many('second') > 0 && `${many('second')} second`,
    many(null) > 0 && `${many(null)} outside their fields`,
  ])
}
