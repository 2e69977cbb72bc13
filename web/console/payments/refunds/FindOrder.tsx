/** An order by its code, from what was typed or from the address. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { moneyText } from '#contract/money.ts'
import { Refused, type Reply } from '#web/console/call.ts'
import { typedIn } from '#web/console/events/useEvent.ts'
import { ask } from '#web/console/queries.ts'
import { AskFailed } from '#web/console/ui/AskFailed.tsx'
import { TextField } from '#web/ui/Field.tsx'

export type OrderMoney = Reply<'OrderMoney'>

type FindOrderProps = { eventId: number; children: (order: OrderMoney) => ReactNode }

export function FindOrder({ eventId, children }: FindOrderProps) {
  const [address, setAddress] = useSearchParams()
  const code = address.get('code') ?? ''
  const [isEmpty, setEmpty] = useState(false)
  const typed = useRef<HTMLInputElement>(null)
  // Another code from a link is put into the same field: a new one would take the focus from whoever pressed Enter in it.
  useEffect(() => {
    if (typed.current) typed.current.value = code
  }, [code])
  const { data, error, refetch } = useQuery({
    ...ask('OrderMoney', { eventId, paymentCode: code }),
    enabled: code !== '',
  })
  const field = error instanceof Refused ? error.body.fields?.[0]?.message : undefined
  return (
    <div className="stack">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = typedIn(event.currentTarget, 'code').trim().toUpperCase()
          setEmpty(wanted === '')
          setAddress((now) => {
            now.set('code', wanted)
            return now
          })
        }}
      >
        <TextField
          ref={typed}
          label="Payment code"
          name="code"
          hint="13 letters and digits, as on the person's page."
          autoComplete="off"
          spellCheck={false}
          defaultValue={code}
          error={isEmpty ? 'Please write a payment code.' : field}
        />
        <div>
          <button className="button button-secondary">Find the order</button>
        </div>
      </form>
      {error && !field && <AskFailed error={error} again={refetch} />}
      {data && code !== '' && !error && (
        <>
          <dl className="facts stack gap-s">
            <div>
              <dt>Order of</dt>
              <dd dir="auto">{data.person.name}</dd>
            </div>
            <div>
              <dt>Total</dt>
              <dd className="figures">{moneyText(data.total)}</dd>
            </div>
            <div>
              <dt>For</dt>
              <dd dir="auto">{data.seats.map(({ topic }) => topic).join(', ')}</dd>
            </div>
          </dl>
          {children(data)}
        </>
      )}
    </div>
  )
}
