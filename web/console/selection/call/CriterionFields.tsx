import { useState } from 'react'
import { abstractTypes } from '#contract/abstracts/rules.ts'
import { CriterionForm } from '#contract/selection/call-form.ts'
import { call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { useReadAgain } from '#web/console/selection/useSelectionAct.ts'
import type { Criterion } from '#web/console/selection/words.ts'
import { Form, FormEnd } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { TextField } from '#web/ui/Field.tsx'

type Type = (typeof abstractTypes)[number]
type CriterionFieldsProps = { eventId: number; criterion?: Criterion; position: number; onDone: () => void }

export function CriterionFields({ eventId, criterion, position, onDone }: CriterionFieldsProps) {
  const keyOf = useActKey()
  const readAgain = useReadAgain()
  const [types, setTypes] = useState<readonly Type[]>(criterion?.types ?? abstractTypes)
  const form = useForm({
    schema: CriterionForm,
    send: async ({ isRequired, ...fields }) => {
      const wish = {
        eventId,
        position,
        ...fields,
        isRequired: isRequired !== undefined,
        ...(criterion && { criterionId: criterion.criterionId, version: criterion.version }),
        // For all of them it is for those too that may come later.
        types: types.length === abstractTypes.length ? null : [...types],
      }
      await call('CriterionSave', { ...wish, actKey: keyOf(wish) })
      readAgain()
      onDone()
    },
  })
  return (
    <Form form={form} className="stack gap-s">
      <TextField
        label="Name of the criterion"
        defaultValue={criterion?.name}
        maxLength={100}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because somebody asked for it, to type in it
        autoFocus
        {...form.field('name')}
      />
      <TextField
        label="What reviewers should look at"
        optional
        defaultValue={criterion?.hint}
        maxLength={500}
        dir="auto"
        {...form.field('hint')}
      />
      <div className="form-grid">
        <TextField
          label="1 means"
          optional
          defaultValue={criterion?.low}
          maxLength={60}
          dir="auto"
          {...form.field('low')}
        />
        <TextField
          label="5 means"
          optional
          defaultValue={criterion?.high}
          maxLength={60}
          dir="auto"
          {...form.field('high')}
        />
        <TextField
          label="Weight"
          inputMode="decimal"
          hint="In the total it counts so many times."
          defaultValue={criterion?.weight ?? 1}
          {...form.field('weight')}
        />
      </div>
      <label className="check">
        <input type="checkbox" name="isRequired" defaultChecked={criterion?.isRequired ?? true} />
        <span>Must be scored</span>
      </label>
      <Types types={types} onChoose={setTypes} />
      <FormEnd action="Save the criterion" problem={form.problems.form} isSending={form.isSending} onClose={onDone} />
    </Form>
  )
}

type TypesProps = { types: readonly Type[]; onChoose: (types: readonly Type[]) => void }

function Types({ types, onChoose }: TypesProps) {
  return (
    <fieldset className="bare cluster gap-s">
      <legend className="field-label">Asked of</legend>
      {abstractTypes.map((type) => (
        <label key={type} className="check">
          <input
            type="checkbox"
            checked={types.includes(type)}
            onChange={({ target }) =>
              onChoose(abstractTypes.filter((each) => (each === type ? target.checked : types.includes(each))))
            }
          />
          <span>{type}</span>
        </label>
      ))}
      {types.length === 0 && <p className="field-error">Choose one at least.</p>}
    </fieldset>
  )
}
