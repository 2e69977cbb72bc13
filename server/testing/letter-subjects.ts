/** One of everything that an email can be about, for tests of every kind of email. Written without triggers: it need not hang together otherwise. */
import { sql } from 'kysely'
import type { LetterKey } from '#server/kernel/outbox/kinds.ts'
import type { World } from '#server/kernel/world.ts'

type Whose = {
  eventId: number
  applicantId: number
  accountId: number
  abstractId: number
  reviewerId: number
  assignmentId: number
}

/** The numbers of all differ, so that no key passes for another. */
export async function letterSubjects({ db, now }: World, whose: Whose) {
  const { eventId, applicantId, accountId, abstractId, reviewerId, assignmentId } = whose
  const at = sql`${now()}::timestamptz`
  const statements = [
    sql`insert into orders (id, payment_code, applicant_id, event_id, state, total, created_at, hold_until, paid_at)
      overriding system value values (101, 'ABCDEFGHJKLMN', ${applicantId}, ${eventId}, 'paid', 5000, ${at}, ${at}, ${at})`,
    sql`insert into workshop (id, event_id, topic, starts_at, duration_minutes, price, seats)
      overriding system value values (102, ${eventId}, 'Suturing', ${at}, 60, 5000, 9), (103, ${eventId}, 'Airway', ${at}, 60, 5000, 9)`,
    sql`insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds) values (101, 102, ${applicantId}, 'Suturing', 5000, true)`,
    sql`insert into payment_attempt (id, order_id, gateway, reference, return_key, return_path, amount, currency, created_at)
      overriding system value values (104, 101, 'sandbox', 'REF1', repeat('k', 22), '/', 5000, 'PKR', ${at})`,
    sql`insert into refund (id, attempt_id, amount, currency, reason, asked_by, asked_at) overriding system value values (105, 104, 5000, 'PKR', 'ill', 'Sana', ${at})`,
    sql`insert into payment_exception (id, kind, order_id, attempt_id, gateway, gateway_reference, opened_at, amount, currency)
      overriding system value values (106, 'wrong_amount', 101, 104, 'sandbox', 'ref', ${at}, 4000, 'PKR')`,
    sql`insert into payout (id, event_id, order_id, attempt_id, kind, amount, currency, way, number, reason, recorded_by, recorded_at)
      overriding system value values (107, ${eventId}, 101, 104, 'whole', 5000, 'PKR', 'cash', '', 'ill', ${accountId}, ${at})`,
    sql`insert into offline_payment (id, event_id, voucher, order_id, way, amount, currency, recorded_by, recorded_at, held_until)
      overriding system value values (108, ${eventId}, 1, 101, 'cash', 5000, 'PKR', ${accountId}, ${at}, ${at})`,
    sql`insert into seat_move (id, order_id, from_workshop_id, to_workshop_id, from_topic, to_topic, price, moved_by, moved_at)
      overriding system value values (109, 101, 102, 103, 'Suturing', 'Airway', 5000, ${accountId}, ${at})`,
    sql`insert into order_given (id, order_id, from_applicant_id, to_applicant_id, given_by, given_at)
      overriding system value values (110, 101, ${applicantId}, 0, ${accountId}, ${at})`,
    sql`insert into decision (id, abstract_id, outcome, as_type, at) overriding system value values (111, ${abstractId}, 'accepted', 'Poster', ${at})`,
    sql`insert into assignment_run (id, event_id, settings, seed, by, at) overriding system value values (113, ${eventId}, '{}', 1, ${accountId}, ${at})`,
  ]
  await db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    for (const statement of statements) await statement.execute(db)
  })
  return {
    orderId: 101,
    workshopId: 102,
    refundId: 105,
    exceptionId: 106,
    payoutId: 107,
    offlinePaymentId: 108,
    seatMoveId: 109,
    orderGivenId: 110,
    decisionId: 111,
    assignmentId,
    runId: 113,
    abstractId,
    reviewerId,
    number: 3,
    day: '2027-01-05',
  } satisfies Record<LetterKey, number | string>
}
