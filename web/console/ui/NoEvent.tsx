import { EmptyState } from '#web/ui/EmptyState.tsx'

/** A screen of what belongs to an event, where there is none yet. */
export function NoEvent({ title, words }: { title: string; words: string }) {
  return (
    <div className="console-page">
      <div className="console-head">
        <h1>{title}</h1>
      </div>
      <EmptyState title="No event yet">
        <p>{words}</p>
      </EmptyState>
    </div>
  )
}
