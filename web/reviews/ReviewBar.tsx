import { Icon } from '#web/ui/Icon.tsx'
import { SavedWord } from './SavedWord.tsx'
import type { ReviewSaving } from './useReviewSaving.ts'
import { focusOn, type Submitting } from './useSubmit.ts'

type BarProps = {
  asked: { anchor: string; isAnswered: boolean }[]
  saving: ReviewSaving
  timeZone: string
  submitting: Submitting
}

/** On narrow screens: how far one is, that it is saved, and the way on. */
export function ReviewBar({ asked, saving, timeZone, submitting }: BarProps) {
  const next = asked.find(({ isAnswered }) => !isAnswered)
  return (
    <div className="bottom-bar deep">
      <div className="page-width">
        <span className="small">
          <strong className="figures">
            {asked.filter(({ isAnswered }) => isAnswered).length} of {asked.length} answered
          </strong>
          <br />
          <span className="saved">
            <SavedWord saving={saving} timeZone={timeZone} />
          </span>
        </span>
        {next ? (
          <button className="button button-primary" type="button" onClick={() => focusOn(next.anchor)}>
            Continue
          </button>
        ) : (
          <button
            className="button button-primary"
            type="button"
            aria-busy={submitting.isBusy || undefined}
            onClick={() => void submitting.submit()}
          >
            <Icon name="send" /> Submit
          </button>
        )}
      </div>
    </div>
  )
}
