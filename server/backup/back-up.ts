/** Makes one backup: written aside, synced and renamed, so that a file of its name is always a whole one. */
import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '#server/platform/files/files.ts'
import type { World } from '#server/world.ts'
import { writeErasures } from './erasures.ts'
import { admitFolder, type Folder } from './folder.ts'
import {
  filePart,
  formatNumber,
  type Manifest,
  manifestText,
  secretPart,
  settingsPart,
  tablePart,
  type TablePart,
} from './format.ts'
import { keptKinds, namedKeysIn } from './named-files.ts'
import { sentenceOf } from './refused.ts'
import { backupName, outlived } from './rules.ts'
import { madeBackups, noteFailure, noteRun } from './runs.ts'
import { seal } from './seal.ts'
import { openSnapshot, readSequences, type Snapshot, type TableShape } from './snapshot.ts'
import { inGzipChunks, openTar, seeing, type TarWriter, watchText } from './tar.ts'

/** `folder` is where backups are kept. */
export type BackupPlan = Folder & {
  /** Of the database; `world` has its own connections. */
  url: string
  /** Public keys of age. Without any, the backup is plain. */
  recipients: readonly string[]
  /** Of the secrets. */
  dataDir: string
  /** In a bucket files are safe as they are: they are listed, and copied only when asked for. */
  copiesFiles: boolean
  /** The settings, when they are asked for: they hold passwords of others. */
  settings?: string | undefined
  version: string
}
export type Backup = { path: string; name: string; bytes: number; manifest: Manifest }

type Acting = Pick<World, 'db' | 'now' | 'files' | 'log'>

/** Leaves a row that says how it went. */
export async function backUp(world: Acting, plan: BackupPlan): Promise<Backup> {
  const beganAt = world.now()
  const name = backupName(beganAt, { sealed: plan.recipients.length > 0 })
  try {
    const portal = await admitFolder(world, plan)
    const backup = await writeAside(world, plan, { name, beganAt })
    if (portal) {
      await removeOutlived(world, { folder: plan.folder, name })
      await writeErasures(world, portal, plan.folder)
    }
    await noteRun(world, { kind: 'backup', beganAt, name, bytes: backup.bytes, ...(portal && { folder: plan.folder }) })
    return backup
  } catch (error) {
    await noteFailure(world, { kind: 'backup', beganAt, name, bytes: 0, failure: sentenceOf(error) })
    throw error
  }
}

/** Only what this portal made: another's may lie beside it from the time before folders had marks. */
async function removeOutlived(world: Acting, { folder, name }: { folder: string; name: string }): Promise<void> {
  const made = new Set([...(await madeBackups(world)).map((backup) => backup.name), name])
  const names = (await readdir(folder)).filter((each) => made.has(each))
  for (const old of outlived(names)) await rm(join(folder, old))
}

/** A picture that is replaced in the seconds between the rows and the files is in neither: then both are read anew. */
const tries = 5

async function writeAside(
  world: Acting,
  plan: BackupPlan,
  { name, beganAt }: { name: string; beganAt: Date },
): Promise<Backup> {
  for (let left = tries; ; left -= 1) {
    const snapshot = await openSnapshot(plan.url)
    const path = join(plan.folder, name)
    const part = `${path}.part`
    try {
      await removeHalfMade(plan.folder)
      const manifest = await writeFile(world, { ...plan, snapshot, part, beganAt, mayBeGone: left === 1 })
      const { size: bytes } = await stat(part)
      await rename(part, path)
      await syncFolder(plan.folder)
      return { path, name, bytes, manifest }
    } catch (error) {
      await rm(part, { force: true })
      if (!(error instanceof PictureReplaced)) throw error
      world.log.info('a picture was replaced while it was backed up: the backup begins anew')
    } finally {
      await snapshot.close()
    }
  }
}

class PictureReplaced extends Error {}

/** Of one that was killed: only we are writing one now. */
async function removeHalfMade(folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((each) => /^colloquium-.*\.part$/.test(each))) await rm(join(folder, name))
}

type Writing = BackupPlan & { snapshot: Snapshot; part: string; beganAt: Date; mayBeGone: boolean }

async function writeFile(world: Acting, writing: Writing): Promise<Manifest> {
  const tar = openTar(writing.beganAt)
  const stream = writing.recipients.length > 0 ? await seal(tar.stream, writing.recipients) : tar.stream
  const onDisk = pipeline(stream, createWriteStream(writing.part, { flags: 'wx', mode: 0o600, flush: true }))
  const written = writeParts(world, tar, writing).catch((error: unknown) => {
    // The one who carries waits for more.
    tar.stream.destroy(error as Error)
    throw error
  })
  const ends = await Promise.allSettled([onDisk, written])
  // A full disk is why the parts could not be written, and not the other way round.
  for (const end of ends.toSorted((a, b) => rankOf(a) - rankOf(b))) if (end.status === 'rejected') throw end.reason
  return written
}

function rankOf(end: PromiseSettledResult<unknown>): number {
  return end.status === 'rejected' && end.reason instanceof PictureReplaced ? 0 : 1
}

async function writeParts(world: Acting, tar: TarWriter, writing: Writing): Promise<Manifest> {
  const { snapshot, version, beganAt } = writing
  const files = await addFiles(world, tar, writing)
  const tables: Manifest['tables'] = []
  for (const table of snapshot.tables) tables.push(await addTable(tar, snapshot, table))
  for (const { name, bytes } of await readSecrets(writing.dataDir)) await tar.add(secretPart(name), bytes)
  if (writing.settings !== undefined) await tar.add(settingsPart, Buffer.from(writing.settings))
  const manifest: Manifest = {
    format: formatNumber,
    version,
    beganAt: beganAt.toISOString(),
    migrations: snapshot.migrations,
    events: snapshot.events,
    tables,
    sequences: await readSequences(snapshot),
    ...files,
    parts: tar.parts,
  }
  await tar.finish(manifestText(manifest))
  return manifest
}

async function addTable(tar: TarWriter, snapshot: Snapshot, table: TableShape): Promise<TablePart> {
  const seen = watchText()
  let parts = 0
  await inGzipChunks(seeing(seen.see)(snapshot.copy(table)), async (chunk) => {
    await tar.add(tablePart(table.name, parts), chunk)
    parts += 1
  })
  return { ...table, ...seen.sums(), parts }
}

async function addFiles(world: Acting, tar: TarWriter, writing: Writing): Promise<Pick<Manifest, 'inBucket' | 'lost'>> {
  const { snapshot, copiesFiles, mayBeGone } = writing
  const named = namedKeysIn(snapshot.tables.map(({ name }) => name))
  const keys = (await snapshot.query<{ key: string }>(named)).map(({ key }) => key)
  // Pictures first: only they are replaced.
  keys.sort((a, b) => b.localeCompare(a))
  if (!copiesFiles) return listFiles(world.files, keys)
  const lost: string[] = []
  for (const key of keys) {
    const file = await world.files.get(key)
    if (file) await tar.addStream(filePart(key), file.size, file.bytes)
    else if (mayBeGone || (await isStillNamed(world, key))) lost.push(key)
    else throw new PictureReplaced()
  }
  return { inBucket: [], lost }
}

async function listFiles(files: Files, keys: string[]): Promise<Pick<Manifest, 'inBucket' | 'lost'>> {
  const sizes = new Map<string, number>()
  for (const kind of keptKinds) for await (const { key, size } of files.list(kind)) sizes.set(key, size)
  return {
    inBucket: keys.flatMap((key) => (sizes.has(key) ? [{ key, size: sizes.get(key) as number }] : [])),
    lost: keys.filter((key) => !sizes.has(key)),
  }
}

/** Then it is lost, and not replaced. */
async function isStillNamed({ db }: Acting, key: string): Promise<boolean> {
  const photo = db.selectFrom('profile').select('photoKey').where('photoKey', '=', key)
  const file = db.selectFrom('abstractVersion').select('fileKey').where('fileKey', '=', key)
  return ((await photo.executeTakeFirst()) ?? (await file.executeTakeFirst())) !== undefined
}

async function readSecrets(dataDir: string): Promise<{ name: string; bytes: Buffer }[]> {
  const folder = join(dataDir, 'secrets')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  // One with a number behind it is about to be linked under its name.
  const whole = names.filter((name) => /^[a-z][a-z-]*$/.test(name)).toSorted()
  return Promise.all(whole.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })))
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
