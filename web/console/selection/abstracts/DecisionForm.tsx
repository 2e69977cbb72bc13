import { useState } from 'react'
import { abstractTypes, type AbstractType } from '#contract/abstracts/rules.ts'
import { decidable, mostReviseDays } from '#contract/selection/words.ts'
import { typedIn } from '#web/console/events/useEvent.ts'
import { useSelectionAct } from '#web/console/selection/useSelectionAct.ts'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Shown } from './abstract-words.tsx'

const choices = [
  ['accepted', 'Accept'],
  ['waiting', 'Waiting list'],
  ['revise', 'Ask for a revision'],
  ['rejected', 'Reject'],
] as const
type Choice = (typeof choices)[number][0]

/** What can be decided from where it stands; what was told already is corrected. */
export const mayBecome = (state: Shown['state']) =>
  choices.filter(([value]) => (decidable as Partial<Record<string, readonly string[]>>)[state]?.includes(value))

/** Keeps a decision as pending: nobody is told until all are published together. */
export function DecisionForm({ abstract, eventId }: { abstract: Shown; eventId: number }) {
  const { pending, abstractId, state } = abstract
  const isAccepted = state === 'accepted'
  const [choice, setChoice] = useState<Choice | undefined>(choices.find(([value]) => value === pending?.outcome)?.[0])
  const [isKept, setKept] = useState(false)
  const { act, problems, isSending } = useSelectionAct('DecisionSet')
  const keep = async (form: HTMLFormElement) => {
    if (isSending || !choice) return
    const done = await act({
      eventId,
      abstractIds: [abstractId],
      outcome: choice,
      note: typedIn(form, 'note'),
      reason: typedIn(form, 'reason'),
      ...(choice === 'accepted' && { asType: typedIn(form, 'asType') as AbstractType }),
      ...(choice === 'revise' && { reviseUntil: typedIn(form, 'reviseUntil') }),
    })
    setKept(done !== undefined)
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void keep(event.currentTarget)
      }}
      onChange={() => setKept(false)}
    >
      <fieldset className="stack gap-s">
        <legend className="visually-hidden">Decision</legend>
        {mayBecome(state).map(([value, words]) => (
          <label className="choice" key={value}>
            <input type="radio" name="outcome" checked={choice === value} onChange={() => setChoice(value)} />
            <span>{value === 'accepted' && isAccepted ? 'Accept as another type' : words}</span>
          </label>
        ))}
      </fieldset>
      {choice === 'accepted' && <AsType abstract={abstract} error={problems.asType} />}
      {choice === 'revise' && (
        <Field label="Until" hint={`At most ${mostReviseDays} days.`} error={problems.reviseUntil}>
          {(control) => (
            <input
              className="input"
              type="date"
              name="reviseUntil"
              defaultValue={pending?.reviseUntil ?? ''}
              {...control}
            />
          )}
        </Field>
      )}
      <Words pending={pending} problems={problems} />
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      {isKept && (
        <Notice tone="good" live>
          Kept as pending.
        </Notice>
      )}
      <button className="button button-primary" disabled={!choice} aria-busy={isSending || undefined}>
        Keep as pending
      </button>
      <p className="small soft">Nobody is told until you publish.</p>
    </form>
  )
}

/** As its author was told already would correct nothing. */
function AsType({ abstract, error }: { abstract: Shown; error: string | undefined }) {
  const { pending, type, state, acceptedAs } = abstract
  const types = abstractTypes.filter((each) => state !== 'accepted' || each !== acceptedAs)
  return (
    <SelectField
      label="As"
      name="asType"
      defaultValue={pending?.asType ?? types.find((each) => each === type) ?? types[0]}
      error={error}
    >
      {types.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  )
}

type WordsProps = { pending: Shown['pending']; problems: Record<string, string> }

function Words({ pending, problems }: WordsProps) {
  return (
    <>
      <Field label="To the author (optional)" hint="Goes before the reviewers’ comments." error={problems.note}>
        {(control) => (
          <textarea className="input" rows={2} name="note" dir="auto" defaultValue={pending?.note ?? ''} {...control} />
        )}
      </Field>
      <Field
        label="Reason (optional)"
        hint="Needed where there are fewer reviews than wanted. Not for the author."
        error={problems.reason}
      >
        {(control) => (
          <input className="input" name="reason" dir="auto" defaultValue={pending?.reason ?? ''} {...control} />
        )}
      </Field>
    </>
  )
}
