import { useState } from 'react'
import { OfferForm } from '#contract/selection/call-form.ts'
import { mostFirstFields, mostSecondFields } from '#contract/selection/words.ts'
import { call, Refused } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { useReadAgain } from '#web/console/selection/useSelectionAct.ts'
import type { Reviewer } from '#web/console/selection/words.ts'
import { Form, FormEnd } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Field.tsx'

type Strength = 'first' | 'second'
type ReviewerFieldsProps = {
  eventId: number
  reviewer: Reviewer
  disciplines: readonly { id: number; description: string; isRetired: boolean }[]
  onClose: () => void
}

/** What a reviewer offers, changed by staff. */
export function ReviewerFields({ eventId, reviewer, disciplines, onClose }: ReviewerFieldsProps) {
  const { id: reviewerId, version, name, email, quota, institution, department, fields } = reviewer
  const keyOf = useActKey()
  const readAgain = useReadAgain()
  const [chosen, setChosen] = useState<Chosen>(new Map(fields.map((field) => [field.specialityId, field.strength])))
  const idsOf = (strength: Strength) => [...chosen].filter(([, each]) => each === strength).map(([id]) => id)
  const form = useForm({
    schema: OfferForm,
    send: async (offer) => {
      const wish = { eventId, reviewerId, version, ...offer, first: idsOf('first'), second: idsOf('second') }
      try {
        await call('ReviewerChange', { ...wish, actKey: keyOf(wish) })
      } catch (error) {
        // Their row changed meanwhile: what is stored is read again, and the person looks before they send it once more.
        if (error instanceof Refused && error.status === 409) readAgain()
        throw error
      }
      readAgain()
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={name || email} typed>
      <Form form={form} className="stack">
        <TextField label="How many they can read" inputMode="numeric" defaultValue={quota} {...form.field('quota')} />
        <TextField
          label="Institution"
          defaultValue={institution}
          maxLength={200}
          dir="auto"
          {...form.field('institution')}
        />
        <TextField
          label="Department"
          hint="Conflicts are found by it."
          defaultValue={department}
          maxLength={200}
          dir="auto"
          {...form.field('department')}
        />
        <Fields
          disciplines={disciplines}
          chosen={chosen}
          onChoose={setChosen}
          wrong={form.problems.first ?? form.problems.second}
        />
        <FormEnd action="Save" problem={form.problems.form} isSending={form.isSending} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

type Chosen = ReadonlyMap<number, Strength>
type FieldsProps = Pick<ReviewerFieldsProps, 'disciplines'> & {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  wrong: string | undefined
}

function Fields({ disciplines, chosen, onChoose, wrong }: FieldsProps) {
  const choose = (id: number, strength: string) => {
    const next = new Map(chosen)
    if (strength === '') next.delete(id)
    else next.set(id, strength as Strength)
    onChoose(next)
  }
  return (
    <fieldset className="bare stack gap-s">
      <legend className="field-label">Fields</legend>
      <p className="field-hint">{`First fields: 1 to ${mostFirstFields}. Second: at most ${mostSecondFields}.`}</p>
      {disciplines
        .filter(({ id, isRetired }) => !isRetired || chosen.has(id))
        .map(({ id, description }) => (
          <label key={id} className="field-choice">
            <span dir="auto">{description}</span>
            <span className="select">
              <select
                className="input"
                value={chosen.get(id) ?? ''}
                onChange={({ target }) => choose(id, target.value)}
              >
                <option value="">Not theirs</option>
                <option value="first">First</option>
                <option value="second">Second</option>
              </select>
            </span>
          </label>
        ))}
      {wrong && <p className="field-error">{wrong}</p>}
    </fieldset>
  )
}
