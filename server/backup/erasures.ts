/**
 * Who was erased, kept beside the backups: a backup that is older than an erasure must not bring the person back. Numbers and days only,
 * nothing personal. Signed with a key that is in the database and its backups alone: a list that somebody else wrote erases nobody.
 */
import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import type { World } from '#server/kernel/world.ts'
import type { PortalId } from '#server/platform/database/portal-id.ts'
import { replaceWhole } from '#server/platform/files/files.ts'
import { isSame } from '#server/platform/security/tokens.ts'
import { BackupRefused } from './refused.ts'

const Erasures = z.array(
  z.object({ accountId: z.number().int(), erasedAt: z.iso.datetime(), keepsAbstracts: z.boolean() }),
)
export type Erasure = z.infer<typeof Erasures>[number]

const ErasedList = z.object({
  portal: z.uuid(),
  /** Older than the backup, it lacks people. */
  writtenAt: z.iso.datetime(),
  erased: Erasures,
  hmac: z.string().regex(/^[0-9a-f]{64}$/),
})
type ErasedList = z.infer<typeof ErasedList>

export const erasedListName = (portal: string): string => `colloquium-erased-${portal.slice(0, 8)}.json`

/** Rewritten whole from the database, after each erasure and each backup. */
export async function writeErasures(world: Pick<World, 'db' | 'now'>, portal: PortalId, folder: string): Promise<void> {
  const { rows } = await sql<Erasure>`
    select id as account_id, to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as erased_at,
      exists (select from abstract join applicant on applicant.id = applicant_id
        where account_id = account.id and status <> '' and withdrawn_at is null) as keeps_abstracts
    from account where erased_at is not null order by id`.execute(world.db)
  await replaceWhole(join(folder, erasedListName(portal.id)), erasedListText(portal, world.now(), rows))
}

export function erasedListText(portal: PortalId, writtenAt: Date, erased: Erasure[]): string {
  const list = { portal: portal.id, writtenAt: writtenAt.toISOString(), erased }
  return `${JSON.stringify({ ...list, hmac: hmacOf(list, portal.backupKey).toString('hex') }, undefined, 1)}\n`
}

/** Of the words that count, in an order that no program changes. */
function hmacOf({ portal, writtenAt, erased }: Omit<ErasedList, 'hmac'>, key: Buffer): Buffer {
  const lines = erased.map(({ accountId, erasedAt, keepsAbstracts }) => `${accountId} ${erasedAt} ${keepsAbstracts}`)
  return createHmac('sha256', key)
    .update(['erased people of a portal', portal, writtenAt, ...lines].join('\n'))
    .digest()
}

export type Listed = { erasures: Erasure[]; writtenAt: Date | undefined }
type Beside = {
  /** The backup, in whose folder the list is. */
  path: string
  /** A list that somebody named, and trusts where nothing proves whose it is. */
  named?: string | undefined
}

/** `portal` is what the backup says it is of; backups of before 0.3 do not say. Undefined where there is no list. */
export async function readErasures({ path, named }: Beside, portal: PortalId | undefined): Promise<Listed | undefined> {
  if (!portal) return readUnproved({ path, named })
  const file = named ?? join(dirname(path), erasedListName(portal.id))
  const text = await readListText(file, named !== undefined)
  if (text === undefined) return undefined
  const list = ErasedList.safeParse(parsed(text)).data
  if (!list) throw new BackupRefused(`${file} is damaged, or no list of erased people. ${without}`)
  if (list.portal !== portal.id) throw new BackupRefused(`${file} is the list of another portal. ${without}`)
  if (!isSame(Buffer.from(list.hmac, 'hex'), hmacOf(list, portal.backupKey)))
    throw new BackupRefused(`${file} was not written by this portal, or was changed since. ${without}`)
  return { erasures: list.erased, writtenAt: new Date(list.writtenAt) }
}

const without = 'Put the right one there, or move it away: then nobody is erased again by it.'

/** The key that would prove it is not in such a backup. */
async function readUnproved({ path, named }: Beside): Promise<Listed | undefined> {
  if (named !== undefined) {
    const text = (await readListText(named, true)) ?? ''
    const list = z.union([Erasures, ErasedList.transform(({ erased }) => erased)]).safeParse(parsed(text)).data
    if (!list) throw new BackupRefused(`${named} is damaged, or no list of erased people. ${without}`)
    return { erasures: list, writtenAt: undefined }
  }
  const lists = (await readdir(dirname(path))).filter((name) => /^colloquium-erased.*\.json$/.test(name))
  const texts = await Promise.all(lists.map((name) => readListText(join(dirname(path), name), true)))
  if (texts.length === 0) return undefined
  if (texts.every((text) => text?.trim() === '[]')) return { erasures: [], writtenAt: undefined }
  throw new BackupRefused(
    `This backup was made before lists of erased people were signed, so nothing proves that ${lists.join(' or ')} is of this portal. If you trust it, say --erased-list and the file; otherwise move it away.`,
  )
}

async function readListText(file: string, mustBe: boolean): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    if (mustBe) throw new BackupRefused(`There is no file ${file}.`)
    return undefined
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const mostUnasked = 20

/** A list that is right and very long may still be the wrong one: somebody says that they have seen the number. */
export async function refuseMany(
  { db }: Pick<World, 'db'>,
  erasures: readonly Erasure[],
  confirmed: number | undefined,
): Promise<void> {
  const ids = erasures.map(({ accountId }) => accountId)
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from account where id = any (${ids}) and erased_at is null`.execute(db)
  const many = rows[0]?.many ?? 0
  if (many > mostUnasked && many !== confirmed)
    throw new BackupRefused(
      `The list of erased people would erase ${many} people of this backup, and nothing was restored. If that is right, say --erase ${many}.`,
    )
}
