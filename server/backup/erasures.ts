/**
 * Who was erased, kept beside the backups: a backup that is older than an erasure must not bring the person back. Numbers and days only,
 * nothing personal.
 */
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import type { World } from '#server/world.ts'

const ErasedList = z.array(
  z.object({ accountId: z.number().int(), erasedAt: z.iso.datetime(), keepsAbstracts: z.boolean() }),
)
export type Erasure = z.infer<typeof ErasedList>[number]

const listName = 'colloquium-erased.json'

/** Rewritten whole from the database, after each erasure and each backup. */
export async function writeErasures(world: Pick<World, 'db'>, folder: string): Promise<void> {
  // By way of JSON: a database of version 0.1 has no such column, and nobody was erased there.
  const { rows } = await sql<Erasure>`
    select id as account_id, to_char((to_jsonb(account) ->> 'erased_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as erased_at,
      exists (select from abstract join applicant on applicant.id = applicant_id
        where account_id = account.id and status <> '' and withdrawn_at is null) as keeps_abstracts
    from account where to_jsonb(account) ->> 'erased_at' is not null order by id`.execute(world.db)
  const making = await mkdtemp(join(folder, '.colloquium-erased-'))
  try {
    await writeSynced(join(making, listName), `${JSON.stringify(rows, undefined, 1)}\n`)
    await rename(join(making, listName), join(folder, listName))
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}

/** Of the folder in which this backup lies. Undefined when there is no list. */
export async function readErasures(backup: string): Promise<Erasure[] | undefined> {
  const text = await readFile(join(dirname(backup), listName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  return text === undefined ? undefined : ErasedList.parse(JSON.parse(text))
}
