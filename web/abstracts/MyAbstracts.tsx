import { useId } from 'react'
import { PageLink } from '#web/layout/PageLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { AbstractStatus } from './AbstractStatus.tsx'
import { shownOf } from './api.ts'
import { DecisionLink } from './DecisionLink.tsx'
import { useAbstracts } from './useAbstracts.ts'

/** What a person has written and submitted, and where it stands: a card for the profile page. */
export default function MyAbstracts() {
  const { abstracts, isKnown } = useAbstracts()
  const title = useId()
  return (
    <section className="card stack gap-s" aria-labelledby={title}>
      <div className="card-header">
        <h2 id={title}>My abstracts</h2>
        <PageLink className="button button-quiet" to="/abstractsubmission">
          <Icon name="plus" /> Add Abstract
        </PageLink>
      </div>
      {abstracts.length === 0 && isKnown && (
        <p className="soft">No abstract yet. What you write and submit is listed here, with where it stands.</p>
      )}
      {abstracts.length > 0 && (
        <ul className="rows">
          {abstracts.map((row) => (
            <li key={row.pk}>
              <span>
                <strong dir="auto">{shownOf(row).title}</strong>
                <br />
                <small>
                  {row.AbstractType}, {shownOf(row).theme}
                </small>
              </span>
              <span className="cluster gap-s">
                <AbstractStatus status={shownOf(row).status} />
                <DecisionLink row={row}>
                  <span className="visually-hidden">: {shownOf(row).title}</span>
                </DecisionLink>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
