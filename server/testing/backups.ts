/** A portal with something in every table that people fill, and backups of it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { giveGrant, makeOwner } from '#server/accounts/staff/grants.ts'
import { type Backup, backUp, type BackupPlan } from '#server/backup/back-up.ts'
import { sumOf } from '#server/backup/format.ts'
import type { Tables } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { portalId } from '#server/platform/database/portal-id.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { withLedger } from '#server/platform/files/ledger.ts'
import { openSandbox } from '#server/platform/gateways/sandbox.ts'
import { saved, withThemes } from './abstracts.ts'
import { makeTestApp } from './app.ts'
import { anEvent, aPersonSignedIn, participantWith } from './people.ts'
import { aFolder, ask } from './process.ts'
import { createProfile } from './profiles.ts'
import { scratchDatabase } from './scratch.ts'
import { aWorkshop, order, pay } from './shop.ts'
import { stillWorld } from './world.ts'

export async function aBackedUpPortal(change: Partial<World> = {}) {
  const { db, url } = await scratchDatabase<Tables>({ timeoutFactor: 10 })
  const dataDir = aFolder()
  const world: World = { ...stillWorld(db), files: filesIn(join(dataDir, 'files')), ...change }
  world.files = withLedger(world.files, world)
  world.gateway = openSandbox({ db, now: () => world.now() })
  mkdirSync(join(dataDir, 'secrets'))
  writeFileSync(join(dataDir, 'secrets/pins'), `${'02'.repeat(32)}\n`)
  // As after a start.
  await portalId(world)
  const app = await makeTestApp(world)
  const eventId = await anEvent(world)
  await withThemes(world, eventId)
  const sana = await aPersonSignedIn(world)
  await createProfile(app, sana.token)
  await saved(app, { token: sana.token })
  const caller = await participantWith(world, sana.token)
  const code = await order(world, caller, [await aWorkshop(world, eventId)])
  await pay(world, caller, { code })
  await inAct(world, { actor: { kind: 'command', name: 'Ms Memon' }, operation: 'try' }, async (world) => {
    await makeOwner(world, { email: 'owner@example.org', fullName: 'Nadia Memon' })
    await giveGrant(world, null, { accountId: sana.accountId, role: 'desk', eventId })
  })
  const plan: BackupPlan = {
    url,
    folder: aFolder(),
    address: 'https://cpd.example.edu',
    recipients: [],
    dataDir,
    copiesFiles: true,
    version: '0.1.0',
  }
  return {
    world,
    app,
    url,
    sana,
    code,
    plan,
    backUp: (wish: Partial<BackupPlan> = {}): Promise<Backup> => backUp(world, { ...plan, ...wish }),
  }
}

/** Bulk that does not compress well: about 4 KB each. */
export async function manyLetters({ db, now }: World, count: number): Promise<void> {
  await sql`
    insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, sent_at)
    select gen_random_uuid()::text, 'somebody@example.org', 'A letter', string_agg(md5(random()::text || line), ''), '', ${now()}, ${now()}, ${now()}
    from generate_series(1, ${count}::int) as letter, generate_series(1, 128) as line group by letter`.execute(db)
}

/** Every table as one sum, and every sequence: what differs between two databases is named. */
export async function sumsOf(url: string): Promise<Record<string, string>> {
  const [tables] = await ask<{ list: string[] }>(
    url,
    `select array(select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'
       order by relname collate "C") as list`,
  )
  const questions = (tables?.list ?? []).map(
    (name) =>
      `select '${name}' as name, coalesce(md5(string_agg(each::text, '\n' order by each::text)), 'empty') as sum from "${name}" as each`,
  )
  const sequences = `select sequencename, coalesce(last_value::text, 'new') from pg_sequences where schemaname = 'public'`
  const rows = await ask<{ name: string; sum: string }>(url, [...questions, sequences].join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Every file below a folder, with its bytes as one sum. */
export function folderSums(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).toSorted()
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), sumOf(readFileSync(path))]))
}

/** A database that has never seen the portal, gone after the test. */
export async function anEmptyDatabase(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL as string
  const name = `${process.env.TEST_RUN}_empty_${randomBytes(4).toString('hex')}`
  await ask(server, `create database ${name}`)
  onTestFinished(async () => void (await ask(server, `drop database ${name} with (force)`)))
  const url = new URL(server)
  url.pathname = name
  return url.href
}
