/** How orders stand and are looked for, for whoever shows them. Free of zod, so that a screen need not load it. */

/** The views of the list. `review`: money came that no rule could place, whatever became of the order. */
export const orderViews = ['held', 'paid', 'review', 'lapsed', 'cancelled'] as const
export type OrderView = (typeof orderViews)[number]

/** `paying`: held, and a payment for it is under way. One whose hold is over is `lapsed`, whoever gets round to taking its seats back. */
export const shownStates = ['held', 'paying', 'paid', 'lapsed', 'cancelled'] as const
export type ShownState = (typeof shownStates)[number]
export const orderStateNames: Record<ShownState, string> = {
  held: 'Held',
  paying: 'Held, paying now',
  paid: 'Paid',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
}

export const paidWays = ['card', 'cash', 'draft', 'free'] as const
export type PaidWay = (typeof paidWays)[number]
export const paidWayNames: Record<PaidWay, string> = {
  card: 'Card',
  cash: 'Cash at the desk',
  draft: 'Bank draft',
  free: 'Free',
}

/** For how long staff may hold seats from now on, in hours. */
export const holdHours = [1, 24, 72, 120] as const
export const reasonLetters = 500
/** How often the receipt of one order is sent again. */
export const mostReceiptsAgain = 10

/** What OrderCancelUnpaid comes to. */
export const cancelAnswers = [
  'cancelled',
  'Already paid',
  'Payment is being confirmed',
  'Waits at the desk',
  'In review',
  'Not held',
] as const
export type CancelAnswer = (typeof cancelAnswers)[number]
