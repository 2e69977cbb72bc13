import { PageLink } from '#web/layout/PageLink.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'

export function RegistrationClosed({ lastDay }: { lastDay: string | undefined }) {
  return (
    <EmptyPage title="Registration Date has Expired.">
      <p className="lead">
        {lastDay
          ? `Registration for this event closed on ${fullDay(lastDay)}.`
          : 'Registration for this event is closed.'}{' '}
        If you already have an account you can still sign in.
      </p>
      <div className="cluster centre">
        <PageLink className="button button-primary" to="/login">
          Login
        </PageLink>
        <a className="button button-secondary" href="/program">
          Current Events
        </a>
      </div>
    </EmptyPage>
  )
}
