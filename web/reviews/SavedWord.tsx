import { useContent } from '#web/layout/content.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { timeText } from './due.ts'
import type { ReviewSaving } from './useReviewSaving.ts'

/** Where what was typed is by now. */
export function SavedWord({ saving: { now }, timeZone }: { saving: ReviewSaving; timeZone: string }) {
  const { today } = useContent()
  const { standing, isKept, isSubmitted, savedAt } = now
  const saved = savedAt && `Saved ${timeText(savedAt, timeZone, today)}`
  const words = {
    saved,
    kept: isSubmitted ? 'Changed here, not submitted' : 'Saving',
    waiting: isKept ? 'Kept on this device until there is a connection' : 'Not saved. Please stay on this page',
    differs: 'Changed in another window',
    over: saved,
  }
  return (
    <>
      {words[standing] && <Icon name={standing === 'saved' ? 'check' : 'clock'} />} {words[standing]}
    </>
  )
}
