/** A restored portal opens to nobody who only holds what was sent out before. What must end is read from the catalogue. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { undoEmailChange } from '#server/accounts/addresses/email-change.ts'
import { showInvitation } from '#server/accounts/staff/invitations.ts'
import type { Tables } from '#server/database/tables.ts'
import { extensionWith } from '#server/kernel/events/own-dates.ts'
import type { World } from '#server/kernel/world.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { hashToken } from '#server/platform/security/tokens.ts'
import { readInvitation } from '#server/selection/reviewers/invite.ts'
import { aBackedUpPortal, anEmptyDatabase } from '#server/testing/backups.ts'
import { aFolder } from '#server/testing/process.ts'
import { anOrigin } from '#server/testing/staff.ts'
import { stillWorld } from '#server/testing/world.ts'
import { restore } from './restore.ts'

const log = makeLog('silent')

/** Columns by whose names somebody may come in, and that a restore keeps: what a person knows or has on paper, and what opens nothing. */
const kept = ['account.password_hash', 'captcha_used.nonce', 'payment_attempt.return_key', 'recovery_code.code_hash']

/** Every column that has what is compared with a token, a PIN or a nonce. */
async function tokenColumns({ db }: Pick<World, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type <> 'boolean' and column_name ~ '(^|_)(hash|nonce|token|pin|link|secret)$|^return_key$' order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name).filter((name) => !kept.includes(name))
}

async function valuesIn({ db }: Pick<World, 'db'>, columns: readonly string[]): Promise<Record<string, string[]>> {
  const values: Record<string, string[]> = {}
  for (const name of columns) {
    const [table = '', column = ''] = name.split('.')
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)}::text as value from ${sql.table(table)} where ${sql.ref(column)} is not null order by 1`.execute(
      db,
    )
    values[name] = rows.map(({ value }) => value)
  }
  return values
}

const link = 'a link of before'
const tokenHash = hashToken(link)
const sentAt = new Date('2026-11-01T08:00:00Z')
const expiresAt = new Date('2026-12-01T08:00:00Z')

/** One of each that is still good. */
async function sendEverything({ db }: World, accountId: number): Promise<number> {
  const { id: eventId } = await db.selectFrom('event').select('id').executeTakeFirstOrThrow()
  const { accountId: owner } = await db
    .selectFrom('staffGrant')
    .select('accountId')
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  const email = { email: 'guest@example.org', emailKey: 'guest@example.org' }
  const of = { accountId, tokenHash, expiresAt }
  const byHand = { reason: 'a test', until: '2026-11-30', kind: 'registration' } as const
  const pin = { accountId, pinHash: tokenHash, expiresAt }
  await db.insertInto('passwordReset').values(of).execute()
  await db.insertInto('staffLink').values(of).execute()
  await db
    .insertInto('pin')
    .values({ ...pin, purpose: 'verify' })
    .execute()
  await db
    .insertInto('resetPin')
    .values({ ...pin, browserHash: tokenHash })
    .execute()
  await db.insertInto('dataCopy').values({ accountId, keyHash: tokenHash, endsAt: expiresAt }).execute()
  const { id: sessionId } = await db
    .insertInto('staffSession')
    .values({ accountId: owner, tokenHash, createdAt: sentAt, lastSeenAt: sentAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('challenge')
    .values({ accountId: owner, sessionId, purpose: 'step-up', nonce: tokenHash, expiresAt })
    .execute()
  await db
    .insertInto('staffInvitation')
    .values({ ...email, role: 'owner', eventId: null, tokenHash, invitedBy: owner, sentAt, expiresAt })
    .execute()
  const left = { oldEmail: 'old@example.org', oldEmailKey: 'old@example.org', changedAt: sentAt }
  await db
    .insertInto('emailChange')
    .values({
      accountId,
      newEmail: email.email,
      newEmailKey: email.emailKey,
      askedAt: sentAt,
      undoHash: tokenHash,
      undoUntil: expiresAt,
      ...left,
    })
    .execute()
  await db
    .insertInto('extension')
    .values({ eventId, ...email, ...byHand, tokenHash, grantedBy: owner, grantedAt: sentAt })
    .execute()
  await db
    .insertInto('reviewer')
    .values({ eventId, ...email, tokenHash, invitedAt: sentAt, expiresAt })
    .execute()
  return eventId
}

/** What the link of before still does. */
async function openedBy(world: World, eventId: number) {
  const origin = anOrigin()
  return {
    invitation: (await showInvitation(world, link, origin)) !== undefined,
    wayBack: (await undoEmailChange(world, link, origin)).status,
    extension: (await extensionWith(world, eventId, link)) !== undefined,
    reviewer: (await readInvitation(world, link, origin)).status,
  }
}

test('after a restore no link, PIN, key or session of before opens anything, whatever table it is in', async () => {
  const { backUp, world, sana } = await aBackedUpPortal()
  const eventId = await sendEverything(world, sana.accountId)
  const columns = await tokenColumns(world)
  const before = await valuesIn(world, columns)
  expect(Object.entries(before).filter(([, values]) => values.length === 0)).toEqual([])
  const { path } = await backUp()

  const dataDir = aFolder()
  const files = filesIn(join(dataDir, 'files'))
  const url = await anEmptyDatabase()
  const now = () => new Date('2026-11-03T09:00:00Z')
  await restore({ url, source: { path, identities: [] }, files, dataDir, log, now, by: 'Ms Memon' })
  const { db, pool } = openDatabase<Tables>({ url, timeoutFactor: 10, log })
  onTestFinished(() => pool.end())
  const there: World = { ...stillWorld(db), files, now }

  const after = await valuesIn(there, columns)
  const revived = columns.filter((name) => after[name]?.some((value) => before[name]?.includes(value)))
  expect(revived).toEqual([])
  const invitation = there.db.selectFrom('staffInvitation').select('expiresAt')
  expect(await invitation.execute()).toEqual([{ expiresAt: now() }])
  expect(await openedBy(there, eventId)).toEqual({
    invitation: false,
    wayBack: 'This link no longer works',
    extension: false,
    reviewer: expect.not.stringContaining('Success') as string,
  })
  // The same link, still good at the portal that it is of.
  expect(await openedBy(world, eventId)).toEqual({
    invitation: true,
    wayBack: 'Success',
    extension: true,
    reviewer: 'Success',
  })
})
