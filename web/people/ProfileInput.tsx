import type { ComponentProps } from 'react'
import type { ProfileFieldName } from '#contract/people/profile-fields.ts'
import { Field } from '#web/ui/Field.tsx'
import { anchorOf, countedText, fieldOf, type ProfileValues } from './api.ts'
import { type ProfileFormState, takeTyped } from './useProfileForm.ts'
import styles from './ProfileForm.module.css'

type BoundProps = { form: ProfileFormState; name: ProfileFieldName }

/** What every field of the form says about itself, from the one table. */
export const wordsOf = ({ problems }: Pick<ProfileFormState, 'problems'>, name: ProfileFieldName) => {
  const { label, required } = fieldOf(name)
  return { label, anchor: anchorOf(name), optional: !required, error: problems[name] }
}

const hintOf = (name: ProfileFieldName, values: ProfileValues): string | undefined => {
  if (name === 'Name') return `Printed exactly as typed. ${countedText(name, values.Name)}.`
  return fieldOf(name).hint && 'Numbers only.'
}

/** A line or a box of text. */
export function ProfileInput({ form, name, autoComplete = 'off' }: BoundProps & { autoComplete?: string }) {
  const { required, lines, hint, kind } = fieldOf(name)
  const common = {
    className: 'input',
    name,
    value: form.values[name],
    required,
    autoComplete,
    onChange: (event) => takeTyped(name, event, form.change),
    onCompositionEnd: (event) => takeTyped(name, event, form.change),
  } satisfies ComponentProps<'input'> & ComponentProps<'textarea'>
  // Not of the type email: a browser would not tell where the caret is.
  const keys = kind ?? (hint ? 'numeric' : 'text')
  return (
    <Field {...wordsOf(form, name)} hint={hintOf(name, form.values)}>
      {(control) =>
        lines ? (
          <textarea rows={3} {...common} {...control} />
        ) : (
          <input type={kind === 'tel' ? 'tel' : 'text'} inputMode={keys} {...common} {...control} />
        )
      }
    </Field>
  )
}

/** Two to four options, all in sight. */
export function ProfileChoice({ form, name, notes = {} }: BoundProps & { notes?: Record<string, string> }) {
  const { options = [], required } = fieldOf(name)
  const { label, anchor, error } = wordsOf(form, name)
  return (
    <fieldset
      className={`cluster gap-s ${styles.choices}`}
      id={anchor}
      role="radiogroup"
      aria-required={required}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${anchor}-note`}
    >
      <legend className="field-label">{label}</legend>
      {options.map(({ value, label: text }) => (
        <label className={notes[value] ? `choice ${styles.noted}` : 'choice'} key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={form.values[name] === value}
            onChange={() => form.change(name, value)}
          />
          <span>
            {text}
            {notes[value] && <small>{notes[value]}</small>}
          </span>
        </label>
      ))}
      {error && (
        <p className="field-error" id={`${anchor}-note`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
