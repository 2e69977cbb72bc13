import type { ConsolePath } from '#contract/console-pages.ts'
import { Refused } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { AskFailed } from './AskFailed.tsx'

type AskedOneProps = {
  asked: { error: Error | null; isPending: boolean; refetch: () => unknown; data: unknown }
  /** What is said where there is no such thing. */
  missing: string
  list: ConsolePath
}

/** What stands in the place of one thing while it is asked for, where that failed, and where there is none. */
export function AskedOne({ asked: { error, isPending, refetch, data }, missing, list }: AskedOneProps) {
  const isMissing = !data && error instanceof Refused && error.status === 404
  return (
    <>
      {error && !isMissing && <AskFailed error={error} again={refetch} />}
      {isPending && (
        <div className="card stack" aria-busy="true">
          <output className="visually-hidden">Loading</output>
          <div className="skeleton" />
          <div className="skeleton skeleton-short" />
        </div>
      )}
      {isMissing && (
        <EmptyState title={missing}>
          <Link className="button button-secondary" to={list}>
            To the list
          </Link>
        </EmptyState>
      )}
    </>
  )
}
