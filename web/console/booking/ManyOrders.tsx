/** One thing done to several orders, with one reason for all. Each is answered for itself: one that cannot must not keep the others back. */
import { useRef, useState, type ReactNode } from 'react'
import { object } from 'zod/mini'
import { CancelFields } from '#contract/booking/order-fields.ts'
import { call, Refused } from '#web/console/call.ts'
import { counted } from '#web/console/events/words.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useActKeys, useReadAgain } from '#web/console/ui/useAct.ts'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { HoldForm } from './HoldForm.tsx'
import { cancelSentences, type OrderRow, seatsText, whyHint } from './words.tsx'

export type Way = 'hold' | 'send' | 'cancel'

type ManyProps = {
  way: Way
  eventId: number
  rows: readonly OrderRow[]
  onClose: () => void
  /** All of them are done. */
  onDone: () => void
}
type OneWay = Omit<ManyProps, 'way'>

export default function ManyOrders({ way, ...props }: ManyProps) {
  if (way === 'hold') return <HoldMany {...props} />
  return way === 'send' ? <SendMany {...props} /> : <CancelMany {...props} />
}

function HoldMany(props: OneWay) {
  const { eventId, rows } = props
  const many = useMany(props)
  const seats = `the seats of ${ordersText(rows.length)}`
  const hold = (fields: { hours: number; reason: string }) =>
    many.each(async ({ id: orderId, version }) => {
      const wish = { eventId, orderId, version, ...fields }
      await call('OrderHoldLonger', { ...wish, actKey: many.keyOf(wish) })
    })
  return (
    <Shell {...props} title={`Hold ${seats}`} left={many.left}>
      <HoldForm seats={seats} send={hold} />
    </Shell>
  )
}

function SendMany(props: OneWay) {
  const { eventId, rows } = props
  const many = useMany(props)
  const form = useForm({
    schema: object({}),
    send: () =>
      many.each(async ({ id: orderId }) => {
        const wish = { eventId, orderId }
        await call('ReceiptSend', { ...wish, actKey: many.keyOf(wish) })
      }),
  })
  const receipts = rows.length === 1 ? '1 receipt' : `${rows.length} receipts`
  return (
    <Shell {...props} title="Send the receipt again" left={many.left}>
      <p>Each goes to the person of its order, with its number, its workshops and what was paid.</p>
      <Form form={form} className="stack">
        <Submit form={form} block>
          Send {receipts}
        </Submit>
      </Form>
    </Shell>
  )
}

function CancelMany(props: OneWay) {
  const { eventId, rows } = props
  const many = useMany(props)
  const form = useForm({
    schema: CancelFields,
    send: ({ reason }) =>
      many.each(async ({ id: orderId, version }) => {
        const wish = { eventId, orderId, version, reason }
        const { answer } = await call('OrderCancelUnpaid', { ...wish, actKey: many.keyOf(wish) })
        return answer === 'cancelled' ? undefined : cancelSentences[answer]
      }),
  })
  const seats = seatsText(rows.reduce((sum, { topics }) => sum + topics.length, 0))
  return (
    <Shell {...props} title={`Cancel ${ordersText(rows.length)}?`} left={many.left}>
      <p>
        It cannot be undone; the people can order again. Where a payment is under way the bank is asked to take it back
        first, and where it cannot, the order stays.
      </p>
      <Form form={form} className="stack">
        <TextArea label="Why" hint={whyHint} rows={2} {...form.field('reason')} />
        <Submit form={form} tone="danger" block>
          Cancel {ordersText(rows.length)} and free {seats}
        </Submit>
      </Form>
    </Shell>
  )
}

const ordersText = (count: number): string => counted(count, 'order', 'orders')

type Left = { row: OrderRow; problem: string }
type ShellProps = OneWay & { title: string; left: readonly Left[] | undefined; children: ReactNode }

function Shell({ rows, title, left, onClose, children }: ShellProps) {
  return (
    <Dialog open onClose={onClose} title={title} typed>
      {left ? (
        <Notice tone="wait" live>
          <p>{rows.length - left.length} done. These were not:</p>
          <ul>
            {left.map(({ row, problem }) => (
              <li key={row.id}>
                <code>{row.paymentCode}</code>, <bdi>{row.person.name}</bdi>: {problem}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        children
      )}
      <button className="button button-quiet" type="button" onClick={onClose}>
        {left ? 'Done' : 'Not now'}
      </button>
    </Dialog>
  )
}

/** One after the other. What is done is not done again when the line broke half-way and the button is pressed once more. */
function useMany({ rows, onDone }: OneWay) {
  const [left, setLeft] = useState<readonly Left[]>()
  const answered = useRef(new Map<number, string | undefined>())
  const keyOf = useActKeys()
  const readAgain = useReadAgain()
  const each = async (act: (row: OrderRow) => Promise<string | void>) => {
    try {
      for (const row of rows)
        if (!answered.current.has(row.id)) answered.current.set(row.id, (await problemOf(() => act(row))) ?? undefined)
    } finally {
      readAgain()
    }
    const problems = rows.flatMap((row) => {
      const problem = answered.current.get(row.id)
      return problem ? [{ row, problem }] : []
    })
    if (problems.length === 0) onDone()
    else setLeft(problems)
  }
  return { each, left, keyOf }
}

/** Why this one was refused. What is wrong with the form, or with whoever sends it, is wrong for all. */
async function problemOf(act: () => Promise<string | void>): Promise<string | void> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refused && [404, 409, 422].includes(error.status))
      return error.body.fields?.[0]?.message ?? error.message
    throw error
  }
}
