import { useContent } from '#web/layout/content.tsx'
import { EmptyPage } from '#web/ui/EmptyState.tsx'

export function NotFoundPage() {
  const { event } = useContent()
  return (
    <EmptyPage title="There is no page here">
      <p className="lead">
        The address may be mistyped, or the page has moved. These are the places people look for most.
      </p>
      <div className="cluster centre">
        <a className="button button-primary" href="/">
          Home
        </a>
        <a className="button button-secondary" href="/events">
          Workshop schedule
        </a>
        {!event?.noAbstracts && (
          <a className="button button-secondary" href="/abstract">
            Abstract guidelines
          </a>
        )}
        <a className="button button-secondary" href="/contact">
          Contact Us
        </a>
      </div>
    </EmptyPage>
  )
}
