/** The backup of every hour at the data of three years: what the first one costs, one with nothing changed, and one after a busy hour. */
import { randomFillSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { type Backup, backUp, type BackupPlan } from '#server/backup/back-up.ts'
import { everyNamedKey } from '#server/backup/named-files.ts'
import type { Tables } from '#server/database/tables.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { postmasterOf } from '#server/testing/power-cut.ts'
import { addActs, fillEvent } from './console-world.ts'
import { type Client, currentEvent } from './filled-events.ts'
import { type Figure, judged } from './measure.ts'
import { openClient } from './people.ts'
import { setStage, type Stage } from './stage.ts'

const whole = { people: 20_000, orders: 50_000, exceptions: 5000, abstracts: 10_000, acts: 500_000, letters: 200_000 }
const fileSize = 180_000
const [mostSeconds, mostBytes] = [20, 50_000_000]

type Cost = { seconds: number; bytes: number; backup: Backup }

export async function hourlyBackups(): Promise<string[]> {
  await using stage = await setStage()
  await using client = await openClient(stage)
  const eventId = await currentEvent(client)
  await fillEvent(client, eventId, whole)
  await client.query('vacuum analyze')
  const dataDir = stage.env.DATA_DIR as string
  const count = await putFiles(client, join(dataDir, 'files'))
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  const recipient = await identityToRecipient(await generateIdentity())
  const plan: BackupPlan = {
    url: stage.url,
    folder,
    address: 'https://cpd.example.edu',
    recipients: [recipient],
    dataDir,
    copiesFiles: true,
    version: '0.2.0',
  }
  const first = await costOf(stage, plan)
  const still = await costOf(stage, plan)
  await aBusyHour(client, eventId)
  const busy = await costOf(stage, plan)
  const text = first.backup.manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const figures: Figure[] = [
    { line: `the first: ${told(first)}`, holds: true },
    {
      line: `with nothing changed: ${told(still)} (goal ${mostSeconds} s, ${mostBytes / 1e6} MB)`,
      holds: isSmall(still),
    },
    { line: `after a busy hour: ${told(busy)} (goal the same)`, holds: isSmall(busy) },
  ]
  return [
    `${count} files, ${((count * fileSize) / 1e9).toFixed(1)} GB; ${(text / 1e6).toFixed(0)} MB of rows`,
    ...figures.map(judged),
  ]
}

const told = ({ seconds, bytes }: Cost) => `${seconds.toFixed(1)} CPU-seconds, ${(bytes / 1e6).toFixed(1)} MB written`
const isSmall = ({ seconds, bytes }: Cost) => seconds <= mostSeconds && bytes <= mostBytes

/** One for every row that names one. Not synced: what is measured begins afterwards. */
async function putFiles(client: Client, folder: string): Promise<number> {
  const { rows } = await client.query<{ key: string }>(everyNamedKey)
  const bytes = Buffer.alloc(fileSize)
  for (const { key } of rows) {
    const path = join(folder, key)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, randomFillSync(bytes))
  }
  return rows.length
}

/** 200 orders changed, 500 letters and 2000 acts more. */
async function aBusyHour(client: Client, eventId: number): Promise<void> {
  await client.query(
    `update orders set hold_until = hold_until + interval '1 hour' where id in (select id from orders order by random() limit 200)`,
  )
  const { rows } = await client.query<{ last: number }>('select count(*)::int as last from mail')
  const from = rows[0]?.last ?? 0
  await addActs(client, eventId, [1, 2000])
  await client.query(
    `insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, sent_at)
     select 'busy-' || n, 'somebody@example.org', 'Your seat', repeat(md5(n::text), 100), '', now(), now(), now() from generate_series($1::int, $1::int + 499) n`,
    [from],
  )
}

/** Of this process and of the database. */
async function costOf(stage: Stage, plan: BackupPlan): Promise<Cost> {
  const log = makeLog('silent')
  const { db, pool } = openDatabase<Tables>({ url: stage.url, log })
  const world = { db, log, now: () => new Date(), files: filesIn(join(plan.dataDir, 'files')) }
  const before = spent(plan.dataDir)
  const backup = await backUp(world, plan)
  await pool.end()
  return { seconds: spent(plan.dataDir) - before, bytes: backup.bytes + backup.added, backup }
}

const ticksPerSecond = 100

function spent(dataDir: string): number {
  const { user, system } = process.cpuUsage()
  const pid = postmasterOf(dataDir)
  // Its own and that of the connections that have ended.
  const ticks = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ').slice(11, 15).map(Number) ?? []
  return (user + system) / 1e6 + ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}
