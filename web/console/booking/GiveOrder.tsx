/** An order goes to another person of the event, as a whole. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GiveFields } from '#contract/booking/order-fields.ts'
import { fewestLetters } from '#contract/people/people-words.ts'
import type { Reply } from '#web/console/call.ts'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { Form, Submit, TextArea } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { useRested } from '#web/console/ui/useRested.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { useOrderChange } from './useOrderChange.ts'
import { type Order, seatsText } from './words.tsx'

type Taker = Reply<'ConsoleSearch'>['people'][number]

export function GiveOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const [taker, setTaker] = useState<Taker>()
  const seats = seatsText(order.items.filter(({ holds }) => holds).length)
  return (
    <Dialog open onClose={onClose} title={`Give ${seats} of ${order.person.name} to another person`} typed>
      {taker ? (
        <Giving order={order} taker={taker} seats={seats} onBack={() => setTaker(undefined)} onClose={onClose} />
      ) : (
        <Choosing order={order} onChoose={setTaker} />
      )}
      <button className="button button-quiet" type="button" onClick={onClose}>
        Not now
      </button>
    </Dialog>
  )
}

function Choosing({ order, onChoose }: { order: Order; onChoose: (taker: Taker) => void }) {
  const [typed, setTyped] = useState('')
  const search = useRested(typed.trim(), 300)
  const { data, error, refetch } = useQuery({
    ...ask('ConsoleSearch', { eventId: order.eventId, search }),
    enabled: search.length >= fewestLetters,
  })
  const people = data?.people.filter(({ email }) => email !== order.person.email)
  return (
    <div className="stack">
      <Field label="To whom" hint="Somebody of this event, by name or email. At least three letters.">
        {(control) => (
          <input
            className="input"
            type="search"
            maxLength={200}
            {...control}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {error && <AskFailed error={error} again={refetch} />}
      {people?.length === 0 && (
        <p className="soft">Nobody else of this event fits. Whoever gets the order needs an account first.</p>
      )}
      <ul className="stack gap-s">
        {people?.map((person) => (
          <li key={person.accountId}>
            <button
              className="button button-secondary button-block"
              type="button"
              aria-label={`${person.name}, ${person.email}`}
              onClick={() => onChoose(person)}
            >
              <span>
                <span dir="auto">{person.name}</span> <small>{person.email}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type GivingProps = { order: Order; taker: Taker; seats: string; onBack: () => void; onClose: () => void }

function Giving({ order, taker, seats, onBack, onClose }: GivingProps) {
  const change = useOrderChange(order)
  const form = useForm({
    schema: GiveFields,
    send: async ({ toAccountId, reason }) => {
      await change('OrderGiveToPerson', { toAccountId: Number(toAccountId), reason })
      onClose()
    },
  })
  return (
    <Form form={form} className="stack">
      <p>
        To <strong dir="auto">{taker.name}</strong>, {taker.email}.{' '}
        <button className="button button-quiet" type="button" onClick={onBack}>
          Somebody else
        </button>
      </p>
      <input type="hidden" name="toAccountId" value={taker.accountId} />
      {form.problems.toAccountId && (
        <p className="field-error" role="alert">
          {form.problems.toAccountId}
        </p>
      )}
      <p className="small soft">
        {order.receipt
          ? 'What was paid stays with the order. The receipt keeps its number and name, and says to whom it was given.'
          : 'The order is not paid: whoever gets it pays it before the hold ends.'}
      </p>
      <TextArea label="Why" hint="In the audit trail, and in the letters to both." rows={2} {...form.field('reason')} />
      <Submit form={form} block>
        Give {seats} and write to both
      </Submit>
    </Form>
  )
}
