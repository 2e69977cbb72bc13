/** What a screen asked for did not come: why, under which number the log tells of it, and another try. */
import { Refused } from '#web/console/call.ts'
import { Notice } from '#web/ui/Notice.tsx'

export function AskFailed({ error, again }: { error: Error; again: () => unknown }) {
  return (
    <Notice tone="bad" live>
      <p>
        <strong>{error.message}</strong>
        {error instanceof Refused && error.body.requestId && <small> Request {error.body.requestId}</small>}
      </p>
      <button className="button button-secondary" type="button" onClick={() => void again()}>
        Try again
      </button>
    </Notice>
  )
}
