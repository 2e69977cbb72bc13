import { abstractTypes } from '#contract/abstracts/rules.ts'
/** The ranking: how it is narrowed, and what stands in each row. */
import { Link } from '#web/console/layout/Link.tsx'
import type { Column } from '#web/console/ui/DataTable.tsx'
import { Filters, ListFilter, ListSearch } from '#web/console/ui/ListPage.tsx'
import type { useList } from '#web/console/ui/useList.ts'
import { DecideCell } from './DecideCell.tsx'
import { type DecisionRow, type Decisions, saysText } from './decision-words.ts'
import { ScoreDots } from './ScoreDots.tsx'
import type { useDecide } from './useDecide.ts'

type RankingFiltersProps = { list: ReturnType<typeof useList<'DecisionList'>>; reply: Decisions | undefined }

export function RankingFilters({ list, reply }: RankingFiltersProps) {
  return (
    <Filters list={list}>
      <ListSearch list={list} label="Number or title" />
      <ListFilter
        list={list}
        name="specialityId"
        label="Discipline"
        options={[
          ['', 'All disciplines'],
          ...(reply?.specialities ?? []).map(({ specialityId, name }) => [String(specialityId), name] as const),
        ]}
      />
      <ListFilter
        list={list}
        name="type"
        label="Asked for"
        options={[['', 'Any type'], ...abstractTypes.map((type) => [type, type] as const)]}
      />
      <ListFilter
        list={list}
        name="decision"
        label="Decision"
        options={[
          ['', 'Any decision'],
          ['undecided', 'Undecided'],
          ['divided', 'Divided'],
          ['accepted', 'Accepted'],
          ['rejected', 'Rejected'],
          ['waiting', 'Waiting list'],
          ['revise', 'Revision'],
        ]}
      />
      <ListFilter
        list={list}
        name="sort"
        label="Order"
        options={[
          ['-mean', 'By mean'],
          ['-adjusted', 'By adjusted mean'],
          ['-spread', 'By spread'],
          ['number', 'By number'],
        ]}
      />
    </Filters>
  )
}

export function columnsOf(
  eventId: number,
  decide: ReturnType<typeof useDecide>['decide'] | null,
): readonly [Column<DecisionRow>, ...Column<DecisionRow>[]] {
  return [
    {
      title: 'Abstract',
      className: 'ranked',
      cell: ({ title, number, speciality, type, isDivided }) => (
        <>
          <Link to={`/console/abstracts/${Number(number.slice(2))}?eventId=${eventId}`} dir="auto">
            {title}
          </Link>
          <small>
            {`${number}, ${speciality}, asked for ${type.toLowerCase()} `}
            {isDivided && (
              <span className="status-chip" data-tone="wait">
                Divided
              </span>
            )}
          </small>
        </>
      ),
    },
    {
      title: 'Scores',
      cell: ({ scores }) =>
        scores.length > 0 ? (
          <ScoreDots scores={scores.map(({ total }) => total)} />
        ) : (
          <span className="soft">none yet</span>
        ),
    },
    {
      title: 'Mean',
      className: 'number',
      sorts: ['-mean', '-adjusted'],
      cell: ({ mean, adjusted }) =>
        mean === null ? '–' : <span title={`Adjusted ${adjusted?.toFixed(2)}`}>{mean.toFixed(1)}</span>,
    },
    {
      title: 'Reviewers say',
      className: 'skip-mid',
      cell: ({ says }) => saysText(says) || <span className="soft">nothing yet</span>,
    },
    { title: 'Decision', className: 'decide', cell: (row) => <DecideCell row={row} decide={decide} /> },
  ]
}
