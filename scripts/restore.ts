/**
 * `npm run restore -- <file>`: brings a backup back into an empty database; `--copy` makes it a portal of its own, for tests. `--drill` proves
 * one and changes nothing. `--release-letters` lets the letters go that waited since a restore.
 */
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { drill, type Drilled, drillFresh, drillNow } from '#server/backup/drill.ts'
import { planBackup } from '#server/backup/plan.ts'
import { sentenceOf } from '#server/backup/refused.ts'
import { restore, type Restored } from '#server/backup/restore.ts'
import { lackOfRoom, type Rooms } from '#server/backup/room.ts'
import { identitiesIn } from '#server/backup/seal.ts'
import type { Tables } from '#server/database/tables.ts'
import { inAct } from '#server/kernel/acts.ts'
import { releaseHeld } from '#server/kernel/outbox/outbox.ts'
import { readSettings } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import { connect, findDatabase } from '#server/platform/database/connect.ts'
import { filesLocation, openFiles } from '#server/platform/files/open-files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { endWithSentences } from '#server/platform/process/mistakes.ts'
import { makeWorld } from '#server/portal.ts'

endWithSentences()

const flag = { type: 'boolean', default: false } as const
const { values: words, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    drill: flag,
    anyway: flag,
    copy: flag,
    'erased-list': { type: 'string' },
    erase: { type: 'string' },
    plain: flag,
    'release-letters': flag,
    identity: { type: 'string', multiple: true },
  },
})
const [path] = positionals
const config = readSettings()
const log = makeLog('silent')
const now = () => new Date()
const rooms: Rooms = {
  dataDir: config.DATA_DIR,
  filesFolder: config.FILES_URL?.startsWith('s3:') ? undefined : filesLocation(config),
  isEmbedded: !config.DATABASE_URL,
}
try {
  if (words['release-letters']) await inWorld(releaseLetters)
  else if (words.drill && path) tellDrill(await drill({ now, log }, config, { path, identities: readIdentities() }))
  else if (words.drill) tellDrill(await inWorld(drillOfNow))
  else if (path) await restoreFrom(path)
  else sayHow()
} catch (error) {
  console.error((await lackOfRoom(error, rooms)) ?? sentenceOf(error))
  process.exitCode = 1
}

function readIdentities(): string[] {
  return (words.identity ?? []).flatMap((file) => {
    const found = identitiesIn(readFileSync(file, 'utf8'))
    if (found.length === 0)
      throw new Error(`${file} has no secret key of age in it: a line begins with AGE-SECRET-KEY-.`)
    return found
  })
}

async function restoreFrom(file: string): Promise<void> {
  const began = now()
  const identities = readIdentities()
  await mkdir(config.DATA_DIR, { recursive: true })
  const { url, leave } = await findDatabase(config, log)
  try {
    const source = { path: file, identities }
    const by = userInfo().username
    const files = openFiles(config)
    const wish = {
      anyway: words.anyway,
      rooms,
      isCopy: words.copy,
      erasedList: words['erased-list'],
      erases: words.erase === undefined ? undefined : Number(words.erase),
    }
    tellRestored(await restore({ url, source, files, dataDir: config.DATA_DIR, log, now, by, ...wish }), began)
  } finally {
    await leave()
  }
}

function tellRestored(restored: Restored, began: Date): void {
  const { manifest, held, erased, onlyOwners, askOwners, filesPut, problems } = restored
  const seconds = (now().getTime() - began.getTime()) / 1000
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored as it was at ${manifest.beganAt}: ${rows} rows, ${filesPut} files, in ${seconds.toFixed(1)} s (RTO).`,
  )
  console.log(
    `What was done in the ${ageText(began.getTime() - new Date(manifest.beganAt).getTime())} since is lost (RPO).`,
  )
  console.log(
    'Everybody signs in again. PINs and links that were sent before no longer work: send open invitations again.',
  )
  if (held > 0)
    console.log(`${held} letters were unsent then, and wait: npm run restore -- --release-letters sends them.`)
  if (erased > 0) console.log(`${erased} people who were erased since are erased again.`)
  if (!restored.hasErasedList)
    console.log(
      'No list of erased people is beside the backup: people who were erased since are back, and must be erased again.',
    )
  if (restored.hasOldErasedList)
    console.log('The list of erased people is older than the backup: compare it with the newest one that you have.')
  for (const id of onlyOwners)
    console.log(
      `Account ${id} was erased since, and is the only owner here: make another owner, and let it be closed again.`,
    )
  for (const id of askOwners)
    console.log(
      `Account ${id} was erased since. Erasing it again waits for an owner: it would blank much of the audit log.`,
    )
  if (manifest.inBucket.length > 0) console.log(`${manifest.inBucket.length} files are expected in their bucket.`)
  if (manifest.lost.length > 0) console.log(`${manifest.lost.length} files were missing then, and are still.`)
  if (restored.settings) console.log(`The settings of then are in ${restored.settings}.`)
  for (const problem of problems) console.log(problem)
  console.log('Now start the portal, and end with npm run doctor.')
}

function tellDrill({ manifest, rows, lostSeconds, tookSeconds }: Drilled): void {
  console.log(`The backup of ${manifest.beganAt} was restored beside, checked, and removed again: ${rows} rows.`)
  console.log(
    `RPO ${ageText(lostSeconds * 1000)}: so much would be lost now. RTO ${tookSeconds.toFixed(1)} s: so long it took.`,
  )
}

async function drillOfNow(world: World, url: string): Promise<Drilled> {
  const planFor = (folder: string | undefined) =>
    planBackup(config, url, { folder, plain: words.plain, claims: folder !== undefined })
  return config.BACKUP_TO ? drillFresh(world, config, planFor(undefined)) : drillNow(world, config, planFor)
}

async function releaseLetters(world: World): Promise<void> {
  const actor = { kind: 'command', name: userInfo().username } as const
  const count = await inAct(world, { actor, operation: 'release letters' }, (world) => releaseHeld(world))
  console.log(count === 0 ? 'No letter waits.' : `${count} letters go out within a minute while the portal runs.`)
}

async function inWorld<T>(work: (world: World, url: string) => Promise<T>): Promise<T> {
  const { url, db, clock, leave } = await connect<Tables>(config, log)
  const world = await makeWorld(config, { db, log, now: clock.now })
  try {
    return await work(world, url)
  } finally {
    await world.postOffice.close()
    await leave()
  }
}

function ageText(milliseconds: number): string {
  if (milliseconds < 120_000) return `${Math.round(milliseconds / 1000)} seconds`
  const minutes = Math.round(milliseconds / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}

function sayHow(): void {
  console.error(
    'Say which: npm run restore -- /mnt/backup/colloquium-20261117T030000Z-shared.tar.age --identity key.txt. Or --drill, or --release-letters.',
  )
  process.exitCode = 1
}
