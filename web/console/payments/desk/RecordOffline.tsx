import { useState } from 'react'
import { moneyText, paisaInRupee } from '#contract/money.ts'
import { OfflineFields } from '#contract/payments/finance-forms.ts'
import { offlineHoldDays, type OfflineWay, offlineWays } from '#contract/payments/finance-words.ts'
import { call, uploadDraftPhoto } from '#web/console/call.ts'
import { useActKey } from '#web/console/events/useEvent.ts'
/** What was handed in at the desk is written down. */
import { Link } from '#web/console/layout/Link.tsx'
import { type Offline, wayNames } from '#web/console/payments/money-words.ts'
import { FindOrder, type OrderMoney } from '#web/console/payments/refunds/FindOrder.tsx'
import { useReadMoneyAgain } from '#web/console/payments/useMoneyAct.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Field, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type Done = { offline: Offline; photoFailed: string }

export function RecordOffline({ eventId }: { eventId: number }) {
  const [done, setDone] = useState<Done>()
  return (
    <section className="card stack" aria-labelledby="h-record">
      <div>
        <h2 id="h-record">Record cash or a draft</h2>
        <p className="small soft">{`The seats are held for ${offlineHoldDays} days. Somebody else confirms it.`}</p>
      </div>
      <FindOrder eventId={eventId}>
        {(order) => {
          // Beside the next person's order it would read as if theirs were recorded.
          if (done?.offline.paymentCode === order.paymentCode) return <Recorded done={done} eventId={eventId} />
          if (order.shut === null)
            return <Paper key={order.paymentCode} eventId={eventId} order={order} onDone={setDone} />
          return (
            <Notice>
              <p>{order.shut}</p>
            </Notice>
          )
        }}
      </FindOrder>
    </section>
  )
}

/** The same on the screen of the order. */
export function RecordPayment({ eventId, order }: { eventId: number; order: OrderMoney }) {
  const [done, setDone] = useState<Done>()
  if (order.shut !== null && !done) return null
  return (
    <section className="card stack" aria-labelledby="h-record">
      <div>
        <h2 id="h-record">Record a payment</h2>
        <p className="small soft">
          {`Cash or a bank draft. The seats are held for ${offlineHoldDays} days, until a second person confirms it.`}
        </p>
      </div>
      {done && <Recorded done={done} eventId={eventId} />}
      {order.shut === null && <Paper eventId={eventId} order={order} onDone={setDone} />}
    </section>
  )
}

function Recorded({ done: { offline, photoFailed }, eventId }: { done: Done; eventId: number }) {
  return (
    <Notice tone={photoFailed ? 'wait' : 'good'} live>
      <p>
        Voucher {offline.voucher} is recorded.{' '}
        <Link to={`/console/finance/offline/${offline.id}?eventId=${eventId}`}>Print it</Link>
        {photoFailed && ` The photo was not taken: ${photoFailed}`}
      </p>
    </Notice>
  )
}

type PaperProps = { eventId: number; order: OrderMoney; onDone: (done: Done) => void }

function Paper({ eventId, order, onDone }: PaperProps) {
  const { paymentCode, due } = order
  const [way, setWay] = useState<OfflineWay>('draft')
  const [photo, setPhoto] = useState<File>()
  const keyOf = useActKey()
  const readAgain = useReadMoneyAgain()
  const form = useForm({
    schema: OfflineFields,
    send: async (fields) => {
      const wish = { eventId, paymentCode, ...fields }
      const { offline } = await call('OfflineRecord', { ...wish, actKey: keyOf(wish) })
      const photoFailed =
        photo && fields.way === 'draft'
          ? await uploadDraftPhoto({ eventId, id: offline.id, photo }).then(
              () => '',
              (error: Error) => error.message,
            )
          : ''
      onDone({ offline, photoFailed })
      readAgain()
    },
  })
  return (
    <Form form={form} className="stack">
      <fieldset className="bare cluster" aria-label="What was handed in">
        {offlineWays.map((each) => (
          <label className="choice" key={each}>
            <input type="radio" name="way" value={each} checked={way === each} onChange={() => setWay(each)} />
            {wayNames[each]}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Amount in rupees"
        inputMode="decimal"
        autoComplete="off"
        hint={`${moneyText(due)} is due.`}
        placeholder={String(due.amount / paisaInRupee)}
        {...form.field('amountInRupees')}
      />
      {way === 'draft' && (
        <>
          <TextField label="Bank" autoComplete="off" {...form.field('bank')} />
          <TextField label="Number of the draft" autoComplete="off" spellCheck={false} {...form.field('number')} />
          <Field label="Photo of the draft" hint="PNG, JPEG or GIF, at most 10 MB." optional>
            {(control) => (
              <input
                {...control}
                className="input"
                type="file"
                accept="image/png,image/jpeg,image/gif"
                onChange={({ target }) => setPhoto(target.files?.[0])}
              />
            )}
          </Field>
        </>
      )}
      <Submit form={form} block>
        {`Record ${moneyText(due)} and hold ${order.seats.length === 1 ? '1 seat' : `${order.seats.length} seats`}`}
      </Submit>
    </Form>
  )
}
