import { grouped } from '#contract/money.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { ScoreDots } from '#web/console/selection/decisions/ScoreDots.tsx'
import { noFigures, type Overview } from '#web/console/selection/words.ts'
import { type Column, DataTable } from '#web/console/ui/DataTable.tsx'
import { clockAt, dayAndMonth } from '#web/platform/calendar.ts'

type Row = NonNullable<Overview['reviewers']>[number]

/** Who has done less than an even pace would have. */
export function Behind({ overview, eventId }: { overview: Overview; eventId: number }) {
  const { behind, reviewers, figures, call } = overview
  return (
    <section className="card table-card" aria-labelledby="h-behind">
      <div className="card-header">
        <h2 id="h-behind">Reviewers who are behind</h2>
        <Link className="button button-quiet" to={`/console/reviewers?eventId=${eventId}`}>
          {`All ${grouped(figures.reviewers)}`}
        </Link>
      </div>
      {behind === null || reviewers === null ? (
        <p className="soft pad">{noFigures}</p>
      ) : behind.length === 0 ? (
        <p className="soft pad">
          {call.dueOn ? 'Nobody is behind an even pace to the last day.' : 'Without a last day nobody is behind.'}
        </p>
      ) : (
        <>
          <DataTable
            caption="Reviewers who are behind"
            columns={columnsAt(call)}
            rows={reviewers}
            nameOf={({ name }) => name}
          />
          <div className="pager">
            <span>{`${grouped(reviewers.length)} of ${grouped(behind.length)} who are behind`}</span>
            <span>Against others: how far a reviewer lies from the other reviewers of the same abstracts</span>
          </div>
        </>
      )}
    </section>
  )
}

function columnsAt({ timeZone, today }: Overview['call']): readonly [Column<Row>, ...Column<Row>[]] {
  return [
    {
      title: 'Reviewer',
      cell: ({ name, field }) => (
        <span className="person-cell">
          <span>
            <span dir="auto">{name}</span>
            <small>{field}</small>
          </span>
        </span>
      ),
    },
    { title: 'Submitted', className: 'number', cell: ({ submitted, assigned }) => `${submitted} of ${assigned}` },
    {
      title: 'Scores',
      cell: ({ scores }) =>
        scores.length > 0 ? <ScoreDots scores={scores} /> : <span className="soft no-break">none yet</span>,
    },
    { title: 'Against others', className: 'number', cell: ({ lean }) => (lean === null ? '–' : signed(lean)) },
    {
      title: 'Last seen',
      className: 'skip-mid',
      cell: ({ lastSeenAt }) => {
        if (!lastSeenAt) return 'never'
        const { day } = clockAt(lastSeenAt, timeZone)
        return day === today ? 'today' : dayAndMonth(day)
      },
    },
  ]
}

const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)}`
