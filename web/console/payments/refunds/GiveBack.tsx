/** A refund by the bank, or a payout beside it, for one order. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { moneyText } from '#contract/money.ts'
import { PayoutFields, Reason } from '#contract/payments/finance-forms.ts'
import { payoutWays } from '#contract/payments/finance-words.ts'
import { call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { refundSentences } from '#web/console/payments/exceptions/exception-words.ts'
import { seatsWords, wayNames } from '#web/console/payments/money-words.ts'
import { useReadMoneyAgain } from '#web/console/payments/useMoneyAct.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { FindOrder, type OrderMoney } from './FindOrder.tsx'

type Payment = OrderMoney['payments'][number]
type Told = { tone: 'good' | 'wait'; words: string }

export function GiveBack({ eventId }: { eventId: number }) {
  const [told, setTold] = useState<Told & { code: string }>()
  const [address] = useSearchParams()
  const workshopId = Number(address.get('workshop')) || undefined
  // Beside the next person's order it would read as if theirs were refunded.
  const isAboutThis = told?.code === address.get('code')
  return (
    <section className="card stack" aria-labelledby="h-give">
      <RefundHead told={isAboutThis ? told : undefined} />
      <FindOrder eventId={eventId}>
        {(order) => (
          <Way
            eventId={eventId}
            order={order}
            workshopId={workshopId}
            onTold={(told) => setTold({ ...told, code: order.paymentCode })}
          />
        )}
      </FindOrder>
    </section>
  )
}

/** The same on the screen of the order. After the money went back the card stays for as long as it says so. */
export function RefundOrder({ eventId, order }: { eventId: number; order: OrderMoney }) {
  const [told, setTold] = useState<Told>()
  const off = order.seats.find(({ isOff, isHeld }) => isOff && isHeld)
  const isPaid = order.payments.some(({ pays }) => pays)
  if (!isPaid && !told) return null
  return (
    <section className="card stack" aria-labelledby="h-give">
      <RefundHead told={told} />
      {isPaid && order.seats.length > 1 && (
        <p className="small soft">
          One workshop of several can’t be refunded yet: a refund returns the whole payment and releases{' '}
          {seatsWords(order.seats.length)}. If a workshop was cancelled, its seat alone can be paid out.
        </p>
      )}
      {isPaid && <Way eventId={eventId} order={order} workshopId={off?.workshopId} onTold={setTold} />}
    </section>
  )
}

function RefundHead({ told }: { told: Told | undefined }) {
  return (
    <>
      <div>
        <h2 id="h-give">Refund</h2>
        <p className="small soft">Refund to the card, or record a manual payout (needs two people).</p>
      </div>
      {told && (
        <Notice tone={told.tone} live>
          <p>{told.words}</p>
        </Notice>
      )}
    </>
  )
}

type WayProps = {
  eventId: number
  order: OrderMoney
  /** One seat, in a workshop that was cancelled. */
  workshopId: number | undefined
  onTold: (told: Told) => void
}

/** By the bank where it can, else beside it. */
function Way({ workshopId, ...common }: WayProps) {
  const { order } = common
  const payment = order.payments.find(({ pays }) => pays)
  if (!payment)
    return (
      <Notice>
        <p>
          {order.payments.length > 0
            ? 'What was paid for this order is refunded already, or waits under Exceptions.'
            : 'Nothing was paid for this order.'}
        </p>
      </Notice>
    )
  const one = order.seats.find((seat) => seat.workshopId === workshopId && seat.isOff && seat.isHeld)
  return payment.refundShut === null && (!one || order.seats.length === 1) ? (
    <RefundForm key={payment.attemptId} {...common} payment={payment} />
  ) : (
    <PayoutForm key={`${payment.attemptId} ${one?.workshopId}`} {...common} payment={payment} seat={one} />
  )
}

type FormProps = { eventId: number; order: OrderMoney; payment: Payment; onTold: (told: Told) => void }

function RefundForm({ eventId, order, payment, onTold }: FormProps) {
  const { attemptId, captured, needsSecond } = payment
  const seats = order.seats.filter(({ isHeld }) => isHeld).length
  const { confirm, dialog } = useConfirm()
  const readAgain = useReadMoneyAgain()
  const consequence = needsSecond
    ? `Propose a refund of ${moneyText(captured)} that releases ${seatsWords(seats)}`
    : `Refund ${moneyText(captured)} and release ${seatsWords(seats)}`
  const form = useForm({
    schema: Reason,
    send: async ({ reason }) => {
      const text = (
        <p>
          {needsSecond
            ? 'The amount needs a second person: somebody else of finance approves it first.'
            : `The whole payment goes back to ${order.person.name}, who is told by email. This can’t be undone.`}
        </p>
      )
      if (!(await confirm({ title: `Refund ${moneyText(captured)}?`, consequence, text }))) return false
      try {
        const { refund } = await call('RefundPropose', { eventId, attemptId, amount: captured.amount, reason })
        onTold(
          refund === 'done'
            ? { tone: 'good', words: `${moneyText(captured)} was refunded.` }
            : { tone: 'wait', words: refundSentences[refund] },
        )
      } finally {
        readAgain()
      }
      return true
    },
  })
  return (
    <Form form={form} className="stack">
      <TextArea
        label="Why"
        hint="The person reads it in the email, and it is kept in the audit log."
        {...form.field('reason')}
      />
      <Submit form={form} tone="danger" block>
        {consequence}
      </Submit>
      {dialog}
    </Form>
  )
}

function PayoutForm({
  eventId,
  order,
  payment,
  seat,
  onTold,
}: FormProps & { seat: OrderMoney['seats'][number] | undefined }) {
  const { attemptId, left, refundShut, payoutShut } = payment
  const money = seat ? { amount: seat.price, currency: left.currency } : left
  const seats = seat ? 1 : order.seats.filter(({ isHeld }) => isHeld).length
  const [way, setWay] = useState<(typeof payoutWays)[number]>('cash')
  const keyOf = useActKey()
  const readAgain = useReadMoneyAgain()
  const form = useForm({
    schema: PayoutFields,
    send: async (fields) => {
      const wish = { eventId, attemptId, amount: money.amount, ...(seat && { workshopId: seat.workshopId }), ...fields }
      try {
        await call('PayoutRecord', { ...wish, actKey: keyOf(wish) })
        onTold({ tone: 'good', words: `The payout of ${moneyText(money)} waits for a second person.` })
      } finally {
        readAgain()
      }
    },
  })
  if (payoutShut)
    return (
      <Notice>
        <p>{payoutShut}</p>
      </Notice>
    )
  return (
    <Form form={form} className="stack">
      {refundShut && !seat && <p className="small soft">{refundShut}</p>}
      {seat && <p className="small soft" dir="auto">{`One seat: ${seat.topic}. The others stay paid.`}</p>}
      <SelectField
        label="Paid out by"
        value={way}
        onChange={({ target }) => setWay(target.value as typeof way)}
        {...form.field('way')}
      >
        {payoutWays.map((each) => (
          <option key={each} value={each}>
            {wayNames[each]}
          </option>
        ))}
      </SelectField>
      {way !== 'cash' && <TextField label="Number" autoComplete="off" {...form.field('number')} />}
      <TextArea
        label="Why"
        hint="The person reads it in the email, and it is kept in the audit log."
        {...form.field('reason')}
      />
      <Submit form={form} tone="danger" block>
        {`Record a payout of ${moneyText(money)} that releases ${seatsWords(seats)}`}
      </Submit>
    </Form>
  )
}
