import { abstractTexts } from '#contract/abstracts/rules.ts'
import { useContent } from '#web/layout/content.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'

export function ClosedStep({ onReturn }: { onReturn: () => void }) {
  const { event } = useContent()
  return (
    <EmptyPage title={abstractTexts.closed}>
      <p className="lead">
        {event && `Submission closed on ${fullDay(event.abstractsCloseOn)}. `}What you have written stays as it is.
      </p>
      <button className="button button-secondary" type="button" onClick={onReturn}>
        Return to your abstracts
      </button>
    </EmptyPage>
  )
}
