/** Mail is written in the same transaction as what it tells of, and delivered after it: none is lost, none tells what did not happen. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { plainText } from '#contract/plain-text.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { isRefusedForGood } from '#server/platform/mail/smtp.ts'
import type { Row } from '#server/tables.ts'
import type { World } from '#server/world.ts'
import { nextTry } from './rules.ts'

export type Words = { subject: string; text: string; html: string }
/** `about` names what a letter tells of, for one that must not be written twice. */
export type Post = Words & { to: string; expiresAt?: Date; about?: string }

export const deliverJob = 'deliver-mail'
export const sweepJob = 'sweep-mail'

/** What is shown in place of a letter that has gone: it may have held a PIN. */
const gone = 'This letter was sent, and its text is no longer kept.'

export async function post(world: World, letter: Post): Promise<void> {
  await write(world, letter, { isLast: false })
}

/** To somebody who was erased in this transaction: its row forgets the address when the letter has gone. */
export async function postLast(world: World, letter: Post): Promise<void> {
  await write(world, letter, { isLast: true })
}

async function write(
  world: World,
  { to, subject, text, html, expiresAt, about }: Post,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const now = world.now()
  const { id } = await world.db
    .insertInto('mail')
    .values({
      messageId: `<${randomUUID()}@${new URL(world.publicUrl).hostname}>`,
      recipient: to,
      // A line end in a name or a title would begin another header.
      subject: plainText(subject),
      bodyText: text,
      bodyHtml: html,
      createdAt: now,
      expiresAt: expiresAt ?? null,
      nextTryAt: now,
      about: about ?? null,
      isLast,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(world.db, deliverJob, { payload: { mailId: id } })
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
  const now = world.now()
  const soon = new Date(now.getTime() + clocksDifferBy)
  const mail = await waiting(world).where('id', '=', mailId).where('nextTryAt', '<=', soon).executeTakeFirst()
  if (!mail) return
  if (mail.expiresAt && mail.expiresAt <= now)
    return change(world, mailId, { givenUpAt: now, lastError: 'expired before it could be sent' })
  const { carry } = world.postOffice
  if (!carry) return change(world, mailId, { sentAt: now })
  try {
    await carry({
      messageId: mail.messageId,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.bodyText,
      html: mail.bodyHtml,
    })
  } catch (error) {
    return notCarried(world, mail, error)
  }
  await change(world, mailId, { sentAt: world.now(), tries: mail.tries + 1, bodyText: gone, bodyHtml: gone })
}

async function notCarried(world: World, mail: Row<'mail'>, error: unknown): Promise<void> {
  const tries = mail.tries + 1
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const again = isRefusedForGood(error) ? undefined : nextTry(tries, world.now())
  world.log.warn({ mail: mail.id, tries, err: error }, again ? 'a letter will be tried again' : 'a letter was given up')
  if (!again) return change(world, mail.id, { tries, lastError, givenUpAt: world.now() })
  await change(world, mail.id, { tries, lastError, nextTryAt: again })
  await enqueue(world.db, deliverJob, { payload: { mailId: mail.id }, at: again })
}

/** Finds letters that nobody is going to deliver: the server that had their job in hand was killed. */
export async function sweepMail(world: World): Promise<void> {
  const due = await waiting(world).where('nextTryAt', '<=', world.now()).orderBy('id').limit(1000).execute()
  for (const { id } of due) await enqueue(world.db, deliverJob, { payload: { mailId: id }, key: `mail ${id}` })
}

/** The newest letters, for reading while there is no mail server. */
export async function newestMail(world: World): Promise<Row<'mail'>[]> {
  return world.db.selectFrom('mail').selectAll().orderBy('id', 'desc').limit(50).execute()
}

function waiting(world: World) {
  return world.db.selectFrom('mail').selectAll().where('sentAt', 'is', null).where('givenUpAt', 'is', null)
}

async function change(world: World, mailId: number, values: Partial<Row<'mail'>>): Promise<void> {
  const { id: _never, ...rest } = values
  await world.db.updateTable('mail').set(rest).where('id', '=', mailId).execute()
}
