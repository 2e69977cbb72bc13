import type { Row } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
/** Hands one email to the mail server, and records the result. */
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { causeOf } from '#server/platform/mail/smtp.ts'
import { unsubscribeAddress } from './announcements.ts'
import { dressed } from './letterhead.ts'
import { nextTry } from './rules.ts'

export const deliverJob = 'deliver-mail'

/** Shown in place of the text of an email that was sent: it may have held a PIN. */
const gone = 'This email was sent, and its text is no longer kept.'

const refusedMeanwhile = 'they refused announcements while it waited'

export type Carried = 'sent' | 'later' | 'given up' | 'no mail server'

export async function carry(world: World, mail: Row<'mail'>): Promise<Carried> {
  const now = world.now()
  if (mail.expiresAt && mail.expiresAt <= now) {
    await change(world, mail.id, { givenUpAt: now, cause: 'expired', lastError: 'expired before it could be sent' })
    return 'given up'
  }
  const announcement = await announcementTo(world, mail)
  if (announcement?.isRefused) {
    await change(world, mail.id, { givenUpAt: now, cause: 'stopped', lastError: refusedMeanwhile, handedAt: null })
    return 'given up'
  }
  const { carry } = world.postOffice
  if (!carry) {
    await change(world, mail.id, { sentAt: now, handedAt: null })
    return 'sent'
  }
  const unsubscribe = announcement && unsubscribeAddress(world, announcement.accountId)
  const { messageId, recipient: to, subject, calendar } = mail
  const { text, html, replyTo } = await dressed(world, mail)
  try {
    await carry({
      messageId,
      to,
      subject,
      text,
      html,
      ...(replyTo && { replyTo }),
      ...(unsubscribe && { unsubscribe }),
      ...(calendar && { calendar }),
    })
  } catch (error) {
    return notCarried(world, mail, error)
  }
  const sent = { sentAt: world.now(), givenUpAt: null, cause: null, handedAt: null }
  await change(world, mail.id, { ...sent, tries: mail.tries + 1, bodyText: gone, bodyHtml: gone })
  return 'sent'
}

/** Whom an announcement is for. Asked each time it is tried: one that waits for a mail server must not reach somebody who refused meanwhile. */
async function announcementTo(
  { db }: World,
  { mailingId, accountId }: Row<'mail'>,
): Promise<{ accountId: number; isRefused: boolean } | undefined> {
  if (mailingId === null || accountId === null) return undefined
  const { kind, isRefused } = await db
    .selectFrom('mailing')
    .select('kind')
    .select((row) =>
      row.exists(row.selectFrom('announcementRefusal').where('accountId', '=', accountId)).as('isRefused'),
    )
    .where('id', '=', mailingId)
    .executeTakeFirstOrThrow()
  return kind === 'announcement' ? { accountId, isRefused: Boolean(isRefused) } : undefined
}

async function notCarried(world: World, mail: Row<'mail'>, error: unknown): Promise<Carried> {
  const tries = mail.tries + 1
  const cause = causeOf(error)
  const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const again = cause === 'no_mailbox' ? undefined : nextTry(tries, world.now())
  world.log.warn({ mail: mail.id, tries, err: error }, again ? 'a letter will be tried again' : 'a letter was given up')
  if (!again) {
    await change(world, mail.id, { tries, lastError, cause, givenUpAt: world.now(), handedAt: null })
    return 'given up'
  }
  await change(world, mail.id, { tries, lastError, cause, nextTryAt: again, handedAt: null })
  // One to many waits for the run of its mailing.
  if (mail.urgency === 0) await enqueue(world.db, deliverJob, { payload: { mailId: mail.id }, at: again })
  return cause === 'unreachable' || cause === 'not_accepted' ? 'no mail server' : 'later'
}

async function change(world: World, mailId: number, values: Partial<Row<'mail'>>): Promise<void> {
  const { id: _never, ...rest } = values
  await world.db.updateTable('mail').set(rest).where('id', '=', mailId).execute()
}
