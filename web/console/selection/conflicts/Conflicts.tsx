import { useState } from 'react'
import { timeZoneOf, useMe } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { PersonLink } from '#web/console/layout/things.tsx'
import { Reason } from '#web/console/selection/Reason.tsx'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import {
  conflictFactWords,
  conflictKinds,
  type ConflictRow,
  conflictSources,
  conflictStrengths,
} from '#web/console/selection/words.ts'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import { ListRows } from '#web/console/ui/ListRows.tsx'
import { useList } from '#web/console/ui/useList.ts'
import { When } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NewConflict } from './NewConflict.tsx'

/** Those that a chair has to decide come first. */
const strengths = [
  ['possible', 'Possible: to be decided'],
  ['hard', 'Confirmed'],
  ['cleared', 'No conflict'],
  ['any', 'All'],
] as const
const sources = [['', 'Any source'], ...Object.entries(conflictSources)] as const

export function Conflicts({ eventId }: { eventId: number }) {
  const timeZone = timeZoneOf(useMe(), eventId)
  const list = useList('ConflictList', {
    filters: ['eventId', 'strength', 'source', 'reviewerId'],
    usual: { eventId: String(eventId), sort: '-at', strength: 'possible' },
  })
  const [isSetting, setSetting] = useState(false)
  return (
    <section className="card table-card" aria-label="Conflicts" aria-busy={list.isStale || undefined}>
      <Filters list={list}>
        <ListSearch list={list} label="Title or reviewer" />
        <ListFilter list={list} name="strength" label="Which" options={strengths} />
        <ListFilter list={list} name="source" label="Source" options={sources} />
        <button className="button button-secondary" type="button" onClick={() => setSetting(true)}>
          <Icon name="plus" /> Add a conflict
        </button>
      </Filters>
      {isSetting && <NewConflict eventId={eventId} onClose={() => setSetting(false)} />}
      <ListRows
        list={list}
        caption="Conflicts"
        columns={columnsFor(eventId, timeZone)}
        nameOf={({ number, reviewer }) => `${number} and ${reviewer}`}
        usualSort="-at"
        orders={{ '-at': 'the newest first' }}
        empty={{
          title: list.values.strength === 'possible' ? 'No possible conflicts to decide' : 'No conflicts',
          words: 'Conflicts are looked for whenever authors, reviewers or the rule change.',
        }}
      />
    </section>
  )
}

function columnsFor(eventId: number, timeZone: string): readonly [Column<ConflictRow>, ...Column<ConflictRow>[]] {
  return [
    {
      title: 'Abstract',
      cell: ({ number, title }) => (
        <span className="person-cell">
          <span>
            <Link to={`/console/abstracts/${Number(number.slice(2))}`}>{number}</Link>
            <small dir="auto">{title}</small>
          </span>
        </span>
      ),
    },
    { title: 'Reviewer', cell: ({ reviewer, accountId }) => <PersonLink accountId={accountId} name={reviewer} /> },
    {
      title: 'Why',
      cell: ({ kind, source, note, facts }) => (
        <span>
          {facts.length === 0 && `${conflictKinds[kind]} `}
          {facts.map((each) => (
            <Fact key={each.author + each.detail} fact={each} />
          ))}
          <span className="soft small">{conflictSources[source]}</span>
          {note && (
            <small className="said-line soft" dir="auto">
              {note}
            </small>
          )}
        </span>
      ),
    },
    {
      title: 'State',
      cell: ({ strength }) => (
        <span className="status-chip" data-status={conflictStrengths[strength].status}>
          {conflictStrengths[strength].words}
        </span>
      ),
    },
    {
      title: 'When',
      className: 'figures skip-mid skip-small',
      cell: ({ at }) => <When at={at} timeZone={timeZone} isInColumn />,
    },
    { title: 'Act', className: 'row-acts', cell: (row) => <Acts eventId={eventId} row={row} /> },
  ]
}

/** `Same surname: Mehak Soomro` */
function Fact({ fact: { author, fact, detail } }: { fact: ConflictRow['facts'][number] }) {
  return (
    <span className="said-line">
      {conflictFactWords[fact]}
      {': '}
      <bdi>{author || detail}</bdi>
      {author && detail && (
        <small className="soft" dir="auto">
          {` (${detail})`}
        </small>
      )}
    </span>
  )
}

/** An author's conflict stays; a co-author who was named after review began is confirmed or cleared. */
function Acts({ eventId, row }: { eventId: number; row: ConflictRow }) {
  const { abstractId, reviewerId, kind, strength, number, reviewer } = row
  const clearing = useSelectionAct('ConflictClear')
  const setting = useSelectionAct('ConflictSet')
  const [open, setOpen] = useState<'clear' | 'set'>()
  const close = () => setOpen(undefined)
  if (kind === 'self' || (kind === 'coauthor' && strength !== 'possible'))
    return <span className="soft small">Cannot be changed</span>
  const pair = { eventId, abstractId, reviewerId, kind }
  const which = `${number} and ${reviewer}`
  return (
    <>
      <span className="act-line">
        {strength !== 'hard' && (
          <button className="button button-quiet" type="button" onClick={() => setOpen('set')}>
            Confirm conflict<span className="visually-hidden">: {which}</span>
          </button>
        )}
        {strength !== 'cleared' && (
          <button className="button button-quiet" type="button" onClick={() => setOpen('clear')}>
            No conflict<span className="visually-hidden">: {which}</span>
          </button>
        )}
      </span>
      {open === 'clear' && (
        <Reason
          title={`No conflict between ${which}?`}
          words={`${reviewer} can then be assigned ${number}.`}
          action="Record no conflict"
          tone="primary"
          send={(reason) => clearing.act({ ...pair, reason })}
          problem={clearing.problems.form ?? clearing.problems.reason}
          onClose={close}
        />
      )}
      {open === 'set' && (
        <Reason
          title={`Confirm the conflict of ${which}?`}
          words={`${reviewer} cannot review ${number}. If it is assigned to them, the assignment is cancelled; what they wrote is kept.`}
          action="Confirm conflict"
          send={(reason) => setting.act({ ...pair, strength: 'hard', reason })}
          problem={setting.problems.form ?? setting.problems.reason}
          onClose={close}
        />
      )}
    </>
  )
}
