import { counted } from '#web/console/events/words.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { listed, type Shown } from '#web/console/selection/words.ts'
import type { Which } from './ByHand.tsx'

type One = Shown['short'][number]
type Short = Extract<One, { hasConflict: false }>

type ShortListProps = { shown: Shown; eventId: number; isApplied: boolean; onByHand: (which: Which) => void }

/** Abstracts with too few, each with the reason, and what would help. */
export function ShortList({ shown, eventId, isApplied, onByHand }: ShortListProps) {
  const { short, help } = shown
  const places = help.reduce((sum, each) => sum + each.places, 0)
  return (
    <section className="card" aria-labelledby="h-short">
      <div className="card-header">
        <h2 id="h-short">Short of reviewers</h2>
        <span className="soft small">
          {`${counted(short.length, 'abstract')}, ${counted(places, 'place')}, each with its reason`}
        </span>
      </div>
      <ul className="rows">
        {short.map((one) => (
          <li key={one.abstractId}>
            <span dir="auto">
              <strong>{one.number}</strong> {one.title}
              <br />
              <small>{one.hasConflict ? 'Hidden from you' : reasonOf(one)}</small>
            </span>
            {!one.hasConflict && (
              <>
                <span className="figures small">{`${one.has} of ${one.wanted}`}</span>
                <button className="button button-secondary" type="button" onClick={() => onByHand(one)}>
                  Choose by hand<span className="visually-hidden"> for {one.number}</span>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {help.length > 0 && (
        <p className="small soft">
          {`More places offered would help most: ${help.map(({ field, places }) => `${places} in ${field}`).join(', ')}. `}
          <Link to={`/console/reviewers?eventId=${eventId}`}>Invite reviewers</Link>
          {isApplied && ', then compute again.'}
        </p>
      )}
    </section>
  )
}

/** `Bioethics: 5 reviewers, 4 have a conflict, 1 has reached what they offered` */
function reasonOf({ field, inField, conflicted, full, declined }: Short): string {
  if (inField === 0) return `${field}: nobody offers this field`
  const why = listed([
    conflicted > 0 && counted(conflicted, 'has a conflict', 'have a conflict'),
    full > 0 && counted(full, 'has reached what they offered', 'have reached what they offered'),
    declined > 0 && `${declined} declined before`,
  ])
  return `${field}: ${counted(inField, 'reviewer')}${why && `, ${why}`}`
}
