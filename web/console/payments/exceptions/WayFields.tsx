/** What a way out asks for besides a note, and what its button says. */
import { moneyText } from '#contract/money.ts'
import type { ExceptionWay } from '#contract/payments/exception-kinds.ts'
import { payoutWays } from '#contract/payments/finance-words.ts'
import type { Ask } from '#web/console/call.ts'
import { wayNames } from '#web/console/payments/money-words.ts'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import type { Exception } from './exception-words.ts'

type More = Pick<Ask<'ExceptionResolve'>, 'paymentCode' | 'from' | 'to' | 'payoutWay' | 'number'>
type WayFieldsProps = {
  way: ExceptionWay
  exception: Exception
  more: More
  problems: Record<string, string>
  onChange: (more: More) => void
}

export function WayFields({ way, exception, more, problems, onChange }: WayFieldsProps) {
  if (way === 'match')
    return (
      <>
        <TextField
          label="Payment code of the order"
          autoComplete="off"
          spellCheck={false}
          list="matches"
          value={more.paymentCode ?? ''}
          error={problems.paymentCode}
          hint={
            exception.matches.length > 0
              ? `${exception.matches.length} open orders have this amount.`
              : 'No open order has this amount.'
          }
          onChange={({ target }) => onChange({ paymentCode: target.value.trim().toUpperCase() })}
        />
        <datalist id="matches">
          {exception.matches.map(({ paymentCode, name }) => (
            <option key={paymentCode} value={paymentCode}>
              {name}
            </option>
          ))}
        </datalist>
      </>
    )
  if (way === 'other')
    return (
      <SelectField
        label="Which workshop"
        error={problems.to}
        value={more.from && more.to ? `${more.from} ${more.to}` : ''}
        onChange={({ target }) => {
          const [from, to] = target.value.split(' ').map(Number)
          onChange(from && to ? { from, to } : {})
        }}
      >
        <option value="">Please choose</option>
        {exception.otherWorkshops.map(({ from, fromTopic, to, topic, seatsLeft }) => (
          <option key={`${from} ${to}`} value={`${from} ${to}`}>
            {`${topic} in place of ${fromTopic}, ${seatsLeft} left`}
          </option>
        ))}
      </SelectField>
    )
  if (way !== 'payout' && way !== 'accept') return null
  return (
    <>
      <SelectField
        label="Paid out by"
        error={problems.payoutWay}
        value={more.payoutWay ?? 'cash'}
        onChange={({ target }) => onChange({ ...more, payoutWay: target.value as NonNullable<More['payoutWay']> })}
      >
        {payoutWays.map((each) => (
          <option key={each} value={each}>
            {wayNames[each]}
          </option>
        ))}
      </SelectField>
      {more.payoutWay !== 'cash' && (
        <TextField
          label="Number"
          autoComplete="off"
          value={more.number ?? ''}
          error={problems.number}
          onChange={({ target }) => onChange({ ...more, number: target.value })}
        />
      )}
    </>
  )
}

/** The consequence in figures. */
export function sendWords(way: ExceptionWay | undefined, exception: Exception): string {
  const { captured, money, difference, order } = exception
  const worth = captured ? moneyText(captured) : money ? moneyText(money) : 'the money'
  const rest = difference ? moneyText(difference) : 'the rest'
  const seats = order?.workshops.length ?? 0
  const booked = seats === 1 ? '1 seat' : `${seats} seats`
  switch (way) {
    case 'refund':
      return `Give back ${worth}`
    case 'payout':
      return `Record a payout of ${leftOf(exception) ?? worth}`
    case 'accept':
      return `Record a payout of ${rest}, and book ${booked}`
    case 'rest':
      return `Ask for ${rest}`
    case 'match':
      return `Pay an order with ${worth}`
    case 'seat':
    case 'other':
    case 'revive':
      return `Book ${booked} for ${worth}`
    default:
      return 'Close with this note'
  }
}

/** What the bank gave back already is not paid out once more. */
function leftOf({ captured, givenBack }: Exception): string | undefined {
  if (!captured) return undefined
  const back = givenBack.reduce((sum, { amount }) => sum + amount, 0)
  return moneyText({ ...captured, amount: captured.amount - back })
}
