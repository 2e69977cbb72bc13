import { When } from '#web/console/ui/When.tsx'
import type { Shown } from './abstract-words.tsx'

/** What happened to it, the newest first. */
export function History({ abstract: { history, timeZone } }: { abstract: Shown }) {
  return (
    <section className="card" aria-labelledby="h-history">
      <div className="card-header">
        <h2 id="h-history">History</h2>
      </div>
      <ol className="timeline">
        {history.map(({ text, at, isGood }) => (
          <li key={`${at} ${text}`} data-tone={isGood ? 'good' : undefined}>
            <span dir="auto">{text}</span>
            <When at={at} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </section>
  )
}
