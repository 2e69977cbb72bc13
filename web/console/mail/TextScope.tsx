import { Link } from '#web/console/layout/Link.tsx'
import type { useTextScope } from './useTextScope.ts'

/** As a chip: its words and its colour. */
export const stateWords = {
  default: ['Default', 'draft'],
  college: ['Text of the college', 'accepted'],
  event: ['Text of this event', 'accepted'],
} as const

type ScopeProps = { scope: ReturnType<typeof useTextScope>; to: string }

export function Scope({ scope: { eventId, isCollege }, to }: ScopeProps) {
  return (
    <nav className="cluster gap-s" aria-label="Whose texts">
      <Link
        className={`button button-${isCollege ? 'quiet' : 'secondary'}`}
        to={`${to}?eventId=${eventId}`}
        aria-current={isCollege ? undefined : 'true'}
      >
        This event
      </Link>
      <Link
        className={`button button-${isCollege ? 'secondary' : 'quiet'}`}
        to={`${to}?eventId=${eventId}&of=college`}
        aria-current={isCollege ? 'true' : undefined}
      >
        The college
      </Link>
    </nav>
  )
}
