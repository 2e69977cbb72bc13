/** The default texts of emails about refunds, payouts, payments at the desk and amounts still due. */
import { button, event, fact, required, texts } from './text-facts.ts'

const amount = required('the amount', 'RS 5,000')
const reason = required('the reason that staff gave', 'You asked us to')
const order = {
  'payment code': required('the payment code of the order', 'ABCDEFGHJKLMN'),
  event,
  link: button('See my workshops', '/profile'),
}
const reference = 'Payment code {payment code}, {event}.'
const voucher = required('the number of the voucher', '2027-0012')
const until = required('until when the seats are held', '8 November 2026 at 14:00 (Asia/Karachi)')

export const moneyTexts = texts({
  refund_done: {
    name: 'Refund',
    when: 'When the bank has refunded a payment.',
    subject: '{amount} refunded to you (order {payment code})',
    body: `{refund}

It was for: {workshops}.

Reason: {reason}

It goes to the card that you paid with. Your bank can take some days to show it.

{difference}

Payment code {payment code}, transaction {transaction}, {event}.

{link}`,
    facts: {
      ...order,
      amount: fact('the amount', 'RS 5,000'),
      refund: required(
        'the amount, the day, and what it means for the seats',
        'RS 5,000 was refunded on 8 November 2026. Your seats are released.',
      ),
      workshops: fact('the workshops', 'Airway management, Suturing'),
      reason,
      difference: required(
        'where the bank refunded another amount',
        'We will write to you again about the difference.',
      ),
      transaction: required('the number of the transaction at the bank', '204817'),
    },
  },
  payout_done: {
    name: 'Payout',
    when: 'When a payout in cash, by draft or by transfer is confirmed.',
    subject: '{amount} was paid out to you (order {payment code})',
    body: `{amount} was paid out to you {how}.

{workshop}

Reason: {reason}

{seats}

${reference}

{link}`,
    facts: {
      ...order,
      amount,
      how: required('how it was paid', 'by transfer 88120'),
      workshop: fact('which workshop it was for, if one', 'It was for: Airway management.'),
      reason,
      seats: required('which seats are left', 'Your other seats stay booked.'),
    },
  },
  rest_due: {
    name: 'Amount still due',
    when: 'When staff ask for the rest of an order of which too little was paid.',
    subject: '{rest} is still due (order {payment code})',
    body: `We received {received} for your order. {rest} is still due.

Please pay it at the registration desk, in cash or by draft. Your seats are held until {until}.

${reference}

{link}`,
    facts: {
      ...order,
      received: required('what was received', 'RS 4,000'),
      rest: required('what is still due', 'RS 1,000'),
      until,
    },
  },
  offline_recorded: {
    name: 'Payment at the desk received',
    when: 'When the desk records cash or a bank draft.',
    subject: 'We received {payment} (voucher {voucher})',
    body: `We received {payment in full} of {amount} at the registration desk. The voucher is {voucher}.

The accounts office confirms it next, and we will email your receipt. Please do not pay again.

Your seats are held until {until}.

${reference}

{link}`,
    facts: {
      ...order,
      payment: fact('what was handed in', 'your bank draft'),
      'payment in full': fact('the same, with bank and number', 'your bank draft (Meezan Bank, 0048)'),
      amount,
      voucher,
      until,
    },
  },
  offline_rejected: {
    name: 'Payment at the desk not accepted',
    when: 'When the accounts office does not accept cash or a bank draft.',
    subject: 'Your {payment} was not accepted (voucher {voucher})',
    body: `Your {payment} of {amount}, voucher {voucher}, was not accepted.

Reason: {reason}

Your order is not paid. Your seats are held until {until}. Please pay before that, by card or at the registration desk.

If you handed in money, bring the voucher to the registration desk.

${reference}

{link}`,
    facts: { ...order, payment: fact('what was handed in', 'bank draft'), amount, voucher, reason, until },
  },
  offline_lapsed: {
    name: 'Payment at the desk not confirmed in time',
    when: 'When cash or a bank draft was not confirmed before the seats were released.',
    subject: 'Your seats are no longer held (order {payment code})',
    body: `{payment} of {amount} that you handed in, voucher {voucher}, was not confirmed in time. Your seats have been released.

Bring the voucher to the registration desk: your seats are booked again if there are any left, or your money is returned.

${reference}

{link}`,
    facts: { ...order, payment: fact('what was handed in', 'The draft'), amount, voucher },
  },
})
