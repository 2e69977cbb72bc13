import { Link } from '#web/console/layout/Link.tsx'
import { PersonLink } from '#web/console/layout/things.tsx'
import { ScoreDots } from '#web/console/selection/decisions/ScoreDots.tsx'
import { conflictKinds, conflictSources, conflictStrengths } from '#web/console/selection/words.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { abstractAddress, likenessText, numberOf, outcomeWords, type Shown } from './abstract-words.tsx'
import { DecisionForm, mayBecome } from './DecisionForm.tsx'
import { MoreActs, PendingNow } from './MoreActs.tsx'

type AsideProps = { abstract: Shown; eventId: number; mayDecide: boolean }

/** What is decided, who wrote it, and who may not read it. */
export function Aside(props: AsideProps) {
  const { abstract, eventId } = props
  return (
    <div className="stack gap-l">
      <Decision {...props} />
      <section className="card stack gap-s" aria-labelledby="h-authors">
        <h2 id="h-authors" className="heading-small">
          Authors
        </h2>
        <ol className="rows">
          {abstract.authors.map(({ name, email, institution, department, presents, accountId }) => (
            <li key={`${name} ${email}`}>
              <span dir="auto">
                <strong>
                  <PersonLink accountId={accountId} name={name} />
                </strong>
                {presents && ', presents'}
                <br />
                <small>{[institution, department].filter(Boolean).join(', ') || email}</small>
              </span>
            </li>
          ))}
        </ol>
        <p className="small soft">Visible to chairs. You have no conflict here.</p>
      </section>
      <Conflicts abstract={abstract} />
      {abstract.alike.length > 0 && (
        <section className="card stack gap-s" aria-labelledby="h-alike">
          <h2 id="h-alike" className="heading-small">
            Says much the same
          </h2>
          <ul className="rows">
            {abstract.alike.map(({ number, title, share, state }) => (
              <li key={number}>
                <span>
                  <Link to={abstractAddress(number, eventId)} dir="auto">
                    {numberOf(number)}, {title}
                  </Link>
                  <br />
                  <small>
                    {likenessText(share)}
                    {state !== 'new' && `, ${state === 'same' ? 'the same work' : 'not the same'}`}
                  </small>
                </span>
              </li>
            ))}
          </ul>
          <div>
            <Link className="button button-quiet" to={`/console/abstracts?eventId=${eventId}&part=alike`}>
              Compare side by side
            </Link>
          </div>
        </section>
      )}
    </div>
  )
}

function Decision({ abstract, eventId, mayDecide }: AsideProps) {
  const { mean, reviews, told, pending, timeZone, state } = abstract
  const totals = reviews.flatMap(({ total, state: is, recommendation }) =>
    total === null || is !== 'submitted' || recommendation === 'abstain' ? [] : [total],
  )
  return (
    <section className="card stack" aria-labelledby="h-decision">
      <h2 id="h-decision">Decision</h2>
      {mean !== null && (
        <p className="cluster">
          <span className="soft small">Mean {mean.toFixed(1)}</span>
          {totals.length > 0 && <ScoreDots scores={totals} />}
        </p>
      )}
      {told.length > 0 && (
        <ul className="rows">
          {told.map(({ outcome, asType, into, note, by, at, wasTakenBack }) => (
            <li key={at}>
              <span dir="auto">
                <strong>{outcomeWords[outcome]}</strong>
                {asType && ` as ${asType.toLowerCase()}`}
                {into !== null && (outcome === 'merged' ? ' into ' : ' of ')}
                {into !== null && <Link to={abstractAddress(into, eventId)}>{numberOf(into)}</Link>}
                {wasTakenBack && ', taken back'}
                <br />
                <small>
                  {whenText(at, timeZone)}
                  {by && ` by ${by}`}
                </small>
                {note && <br />}
                {note && <small>{note}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {pending && <PendingNow abstract={abstract} eventId={eventId} mayDecide={mayDecide} />}
      {mayDecide && mayBecome(state).length > 0 && <DecisionForm abstract={abstract} eventId={eventId} />}
      {!pending && !mayDecide && <p className="small soft">Nothing is pending.</p>}
      {mayDecide && <MoreActs abstract={abstract} eventId={eventId} />}
    </section>
  )
}

function Conflicts({ abstract: { conflicts } }: { abstract: Shown }) {
  return (
    <section className="card stack gap-s" aria-labelledby="h-conflicts">
      <h2 id="h-conflicts" className="heading-small">
        Conflicts
      </h2>
      {conflicts.length === 0 && <p className="small soft">None is known.</p>}
      <ul className="rows">
        {conflicts.map(({ reviewerId, reviewer, kind, source, strength, note }) => (
          <li key={`${reviewerId} ${kind}`}>
            <span dir="auto">
              <strong>{reviewer}</strong>
              <br />
              <small>
                {conflictKinds[kind]}, {conflictSources[source]}
                {note && `: ${note}`}
              </small>
            </span>
            <span className="status-chip" data-status={conflictStrengths[strength].status}>
              {conflictStrengths[strength].words}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
