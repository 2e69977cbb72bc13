/** What can be done with a run: stop it while it is computed; afterwards apply it, or put it away. */
import { grouped } from '#contract/money.ts'
import type { Reply } from '#web/console/call.ts'
import { counted } from '#web/console/events/words.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import type { Run, Shown } from '#web/console/selection/words.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type DecidingProps = { shown: Shown; run: Run; eventId: number; onApplied: (applied: Reply<'RunApply'>) => void }

export function Deciding({ shown, run: { runId }, eventId, onApplied }: DecidingProps) {
  const applying = useSelectionAct('RunApply')
  const discarding = useSelectionAct('RunDiscard')
  const { confirm, dialog } = useConfirm()
  const fresh = (shown.changes?.new.places ?? 0) + (shown.changes?.moved.places ?? 0)
  const apply = async () => {
    // Abstracts that are hidden from the caller are not counted here.
    const isCut = shown.short.some(({ hasConflict }) => hasConflict)
    const isSure = await confirm({
      title: 'Apply this proposal?',
      text: (
        <p>
          {`${isCut ? 'At least ' : ''}${counted(shown.emails, 'reviewer gets', 'reviewers get')} an email with the number of their new abstracts, and no titles. Reviewers with nothing new get none. Each place is checked again; those that can no longer be filled are left out and listed.`}
        </p>
      ),
      consequence: `Apply ${counted(fresh, 'change')} and send ${counted(shown.emails, 'email')}`,
      tone: 'primary',
    })
    if (!isSure) return
    const answer = await applying.act({ eventId, runId })
    if (answer) onApplied(answer)
  }
  const problem = applying.problems.form ?? discarding.problems.form
  return (
    <div className="cluster gap-s push">
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <button
        className="button button-quiet-danger"
        type="button"
        aria-busy={discarding.isSending || undefined}
        onClick={() => void discarding.act({ eventId, runId })}
      >
        Discard
      </button>
      <button
        className="button button-primary"
        type="button"
        aria-busy={applying.isSending || undefined}
        onClick={() => void apply()}
      >
        {applying.isSending ? 'Applying …' : `Apply ${grouped(fresh)} ${fresh === 1 ? 'change' : 'changes'}`}
      </button>
      {dialog}
    </div>
  )
}

export function Computing({ run: { runId, progress, state }, eventId }: { run: Run; eventId: number }) {
  const { act, problems, isSending } = useSelectionAct('RunStop')
  return (
    <section className="card stack gap-s" aria-labelledby="h-computing">
      <h2 className="heading-small" id="h-computing">
        {state === 'queued' ? 'It begins in a moment' : 'It is being computed'}
      </h2>
      <output className="small figures">{`${progress}%`}</output>
      <Meter label="Computed" value={progress} of={100} />
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      <div>
        <button
          className="button button-secondary"
          type="button"
          aria-busy={isSending || undefined}
          onClick={() => void act({ eventId, runId })}
        >
          <Icon name="close" /> Stop
        </button>
      </div>
    </section>
  )
}
