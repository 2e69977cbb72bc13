import { sql } from 'kysely'
/** Workshops, people who want seats in them, and a bank that does as told. */
import { minute } from '#contract/durations.ts'
import { checkOut } from '#server/booking/checkout.ts'
import type { Participant, Person } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { finalize } from '#server/payments/card/finalize.ts'
import { initiate } from '#server/payments/card/initiate.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import { choose, openSandbox, type Outcome } from '#server/platform/gateways/sandbox.ts'
import { anEvent, tokenFor } from './people.ts'
import { makeWorld } from './world.ts'

export type Clock = { now: () => Date; pass: (minutes: number) => void }
export type Shop = { world: World; clock: Clock; eventId: number }

/** A world with an event and a clock that goes when told. */
export async function openShop(change: Partial<World> = {}): Promise<Shop> {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now })
  world.gateway = openSandbox({ db: world.db, now: clock.now })
  Object.assign(world, change)
  return { world, clock, eventId: await anEvent(world) }
}

export function aClock(from = new Date('2026-11-01T09:00:00Z')): Clock {
  let time = from.getTime()
  return { now: () => new Date(time), pass: (minutes) => void (time += minutes * minute) }
}

type WorkshopWish = Partial<{ topic: string; seats: number; price: number; startsAt: Date }>

export async function aWorkshop(world: World, eventId: number, wish: WorkshopWish = {}): Promise<number> {
  const {
    topic = 'Basic Laparoscopic Skills',
    seats = 10,
    price = 500_000,
    startsAt = new Date('2027-01-11T04:00:00Z'),
  } = wish
  const { id } = await world.db
    .insertInto('workshop')
    .values({ eventId, topic, seats, price, startsAt, durationMinutes: 180, venue: 'Skills Laboratory' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** People who are signed in to the event, made all at once. */
export async function buyers(world: World, eventId: number, count: number): Promise<Participant[]> {
  const { rows } = await sql<{ accountId: number; applicantId: number; email: string }>`
    with people as (
      insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
      select address, address, 'Dr Mehak Soomro', ${world.now()}, ${world.now()}, ${world.now()}
      from (select 'buyer' || gen_random_uuid() || '@example.org' as address from generate_series(1, ${count}::int)) as made
      returning id, email),
    made as (
      insert into applicant (account_id, event_id, created_at) select id, ${eventId}, ${world.now()} from people returning id, account_id)
    select account_id, made.id as applicant_id, email from made join people on people.id = account_id`.execute(world.db)
  return rows.map((row) => ({ ...row, eventId, sessionId: 0, at: { applicantId: row.applicantId, eventId } }))
}

export async function aBuyer(world: World, eventId: number): Promise<Participant> {
  const [one] = await buyers(world, eventId, 1)
  return one as Participant
}

export function tokenOf(world: World, { accountId }: Pick<Person, 'accountId'>): Promise<string> {
  return tokenFor(world, accountId)
}

/** Checks out, and gives the payment code; anything but an order is an error of the test. */
export async function order(world: World, caller: Participant, workshopIds: number[]): Promise<string> {
  const answer = await checkOut(world, caller, workshopIds)
  if (answer.kind !== 'order') throw new Error(`no order: ${JSON.stringify(answer.obstacles)}`)
  return answer.paymentCode
}

/** Goes to the bank; gives the transaction. */
export async function toTheBank(world: World, caller: Person, paymentCode: string): Promise<string> {
  const started = await initiate(world, caller, { paymentCode, returnPath: undefined, host: undefined })
  if (started.kind !== 'portal') throw new Error(`no payment: ${started.words}`)
  return started.transactionId
}

/** Does something on the bank's page, and does not come back. */
export async function atTheBank(world: World, transactionId: string, outcome: Outcome): Promise<void> {
  await choose(world, transactionId, outcome)
}

/** The whole way: to the bank, an outcome, and back. Gives the code that the browser is told. */
export async function pay(world: World, caller: Person, wish: { code: string; outcome?: Outcome }): Promise<string> {
  const transactionId = await toTheBank(world, caller, wish.code)
  await atTheBank(world, transactionId, wish.outcome ?? 'approve')
  return (await finalize(world, caller, transactionId)).code
}

/** A bank that is not reached, in whole or in part. */
export function outage(
  gateway: Gateway,
  ...verbs: ('register' | 'finalize' | 'status' | 'reverse' | 'refund')[]
): Gateway {
  const silent = async () => ({ kind: 'unknown', why: 'no answer in time' }) as const
  const all = verbs.length > 0 ? verbs : (['register', 'finalize', 'status', 'reverse', 'refund'] as const)
  return { ...gateway, ...Object.fromEntries(all.map((verb) => [verb, silent])) }
}

/** What there is of an order and around it, to be compared in one piece. */
export async function booksOf(world: World, paymentCode: string) {
  const { rows } = await sql<{
    state: string
    seats: number
    attempts: string[]
    ledger: number[]
    receipts: number
    letters: number
    exceptions: string[]
  }>`
    select state,
      (select count(*)::int from order_item where order_id = orders.id and holds) as seats,
      array(select state::text from payment_attempt where order_id = orders.id order by id) as attempts,
      array(select amount::int from ledger_entry where order_id = orders.id order by id) as ledger,
      (select count(*)::int from receipt where order_id = orders.id) as receipts,
      (select count(*)::int from mail where mail.order_id = orders.id and mail.kind in ('order_paid', 'order_cancelled')) as letters,
      array(select kind::text from payment_exception where order_id = orders.id order by id) as exceptions
    from orders where payment_code = ${paymentCode}`.execute(world.db)
  return rows[0]
}

export const paidBooks = (amount: number, seats = 1) => ({
  state: 'paid',
  seats,
  attempts: ['captured'],
  ledger: [amount],
  receipts: 1,
  letters: 1,
  exceptions: [],
})
