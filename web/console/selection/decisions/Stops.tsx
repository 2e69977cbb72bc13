/** What must be looked at before anything is published: each line with what can be done about it. */
import { Link } from '#web/console/layout/Link.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Preview } from './decision-words.ts'
import { useSettleComment } from './useSettleComment.ts'

export function Stops({ eventId, preview }: { eventId: number; preview: Preview }) {
  const { settle, problem, isSending } = useSettleComment(eventId)
  return (
    <>
      {preview.stops.map((stop) => (
        <li key={`${stop.number} ${stop.assignmentId}`} data-stop>
          <span>
            {stop.kind === 'names_person'
              ? `A comment to the author names a person: “${stop.found}”`
              : `${stop.found}, which it is the same as, is not there any more`}
            <br />
            <small>
              <Link to={`/console/abstracts/${Number(stop.number.slice(2))}?eventId=${eventId}`}>{stop.number}</Link>
              {stop.kind === 'gone_into' && ': decide it again'}
            </small>
            {stop.kind === 'names_person' && (
              <span className="cluster gap-s">
                <button
                  className="button button-secondary"
                  type="button"
                  aria-busy={isSending || undefined}
                  onClick={() => void settle(preview, stop, 'leftOut')}
                >
                  Leave it out<span className="visually-hidden"> of the letter of {stop.number}</span>
                </button>
                <button
                  className="button button-quiet"
                  type="button"
                  onClick={() => void settle(preview, stop, 'passed')}
                >
                  It may stay<span className="visually-hidden"> in the letter of {stop.number}</span>
                </button>
              </span>
            )}
          </span>
        </li>
      ))}
      {problem && (
        <li data-stop>
          <Notice tone="bad" live>
            {problem}
          </Notice>
        </li>
      )}
    </>
  )
}
