import { grouped } from '#contract/money.ts'
import type { Reply } from '#web/console/call.ts'
import { counted } from '#web/console/events/words.ts'
import { leftOutWords } from '#web/console/selection/words.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** What was given, and each place that was left out. */
export function Applied({ applied: { added, moved, leftOut } }: { applied: Reply<'RunApply'> }) {
  return (
    <Notice tone={leftOut.length > 0 ? 'wait' : 'good'} live>
      <p>
        <strong>{`${counted(added, 'place was', 'places were')} given to reviewers.`}</strong>{' '}
        {moved > 0 && `${counted(moved, 'one', 'others')} that nobody had opened went to somebody else. `}
        {leftOut.length > 0 && `${grouped(leftOut.length)} left out:`}
      </p>
      {leftOut.length > 0 && (
        <ul className="told-lines">
          {leftOut.map(({ number, reviewer, why }) => (
            <li key={`${number} ${reviewer}`}>
              <strong>{number}</strong>:{' '}
              {why === 'not under review' ? leftOutWords[why] : <bdi>{`${reviewer} ${leftOutWords[why]}`}</bdi>}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
