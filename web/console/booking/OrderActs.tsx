import { useState } from 'react'
import { CancelFields } from '#contract/booking/order-fields.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { GiveOrder } from './GiveOrder.tsx'
import { HoldForm } from './HoldForm.tsx'
import { useOrderChange } from './useOrderChange.ts'
import { cancelSentences, type Order, seatsText, whyHint } from './words.tsx'

/** Hold longer and cancel: each says what it means, or why it cannot be done now. */
export function OrderActs({ order }: { order: Order }) {
  const [asked, setAsked] = useState<'hold' | 'give' | 'cancel'>()
  const [told, setTold] = useState('')
  const { ways, state } = order
  const close = () => setAsked(undefined)
  const open = (what: 'hold' | 'give' | 'cancel') => {
    setTold('')
    setAsked(what)
  }
  return (
    <section className="card stack" aria-labelledby="h-acts">
      <h2 className="heading-small" id="h-acts">
        Other actions
      </h2>
      {told && (
        <Notice tone="wait" live>
          {told}
        </Notice>
      )}
      {ways.hold === null && (
        <button className="button button-secondary" type="button" onClick={() => open('hold')}>
          {state === 'lapsed' ? 'Hold the seats again' : 'Hold for longer'}
        </button>
      )}
      {ways.give === null && (
        <button className="button button-secondary" type="button" onClick={() => open('give')}>
          Give to another person
        </button>
      )}
      {ways.cancel === null && (
        <button className="button button-quiet-danger" type="button" onClick={() => open('cancel')}>
          Cancel this order
        </button>
      )}
      {ways.hold !== null && ways.cancel !== null && <p className="small soft">{ways.hold}</p>}
      {ways.hold === null && ways.cancel !== null && state !== 'lapsed' && (
        <p className="small soft">It cannot be cancelled: {ways.cancel}</p>
      )}
      {state === 'paid' && ways.give !== null && (
        <p className="small soft">It cannot be given to another person: {ways.give}</p>
      )}
      {asked === 'hold' && <Hold order={order} onClose={close} />}
      {asked === 'give' && <GiveOrder order={order} onClose={close} />}
      {asked === 'cancel' && <Cancel order={order} onClose={close} onTold={setTold} />}
    </section>
  )
}

function Hold({ order, onClose }: { order: Order; onClose: () => void }) {
  const change = useOrderChange(order)
  const seats = seatsText(order.items.length)
  return (
    <Dialog open onClose={onClose} title={`Hold ${seats} for ${order.person.name}`} typed>
      <HoldForm seats={seats} send={(wish) => change('OrderHoldLonger', wish).then(onClose)} />
      <button className="button button-quiet" type="button" onClick={onClose}>
        Not now
      </button>
    </Dialog>
  )
}

type CancelProps = { order: Order; onClose: () => void; onTold: (words: string) => void }

function Cancel({ order, onClose, onTold }: CancelProps) {
  const change = useOrderChange(order)
  const seats = seatsText(order.items.filter(({ holds }) => holds).length)
  const form = useForm({
    schema: CancelFields,
    send: async ({ reason }) => {
      const { answer } = await change('OrderCancelUnpaid', { reason })
      if (answer !== 'cancelled') onTold(cancelSentences[answer])
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="Cancel this order?" typed>
      <p>
        {order.state === 'paying'
          ? 'A payment is under way. The bank is asked to take it back first; when it cannot, the order stays.'
          : 'Nothing was paid. It cannot be undone; the person can order again.'}
      </p>
      <Form form={form} className="stack">
        <TextArea label="Why" hint={whyHint} rows={2} {...form.field('reason')} />
        <Submit form={form} tone="danger" block>
          Cancel it and free {seats}
        </Submit>
      </Form>
      <button className="button button-quiet" type="button" onClick={onClose}>
        Not now
      </button>
    </Dialog>
  )
}
