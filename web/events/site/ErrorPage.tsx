import { useWholeContent } from '#web/layout/content.tsx'
import { EmptyPage } from '#web/ui/EmptyState.tsx'

export function ErrorPage({ requestId }: { requestId?: string | undefined }) {
  const office = useWholeContent().site.contacts.at(-1)
  return (
    <EmptyPage title="We could not show this page">
      <p className="lead">The fault is ours, and it has been noted. Please wait a minute and load the page again.</p>
      <a className="button button-primary" href="/">
        Home
      </a>
      <p className="soft">
        {office && (
          <>
            If it keeps happening, write to <a href={`mailto:${office.email}`}>{office.email}</a>
            {requestId && ' and give this number'}.
          </>
        )}
      </p>
      {requestId && (
        <p className="small soft">
          Request <code>{requestId}</code>
        </p>
      )}
    </EmptyPage>
  )
}
