/** Mail is written in the same transaction as what it tells of, and delivered after it: none is lost, none tells what did not happen. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { sameEmail } from '#contract/accounts/email.ts'
import { plainText } from '#contract/plain-text.ts'
import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { addJob, enqueue, enqueueAll } from '#server/platform/jobs/jobs.ts'
import { carry, deliverJob } from './carry.ts'
import { type About, keysOf, letterKeys, type LetterKey } from './kinds.ts'
import { ownText } from './own-words.ts'
import { longestPause } from './rules.ts'
import { type Wording, withWords } from './worded.ts'

export { deliverJob } from './carry.ts'

export type Words = {
  subject: string
  text: string
  html: string
  isSecret?: boolean
  calendar?: string
  /** From which the office's own text is filled in, if there is one. */
  wording?: Wording
}
/** One of a kind, with the keys of what it is about. Without an event only staff of the whole college can see it in the outbox. */
export type Post = Words &
  About & {
    to: string
    accountId?: number
    eventId?: number
    expiresAt?: Date
    /** To this very address, also where it leads to another account by now. A PIN always does: it proves the address. */
    asWritten?: boolean
  }

/** SQL types of the keys that are no int. */
const keyTypes: Partial<Record<LetterKey, string>> = { number: 'bigint', day: 'date' }

export const sweepJob = 'sweep-mail'

export async function post(world: World, letter: Post): Promise<void> {
  await write(world, letter, { isLast: false })
}

/** To somebody who was erased in this transaction: its row forgets the address when the letter has gone. */
export async function postLast(world: World, letter: Post): Promise<void> {
  await write(world, letter, { isLast: true })
}

async function write(world: World, letter: Post, { isLast }: { isLast: boolean }): Promise<void> {
  const { to, expiresAt, accountId, eventId } = letter
  const { subject, text, html, isSecret = true, calendar = '' } = await wordsOf(world, letter)
  const { asWritten = Boolean(expiresAt) } = letter
  const now = world.now()
  const row = {
    messageId: `<${randomUUID()}@${new URL(world.publicUrl).hostname}>`,
    recipient: asWritten ? to : livesAt(sql`${to}::text`, sql`${sameEmail(to)}::text`),
    // A line end in a name or a title would begin another header.
    subject: plainText(subject),
    bodyText: text,
    bodyHtml: html,
    createdAt: now,
    expiresAt: expiresAt ?? null,
    nextTryAt: now,
    kind: letter.kind,
    ...keysOf(letter),
    isLast,
    // The account behind the address: staff look up the emails of a person by it.
    accountId:
      accountId ??
      sql<number>`coalesce((select account_id from account_alias where email_key = ${sameEmail(to)} and ${!asWritten}),
          (select id from account where email_key = ${sameEmail(to)}))`,
    eventId: eventId ?? null,
    isSecret,
    calendar,
  }
  await world.db
    .with('written', (db) => db.insertInto('mail').values(row).returning('id'))
    .selectFrom('written')
    .select(addJob(deliverJob, sql`json_build_object('mailId', id)`).as('job'))
    .execute()
}

type Texts = Map<string, ReturnType<typeof ownText>>

/** Of many of one kind the text is read once. */
async function wordsOf(world: World, letter: Post, seen: Texts = new Map()): Promise<Words> {
  const { wording, eventId } = letter
  if (!wording) return letter
  const { kind } = wording
  const key = `${kind} ${eventId}`
  const own = await (seen.get(key) ?? seen.set(key, ownText(world, { kind, eventId })).get(key))
  return own ? withWords(own, wording) : letter
}

/** SQL: the address of the account that this one leads to: whoever had it reads their letters there since the two became one. */
export const livesAt = (address: RawBuilder<string>, key: RawBuilder<string>): RawBuilder<string> => sql`coalesce((
  select kept.email from account_alias join account as kept on kept.id = account_alias.account_id where account_alias.email_key = ${key}), ${address})`

/**
 * An account became part of another: what still waits for it goes there. A PIN stays with its address, and is over. Of a letter to many that
 * the other has or will have, the person needs no second one.
 */
export async function forwardUnsent({ db, now }: World, { kept, gone }: { kept: number; gone: number }): Promise<void> {
  const unsent = sql`account_id = ${gone} and sent_at is null and given_up_at is null and expires_at is null`
  await sql`
    update mail set given_up_at = ${now()}, cause = 'stopped', last_error = 'the other account of the same person has this letter'
    where ${unsent} and handed_at is null and exists (select from mailing_recipient as other
      where other.mailing_id = mail.mailing_id and other.account_id = ${kept} and other.state in ('waiting', 'posted'))`.execute(
    db,
  )
  await sql`
    update mail set account_id = ${kept}, recipient = (select email from account where id = ${kept})
    where ${unsent} and not exists (select from mailing_recipient as other
      where other.mailing_id = mail.mailing_id and other.account_id = ${kept} and other.state in ('waiting', 'posted'))`.execute(
    db,
  )
}

/** One letter to each of many, in one statement. They wait until `at`, and a moment longer: no server is so far ahead that it sends one before. */
export async function postAll(world: World, all: readonly Post[], at: Date): Promise<void> {
  const letters: Post[] = []
  const seen: Texts = new Map()
  for (const letter of all) letters.push({ ...letter, ...(await wordsOf(world, letter, seen)) })
  const host = new URL(world.publicUrl).hostname
  const sendAt = new Date(at.getTime() + clocksDifferBy)
  const column = (value: (letter: Post) => string | number | boolean | null) => letters.map(value)
  const keys = letters.map(keysOf)
  const keyColumns = sql.join(letterKeys.map((key) => sql.ref(key)))
  const keyValues = sql.join(
    letterKeys.map((key) => sql`${keys.map((each) => each[key])}::${sql.raw(keyTypes[key] ?? 'int')}[]`),
  )
  const { rows } = await sql<{ id: number }>`
    insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, kind, account_id, event_id, is_secret, calendar, ${keyColumns})
    select message_id, ${livesAt(sql`recipient`, sql`recipient_key`)}, subject, body_text, body_html, ${world.now()}::timestamptz, ${sendAt}::timestamptz, kind, account_id, event_id, is_secret, calendar, ${keyColumns}
    from unnest(${column(() => `<${randomUUID()}@${host}>`)}::text[], ${column(({ to }) => to)}::text[], ${column(({ to }) => sameEmail(to))}::text[],
      ${column(({ subject }) => plainText(subject))}::text[], ${column(({ text }) => text)}::text[], ${column(({ html }) => html)}::text[],
      ${column(({ kind }) => kind)}::text[], ${column(({ accountId = null }) => accountId)}::int[],
      ${column(({ eventId = null }) => eventId)}::int[], ${column(({ isSecret = true }) => isSecret)}::boolean[],
      ${column(({ calendar = '' }) => calendar)}::text[], ${keyValues})
      as letter (message_id, recipient, recipient_key, subject, body_text, body_html, kind, account_id, event_id, is_secret, calendar, ${keyColumns})
    returning id`.execute(world.db)
  await enqueueAll(world.db, deliverJob, { payloads: rows.map(({ id }) => ({ mailId: id })), at: sendAt })
}

type OfDecision = { abstractId: number; decisionId: number }

/** Emails to the author of the abstract that was decided. The one to the author whose abstract takes it in has another abstract. */
const areOf = (decisions: readonly OfDecision[]) => sql`(mail.abstract_id, mail.decision_id) in (select * from unnest(
  ${decisions.map(({ abstractId }) => abstractId)}::int[], ${decisions.map(({ decisionId }) => decisionId)}::int[]))`

/** Emails about these decisions that have not been sent are cancelled. */
export async function dropUnsent({ db, now }: World, decisions: readonly OfDecision[], why: string): Promise<void> {
  await sql`
    update mail set given_up_at = ${now()}, cause = 'stopped', last_error = ${why}
    where ${areOf(decisions)} and sent_at is null and given_up_at is null`.execute(db)
}

/** Those that were dropped because of a letter that is itself taken back now: they go out after all, when they would have or at once. */
export async function reviveReplaced({ db, now }: World, decisions: readonly OfDecision[]): Promise<void> {
  const { rows } = await sql<{ id: number; nextTryAt: Date }>`
    update mail set given_up_at = null, cause = null, last_error = '', next_try_at = greatest(next_try_at, ${now()}::timestamptz)
    where ${areOf(decisions)} and last_error = 'replaced' and given_up_at is not null returning id, next_try_at`.execute(
    db,
  )
  for (const { id, nextTryAt } of rows) await enqueue(db, deliverJob, { payload: { mailId: id }, at: nextTryAt })
}

/** Tries one letter. Whoever holds the lock is the only one trying; it goes when a killed server's connection does. */
export async function deliver(world: World, mailId: number): Promise<void> {
  await world.db.connection().execute(async (db) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lockSpace}, ${mailId}) as mine`.execute(
      db,
    )
    if (!rows[0]?.mine) return
    try {
      await tryLetter({ ...world, db }, mailId)
    } finally {
      await sql`select pg_advisory_unlock(${lockSpace}, ${mailId})`.execute(db)
    }
  })
}
const lockSpace = 7_764

/** Whoever wrote the letter may be ahead of us by this much: its job comes once, and must not find it too early. */
const clocksDifferBy = 1000

async function tryLetter(world: World, mailId: number): Promise<void> {
  const soon = new Date(world.now().getTime() + clocksDifferBy)
  const mail = await waiting(world).where('id', '=', mailId).where('nextTryAt', '<=', soon).executeTakeFirst()
  if (mail) await carry(world, mail)
}

/** Finds letters that nobody is going to deliver: the server that had their job in hand was killed. */
export async function sweepMail(world: World): Promise<void> {
  await bringBackFromFuture(world)
  const due = await waiting(world).where('nextTryAt', '<=', world.now()).orderBy('id').limit(1000).execute()
  for (const { id } of due) await enqueue(world.db, deliverJob, { payload: { mailId: id }, key: `mail ${id}` })
}

/** No pause is that long: the next try was planned while the clock ran ahead, and would come days too late. */
async function bringBackFromFuture({ db, now }: World): Promise<void> {
  const latest = new Date(now().getTime() + longestPause + clocksDifferBy)
  await db
    .updateTable('mail')
    .set({ nextTryAt: now() })
    .where('nextTryAt', '>', latest)
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .execute()
}

/** The newest letters, for reading while there is no mail server. */
export async function newestMail(world: World): Promise<Row<'mail'>[]> {
  return world.db.selectFrom('mail').selectAll().orderBy('id', 'desc').limit(50).execute()
}

/** What goes out at once. Letters to many wait for the run of their mailing. */
function waiting(world: World) {
  return world.db
    .selectFrom('mail')
    .selectAll()
    .where('urgency', '=', 0)
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .where('heldAt', 'is', null)
}

/** Unsent in a backup that is being restored: they may have gone out since. A PIN no longer works, and its letter is dropped. */
export async function holdUnsent({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const unsent = db.updateTable('mail').where('sentAt', 'is', null).where('givenUpAt', 'is', null)
  await unsent
    .set({ givenUpAt: now(), cause: 'expired', lastError: 'its PIN ended with a restore' })
    .where('expiresAt', 'is not', null)
    .execute()
  const { numUpdatedRows } = await unsent.set({ heldAt: now() }).where('heldAt', 'is', null).executeTakeFirst()
  // A mailing went on after the backup was made: nobody may get its letter a second time.
  await db
    .updateTable('mailing')
    .set({ state: 'draft', sendAt: null, sentBy: null })
    .where('state', '=', 'planned')
    .execute()
  await db.updateTable('mailing').set({ state: 'stopped', endedAt: now() }).where('state', '=', 'sending').execute()
  await db
    .updateTable('mailingRecipient as recipient')
    .from('mailing')
    .set({ state: 'stopped' })
    .whereRef('mailing.id', '=', 'recipient.mailingId')
    .where('mailing.state', '=', 'stopped')
    .where('recipient.state', '=', 'waiting')
    .execute()
  return Number(numUpdatedRows)
}

/** A person decided that they go out. The sweep finds them within a minute. */
export async function releaseHeld({ db, now }: Pick<World, 'db' | 'now'>): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ heldAt: null, nextTryAt: now() })
    .where('heldAt', 'is not', null)
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** How many wait for a person. */
export async function heldLetters({ db }: Pick<World, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from mail where held_at is not null and sent_at is null and given_up_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Of an account that nobody proved: what is over says only that somebody typed the address. */
export async function forgetPinEmails({ db, now }: Pick<World, 'db' | 'now'>, accountId: number): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('accountId', '=', accountId)
    .where('mailingId', 'is', null)
    .where('expiresAt', '<', now())
    .execute()
}
