/** Whether the draft is safe, and what can be done with it. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sitePage } from '#contract/pages/page-names.ts'
import { call, Refused } from '#web/console/call.ts'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { todayIn } from '#web/platform/calendar.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type PageDraft, type PageState, whichOf } from './usePageDraft.ts'

type SaveBarProps = { state: PageState; draft: PageDraft; onProblems: () => void }

export function SaveBar({ state, draft, onProblems }: SaveBarProps) {
  const { confirm, dialog } = useConfirm()
  const [isPlanning, setPlanning] = useState(false)
  const { publish, discard, error } = useEnding({ state, draft, onProblems })
  const isBusy = publish.isPending || discard.isPending
  const number = state.draft?.number
  const throwAway = async () => {
    const isSure = await confirm({
      title: `Discard draft ${number}?`,
      consequence: `Discard draft ${number}`,
      text: <p>Visitors see no difference. The words of the draft stay in the audit trail only.</p>,
    })
    if (isSure) discard.mutate()
  }
  return (
    <>
      {error && (
        <Notice tone="bad" live>
          <p>{error}</p>
        </Notice>
      )}
      <section className="save-bar" aria-label="Draft">
        <SavedState state={state} draft={draft} />
        {state.draft && !state.draft.publishAt && (
          <button
            className="button button-quiet-danger"
            type="button"
            disabled={isBusy}
            onClick={() => void throwAway()}
          >
            Discard draft
          </button>
        )}
        {state.mayPublish && state.draft?.publishAt && (
          <button
            className="button button-secondary"
            type="button"
            disabled={isBusy}
            onClick={() => publish.mutate('unplanned')}
          >
            Take off the plan
          </button>
        )}
        {state.mayPublish && state.draft && !state.draft.publishAt && (
          <button className="button button-secondary" type="button" disabled={isBusy} onClick={() => setPlanning(true)}>
            <Icon name="clock" /> Publish on a day
          </button>
        )}
        {state.mayPublish && state.draft && (
          <button
            className="button button-primary"
            type="button"
            aria-busy={publish.isPending || undefined}
            onClick={() => publish.mutate('now')}
          >
            Publish
          </button>
        )}
      </section>
      {dialog}
      <Dialog open={isPlanning} onClose={() => setPlanning(false)} title="Publish on a day" typed>
        {isPlanning && (
          <Planning
            timeZone={state.timeZone}
            onPlan={(day) => {
              setPlanning(false)
              publish.mutate(day)
            }}
          />
        )}
        <button className="button button-quiet" type="button" onClick={() => setPlanning(false)}>
          Not now
        </button>
      </Dialog>
    </>
  )
}

function SavedState({ state, draft: { saving, save, failure, conflict } }: Pick<SaveBarProps, 'state' | 'draft'>) {
  const visitors = state.published
    ? `Visitors still see version ${state.published.number}.`
    : 'Visitors see nothing yet.'
  if (conflict) return <output>Not saved yet: choose above what is kept. It is kept on this device.</output>
  if (saving === 'failed')
    return (
      <output>
        Not saved yet: {failure} It is kept on this device.{' '}
        <button className="button button-quiet" type="button" onClick={() => void save()}>
          Save again
        </button>
      </output>
    )
  if (!state.draft && saving === 'saved')
    return (
      <output>
        Visitors see version {state.published?.number}. <a href={sitePage(state.page).address}>Look at the page</a>
      </output>
    )
  return (
    <output>
      {saving === 'saved' ? `Draft ${state.draft?.number ?? ''} is saved as you type.` : 'Saving…'}{' '}
      <span className="small soft">{visitors}</span>
    </output>
  )
}

function Planning({ timeZone, onPlan }: { timeZone: string; onPlan: (day: string) => void }) {
  const [day, setDay] = useState('')
  const [error, setError] = useState<string>()
  const plan = () => {
    if (day <= todayIn(timeZone)) setError('Please choose a day after today.')
    else onPlan(day)
  }
  return (
    <form
      className="stack"
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        plan()
      }}
    >
      <TextField
        label="Day"
        type="date"
        hint={`At its first minute, by the clock of ${timeZone}.`}
        value={day}
        error={error}
        onChange={({ target }) => setDay(target.value)}
      />
      <button className="button button-primary">Plan it</button>
    </form>
  )
}

/** What was typed last goes first: nobody publishes less than they see. */
function useEnding({ state, draft, onProblems }: SaveBarProps) {
  const [error, setError] = useState('')
  const [refusals, setRefusals] = useState(0)
  // Once the fields are drawn as wrong: a frame of the browser can come before that.
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('#main [aria-invalid=true]')?.focus()
  }, [refusals])
  const onError = (failure: unknown) => {
    if (failure instanceof Refused && failure.status === 409)
      return draft.collide(failure.body.stored as PageState, failure.message)
    const fields = failure instanceof Refused && failure.status === 422 ? (failure.body.fields ?? []) : []
    if (fields.length === 0) return setError(failure instanceof Error ? failure.message : String(failure))
    onProblems()
    setError(
      fields.every(({ path }) => path === 'when')
        ? (fields[0]?.message ?? '')
        : `${fields.length === 1 ? 'One field needs' : `${fields.length} fields need`} another look before visitors see this.`,
    )
    setRefusals((count) => count + 1)
  }
  const settled = { onError, onSuccess: (next: PageState) => draft.begin(next), onMutate: () => setError('') }
  const publish = useMutation({
    mutationFn: async (when: string) => {
      if (draft.saving !== 'saved' && !(await draft.save())) throw new Error('What you typed could not be saved.')
      return call('PagePublish', { ...whichOf(state), version: draft.version(), when })
    },
    ...settled,
  })
  const discard = useMutation({
    mutationFn: () => call('PageDiscard', { ...whichOf(state), version: draft.version() }),
    ...settled,
  })
  return { publish, discard, error }
}
