import { useQueryClient } from '@tanstack/react-query'
import { CallForm } from '#contract/selection/call-form.ts'
import type { Me } from '#web/console/accounts/me.ts'
import { call as send } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { ask } from '#web/console/queries.ts'
import { type Call, wishesText } from '#web/console/selection/words.ts'
import { EditArea, EditChoice, EditForm, EditText } from '#web/console/ui/Edit.tsx'
import { type Edit, useEdit } from '#web/console/ui/useEdit.ts'

const labels = {
  reviewsWanted: 'Reviews wanted for each',
  reviewsToDecide: 'Reviews before a decision',
  dueOn: 'Last day for reviews',
  graceMinutes: 'Grace after it, in minutes',
  blind: 'Who knows whom',
  conflictBy: 'Who has a conflict',
  others: 'Reviews of the others',
  feedback: 'What authors read',
  revealOnAccept: 'Authors of accepted work',
  bids: 'Wishes of reviewers',
  answerDays: 'Days to answer a decision',
  autoRelease: 'Release of blind texts',
  hospitals: 'Hospitals and their abbreviations',
}

const names = Object.keys(labels) as (keyof typeof labels)[]

function typed(value: Call[(typeof names)[number]]): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')
}

const storedOf = (call: Call) => ({
  version: call.version,
  values: Object.fromEntries(names.map((name) => [name, typed(call[name])])),
})

type CallSettingsProps = { me: Me; call: Call; mayManage: boolean }

export function CallSettings({ me, call, mayManage }: CallSettingsProps) {
  const { eventId } = call
  const client = useQueryClient()
  const keyOf = useActKey()
  const edit: Edit = useEdit({
    schema: CallForm,
    stored: storedOf(call),
    draft: { accountId: me.accountId, what: `call-${eventId}` },
    check: ({ reviewsToDecide, reviewsWanted }) =>
      reviewsToDecide > reviewsWanted ? [{ path: 'reviewsToDecide', message: 'No more than are wanted.' }] : [],
    storedIn: (copy) => ({ ...storedOf(copy as Call), by: '' }),
    send: async (fields, version) => {
      const wish = { eventId, version, ...fields }
      const saved = await send('CallSave', { ...wish, actKey: keyOf(wish) })
      client.setQueryData(ask('CallShow', { eventId }).queryKey, saved)
      void client.invalidateQueries({ queryKey: ['ReviewOverview'] })
      return storedOf(saved)
    },
  })
  return (
    <EditForm edit={edit} label="Settings of the review" save="Save" labels={labels}>
      <fieldset className="stack gap-l bare" disabled={!mayManage}>
        <section className="card stack" aria-labelledby="h-amount">
          <h2 id="h-amount">How many, and until when</h2>
          <div className="form-grid">
            <EditText edit={edit} name="reviewsWanted" label={labels.reviewsWanted} inputMode="numeric" />
            <EditText
              edit={edit}
              name="reviewsToDecide"
              label={labels.reviewsToDecide}
              inputMode="numeric"
              hint="Fewer need a reason."
            />
            <EditText edit={edit} name="dueOn" label={labels.dueOn} type="date" hint="It counts to its end." />
            <EditText
              edit={edit}
              name="graceMinutes"
              label={labels.graceMinutes}
              inputMode="numeric"
              hint="720 are half a day. A review in it is marked as late."
            />
            <EditText edit={edit} name="answerDays" label={labels.answerDays} inputMode="numeric" />
          </div>
        </section>
        <Walls edit={edit} call={call} />
        <Redaction edit={edit} eventId={eventId} />
      </fieldset>
    </EditForm>
  )
}

/** Who may know what of whom. */
function Walls({ edit, call }: { edit: Edit; call: Call }) {
  const hasBegun = call.beganAt !== null
  const wishesHint = call.bids ? wishesText(call) : 'Until the first proposal is applied.'
  return (
    <section className="card stack" aria-labelledby="h-walls">
      <h2 id="h-walls">Who knows what</h2>
      <div className="form-grid">
        <EditChoice
          edit={edit}
          name="blind"
          label={labels.blind}
          disabled={hasBegun}
          hint={hasBegun ? 'Fixed, because review has begun.' : 'Fixed once review begins.'}
        >
          <option value="double">Double-blind: no names</option>
          <option value="single">Single-blind: authors named</option>
          <option value="open">Open: all named</option>
        </EditChoice>
        <EditChoice edit={edit} name="conflictBy" label={labels.conflictBy} hint="Authors always have one.">
          <option value="department">Author, same department</option>
          <option value="author">Author only</option>
          <option value="institution">Author, same institution</option>
        </EditChoice>
        <EditChoice edit={edit} name="others" label={labels.others}>
          <option value="after_own">After one’s own is submitted</option>
          <option value="never">Never</option>
          <option value="always">From the beginning</option>
        </EditChoice>
        <EditChoice edit={edit} name="feedback" label={labels.feedback} hint="With the decision.">
          <option value="comments">Comments</option>
          <option value="totals">Comments and totals</option>
          <option value="none">The decision alone</option>
        </EditChoice>
        <EditChoice edit={edit} name="revealOnAccept" label={labels.revealOnAccept}>
          <option value="no">Stay unknown to reviewers</option>
          <option value="yes">Are named to reviewers afterwards</option>
        </EditChoice>
        <EditChoice edit={edit} name="bids" label={labels.bids} hint={wishesHint}>
          <option value="no">Are not asked for</option>
          <option value="yes">Say what they would like to read</option>
        </EditChoice>
      </div>
    </section>
  )
}

/** How texts become blind. The search misses some names, so releasing without a person is a risk the organiser has to choose. */
function Redaction({ edit, eventId }: { edit: Edit; eventId: number }) {
  return (
    <section className="card stack" aria-labelledby="h-redaction">
      <h2 id="h-redaction">Redaction</h2>
      <EditChoice
        edit={edit}
        name="autoRelease"
        label={labels.autoRelease}
        hint="The search misses some names. An abstract released without a person can show reviewers who wrote it."
      >
        <option value="no">A person releases every abstract</option>
        <option value="yes">Texts in which nothing is marked are released automatically</option>
      </EditChoice>
      <EditArea
        edit={edit}
        name="hospitals"
        label={labels.hospitals}
        rows={4}
        hint="Added to those the search knows. One per line, as in AKU, AKUH = Aga Khan University Hospital. A change sends released abstracts through the search again."
      />
      <Link className="button button-quiet" to={`/console/redaction?eventId=${eventId}`}>
        Open redaction
      </Link>
    </section>
  )
}
