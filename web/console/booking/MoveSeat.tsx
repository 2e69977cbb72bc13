import { useState } from 'react'
import { MoveFields } from '#contract/booking/order-fields.ts'
import { priceText } from '#contract/money.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { whenText } from '#web/console/ui/When.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { useOrderChange } from './useOrderChange.ts'
import type { Order } from './words.tsx'

type MoveSeatProps = { order: Order; workshopId: number; onClose: () => void }

/** To another workshop at the same price that has a seat free. */
export function MoveSeat({ order, workshopId, onClose }: MoveSeatProps) {
  // What is shown stays as it was when it was opened: after the move the order has no such seat any more.
  const [item] = useState(() => order.items.find((each) => each.workshopId === workshopId))
  const targets = order.targets.filter(({ price }) => price === item?.price)
  const change = useOrderChange(order)
  const form = useForm({
    schema: MoveFields,
    send: async ({ toWorkshopId, reason }) => {
      await change('OrderMoveSeat', { workshopId, toWorkshopId: Number(toWorkshopId), reason })
      onClose()
    },
  })
  if (!item) return null
  return (
    <Dialog open onClose={onClose} title={`Move the seat in “${item.topic}”`} typed>
      {targets.length === 0 ? (
        <p>{`No other workshop at ${priceText(item.price)} has a free seat that ${order.person.name} could take.`}</p>
      ) : (
        <Form form={form} className="stack">
          <SelectField
            label={`To, at ${priceText(item.price)}`}
            hint="Only what costs the same, has a seat free and has not begun."
            defaultValue=""
            {...form.field('toWorkshopId')}
          >
            <option value="">Choose a workshop</option>
            {targets.map(({ workshopId: id, topic, startsAt, free }) => (
              <option key={id} value={id}>
                {`${topic}, ${whenText(startsAt, order.timeZone)}, ${free} free`}
              </option>
            ))}
          </SelectField>
          <TextArea
            label="Why"
            hint="In the audit trail, and in the letter to the person."
            rows={2}
            {...form.field('reason')}
          />
          <p className="small soft">The receipt keeps its number, and says that the seat was moved.</p>
          <Submit form={form} block>
            Move 1 seat and write to {order.person.name}
          </Submit>
        </Form>
      )}
      <button className="button button-quiet" type="button" onClick={onClose}>
        Not now
      </button>
    </Dialog>
  )
}
