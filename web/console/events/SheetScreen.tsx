import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { mostRowsAtOnce } from '#contract/list-size.ts'
import { call } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type Seated, timeOf, type Workshop } from './workshop-words.tsx'

/** Everybody who paid, page by page: a sheet with a part of them would be believed. */
async function everybody({ eventId, workshopId }: Workshop): Promise<Seated[]> {
  const people: Seated[] = []
  for (let cursor: string | undefined; ;) {
    const page = await call('RosterList', {
      eventId,
      workshopId,
      seat: 'paid',
      limit: mostRowsAtOnce,
      ...(cursor && { cursor }),
    })
    people.push(...page.rows)
    if (!page.next) return people
    cursor = page.next
  }
}

/** A sheet to sign at the door, for A4. */
export default function SheetScreen() {
  const workshopId = Number(useParams().id)
  useTitle('Sign-in sheet')
  const shown = useQuery(ask('WorkshopShow', { workshopId }))
  const workshop = shown.data?.workshop
  const people = useQuery({
    queryKey: ['RosterList', 'sheet', workshopId],
    queryFn: () => everybody(workshop as Workshop),
    enabled: workshop !== undefined,
    staleTime: 0,
  })
  const error = shown.error ?? people.error
  return (
    <div className="console-page">
      <div className="cluster not-printed">
        <Link className="button button-quiet" to={`/console/workshops/${workshopId}`}>
          <Icon name="back" /> Back to the workshop
        </Link>
        <button className="button button-primary" type="button" disabled={!people.data} onClick={() => print()}>
          <Icon name="print" /> Print
        </button>
      </div>
      {error && (
        <Notice tone="bad" live>
          {error.message}
        </Notice>
      )}
      {workshop && people.data ? (
        <Sheet workshop={workshop} people={people.data} />
      ) : (
        !error && <Spinner>Loading the roster</Spinner>
      )}
    </div>
  )
}

function Sheet({ workshop, people }: { workshop: Workshop; people: readonly Seated[] }) {
  return (
    <article className="sheet">
      <header>
        <h1 dir="auto">{workshop.topic}</h1>
        <p>{[timeOf(workshop), workshop.venue, workshop.facilitators].filter(Boolean).join(' · ')}</p>
      </header>
      <table>
        <caption className="visually-hidden">Who has paid, with room to sign</caption>
        <thead>
          <tr>
            <th className="line-number" scope="col">
              No.
            </th>
            <th scope="col">Name</th>
            <th scope="col">Receipt</th>
            <th className="sign" scope="col">
              Signature
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, institution, receipt }, at) => (
            <tr key={id}>
              <td className="line-number">{at + 1}</td>
              <th scope="row">
                <span dir="auto">{name}</span>
                {institution && <small> {institution}</small>}
              </th>
              <td className="whole">{receipt}</td>
              <td className="sign">
                <span className="visually-hidden">Room to sign</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {people.length === 0 && <p>Nobody has paid for a seat yet.</p>}
    </article>
  )
}
