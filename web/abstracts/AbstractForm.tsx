import { abstractLimits, abstractSections, abstractTypes, type AbstractType } from '#contract/abstracts/rules.ts'
import { EditorField } from '#web/abstracts/editor/EditorField.tsx'
import { countOf } from '#web/platform/words.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { FileField } from './FileField.tsx'
import { type AbstractFormState, anchorOf } from './useAbstractForm.ts'
import { sectionNames } from './useDelivery.ts'
import type { Option } from './useSpecialities.ts'
import { formId, WritingAside } from './WritingAside.tsx'
import styles from './AbstractForm.module.css'

type FormProps = { form: AbstractFormState }

const notes: Record<AbstractType, string> = {
  Oral: '8 minutes, 2 for questions',
  Poster: '36 by 48 inches',
  Workshop: '2 to 4 hours',
}

/** On a phone the button is always at hand, and the sentence that says why it did not work may be four screens away. */
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'center' })

export function AbstractForm({ form, onBack }: FormProps & { onBack: () => void }) {
  return (
    <div className="split aside-19">
      <form
        className="stack gap-l"
        id={formId}
        noValidate
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          void form.next()
        }}
      >
        <div className="card stack gap-l">
          <TypeField form={form} />
          <FileField form={form} />
          <div className="form-grid">
            <Choice form={form} name="Speciality" label="Specialty" options={form.options.specialities} />
            <Choice form={form} name="SubSpeciality" label="Sub-Specialty" options={form.options.subSpecialities} />
          </div>
          <TitleField form={form} />
        </div>
        <div className="card stack gap-l">
          {sectionNames.map((name) => (
            <EditorField
              key={name}
              label={abstractSections[name]}
              note={countOf(form.words.each[name], 'word')}
              value={form.values[name]}
              onChange={(html) => form.change({ [name]: html })}
            />
          ))}
        </div>
        {form.trouble && (
          <div ref={bringIntoView}>
            <Notice tone="bad" live>
              {form.trouble}
            </Notice>
          </div>
        )}
        <div className="cluster">
          <button className={`button button-primary ${styles.next}`} aria-busy={form.saving.progress && true}>
            Next <Icon name="next" />
          </button>
          <button className="button button-quiet" type="button" onClick={onBack}>
            Back to your abstracts
          </button>
        </div>
      </form>
      <WritingAside form={form} />
    </div>
  )
}

function TypeField({ form: { values, problems, change } }: FormProps) {
  const anchor = anchorOf('AbstractType')
  const error = problems.AbstractType
  return (
    <fieldset
      className={`cluster gap-s ${styles.types}`}
      id={anchor}
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${anchor}-note`}
    >
      <legend className="field-label">Abstract Type</legend>
      {abstractTypes.map((type) => (
        <label className="choice" key={type}>
          <input
            type="radio"
            name="AbstractType"
            value={type}
            aria-label={type}
            checked={values.AbstractType === type}
            onChange={() => change({ AbstractType: type })}
          />
          <span>
            {type}
            <small>{notes[type]}</small>
          </span>
        </label>
      ))}
      {error && (
        <p className={`field-error ${styles.whole}`} id={`${anchor}-note`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

type ChoiceProps = FormProps & { name: 'Speciality' | 'SubSpeciality'; label: string; options: Option[] }

function Choice({ form: { values, problems, change }, name, label, options }: ChoiceProps) {
  const chosen = values[name]
  // What was chosen stays, even while the options are not known or do not name it any more.
  const isMissing = chosen !== '' && !options.some(({ Description }) => Description === chosen)
  return (
    <Field label={label} anchor={anchorOf(name)} error={problems[name]}>
      {(control) => (
        <div className="select">
          <select
            className="input"
            required
            value={chosen}
            onChange={({ target: { value } }) =>
              change(name === 'Speciality' ? { Speciality: value, SubSpeciality: '' } : { SubSpeciality: value })
            }
            {...control}
          >
            <option value="">Please select</option>
            {isMissing && <option>{chosen}</option>}
            {options.map(({ id, Description }) => (
              <option key={id}>{Description}</option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}

function TitleField({ form: { values, problems, change } }: FormProps) {
  return (
    <Field
      label="Abstract Title"
      anchor={anchorOf('Title')}
      error={problems.Title}
      hint="Leave out names of people and places: reviewers read blind."
    >
      {(control) => (
        <input
          className="input"
          type="text"
          dir="auto"
          required
          autoComplete="off"
          maxLength={abstractLimits.title}
          value={values.Title}
          onChange={({ target }) => change({ Title: target.value })}
          {...control}
        />
      )}
    </Field>
  )
}
