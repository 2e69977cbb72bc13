import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AboutLink } from '#web/console/layout/things.tsx'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { When } from '#web/console/ui/When.tsx'
import type { Line, Person } from './words.ts'

const shown = [
  ['', 'Everything'],
  ['money', 'Money'],
  ['order', 'Orders'],
  ['abstract', 'Abstracts'],
  ['letter', 'Letters'],
  ['account', 'Account'],
  ['staff', 'By staff'],
] as const

/** Everything that happened, newest first. */
export function Timeline({ person: { eventId, accountId, timeZone } }: { person: Person }) {
  const [kind, setKind] = useState<Line['kind'] | ''>('')
  const { data, error, refetch, isPending } = useQuery(
    ask('PersonTimeline', { eventId, accountId, ...(kind && { kind }) }),
  )
  return (
    <section className="card" aria-labelledby="h-timeline">
      <div className="card-header">
        <h2 id="h-timeline">Timeline</h2>
        <div className="select">
          <select
            className="input"
            aria-label="Show"
            value={kind}
            onChange={({ target }) => setKind(target.value as Line['kind'] | '')}
          >
            {shown.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </div>
      </div>
      {error && <AskFailed error={error} again={refetch} />}
      {isPending && !error && <div className="skeleton" />}
      {data?.lines.length === 0 && <p className="soft">Nothing of this kind.</p>}
      <ol className="timeline">
        {data?.lines.map(({ at, kind: of, text, detail, tone, about }, index) => (
          <li key={`${index} ${at} ${of}`} data-tone={tone || undefined}>
            <span dir="auto">
              <AboutLink about={about}>{text}</AboutLink>
              {detail && (
                <>
                  <br />
                  <span className="small soft" dir="auto">
                    {detail}
                  </span>
                </>
              )}
            </span>
            <When at={at} timeZone={timeZone} />
          </li>
        ))}
      </ol>
      {data && !data.isWhole && <p className="small soft">Older than these is not shown here.</p>}
    </section>
  )
}
