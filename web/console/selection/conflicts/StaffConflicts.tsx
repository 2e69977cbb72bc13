import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffConflictKinds } from '#contract/selection/words.ts'
import type { Reply } from '#web/console/call.ts'
import { typedIn } from '#web/console/events/useEvent.ts'
import { ask } from '#web/console/queries.ts'
import { Reason } from '#web/console/selection/Reason.tsx'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { conflictKinds, conflictSources, conflictStrengths } from '#web/console/selection/words.ts'
import { FormEnd } from '#web/console/ui/Form.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, SelectField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'

type Listed = Reply<'StaffConflictList'>
type Row = Listed['rows'][number]

/** Conflicts of the team: what is hidden from whom. Their own are not listed for the person who asks. */
export function StaffConflicts({ eventId }: { eventId: number }) {
  const { data } = useQuery(ask('StaffConflictList', { eventId }))
  const [isAdding, setAdding] = useState(false)
  if (!data) return null
  return (
    <section className="card stack" aria-labelledby="staff-conflicts">
      <div className="cluster gap-s">
        <h2 className="heading-small" id="staff-conflicts">
          Conflicts of the team
        </h2>
        <button className="button button-secondary push" type="button" onClick={() => setAdding(true)}>
          <Icon name="plus" /> Add a conflict of the team
        </button>
      </div>
      <p className="soft small">
        An abstract is hidden from a person of the team who has a conflict with it, also while the conflict is only
        possible. Somebody else of the team confirms or lifts it. Your own conflicts are not listed.
      </p>
      {isAdding && <Adding eventId={eventId} staff={data.staff} onClose={() => setAdding(false)} />}
      {data.rows.length === 0 ? (
        <p className="soft">No conflicts of the team. They are found when authors name a person of the team.</p>
      ) : (
        <ul className="stack gap-s">
          {data.rows.map((row) => (
            <li key={`${row.abstractId} ${row.accountId}`} className="cluster gap-s">
              <Line row={row} />
              <Acts eventId={eventId} row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ row: { name, number, title, kind, source, strength, note } }: { row: Row }) {
  return (
    <span>
      <strong dir="auto">{name}</strong> and {number} <span dir="auto">{title}</span>{' '}
      <span className="status-chip" data-status={conflictStrengths[strength].status}>
        {conflictStrengths[strength].words}
      </span>
      <small className="said-line soft">
        {conflictKinds[kind]}, {conflictSources[source]}
        {note && <bdi>: {note}</bdi>}
      </small>
    </span>
  )
}

/** Their own abstract stays hidden. */
function Acts({ eventId, row }: { eventId: number; row: Row }) {
  const { accountId, abstractId, kind, strength, name, number } = row
  const { act, problems } = useSelectionAct('StaffConflictSet')
  const [open, setOpen] = useState<'hard' | 'cleared'>()
  if (kind === 'self' || kind === 'shared_abstract') return null
  const close = () => setOpen(undefined)
  const which = `${name} and ${number}`
  const send = (reason: string) => act({ eventId, accountId, abstractId, kind, strength: open ?? 'hard', reason })
  return (
    <span className="act-line push">
      {strength !== 'hard' && (
        <button className="button button-quiet" type="button" onClick={() => setOpen('hard')}>
          Confirm<span className="visually-hidden">: {which}</span>
        </button>
      )}
      {strength !== 'cleared' && (
        <button className="button button-quiet" type="button" onClick={() => setOpen('cleared')}>
          Lift<span className="visually-hidden">: {which}</span>
        </button>
      )}
      {open && (
        <Reason
          title={open === 'hard' ? `Confirm the conflict: ${which}?` : `Lift the conflict: ${which}?`}
          words={
            open === 'hard'
              ? `${name} sees number and title of ${number}, and no entry about it in the audit log.`
              : `${name} may then see everything about ${number}: its authors, its reviewers and what was decided.`
          }
          action={open === 'hard' ? 'Confirm the conflict' : 'Lift the conflict'}
          tone={open === 'hard' ? 'primary' : 'danger'}
          send={send}
          problem={problems.form ?? problems.reason}
          onClose={close}
        />
      )}
    </span>
  )
}

function Adding({ eventId, staff, onClose }: { eventId: number; staff: Listed['staff']; onClose: () => void }) {
  const { act, problems, isSending } = useSelectionAct('StaffConflictSet')
  const send = async (form: HTMLFormElement) => {
    if (isSending) return
    const kind = typedIn(form, 'kind') as (typeof staffConflictKinds)[number]
    const accountId = Number(typedIn(form, 'accountId'))
    const wish = { number: typedIn(form, 'number'), reason: typedIn(form, 'reason') }
    if (await act({ eventId, accountId, kind, strength: 'hard', ...wish })) onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Add a conflict of the team" typed>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(event.currentTarget)
        }}
      >
        <SelectField label="Person" name="accountId" error={problems.accountId}>
          {staff.map(({ accountId, name }) => (
            <option key={accountId} value={accountId}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Abstract" hint="Its number, such as A-0168." name="number" error={problems.number} />
        <SelectField label="Why" name="kind" defaultValue="department" error={problems.kind}>
          {staffConflictKinds.map((kind) => (
            <option key={kind} value={kind}>
              {conflictKinds[kind]}
            </option>
          ))}
        </SelectField>
        <Field label="Reason" hint="Saved in the audit log." error={problems.reason}>
          {(control) => <textarea className="input" rows={3} name="reason" dir="auto" {...control} />}
        </Field>
        <FormEnd action="Add the conflict" problem={problems.form} isSending={isSending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
