import { useQuery } from '@tanstack/react-query'
import { type Me, mayIn } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { ask } from '#web/console/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { stepsLeft, stepTitles } from './setup-words.ts'

/** For owners, on the overview, until every step of the set-up is done. */
export function SetupCard({ me }: { me: Me }) {
  const isOwner = mayIn(me, 'portal.setup', undefined)
  const { data } = useQuery({ ...ask('SetupShow', {}), enabled: isOwner })
  const left = data ? stepsLeft(data) : []
  if (!data || left.length === 0) return null
  return (
    <Notice tone="wait">
      <p>
        <strong>
          Set-up: {data.steps.length - left.length} of {data.steps.length} steps done.
        </strong>{' '}
        Left: {left.map((step) => stepTitles[step]).join(', ')}.{' '}
        <Link to="/console/setup">
          {left.length === data.steps.length ? 'Set up the portal' : 'Continue the set-up'}
        </Link>
      </p>
    </Notice>
  )
}
