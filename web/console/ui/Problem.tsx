import { Refused } from '#web/console/call.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** What went wrong when a screen was filled, with the number under which the log tells of it. */
export function Problem({ error, onAgain }: { error: Error; onAgain: () => void }) {
  return (
    <Notice tone="bad" live>
      <p>
        <strong>{error.message}</strong>
        {error instanceof Refused && error.body.requestId && <small> Request {error.body.requestId}</small>}
      </p>
      <button className="button button-secondary" type="button" onClick={onAgain}>
        Try again
      </button>
    </Notice>
  )
}
