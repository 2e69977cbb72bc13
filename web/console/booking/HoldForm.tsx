import { HoldFields } from '#contract/booking/order-fields.ts'
import { holdHours } from '#contract/booking/order-words.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { hoursText, whyHint } from './words.tsx'

type HoldFormProps = {
  /** Which seats, as the button names them. */
  seats: string
  send: (wish: { hours: number; reason: string }) => Promise<unknown>
}

/** For how long seats are held, and why: for one order, or for several. */
export function HoldForm({ seats, send }: HoldFormProps) {
  const form = useForm({
    schema: HoldFields,
    send: ({ hours, reason }) => send({ hours: Number(hours), reason }),
  })
  return (
    <Form form={form} className="stack">
      <SelectField
        label="For how long, from now"
        hint="Never beyond the beginning of the first of its workshops."
        defaultValue="24"
        {...form.field('hours')}
      >
        {holdHours.map((hours) => (
          <option key={hours} value={hours}>
            {hoursText(hours)}
          </option>
        ))}
      </SelectField>
      <TextArea label="Why" hint={whyHint} rows={2} {...form.field('reason')} />
      <Submit form={form} block>
        Hold {seats}
      </Submit>
    </Form>
  )
}
