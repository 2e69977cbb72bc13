import { EmptyPage } from '#web/ui/EmptyState.tsx'
import type { Loaded } from './useProfile.ts'

export function NotLoaded({ tryAgain }: Pick<Loaded, 'tryAgain'>) {
  return (
    <EmptyPage title="Your profile did not load">
      <p className="lead">Check your connection, then try again.</p>
      <button className="button button-primary" type="button" onClick={tryAgain}>
        Try again
      </button>
    </EmptyPage>
  )
}
