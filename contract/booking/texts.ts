/** Numbers and texts of workshops, orders and payments, for whoever shows them. Free of zod, so that a page need not load it. */

/** What CheckOut says of an order or of a workshop that stands in its way; the first two are those of the specification. */
export const checkOutStatuses = [
  'True',
  'Seats not available',
  'Already added',
  'Already purchased',
  'Already begun',
  'Not part of this event',
] as const

/** What WorkshopsList says under PaidStatus: bought, waiting for payment, or neither. */
export const paidStatuses = ['PAID', 'added', ''] as const

/**
 * How an order of one's own stands. `review`: money came that no rule can place, and the accounts office looks at it.
 * `refunded`: the money went back, and the order holds no seats.
 */
export const orderStatuses = ['PAID', 'added', 'review', 'refunded'] as const

/** ResponseCode of finalizePayment. A refusal by the bank has the bank's own code. */
export const responseCodes = {
  success: '0',
  /** Nobody knows yet; it will be settled without the browser. */
  confirming: '210',
  cancelled: '112',
  /** Also when the transaction is somebody else's. */
  notFound: 'not found',
  /** Money came, but not as it should: the accounts office looks at it. */
  review: 'review',
  /** The seats are no longer held, and nothing was charged. */
  lapsed: 'lapsed',
  /** The bank's page was opened, and the bank says that nobody has paid there. */
  notPaid: 'not paid',
  /** The money went back. */
  refunded: 'refunded',
} as const

export const orderTexts = {
  noSeats: 'There are no seats available in this workshop.',
  noSeatsFor: 'No seats available for: ',
  alreadyInCart: 'This workshop is already added to your cart.',
  signInToAdd: 'Please sign in first to add this workshop to your cart.',
  cartEmpty: 'Your cart is empty.',
  oddCheckOut: 'Unexpected response from checkout API.',
  checkOutFailed: 'An error occurred during checkout. Please try again.',
  registrationFailed: 'Payment registration failed.',
  noPaymentCode: 'Payment code not available for this event.',
  initiationFailed: 'An error occurred during payment initiation. Please try again.',
  finalizationFailed: 'Payment finalization failed: ',
  finalizationBroke: 'An error occurred while finalizing payment.',
  transactionNotFound: 'Transaction ID not found.',
  processing: 'Processing payment...',
  paid: 'Your payment was received. Your seats are booked.',
  received: 'Your payment was received.',
  othersBooked: 'Your other seats are booked.',
  confirming: 'Your payment is being confirmed. We will write to you as soon as it is; please do not pay again.',
  notPaid: 'The bank says that nothing has been paid yet. Your seats are held; you can pay now.',
  bankSilent: 'The bank has not told us yet whether you paid.',
  writeWhenKnown: 'We will write to you as soon as we know; please do not pay again.',
  cancelled: 'The payment was cancelled. Your seats are still held.',
  holdEnded: 'Your seats are no longer held. Please check out again.',
  booked: 'Your seats are booked.',
  orderCancelled: 'Your order was cancelled. The seats are free for others.',
  cancelFailed: 'The order could not be cancelled. Please try again.',
  alreadyPaid: 'This order is already paid.',
  workshopCancelled: 'Cancelled: this workshop does not take place.',
  cancelledPaid: 'The accounts office will write to you about your payment for it.',
  underReview: 'We received your payment, but could not book the seats. The accounts office will write to you.',
} as const

type AtDesk = { way: 'cash' | 'draft'; voucher: string; heldUntil: string }

/** Cash or a draft was handed in, and the accounts office has not confirmed it yet. */
export const atDeskText = ({ way, voucher, heldUntil }: AtDesk): string =>
  `We received your ${way === 'draft' ? 'bank draft' : 'cash payment'} at the registration desk (voucher ${voucher}). We will email your receipt when the accounts office has confirmed it. Your seats are held until ${heldUntil}; please do not pay again.`

/** What the desk asks for. */
export const payAtDeskText = (paymentCode: string): string =>
  `Payment code ${paymentCode}. To pay in cash or by bank draft, tell the registration desk this code.`

export const orderLimits = {
  workshopsInOrder: 50,
  /** How long /payment-processing waits before it asks, in milliseconds. */
  finalizeDelay: 1000,
  /** A list of workshops may be this old, in milliseconds. */
  seatsFreshFor: 1000,
} as const
