import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { orderTexts, responseCodes } from '#contract/booking/texts.ts'
/** Paying for an order: to the bank, back again, and what if not. */
import { minute } from '#contract/durations.ts'
import { linesOf, lockOrderOf } from '#server/booking/orders.ts'
import type { Person } from '#server/kernel/callers.ts'
import { inTransaction, type World, type Transaction } from '#server/kernel/world.ts'
import { comingBack, ownPage, referenceOf } from '#server/payments/rules.ts'
import { isAllowedPortal, type Registered } from '#server/platform/gateways/gateway.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { newToken } from '#server/platform/security/tokens.ts'
import { takeBack } from './reconcile.ts'
import {
  ageInMinutes,
  ask,
  type Attempt,
  attemptColumns,
  attemptWith,
  gatewayMinutes,
  isOpen,
  responseOf,
  settle,
} from './settle.ts'

export type Started =
  | { kind: 'portal'; transactionId: string; portal: string }
  | { kind: 'refused'; code: string; words: string }

type Step =
  | { kind: 'register'; attempt: Attempt & { returnKey: string }; lines: { topic: string; price: number }[] }
  | { kind: 'open'; attempt: Attempt }
  | { kind: 'wait' }
  | Extract<Started, { kind: 'refused' }>

/** The gateway is given 30 seconds to register; whoever began longer ago than this is not coming back. */
const registeringTakes = 35_000 / 60_000
const waitFor = 10_000
const waitBetween = 100
const recently = 60 * minute

const notYet = { kind: 'refused', code: responseCodes.confirming, words: orderTexts.confirming } as const
const inReview = { kind: 'refused', code: responseCodes.review, words: orderTexts.underReview } as const
const deskWords = 'Your payment at the desk is being checked. We will write to you; please do not pay again.'
const atDesk = { kind: 'refused', code: responseCodes.confirming, words: deskWords } as const
const notRegistered = { kind: 'refused', code: 'failed', words: orderTexts.registrationFailed } as const

/** Where to pay. Asked again while a payment is open, it is the same place: nobody pays twice because of two clicks. */
export async function initiate(
  world: World,
  caller: Person,
  wish: { paymentCode: string; returnPath: string | undefined; host: string | undefined },
): Promise<Started> {
  const returnPath = ownPage(wish.returnPath ?? comingBack, { publicUrl: world.publicUrl, host: wish.host })
  if (!returnPath) return refuse('bad_input', { sentence: 'Please check returnPath: it must be a page of this site.' })
  let asked = 0
  for (let waited = 0; ;) {
    const step = await inTransaction(world, (world) => nextStep(world, caller, { ...wish, returnPath }))
    if (step.kind === 'register') return register(world, step)
    if (step.kind === 'refused') return step
    if (step.kind === 'open') {
      const isTooOld = ageInMinutes(step.attempt, world.now()) >= gatewayMinutes
      if (asked > 0 && !isTooOld) return portalOf(step.attempt)
      // Nobody is told to wait for a payment that the bank can still be asked to call off.
      if (asked > 1) return { kind: 'refused', ...(await responseOf(world, step.attempt.id)) }
      // The bank may have decided while the browser was lost: a used page must not be shown again.
      if (asked === 0) await ask(world, step.attempt.id, { how: 'look', source: 'browser' })
      else await takeBack(world, step.attempt)
      asked += 1
    } else if (waited < waitFor) {
      waited += waitBetween
      await pause(waitBetween)
    } else return notYet
  }
}

async function nextStep(
  world: Transaction,
  caller: Person,
  { paymentCode, returnPath }: { paymentCode: string; returnPath: string },
): Promise<Step> {
  const now = world.now()
  // The code of somebody else's order is as if it did not exist.
  const order =
    (await lockOrderOf(world, caller, paymentCode)) ?? refuse('not_found', { sentence: orderTexts.noPaymentCode })
  const orderId = order.id
  if (order.state === 'paid') return { kind: 'refused', code: 'paid', words: orderTexts.alreadyPaid }
  const ended = { kind: 'refused', code: responseCodes.lapsed, words: orderTexts.holdEnded } as const
  if (order.state !== 'pending') return ended
  const { attempts, openId, kept } = await paymentsSoFar(world, orderId)
  const open = openId === null ? undefined : await attemptWith(world, openId)
  if (open?.state === 'registered') return { kind: 'open', attempt: open }
  if (open && ageInMinutes(open, now) < registeringTakes) return { kind: 'wait' }
  // Money came that did not fit: a person looks at it, and nobody pays a second time meanwhile.
  if (kept) return kept === 'review' ? inReview : atDesk
  // Its server died while it registered. Nobody was sent to the bank with it.
  if (open) await world.db.updateTable('paymentAttempt').set({ state: 'abandoned' }).where('id', '=', open.id).execute()
  if (order.holdUntil <= now) return ended
  const attempt = await world.db
    .insertInto('paymentAttempt')
    .values({
      orderId,
      gateway: world.gateway.name,
      reference: referenceOf(order.paymentCode, attempts + 1),
      returnKey: newToken().token,
      returnPath,
      amount: order.total,
      currency: order.currency,
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + minute),
    })
    .returning([...attemptColumns, 'paymentAttempt.returnKey'])
    .executeTakeFirstOrThrow()
  return { kind: 'register', attempt, lines: await linesOf(world, orderId) }
}

type Kept = 'review' | 'desk' | null

/** SQL: what keeps somebody from paying by card: money that a person looks at, or a payment at the desk that waits. */
const keeps = (orderId: number) => sql<Kept>`case
  when exists (select from payment_exception where order_id = ${orderId} and resolved_at is null) then 'review'
  when exists (select from offline_payment where order_id = ${orderId} and state = 'recorded') then 'desk' end`

export async function keptFromCard({ db }: Pick<World, 'db'>, orderId: number): Promise<Kept> {
  const { rows } = await sql<{ kept: Kept }>`select ${keeps(orderId)} as kept`.execute(db)
  return rows[0]?.kept ?? null
}

type SoFar = { attempts: number; openId: number | null; kept: Kept }

/** To be asked with the order locked. An order has one open payment at most. */
async function paymentsSoFar({ db }: Transaction, orderId: number): Promise<SoFar> {
  const { rows } = await sql<SoFar>`
    select count(*)::int as attempts, max(id) filter (where state in ('created', 'registered')) as open_id, ${keeps(orderId)} as kept
    from payment_attempt where order_id = ${orderId}`.execute(db)
  return rows[0] as SoFar
}

/** The attempt is written by now: whatever happens here, we know what was asked of the gateway. */
async function register(world: World, { attempt, lines }: Extract<Step, { kind: 'register' }>): Promise<Started> {
  const answer = await world.gateway.register({
    reference: attempt.reference,
    money: { amount: attempt.amount, currency: attempt.currency },
    name: 'Workshops',
    lines: lines.map(({ topic, price }) => ({ words: topic, amount: price })),
    returnUrl: `${world.publicUrl}/payments/return/${attempt.returnKey}`,
  })
  if (answer.kind === 'refused') {
    const { code, words } = answer
    await settle(world, attempt.id, { fact: { kind: 'failed', code, words }, source: 'register' })
    return { kind: 'refused', code, words: words || orderTexts.registrationFailed }
  }
  const changed = await keep(world, attempt.id, answer)
  return changed ? portalOf(changed) : notRegistered
}

async function keep(
  world: World,
  attemptId: number,
  answer: Exclude<Registered, { kind: 'refused' }>,
): Promise<Portal | undefined> {
  const isGood = answer.kind === 'registered' && isAllowedPortal(world.gateway, answer.portal)
  if (answer.kind === 'registered' && !isGood)
    world.log.error({ portal: answer.portal }, 'the gateway names a portal that is not on the list')
  // Nobody is sent to the bank with it; it is still asked about, because the gateway may know more than its answer told.
  const values =
    answer.kind === 'registered'
      ? { transactionId: answer.transactionId, ...(isGood ? registeredAt(answer.portal) : abandoned) }
      : { ...abandoned, lastWords: answer.why.slice(0, 300) }
  const attempt = await world.db
    .updateTable('paymentAttempt')
    .set(values)
    .where('id', '=', attemptId)
    .where('state', '=', 'created')
    .returning(['state', 'transactionId', 'portal'])
    .executeTakeFirst()
  return attempt?.state === 'registered' ? attempt : undefined
}

const abandoned = { state: 'abandoned' } as const
const registeredAt = (portal: string) => ({ state: 'registered', portal }) as const

type Portal = Pick<Attempt, 'transactionId' | 'portal'>

function portalOf({ transactionId, portal }: Portal): Started {
  return { kind: 'portal', transactionId: transactionId ?? '', portal: portal ?? '' }
}

/** Of whatever event: what was ordered can be paid for after the next one was announced. */
export async function orderOf(world: World, { accountId }: Person, paymentCode: string): Promise<number | undefined> {
  const found = await world.db
    .selectFrom('orders')
    .innerJoin('applicant', 'applicant.id', 'applicantId')
    .select('orders.id')
    .where('paymentCode', '=', paymentCode)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return found?.id
}

/** The payment that the caller has open, or else the one that ended last, not long ago. */
export async function openAttempt(world: World, { accountId }: Person, eventId: number | undefined) {
  const attempt = await world.db
    .selectFrom('paymentAttempt')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('applicant', 'applicant.id', 'applicantId')
    .select(['transactionId', 'paymentCode', 'amount', 'paymentAttempt.createdAt', 'paymentAttempt.state'])
    .where('accountId', '=', accountId)
    .where('transactionId', 'is not', null)
    .where((row) =>
      row.or([
        row('paymentAttempt.state', '=', 'registered'),
        row('paymentAttempt.createdAt', '>', new Date(world.now().getTime() - recently)),
      ]),
    )
    // Whoever pays at two events at once is asked about that of the page which they came back to.
    .orderBy((row) => row('applicant.eventId', '=', eventId ?? 0), 'desc')
    .orderBy((row) => row('paymentAttempt.state', '=', 'registered'), 'desc')
    .orderBy('paymentAttempt.id', 'desc')
    .executeTakeFirst()
  return attempt && { ...attempt, transactionId: attempt.transactionId as string, isOpen: isOpen(attempt.state) }
}

export async function openOf(world: World, orderId: number): Promise<{ id: number } | undefined> {
  return world.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', 'in', ['created', 'registered'])
    .executeTakeFirst()
}
