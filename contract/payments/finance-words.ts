/** Cash, drafts, payouts and closings: their kinds, and the sentences about them. Without zod: the browser has this too. */

export const offlineWays = ['cash', 'draft'] as const
export type OfflineWay = (typeof offlineWays)[number]

export const offlineStates = ['recorded', 'confirmed', 'rejected', 'lapsed'] as const
export type OfflineState = (typeof offlineStates)[number]

export const payoutWays = ['cash', 'draft', 'transfer'] as const
export type PayoutWay = (typeof payoutWays)[number]

/**
 * - whole: all that is left of a payment; the order is cancelled
 * - item: one seat of a workshop that is not held
 * - rest: too much came; what stays pays the order
 * - aside: money that no rule could place
 */
export const payoutKinds = ['whole', 'item', 'rest', 'aside'] as const
export type PayoutKind = (typeof payoutKinds)[number]

export const movementKinds = ['capture', 'refund', 'payout'] as const
export type MovementKind = (typeof movementKinds)[number]
export const movementNames: Record<MovementKind, string> = {
  capture: 'Received',
  refund: 'Refunded by the bank',
  payout: 'Paid out',
}

/** How money came or went. `card` is whatever the gateway takes; `matched` was moved from one order to another. */
export const moneyWays = ['card', 'cash', 'draft', 'transfer', 'matched'] as const
export type MoneyWay = (typeof moneyWays)[number]
export const moneyWayNames: Record<MoneyWay, string> = {
  card: 'Card',
  cash: 'Cash',
  draft: 'Bank draft',
  transfer: 'Bank transfer',
  matched: 'Moved between orders',
}

/** So long seats are held for a payment at the desk that nobody has confirmed. */
export const offlineHoldDays = 5

export const offlineSorts = ['-recordedAt', 'recordedAt'] as const
export const ledgerSorts = ['-recordedAt', 'recordedAt'] as const

export const photoTexts = {
  tooLarge: 'The photo is larger than 10 MB. Please choose a smaller one.',
  missing: 'Please choose a photo.',
  wrongKind: 'Please choose a PNG, JPEG or GIF.',
  unreadable: 'This photo cannot be read. Please try another.',
  tooManyPixels: 'This photo has too many pixels. Please choose a smaller one.',
} as const

export const financeTexts = {
  ownEntry: 'You recorded this yourself. Somebody else confirms it.',
  /** One of the two gave the other the role, or changed their address or second factor, not long ago. */
  notIndependent:
    'You two are not independent: one gave the other the role, or changed their address or second factor within seven days. Somebody else confirms it.',
  ownProposal: 'You proposed this yourself. Somebody else agrees to it.',
  otherAmount: 'Another amount is due for this order.',
  numberUsed: 'A draft with this number of this bank was recorded before.',
  cardOpen: 'A card payment for this order is under way. Ask the bank, or wait until it is over.',
  waiting: 'A payment at the desk waits for this order already.',
  inReview: 'Money that came for this order needs a person first.',
  paid: 'This order is paid already.',
  cancelled: 'This order was cancelled. Please make a new one.',
  ended: 'The seats were given up, and the event takes no new ones.',
  noSeats: 'The seats have gone to others meanwhile.',
  notTheirs: 'Only whoever recorded it, or finance, can take it back.',
  tooLate: 'It is decided already.',
  nothingLeft: 'There is nothing left of this payment to give back.',
  beingGiven: 'This payment is being given back already.',
  partPaidOut: 'Part of this payment was paid out. The bank can only give back all of it: pay out what is left.',
  otherGateway: 'This payment did not come through the gateway that is set up. It can be paid out.',
  notCancelled: 'One seat can be paid out when its workshop is cancelled.',
  why: 'The cash differs from the books. Please say why.',
} as const
