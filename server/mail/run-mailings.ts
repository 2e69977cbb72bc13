/** Letters to many go out: slowly, behind everything else, and one to each person whatever is killed and started again. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { missingFacts } from '#contract/mail/letter-words.ts'
import { plainText } from '#contract/plain-text.ts'
import type { Row } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import { unsubscribeAddress } from '#server/kernel/outbox/announcements.ts'
import { carry, type Carried } from '#server/kernel/outbox/carry.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { atPace, type Pace } from '#server/platform/jobs/pace.ts'
import { readersOf } from './facts.ts'
import { writtenFor } from './mail.ts'
import { leaveOutIfHad, mergedInto, readdress } from './merged-recipients.ts'
import { hasNoMailbox, type Why } from './segments.ts'
import { mailingsJob } from './send-mailing.ts'

/** A stop waits for the jobs in hand: a run is short, and asks for the next. */
const runsFor = 8000
/** Two of the three connections to the mail server: the third is for PINs and receipts. */
const lanes = 2
const lockSpace = 7765

/** One run at a time, of all servers: the lock goes when a killed server's connection does. */
export async function sendMailings(world: World): Promise<void> {
  const isMore = await world.db.connection().execute(async (db) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lockSpace}, 0) as mine`.execute(db)
    if (!rows[0]?.mine) return false
    try {
      return await run(world)
    } finally {
      await sql`select pg_advisory_unlock(${lockSpace}, 0)`.execute(db)
    }
  })
  if (isMore) await sendMailingsSoon(world)
}

/** What a server that was killed had begun goes on at once; a start that finds nothing of it asks for no job. */
export async function takeUpMailings(world: Pick<World, 'db'>): Promise<void> {
  const { rows } = await sql<{ begun: boolean }>`
    select exists (select from mailing where state = 'sending')
      or exists (select from mail where urgency > 0 and sent_at is null and given_up_at is null) as begun`.execute(
    world.db,
  )
  if (rows[0]?.begun) await sendMailingsSoon(world)
}

export async function sendMailingsSoon({ db }: Pick<World, 'db'>): Promise<void> {
  await enqueue(db, mailingsJob, { key: 'mailings go on' })
}

/** Whether there is more to do at once. */
async function run(world: World): Promise<boolean> {
  await giveUpInterrupted(world)
  await begin(world)
  const pace = atPace({ perMinute: world.lettersPerMinute, runsFor })
  const ends = await Promise.all(Array.from({ length: lanes }, () => lane(world, pace)))
  await finish(world)
  return ends.every((end) => end === 'time is up')
}

/**
 * Given to the mail server by a server that then died: whether it took the letter nobody knows. It is not sent again by itself, or somebody
 * would have it twice; a person can.
 */
async function giveUpInterrupted(world: World): Promise<void> {
  await world.db
    .updateTable('mail')
    .set({
      givenUpAt: world.now(),
      handedAt: null,
      cause: 'interrupted',
      lastError: 'the server stopped while it was being sent',
    })
    .where('urgency', '>', 0)
    .where('handedAt', 'is not', null)
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .execute()
}

const bySchedule = (operation: string, { id, eventId }: { id: number; eventId: number }) => ({
  actor: { kind: 'schedule' as const, name: mailingsJob },
  operation,
  about: { kind: 'mailing', id },
  eventId,
})

/** What is due begins. */
async function begin(world: World): Promise<void> {
  const due = await world.db
    .selectFrom('mailing')
    .select(['id', 'eventId'])
    .where('state', '=', 'planned')
    .where('sendAt', '<=', world.now())
    .orderBy('sendAt')
    .execute()
  for (const each of due)
    await inAct(world, bySchedule('MailingBegins', each), ({ db, now }) =>
      db
        .updateTable('mailing')
        .set({ state: 'sending', begunAt: now(), changedAt: now() })
        .where('id', '=', each.id)
        .where('state', '=', 'planned')
        .execute(),
    )
}

/** What has nobody left who waits, and no letter that a mail server put off, is sent. Until then it can be stopped. */
async function finish(world: World): Promise<void> {
  const done = await world.db
    .selectFrom('mailing')
    .select(['id', 'eventId'])
    .where('state', '=', 'sending')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('mailingRecipient')
            .whereRef('mailingId', '=', 'mailing.id')
            .where('mailingRecipient.state', '=', 'waiting'),
        ),
      ),
    )
    .where(
      sql<boolean>`not exists (select from mail where mail.mailing_id = mailing.id and sent_at is null and given_up_at is null)`,
    )
    .execute()
  for (const each of done)
    await inAct(world, bySchedule('MailingEnds', each), ({ db, now }) =>
      db
        .updateTable('mailing')
        .set({ state: 'sent', endedAt: now(), changedAt: now() })
        .where('id', '=', each.id)
        .where('state', '=', 'sending')
        .execute(),
    )
}

/** One letter after another. A mail server that is away is left alone until the next minute. */
async function lane(world: World, pace: Pace): Promise<'time is up' | 'nothing left' | 'no mail server'> {
  for (;;) {
    if (pace.isOver()) return 'time is up'
    // Before the letter is written: one that is written is given to the mail server at once.
    await pace.next()
    const letter = (await inTransaction(world, takeWaiting)) ?? (await writeNext(world))
    if (!letter) return 'nothing left'
    if (letter === 'left out') continue
    const carried: Carried = await carry(world, letter)
    if (carried === 'no mail server') return carried
  }
}

/** One that could not be sent before, and whose time has come. */
async function takeWaiting(world: Transaction): Promise<Row<'mail'> | undefined> {
  const { rows } = await sql<Row<'mail'>>`
    update mail set handed_at = ${world.now()} where id = (
      select id from mail where urgency > 0 and sent_at is null and given_up_at is null and held_at is null and handed_at is null
        and next_try_at <= ${world.now()}
      order by next_try_at limit 1 for update skip locked)
    returning *`.execute(world.db)
  return rows[0]
}

/** The letter and the row that says that this person has it are one transaction, before the mail server hears of either. */
async function writeNext(world: World): Promise<Row<'mail'> | 'left out' | undefined> {
  const going = await world.db
    .selectFrom('mailing')
    .select('id')
    .where('state', '=', 'sending')
    .where((row) =>
      row.exists(
        row
          .selectFrom('mailingRecipient')
          .whereRef('mailingId', '=', 'mailing.id')
          .where('mailingRecipient.state', '=', 'waiting'),
      ),
    )
    .orderBy('sendAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return going && inTransaction(world, (world) => writeOne(world, going.id))
}

async function writeOne(world: Transaction, mailingId: number): Promise<Row<'mail'> | 'left out' | undefined> {
  const mailing = await lockSending(world, mailingId)
  if (!mailing) return undefined
  const next = await world.db
    .selectFrom('mailingRecipient')
    .select('accountId')
    .where('mailingId', '=', mailingId)
    .where('state', '=', 'waiting')
    .orderBy('accountId')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  const { accountId } = next
  const kept = await mergedInto(world, accountId)
  if (kept !== undefined) {
    await readdress(world, { mailingId, accountId, kept })
    return 'left out'
  }
  if (await leaveOutIfHad(world, { mailingId, accountId })) return 'left out'
  const [reader] = await readersOf(world, mailing.eventId, [accountId])
  const why = await whyNot(world, mailing, accountId)
  const isMissing = reader === undefined || missingFacts(`${mailing.subject} ${mailing.body}`, reader.filled).length > 0
  if (why ?? isMissing) {
    await leaveOut(world, { mailingId, accountId, why: why ?? 'fact' })
    return 'left out'
  }
  return post(world, mailing, reader)
}

/** Whoever stops it has waited for us, or we find it stopped. The lock also keeps two lanes from the same person. */
async function lockSending({ db }: Transaction, id: number) {
  return db
    .selectFrom('mailing')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** What may have changed since the check. */
async function whyNot({ db }: Transaction, { kind }: Row<'mailing'>, accountId: number): Promise<Why | undefined> {
  const { rows } = await sql<{ why: Why | null }>`
    select case when erased_at is not null then 'erased'
      when verified_at is null then 'not_verified'
      when ${kind} = 'announcement' and exists (select from announcement_refusal as refusal where refusal.account_id = account.id) then 'refused'
      when ${hasNoMailbox} then 'no_mailbox' end as why
    from account where id = ${accountId}`.execute(db)
  return rows[0]?.why ?? undefined
}

type LeftOut = { mailingId: number; accountId: number; why: Why }

async function leaveOut({ db }: Transaction, { mailingId, accountId, why }: LeftOut): Promise<void> {
  await db
    .updateTable('mailingRecipient')
    .set({ state: 'left_out', why })
    .where('mailingId', '=', mailingId)
    .where('accountId', '=', accountId)
    .execute()
  await db
    .updateTable('mailing')
    .set((row) => ({ leftOut: row('leftOut', '+', 1), recipients: row('recipients', '-', 1) }))
    .where('id', '=', mailingId)
    .execute()
}

/** As it is at this moment: an old template or an old date is not what somebody reads. */
async function post(
  world: Transaction,
  mailing: Row<'mailing'>,
  reader: Awaited<ReturnType<typeof readersOf>>[number],
): Promise<Row<'mail'>> {
  const { accountId, email, filled } = reader
  const { subject, text, html, isSecret } = writtenFor(mailing, filled, unsubscribeAddress(world, accountId))
  const now = world.now()
  const mail = await world.db
    .insertInto('mail')
    .values({
      messageId: `<${randomUUID()}@${new URL(world.publicUrl).hostname}>`,
      recipient: email,
      // A line end in a name or a title would begin another header.
      subject: plainText(subject),
      bodyText: text,
      bodyHtml: html,
      createdAt: now,
      nextTryAt: now,
      handedAt: now,
      urgency: 1,
      isSecret,
      accountId,
      eventId: mailing.eventId,
      mailingId: mailing.id,
      kind: 'mailing',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('mailingRecipient')
    .set({ state: 'posted', mailId: mail.id })
    .where('mailingId', '=', mailing.id)
    .where('accountId', '=', accountId)
    .execute()
  await world.db
    .updateTable('mailing')
    .set((row) => ({ posted: row('posted', '+', 1) }))
    .where('id', '=', mailing.id)
    .execute()
  return mail
}
