import { RunForm } from '#contract/selection/call-form.ts'
import { usualQuota } from '#contract/selection/words.ts'
import { call as send } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useReadAgain } from '#web/console/selection/useSelectionAct.ts'
import { type Call, isUnderWay, type Run, wishesText } from '#web/console/selection/words.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { TextField } from '#web/ui/Field.tsx'

const rules: Record<Call['conflictBy'], string> = {
  author: 'Authors have a conflict.',
  department: 'Authors and their department have a conflict.',
  institution: 'Authors and their institution have a conflict.',
}

type ComputeProps = { run: Run | undefined; call: Call; onBegun: () => void }

/** Another proposal. One that waits is discarded first. */
export function Compute({ run, call, onBegun }: ComputeProps) {
  const { eventId, reviewsWanted, conflictBy, beganAt } = call
  const { form, dialog } = useProposing({ run, eventId, onBegun })
  const settings = run?.settings
  const isBusy = isUnderWay(run?.state)
  return (
    <section className="card stack" aria-labelledby="h-compute">
      <h2 className="heading-small" id="h-compute">
        {run ? 'Compute again' : 'Compute a proposal'}
      </h2>
      <Form form={form} className="stack">
        <TextField
          label="Reviewers for each abstract"
          inputMode="numeric"
          defaultValue={settings?.each ?? reviewsWanted}
          {...form.field('each')}
        />
        <TextField
          label="Most for one reviewer"
          inputMode="numeric"
          hint="No reviewer gets more than they offered."
          defaultValue={settings?.most ?? usualQuota}
          {...form.field('most')}
        />
        <p className="small soft">
          {rules[conflictBy]}{' '}
          <Link to={`/console/reviews/settings?eventId=${eventId}#conflictBy`}>Change the rule</Link>
        </p>
        {call.bids && <p className="small soft">{wishesText(call)}</p>}
        <label className="choice">
          <input type="checkbox" name="expertFirst" defaultChecked={settings?.expertFirst ?? true} />
          <span>
            One expert for each abstract
            <small>For as many as possible, a reviewer with this as their first field</small>
          </span>
        </label>
        <label className="choice">
          <input type="checkbox" name="keepUnopened" defaultChecked={settings?.keepUnopened ?? true} />
          <span>
            Keep unopened assignments<small>Reviews that have begun always stay</small>
          </span>
        </label>
        <TextField
          label="Seed"
          inputMode="numeric"
          hint="The same seed gives the same proposal. Another seed breaks ties differently."
          defaultValue={run?.seed ?? 1}
          {...form.field('seed')}
        />
        {beganAt && !isBusy && (
          <Submit form={form} tone={run?.state === 'proposed' ? 'secondary' : 'primary'}>
            Compute
          </Submit>
        )}
        <p className="small soft">Nothing changes until you apply the proposal. A long computation can be stopped.</p>
      </Form>
      {dialog}
    </section>
  )
}

type Proposing = { run: Run | undefined; eventId: number; onBegun: () => void }

function useProposing({ run, eventId, onBegun }: Proposing) {
  const keyOf = useActKey()
  const readAgain = useReadAgain()
  const { confirm, dialog } = useConfirm()
  const form = useForm({
    schema: RunForm,
    send: async ({ seed, each, most, expertFirst, keepUnopened }) => {
      const chosen = { each, most, expertFirst: expertFirst !== undefined, keepUnopened: keepUnopened !== undefined }
      if (run?.state === 'proposed') {
        const isSure = await confirm({
          title: `Discard proposal ${run.ordinal}?`,
          text: <p>There is one proposal at a time. Nothing in this one has been applied.</p>,
          consequence: 'Discard it and compute again',
          tone: 'primary',
        })
        if (!isSure) return false
        const old = { eventId, runId: run.runId }
        await send('RunDiscard', { ...old, actKey: keyOf(old) })
      }
      const wish = { eventId, settings: chosen, seed }
      await send('AssignmentPropose', { ...wish, actKey: keyOf({ ...wish, after: run?.runId }) })
      onBegun()
      readAgain()
      return true
    },
  })
  return { form, dialog }
}
