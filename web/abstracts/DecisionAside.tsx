import { useContent, useTimeZone } from '#web/layout/content.tsx'
import { clockAt, dayAndMonth } from '#web/platform/calendar.ts'
import { countOf } from '#web/platform/words.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type Decision, typeWords } from './decision.ts'

/** What has happened and what comes, and how it will be printed. */
export function DecisionAside({ pk, decision }: { pk: number; decision: Decision }) {
  const isPrinted = decision.acceptedAs !== undefined && decision.state !== 'not_presenting'
  return (
    <aside className="stack gap-l">
      <section className="card stack gap-s" aria-labelledby="steps">
        <h2 id="steps" className="heading-small">
          What happens now
        </h2>
        <Steps decision={decision} />
      </section>
      {isPrinted && <Printed pk={pk} decision={decision} />}
      {isPrinted && decision.acceptedAs === 'Poster' && (
        <section className="card stack gap-s" aria-labelledby="poster">
          <h2 id="poster" className="heading-small">
            Poster
          </h2>
          <p className="small">36 by 48 inches, portrait, at most 3 graphs and 4 pictures.</p>
        </section>
      )}
    </aside>
  )
}

function Steps({ decision }: { decision: Decision }) {
  const zone = useTimeZone()
  const { submittedAt, reviews, acceptedAs, answerUntil, reviseUntil, state } = decision
  const done = [
    `Submitted ${dayAndMonth(clockAt(submittedAt, zone).day)}`,
    ...(reviews > 0 ? [`Read by ${countOf(reviews, 'reviewer')}`] : []),
    ...(acceptedAs ? [`Accepted as ${typeWords[acceptedAs]}`] : []),
    ...(state === 'confirmed' ? ['You confirmed that you will present it'] : []),
  ]
  const next = {
    accepted: [answerUntil ? `Confirm by ${dayAndMonth(answerUntil)}` : 'Confirm', 'We place it in the programme'],
    confirmed: ['We place it in the programme'],
    revision_asked: [
      reviseUntil ? `Revise it by ${dayAndMonth(reviseUntil)}` : 'Revise it',
      'The reviewers read it again',
    ],
    under_review: ['The reviewers read it', 'We write to you when there is a decision'],
    waiting: ['We write to you if a place becomes free'],
    not_presenting: [],
    rejected: [],
    merged: [],
    duplicate: [],
  }[state]
  return (
    <ol className="checklist">
      {done.map((text) => (
        <li data-done="" key={text}>
          <span>
            {text}
            <span className="visually-hidden"> (done)</span>
          </span>
        </li>
      ))}
      {next.map((text) => (
        <li key={text}>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

function Printed({ pk, decision: { authors } }: { pk: number; decision: Decision }) {
  const { base = '' } = useContent()
  const workplaces = [
    ...new Set(authors.map(({ department, institution }) => [department, institution].filter(Boolean).join(', '))),
  ]
  return (
    <section className="card stack gap-s" aria-labelledby="printed">
      <h2 id="printed" className="heading-small">
        As it will be printed
      </h2>
      <p dir="auto">
        {authors.map(({ name, presents }, at) => (
          // Two of one name are two.
          <span key={`${name} ${at}`}>
            {at > 0 && ', '}
            {presents ? <strong>{name}</strong> : name}
          </span>
        ))}
      </p>
      {workplaces.filter(Boolean).map((workplace) => (
        <p className="small soft" dir="auto" key={workplace}>
          {workplace}
        </p>
      ))}
      <a className="button button-secondary button-block" href={`${base}/authors?pk=${pk}`}>
        <Icon name="edit" /> Correct authors
      </a>
    </section>
  )
}
