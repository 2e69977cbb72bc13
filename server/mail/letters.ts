/** Every letter, as staff may know of it: that there is one and how it fares; its words only where they open nothing. */
import { sql } from 'kysely'
import { sameEmail } from '#contract/accounts/email.ts'
import { rowsAtOnce } from '#contract/list.ts'
import type { Cause, LetterState } from '#contract/mail/letter-states.ts'
import type { LetterRetry, LetterShow, OutboxList } from '#contract/mail/letters.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import { noteAct, noteRefusal } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { deliverJob } from '#server/kernel/outbox/carry.ts'
import { dressed } from '#server/kernel/outbox/letterhead.ts'
import { livesAt } from '#server/kernel/outbox/outbox.ts'
import { isCancelled, wasCancelled } from '#server/kernel/outbox/outcome.ts'
import { type Scope, whereMay } from '#server/kernel/permissions.ts'
import { tellsOf, type Unseen, unseenBy } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, Transaction, World } from '#server/kernel/world.ts'
import { type Order, pageBy } from '#server/platform/database/pages.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { sendMailingsSoon } from './run-mailings.ts'

type List = ParsedInputOf<typeof OutboxList>

const byTime = { by: sql.ref('mail.createdAt'), type: 'timestamptz', id: sql.ref('mail.id') } as const
const orders: Record<NonNullable<List['sort']>, Order> = {
  createdAt: byTime,
  '-createdAt': { ...byTime, descending: true },
}

export async function listOutbox(world: World, staff: Staff, list: List): Promise<ReplyOf<typeof OutboxList>> {
  const { cursor, limit = rowsAtOnce, sort = '-createdAt', ...filter } = list
  const seen = await seenOf(world, staff)
  const { eventId, state, cause, mailingId, search } = filter
  const of = ['OutboxList', sort, search, eventId, state, cause, mailingId, seen.scope]
  const page = await pageBy(world, outbox(world, seen, filter), { of, order: orders[sort], cursor, limit })
  return { ...page, rows: page.rows.map(listed), failures: await failuresOf(world, seen, eventId) }
}

/** Where they may read letters, and of which abstracts and reviews none. */
type Seen = { scope: Scope; unseen: Unseen }

const seenOf = async (world: World, staff: Staff): Promise<Seen> => ({
  scope: whereMay(staff, 'mail.outbox'),
  unseen: await unseenBy(world, staff),
})

type Filter = Pick<List, 'eventId' | 'state' | 'cause' | 'mailingId' | 'search'>

/** SQL: a letter of these events. One to the whole college names people who never were at them: it is the college's, whichever event it tells of. */
const isWithin = (scope: Scope) => sql<boolean>`mail.event_id = any(${scope}) and (mailing_id is null
  or mailing_id <> all (array(select mailing.id from mailing where audience ? 'college')))`

/** What is of no event is for whoever works for the whole college. */
function outbox(
  { db }: Pick<World, 'db'>,
  { scope, unseen }: Seen,
  { eventId, state, cause, mailingId, search }: Filter,
) {
  const words = wordsOf(search)
  return db
    .selectFrom('mail')
    .leftJoin('account', 'account.id', 'mail.accountId')
    .select(['mail.id', 'subject', 'recipient', 'tries', 'nextTryAt', 'isSecret', 'mailingId', 'mail.createdAt'])
    .select(['sentAt', 'givenUpAt', 'heldAt', 'cause', 'fullName', 'mail.eventId'])
    .select(
      sql<
        number | null
      >`(select account_id from applicant where applicant.account_id = mail.account_id and applicant.event_id = mail.event_id)`.as(
        'accountId',
      ),
    )
    .select(sql<string | null>`(select payment_code from orders where orders.id = mail.order_id)`.as('paymentCode'))
    .$if(scope !== 'college', (query) => query.where(isWithin(scope)))
    .$if(unseen.abstracts.length > 0, (query) => query.where(sql<boolean>`not ${tellsOf(unseen)}`))
    .$if(eventId !== undefined, (query) => query.where('mail.eventId', '=', eventId as number))
    .$if(mailingId !== undefined, (query) => query.where('mailingId', '=', mailingId as number))
    .$if(state === 'sent', (query) => query.where('sentAt', 'is not', null))
    .$if(state === 'failed', (query) =>
      query.where('givenUpAt', 'is not', null).where(sql<boolean>`not ${wasCancelled}`),
    )
    .$if(state === 'cancelled', (query) => query.where('givenUpAt', 'is not', null).where(wasCancelled))
    .$if(state === 'held' || state === 'waiting', (query) =>
      query
        .where('sentAt', 'is', null)
        .where('givenUpAt', 'is', null)
        .where('heldAt', state === 'held' ? 'is not' : 'is', null),
    )
    .$if(cause === 'unknown', (query) => query.where('givenUpAt', 'is not', null).where('cause', 'is', null))
    .$if(cause !== undefined && cause !== 'unknown', (query) =>
      query.where('givenUpAt', 'is not', null).where('cause', '=', cause as Exclude<Cause, 'unknown'>),
    )
    .$if(words !== '', (query) => query.where(hasWords(words)))
}

/** Looked up once by the index of words. Asked of each letter in turn, newest first, a rare name would be looked for in all of them. */
const hasWords = (words: string) => sql<boolean>`mail.id = any (array(
  select found.id from mail found
  where to_tsvector('simple', translate(found.recipient || ' ' || found.subject, '@._+-/', '      ')) @@ to_tsquery('simple', ${words})))`

/** Every word that was typed, or one that begins with it. */
function wordsOf(search = ''): string {
  return search
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => `'${word}':*`)
    .join(' & ')
}

type Found = Awaited<ReturnType<ReturnType<typeof outbox>['execute']>>[number]

function listed(row: Found) {
  const { id, subject, tries, isSecret, sentAt, givenUpAt } = row
  return {
    id,
    subject,
    tries,
    isSecret,
    to: row.recipient,
    name: row.fullName,
    accountId: row.accountId,
    paymentCode: row.paymentCode,
    state: stateOf(row),
    cause: givenUpAt ? (row.cause ?? ('unknown' as const)) : null,
    nextTryAt: sentAt || givenUpAt ? null : row.nextTryAt.toISOString(),
    isOfMailing: row.mailingId !== null,
    createdAt: row.createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }
}

type Standing = Pick<Row<'mail'>, 'sentAt' | 'givenUpAt' | 'heldAt' | 'cause'>

function stateOf({ sentAt, givenUpAt, heldAt, cause }: Standing): LetterState {
  if (sentAt) return 'sent'
  if (givenUpAt) return isCancelled(cause) ? 'cancelled' : 'failed'
  return heldAt ? 'held' : 'waiting'
}

async function failuresOf({ db }: World, { scope, unseen }: Seen, eventId: number | undefined) {
  const { rows } = await sql<{ cause: Cause; count: number }>`
    select coalesce(cause::text, 'unknown') as cause, count(*)::int as count from mail where given_up_at is not null and not ${wasCancelled}
      ${eventId === undefined ? sql`` : sql`and event_id = ${eventId}`}
      ${scope === 'college' ? sql`` : sql`and ${isWithin(scope)}`}
      ${unseen.abstracts.length === 0 ? sql`` : sql`and not ${tellsOf(unseen)}`}
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

type Asking = { staff: Staff; requestId: string }

/** A read that is written down; so is one that is refused. */
export async function showLetter(
  world: World,
  { staff, requestId }: Asking,
  id: number,
): Promise<ReplyOf<typeof LetterShow>> {
  const row = await outbox(world, await seenOf(world, staff), {})
    .select(['bodyText', 'bodyHtml', 'lastError', 'expiresAt', 'mail.accountId as writtenTo'])
    .where('mail.id', '=', id)
    .executeTakeFirst()
  if (!row) return refuse('not_found')
  const act = {
    actor: { kind: 'staff', accountId: staff.accountId, requestId, steppedUp: staff.steppedUp } as const,
    operation: 'LetterShow',
    about: { kind: 'mail', id },
    ...(row.eventId && { eventId: row.eventId }),
  }
  if (row.isSecret) {
    await noteRefusal(world, act, { outcome: 'refused', refusal: 'secret letter' })
    refuse('not_allowed', {
      sentence: 'This letter holds a PIN or a link that opens something. It is shown to nobody.',
    })
  }
  await noteAct(world, act, { outcome: 'read' })
  // With this link, staff could refuse announcements for somebody else.
  const asSent = row.sentAt ? row.bodyText : (await dressed(world, { ...row, accountId: row.writtenTo })).text
  const text = asSent.replaceAll(/\/unsubscribe\/[\w-]+/g, '/unsubscribe/…')
  return { ...listed(row), text, lastError: row.lastError }
}

/** A row of answer for each. One that the mail server may have taken already goes a second time only by this. */
export async function retryLetters(
  world: Acting,
  staff: Staff,
  { ids }: ParsedInputOf<typeof LetterRetry>,
): Promise<ReplyOf<typeof LetterRetry>> {
  await count(world, limits.lettersAgainOfStaff, String(staff.accountId))
  const seen = await seenOf(world, staff)
  const rows: ReplyOf<typeof LetterRetry>['rows'] = []
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) rows.push({ id, outcome: await retry(world, seen, id) })
  if (rows.some(({ outcome }) => outcome === 'again')) await sendMailingsSoon(world)
  return { rows }
}

async function retry(world: Transaction, { scope, unseen }: Seen, id: number) {
  const { db } = world
  const mail = await db
    .selectFrom('mail')
    .select(['givenUpAt', 'expiresAt', 'recipient', 'urgency', 'cause'])
    .where('id', '=', id)
    .$if(scope !== 'college', (query) => query.where(isWithin(scope)))
    .where(sql<boolean>`not ${tellsOf(unseen)}`)
    .forUpdate()
    .executeTakeFirst()
  if (!mail) return 'not found'
  if (!mail.givenUpAt) return 'not given up'
  // Taken back, replaced, about what was withdrawn, refused meanwhile, or of a mailing that was stopped: no failure, nobody must read it after all.
  if (mail.cause === 'stopped') return 'no longer holds'
  const now = world.now()
  // Whoever was erased has no address left, and a PIN that is over opens nothing.
  if ((mail.expiresAt && mail.expiresAt <= now) || mail.recipient === '') return 'expired'
  await db
    .updateTable('mail')
    .set({ givenUpAt: null, cause: null, lastError: '', tries: 0, nextTryAt: now, handedAt: null })
    .$if(!mail.expiresAt, (query) =>
      query.set({ recipient: livesAt(sql`recipient`, sql`${sameEmail(mail.recipient)}::text`) }),
    )
    .where('id', '=', id)
    .execute()
  if (mail.urgency === 0) await enqueue(db, deliverJob, { payload: { mailId: id } })
  return 'again'
}
