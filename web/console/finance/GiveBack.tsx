/** A refund by the bank, or a payout beside it, for one order. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { moneyText } from '#contract/money.ts'
import { PayoutFields, Reason } from '#contract/payments/finance-forms.ts'
import { payoutWays } from '#contract/payments/finance-words.ts'
import { call } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
import { refundSentences } from '#web/console/payments/words.ts'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useConfirm } from '#web/console/ui/useConfirm.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { FindOrder, type OrderMoney } from './FindOrder.tsx'
import { useReadMoneyAgain } from './useMoneyAct.ts'
import { seatsWords, wayNames } from './words.ts'

type Payment = OrderMoney['payments'][number]
type Told = { tone: 'good' | 'wait'; words: string }

export function GiveBack({ eventId }: { eventId: number }) {
  const [told, setTold] = useState<Told>()
  const [address] = useSearchParams()
  const workshopId = Number(address.get('workshop')) || undefined
  return (
    <section className="card stack" aria-labelledby="h-give">
      <div>
        <h2 id="h-give">Give money back</h2>
        <p className="small soft">By the card that was used, or beside the bank by two people.</p>
      </div>
      {told && (
        <Notice tone={told.tone} live>
          <p>{told.words}</p>
        </Notice>
      )}
      <FindOrder eventId={eventId}>
        {(order) => {
          const payment = order.payments.find(({ pays }) => pays)
          if (!payment)
            return (
              <Notice>
                <p>
                  {order.payments.length > 0
                    ? 'What came for this order is given back already, or waits under Exceptions.'
                    : 'Nothing was paid for this order.'}
                </p>
              </Notice>
            )
          const one = order.seats.find((seat) => seat.workshopId === workshopId && seat.isOff && seat.isHeld)
          const common = { eventId, order, payment, onTold: setTold }
          return payment.refundShut === null && (!one || order.seats.length === 1) ? (
            <RefundForm key={payment.attemptId} {...common} />
          ) : (
            <PayoutForm key={`${payment.attemptId} ${one?.workshopId}`} {...common} seat={one} />
          )
        }}
      </FindOrder>
    </section>
  )
}

type FormProps = { eventId: number; order: OrderMoney; payment: Payment; onTold: (told: Told) => void }

function RefundForm({ eventId, order, payment, onTold }: FormProps) {
  const { attemptId, captured, needsSecond } = payment
  const seats = order.seats.filter(({ isHeld }) => isHeld).length
  const { confirm, dialog } = useConfirm()
  const readAgain = useReadMoneyAgain()
  const consequence = needsSecond
    ? `Propose to give back ${moneyText(captured)} and free ${seatsWords(seats)}`
    : `Give back ${moneyText(captured)} and free ${seatsWords(seats)}`
  const form = useForm({
    schema: Reason,
    send: async ({ reason }) => {
      const text = (
        <p>
          {needsSecond
            ? 'It is more than one person may give back: somebody else agrees to it first.'
            : `All that the bank took goes back to ${order.person.name}, who gets a letter. It cannot be undone.`}
        </p>
      )
      if (!(await confirm({ title: `Give ${moneyText(captured)} back?`, consequence, text }))) return false
      try {
        const { refund } = await call('RefundPropose', { eventId, attemptId, amount: captured.amount, reason })
        onTold(
          refund === 'done'
            ? { tone: 'good', words: `${moneyText(captured)} was given back.` }
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
      <TextArea label="Why" hint="The person reads it in the letter." {...form.field('reason')} />
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
      <TextArea label="Why" hint="The person reads it in the letter." {...form.field('reason')} />
      <Submit form={form} tone="danger" block>
        {`Record a payout of ${moneyText(money)} that frees ${seatsWords(seats)}`}
      </Submit>
    </Form>
  )
}
