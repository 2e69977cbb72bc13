/** What every payment gateway can do for us. It tells facts; what follows from them is decided elsewhere. */

/** Whole paisa, or the smallest part of another currency. */
export type Money = { amount: number; currency: string }

/** One payment at the gateway. `reference` is ours and never used twice; the gateway's own id is missing when we never learned it. */
export type Payment = { reference: string; transactionId: string | undefined; money: Money; createdAt: Date }

export type Fact =
  /** The money is ours. */
  | { kind: 'captured'; transactionId: string; reference?: string; money: Money; approval?: string; card?: string }
  /** The bank has agreed; the money is taken when we finalize. */
  | { kind: 'authorized' }
  | { kind: 'pending'; code: string; words: string }
  | { kind: 'failed'; code: string; words: string }
  | { kind: 'cancelled'; code: string; words: string }
  /** The gateway has never heard of it. */
  | { kind: 'none' }
  /** A time-out, a broken answer: it says nothing, and nothing may follow from it. */
  | { kind: 'unknown'; why: string }

export type Registration = Pick<Payment, 'reference' | 'money'> & {
  name: string
  /** What is bought, for the person to recognise on the gateway's page. */
  lines: { words: string; amount: number }[]
  returnUrl: string
}

export type Registered =
  | { kind: 'registered'; transactionId: string; portal: string }
  | { kind: 'refused'; code: string; words: string }
  | { kind: 'unknown'; why: string }

/** `captured`: too late, the money was taken. */
export type Reversed = { kind: 'done' } | { kind: 'captured' } | { kind: 'unknown'; why: string }

/** `money` is what the gateway confirmed, which may be another amount than it was asked for. */
export type Refunded =
  | { kind: 'done'; gatewayReference: string; money: Money }
  | { kind: 'failed'; code: string; words: string }
  | { kind: 'unknown'; why: string }

export type Capture = { transactionId: string; reference: string; money: Money }

export type Gateway = {
  name: string
  /** The only places that a browser may be sent to: origins, or paths of our own. */
  portals: readonly string[]
  register: (payment: Registration) => Promise<Registered>
  /** What a browser brings back. It proves nothing: it only says which payment to ask about. */
  readReturn: (fields: Record<string, unknown>) => { transactionId: string | undefined }
  /** Takes the money if the bank agreed, and tells. Asked again, it tells the same. */
  finalize: (payment: Payment) => Promise<Fact>
  /** Tells, and changes nothing. */
  status: (payment: Payment) => Promise<Fact>
  /** Makes sure that nobody can pay it any more. */
  reverse: (payment: Payment) => Promise<Reversed>
  /** Gives the whole of what was captured back: `captured`, whatever was asked for. */
  refund: (payment: Payment, captured: Money) => Promise<Refunded>
  /** Whether it was given back, and how much; `unknown` when the gateway cannot say. */
  refundStatus: (payment: Payment, captured: Money) => Promise<Refunded>
  /** Everything that was taken in a time, or undefined when the gateway does not answer. */
  captures: (since: Date, until: Date) => Promise<Capture[] | undefined>
}

/** Whether a browser may be sent there. A gateway that was broken into must not send people to a copy of itself. */
export function isAllowedPortal({ portals }: Pick<Gateway, 'portals'>, portal: string): boolean {
  if (portal.startsWith('/')) return portals.includes(portal)
  return URL.canParse(portal) && portals.includes(new URL(portal).origin)
}

/** 750050 paisa as gateways write it: 7500.50 */
export function toDecimal(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** What a gateway wrote, in whole paisa; undefined when it cannot be read exactly. */
export function fromDecimal(text: string | undefined): number | undefined {
  const parts = /^(\d{1,12})(?:\.(\d{2})0*|\.(\d)|)$/.exec(text ?? '')
  if (!parts) return undefined
  return Number(parts[1]) * 100 + Number(parts[2] ?? `${parts[3] ?? 0}0`)
}
