import { useState } from 'react'
import { counted } from '#web/console/events/words.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import type { Call } from '#web/console/selection/words.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** What is submitted goes to the reviewers. What came later follows when it is pressed again. */
export function Begin({ call, mayManage }: { call: Call; mayManage: boolean }) {
  const { eventId, submitted, underReview, beganAt, criteria } = call
  const { act, problems, isSending } = useSelectionAct('BeginReview')
  const { confirm, dialog } = useConfirm()
  const [moved, setMoved] = useState<number>()
  const begin = async () => {
    const isSure = await confirm({
      title: beganAt ? 'Give these to the reviewers?' : 'Begin review?',
      text: (
        <p>
          Authors can no longer edit {submitted === 1 ? 'it' : 'them'}, only withdraw. Reviewers see a text when its
          redaction is ready.
        </p>
      ),
      consequence: `Begin with ${counted(submitted, 'abstract')}`,
      tone: 'primary',
    })
    if (!isSure) return
    const answer = await act({ eventId, expected: submitted })
    if (answer) setMoved(answer.moved)
  }
  return (
    <section className="card stack stick" aria-labelledby="h-begin">
      <div>
        <h2 id="h-begin">{beganAt ? 'Review has begun' : 'Begin review'}</h2>
        <p className="small soft">
          {counted(submitted, 'abstract is', 'abstracts are')} submitted
          {underReview > 0 && `, ${counted(underReview, 'is', 'are')} with reviewers`}.
        </p>
      </div>
      {criteria.length === 0 && (
        <Notice tone="wait">
          <p>There is no criterion yet. Without one, reviewers recommend and comment, and there are no scores.</p>
        </Notice>
      )}
      {moved !== undefined && (
        <Notice tone="good" live>
          <p>{counted(moved, 'abstract is', 'abstracts are')} under review now.</p>
        </Notice>
      )}
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      {mayManage && (
        <button
          className="button button-primary button-block"
          type="button"
          disabled={submitted === 0}
          aria-busy={isSending || undefined}
          onClick={() => void begin()}
        >
          {submitted === 0 ? 'Nothing waits to begin' : `Begin with ${counted(submitted, 'abstract')}`}
        </button>
      )}
      <p className="small soft">It can begin once abstracts are closed. You confirm that it is you.</p>
      {dialog}
    </section>
  )
}
