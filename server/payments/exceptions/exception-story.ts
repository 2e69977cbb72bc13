/** One payment that needs a person: its figures, what happened, oldest first, and what can be done about it. */
import { isCancelled } from '#server/kernel/outbox/outcome.ts'
import type { World } from '#server/kernel/world.ts'
import { type Attempt, attemptWith } from '#server/payments/card/settle.ts'
import { inRupees } from '#server/payments/rules.ts'
import type { Fact } from '#server/platform/gateways/gateway.ts'
import { type ExceptionDetail, type ExceptionRow, listed, moneyOf } from './exceptions.ts'
import { optionsFor } from './ways.ts'

type Told = ExceptionDetail['story'][number]
type Happened = Omit<Told, 'at'> & { at: Date }

/** As many statements for a long story as for a short one. */
export async function detailOf(world: World, row: ExceptionRow): Promise<ExceptionDetail> {
  const attempt = row.attemptId === null ? undefined : await attemptWith(world, row.attemptId)
  const orderId = row.orderId ?? 0
  const moved = await movementsOf(world, orderId)
  const order = await orderOf(world, orderId)
  const its = moved.filter(({ attemptId }) => attemptId === attempt?.id)
  const story = [
    ...(order?.happened ?? []),
    ...(await attemptsOf(world, orderId)),
    ...moved.map(({ happened }) => happened),
    ...(await refundsAskedFor(world, orderId)),
    ...(await lettersAbout(world, orderId)),
    ...ofException(row),
  ]
  const captured = its.find(({ kind }) => kind === 'capture')?.happened.money ?? null
  const givenBack = its.flatMap(({ kind, happened }) => (kind !== 'capture' && happened.money) || [])
  return {
    ...listed(row),
    finding: inRupees(row.note),
    gateway: row.gateway,
    asked: attempt ? moneyOf(attempt) : null,
    captured,
    givenBack,
    attempt: attempt ? asked(world, attempt) : null,
    order: order?.shown ?? null,
    story: story.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(told),
    ...(await optionsFor(world, row, { captured, givenBack, order: order?.shown })),
    resolution: resolutionOf(row),
  }
}

function asked({ gateway }: World, attempt: Attempt): ExceptionDetail['attempt'] {
  // A bank that was asked once more about what it has taken could only do harm.
  const mayAsk = attempt.gateway === gateway.name && attempt.state !== 'captured'
  return { attemptId: attempt.id, transactionId: attempt.transactionId, mayAsk }
}

const told = ({ at, ...happened }: Happened): Told => ({ at: at.toISOString(), ...happened })

function resolutionOf({ resolvedAt, resolvedBy, resolution }: ExceptionRow): ExceptionDetail['resolution'] {
  return resolvedAt && { at: resolvedAt.toISOString(), by: resolvedBy, note: resolution }
}

function ofException({ openedAt, resolvedAt, resolvedBy, resolution, note }: ExceptionRow): Happened[] {
  const filed = `Put aside for a person. ${inRupees(note)}`.trim()
  return [
    { at: openedAt, what: 'exception', words: filed, money: null },
    ...(resolvedAt
      ? [
          {
            at: resolvedAt,
            what: 'resolved',
            words: `${resolvedBy ?? 'The portal itself'}: ${resolution}`,
            money: null,
          } as const,
        ]
      : []),
  ]
}

async function orderOf({ db }: World, orderId: number) {
  const items = await db
    .selectFrom('orders')
    .innerJoin('orderItem', 'orderItem.orderId', 'orders.id')
    .innerJoin('workshop', 'workshop.id', 'orderItem.workshopId')
    .select(['state', 'total', 'currency', 'orders.createdAt', 'paidAt', 'closedAt', 'paymentCode'])
    .select(['orderItem.topic', 'startsAt', 'seats', 'seatsTaken'])
    .where('orders.id', '=', orderId)
    .orderBy('startsAt')
    .orderBy('workshop.id')
    .execute()
  const [order] = items
  if (!order) return undefined
  const { state, createdAt, paidAt, closedAt, paymentCode } = order
  const total = { amount: order.total, currency: order.currency }
  const workshops = items.map(({ topic, startsAt, seats, seatsTaken }) => ({
    topic,
    startsAt: startsAt.toISOString(),
    seatsLeft: seats - seatsTaken,
  }))
  const topics = workshops.map(({ topic }) => topic).join(', ')
  const what = 'order' as const
  const happened: Happened[] = [
    { at: createdAt, what, words: `Order ${paymentCode} was made: ${topics}.`, money: total },
    ...(paidAt ? [{ at: paidAt, what, words: 'The order was paid.', money: null }] : []),
    ...(closedAt ? [{ at: closedAt, what, words: closedWords[state] ?? 'The order ended.', money: null }] : []),
  ]
  return { shown: { state, total, workshops }, happened }
}

const closedWords: Record<string, string> = {
  lapsed: 'The hold ended, and the seats were free for others.',
  cancelled: 'The order was cancelled, and its seats given back.',
}

/** Every try to pay the order, and what the bank said of each. What it took is in the books. */
async function attemptsOf({ db }: World, orderId: number): Promise<Happened[]> {
  const rows = await db
    .selectFrom('paymentAttempt')
    .leftJoin('paymentEvent', 'paymentEvent.attemptId', 'paymentAttempt.id')
    .select(['paymentAttempt.id', 'reference', 'amount', 'currency', 'createdAt', 'fact', 'notedAt'])
    .where('orderId', '=', orderId)
    .orderBy('paymentAttempt.id')
    .orderBy('paymentEvent.id')
    .execute()
  const begun = rows.filter(({ id }, at) => rows.findIndex((each) => each.id === id) === at)
  return [
    ...begun.map(({ createdAt, reference, amount, currency }) => ({
      at: createdAt,
      what: 'attempt' as const,
      words: `A payment was begun, ${reference}.`,
      money: { amount, currency },
    })),
    ...rows.flatMap(({ fact, notedAt }) => {
      const words = fact ? factWords(fact as Fact) : undefined
      return words && notedAt ? [{ at: notedAt, what: 'bank' as const, words, money: null }] : []
    }),
  ]
}

function factWords(fact: Fact): string | undefined {
  switch (fact.kind) {
    case 'captured':
      return undefined
    case 'none':
      return 'The bank knew of no payment.'
    case 'failed':
      return `The bank said no: ${fact.words || fact.code || 'no reason given'}`
    case 'cancelled':
      return `The payment was called off: ${fact.words || fact.code || 'no reason given'}`
    case 'authorized':
      return 'The bank agreed, and took nothing yet.'
    case 'pending':
      return 'The bank was still making up its mind.'
    case 'unknown':
      return `The bank gave no answer: ${fact.why}`
  }
}

async function movementsOf({ db }: World, orderId: number) {
  const rows = await db
    .selectFrom('ledgerEntry')
    .select(['attemptId', 'kind', 'amount', 'currency', 'recordedAt', 'gateway', 'gatewayReference'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ attemptId, kind, amount, currency, recordedAt, gateway, gatewayReference }) => ({
    attemptId,
    kind,
    happened: {
      at: recordedAt,
      what: kind === 'capture' ? ('captured' as const) : ('refund' as const),
      words: `${movedWords(kind, gateway)}, ${gatewayReference}.`,
      money: { amount, currency },
    },
  }))
}

function movedWords(kind: 'capture' | 'refund' | 'payout', gateway: string): string {
  if (kind === 'refund') return 'The bank gave money back'
  if (kind === 'payout')
    return gateway === 'matched' ? 'The money was moved to another order' : 'The money was paid out'
  if (gateway === 'cash' || gateway === 'draft') return 'The money was paid at the desk'
  return gateway === 'matched' ? 'The money was moved here from another order' : 'The bank took the money'
}

async function refundsAskedFor({ db }: World, orderId: number): Promise<Happened[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('paymentAttempt', 'paymentAttempt.id', 'attemptId')
    .select(['refund.state', 'askedBy', 'reason', 'askedAt', 'settledAt', 'refund.amount', 'refund.currency'])
    .where('orderId', '=', orderId)
    .orderBy('refund.id')
    .execute()
  return rows.flatMap(({ state, askedBy, reason, askedAt, settledAt, amount, currency }) => [
    { at: askedAt, what: 'refund', words: `${askedBy} asked for it back. ${reason}`, money: { amount, currency } },
    ...(state === 'failed' && settledAt
      ? [{ at: settledAt, what: 'refund' as const, words: 'The bank refused to give it back.', money: null }]
      : []),
  ])
}

/** Only of the order and its money. */
async function lettersAbout({ db }: World, orderId: number): Promise<Happened[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['subject', 'createdAt', 'sentAt', 'givenUpAt', 'cause'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ subject, createdAt, sentAt, givenUpAt, cause }) => {
    const failed = isCancelled(cause) ? 'An email was cancelled' : 'A letter could not be sent'
    const went = sentAt ? 'A letter was sent' : givenUpAt ? failed : 'A letter was written'
    return { at: sentAt ?? createdAt, what: 'letter', words: `${went}: ${subject}`, money: null }
  })
}
