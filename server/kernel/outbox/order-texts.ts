/** The default texts of emails about orders and workshops. */
import { block, button, event, fact, required, texts } from './text-facts.ts'

const myWorkshops = button('See my workshops', '/profile')
const code = required('the payment code of the order', 'ABCDEFGHJKLMN')
const reason = required('the reason that staff gave', 'You asked us to')
const topics = block('the workshops, a line each', ['Airway management', 'Suturing'])
const slot = ['Tuesday 12 January 2027, 09:00 to 12:00 (Asia/Karachi)', 'Skills lab']
const order = { 'payment code': code, event }
const reference = 'Payment code {payment code}, {event}.'

const receipt = {
  ...order,
  'receipt number': required('the number of the receipt', '2027-00041'),
  'receipt lines': block('each workshop with its price, and the total', [
    { item: 'Airway management', details: [...slot, 'RS 5,000'] },
    'Total: RS 5,000',
  ]),
  link: myWorkshops,
}
const paid = {
  body: `{payment received} {seats booked}

{receipt lines}

Receipt {receipt number}, payment code {payment code}, {event}.

{link}`,
  facts: {
    ...receipt,
    'payment received': fact(
      'the sentence with the amount; empty for a free order',
      'We have received your payment of RS 5,000.',
    ),
    'seats booked': fact(
      'the sentence that all seats are booked; empty where a workshop was cancelled',
      'Your seats are booked.',
    ),
  },
}

const workshop = {
  ...order,
  workshop: required('the workshop', 'Airway management'),
  planned: required('when and where it was planned', slot.join(', ')),
  reason: required('the reason, if one was given', 'Reason: The speaker is ill.'),
  'your seat': block('what it means for their seat and their money', [
    'You paid RS 5,000 for this workshop. The accounts office will write to you about your payment.',
  ]),
  link: myWorkshops,
}
const rest = `{reason}

{your seat}

${reference}

{link}`
const slotItem = block('the workshop with its time and venue', { item: 'Airway management', details: slot })

export const orderTexts = texts({
  order_paid: {
    name: 'Booking confirmed',
    when: 'To people whose order is paid. It is their receipt, with a calendar file.',
    subject: 'Your workshops are booked (receipt {receipt number})',
    ...paid,
  },
  order_paid_without_seats: {
    name: 'Payment received, workshops cancelled',
    when: 'To people whose workshops were all cancelled before their payment arrived.',
    subject: 'We have received your payment (receipt {receipt number})',
    ...paid,
  },
  receipt_again: {
    name: 'Copy of a receipt',
    when: 'When staff send a receipt again.',
    subject: 'Your receipt {receipt number}',
    body: `Here is a copy of your receipt. Nothing about your order has changed.

{written for}

{receipt lines}

Receipt {receipt number}, payment code {payment code}, {event}.

{link}`,
    facts: {
      ...receipt,
      'written for': required(
        'whom it was written for, if that is somebody else',
        'The receipt was written for Sana Abro.',
      ),
    },
  },
  order_held: {
    name: 'Seats held longer',
    when: 'When staff hold the seats of an order longer.',
    subject: 'Your seats are held for you',
    body: `{held until}

{workshops}

Reason: {reason}

${reference}

{link}`,
    facts: {
      ...order,
      'held until': required(
        'until when, and whether to pay',
        'We hold your seats until 8 November 2026 at 14:00 (Asia/Karachi). Please pay before that.',
      ),
      workshops: topics,
      reason,
      link: myWorkshops,
    },
  },
  order_cancelled: {
    name: 'Order cancelled',
    when: 'When staff cancel an order that is not paid.',
    subject: 'Your order {payment code} was cancelled',
    body: `We cancelled your order. Nothing was charged, and its seats have been released.

{workshops}

Reason: {reason}

${reference}

{link}`,
    facts: { ...order, workshops: topics, reason, link: button('See the workshops', '/events') },
  },
  seat_moved: {
    name: 'Seat moved',
    when: 'When staff move a seat to another workshop.',
    subject: 'Your seat was moved to “{new workshop}”',
    body: `Your seat in “{old workshop}” was moved to “{new workshop}”, at the same price.

{when and where}

Reason: {reason}

Your payment does not change. Your receipt keeps its number and notes the move. ${reference}

{link}`,
    facts: {
      ...order,
      'old workshop': required('where the seat was', 'Suturing'),
      'new workshop': required('where it is now', 'Airway management'),
      'when and where': slotItem,
      reason,
      link: myWorkshops,
    },
  },
  order_given_away: {
    name: 'Order transferred, to the first person',
    when: 'When staff transfer an order to another person.',
    subject: 'Your order {payment code} was transferred to {to}',
    body: `We transferred your order to {to}, who now has its seats.

{workshops}

Reason: {reason}

The receipt keeps its number and your name, and notes the transfer. ${reference}

If you did not ask for this, reply to this email or write to us.

{link}`,
    facts: {
      ...order,
      to: required('who has it now', 'Bilal Memon'),
      workshops: topics,
      reason,
      link: button('Write to us', '/contact'),
    },
  },
  order_given: {
    name: 'Order transferred, to the new person',
    when: 'To the person to whom a paid order was transferred.',
    subject: 'An order has been transferred to you',
    body: `An order of {from} at {event} has been transferred to you. Its seats are now yours.

{workshops}

It is paid. There is nothing to do.

Reason: {reason}

${reference}

{link}`,
    facts: { ...order, from: required('who had it', 'Sana Abro'), workshops: topics, reason, link: myWorkshops },
  },
  unpaid_order_given: {
    name: 'Unpaid order transferred, to the new person',
    when: 'To the person to whom an order was transferred that is not paid yet.',
    subject: 'Seats are held for you',
    body: `An order of {from} at {event} has been transferred to you. Its seats are now yours.

{workshops}

It is not paid yet. We hold the seats until {until}. Please pay before that.

Reason: {reason}

${reference}

{link}`,
    facts: {
      ...order,
      from: required('who had it', 'Sana Abro'),
      workshops: topics,
      until: required('until when they are held', '8 November 2026 at 14:00 (Asia/Karachi)'),
      reason,
      link: myWorkshops,
    },
  },
  workshop_cancelled: {
    name: 'Workshop cancelled',
    when: 'To people with a seat in a workshop that is cancelled.',
    subject: 'Cancelled: “{workshop}”',
    body: `“{workshop}” has been cancelled. It was planned for {planned}.

${rest}`,
    facts: workshop,
  },
  workshop_reinstated: {
    name: 'Workshop goes ahead after all',
    when: 'To people with a seat in a workshop that was cancelled and is not any more.',
    subject: '“{workshop}” goes ahead after all',
    body: `We told you that “{workshop}” was cancelled. It goes ahead after all:

{when and where}

${rest}`,
    facts: { ...workshop, planned: fact('when and where it was planned', slot.join(', ')), 'when and where': slotItem },
  },
  workshop_moved: {
    name: 'Workshop moved',
    when: 'To people with a seat in a workshop with a new time or venue.',
    subject: 'New time or venue: “{workshop}”',
    body: `“{workshop}” has a new time or venue:

{when and where}

It was planned for {planned}.

${rest}`,
    facts: { ...workshop, 'when and where': slotItem },
  },
})
