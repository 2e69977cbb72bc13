import type { ReviewInboxRow } from '#contract/reviews/reviews.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Opened } from './answers.ts'
import { useKeptRows } from './useInbox.ts'

/** Which one it is, and the ways to its neighbours in the list. */
export function ReviewHead({ abstract: { assignmentId, number } }: { abstract: Opened['abstract'] }) {
  const rows = useKeptRows().filter(({ state, title }) => state !== 'declined' && title !== null)
  const at = rows.findIndex((row) => row.assignmentId === assignmentId)
  return (
    <div className="review-bar">
      <div>
        <p className="eyebrow">
          <a href="/review">Your reviews</a>
          {at >= 0 && `, ${at + 1} of ${rows.length}`}
        </p>
        <h1>Abstract {number}</h1>
      </div>
      {at >= 0 && (
        <div className="cluster gap-s">
          <Neighbour row={rows[at - 1]} name="Previous abstract" icon="back" />
          <Neighbour row={rows[at + 1]} name="Next abstract" icon="next" />
        </div>
      )}
    </div>
  )
}

type NeighbourProps = { row: ReviewInboxRow | undefined; name: string; icon: 'back' | 'next' }

function Neighbour({ row, name, icon }: NeighbourProps) {
  if (!row) return null
  return (
    <a
      className="button button-quiet icon-button"
      href={`/review/${row.assignmentId}`}
      aria-label={`${name}: ${row.number}`}
    >
      <Icon name={icon} />
    </a>
  )
}
