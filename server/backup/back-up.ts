/** Makes one backup: written aside, synced and renamed, so that a file of its name is always a whole one. What it names beside it was synced before. */
import { createWriteStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { World } from '#server/kernel/world.ts'
import type { PortalId } from '#server/platform/database/portal-id.ts'
import type { Files } from '#server/platform/files/files.ts'
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
import { removeLoneLists, removeUnnamed, writeList } from './kept-parts.ts'
import { keptKinds, namedKeysIn } from './named-files.ts'
import { BackupBusy, sentenceOf } from './refused.ts'
import { inRowChunks } from './row-chunks.ts'
import { backupName, listName, outlived, timeOf } from './rules.ts'
import { madeBackups, noteFailure, noteRun } from './runs.ts'
import { seal } from './seal.ts'
import { mayShare, openSharing, type Sharing } from './shared-parts.ts'
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
  /** Everything in one file, to be carried elsewhere. Otherwise files and tables lie beside it, for all backups together. */
  isWhole?: boolean
  /** For so long another backup is waited for, in milliseconds. */
  longestWait?: number
  /** In a bucket files are safe as they are: they are listed, and copied only when asked for. */
  copiesFiles: boolean
  /** The settings, when they are asked for: they hold passwords of others. */
  settings?: string | undefined
  version: string
}
/** `added` is what it took beside its own file. */
export type Backup = { path: string; name: string; bytes: number; added: number; manifest: Manifest }

type Acting = Pick<World, 'db' | 'now' | 'files' | 'log'>

/** Leaves a row that says how it went. */
export async function backUp(world: Acting, plan: BackupPlan): Promise<Backup> {
  const askedAt = world.now()
  try {
    const portal = await admitFolder(world, plan)
    const backup = await writeAside(world, plan, portal)
    if (portal) await writeErasures(world, portal, plan.folder)
    return backup
  } catch (error) {
    if (!(error instanceof BackupBusy))
      await noteFailure(world, { kind: 'backup', beganAt: askedAt, name: '', bytes: 0, failure: sentenceOf(error) })
    throw error
  }
}

/** Only what this portal made: another's may lie beside it from the time before folders had marks. */
async function removeOutlived(world: Acting, { folder, name }: { folder: string; name: string }): Promise<void> {
  const made = new Set([...(await madeBackups(world)).map((backup) => backup.name), name])
  const names = (await readdir(folder)).filter((each) => made.has(each))
  // Not the one just made, which a clock that was put back has given an old name.
  for (const old of outlived(names)) if (old !== name) await rm(join(folder, old))
  await removeLoneLists(folder)
}

/** After the outlived backups themselves: only then is it known which parts nobody names. */
async function removeOldParts(world: Acting, { folder, name }: { folder: string; name: string }, sharing: Sharing) {
  // The clock of the folder, which may be on another machine.
  const { mtime: now } = await stat(join(folder, listName(name)))
  const kept = await removeUnnamed({ folder, store: sharing.shared().folder, old: sharing.old(), now })
  if (kept) world.log.error(kept)
}

/** A picture that is replaced in the seconds between the rows and the files is in neither: then both are read anew. */
const tries = 5

async function writeAside(world: Acting, plan: BackupPlan, portal: PortalId | undefined): Promise<Backup> {
  const { folder } = plan
  for (let left = tries; ; left -= 1) {
    const snapshot = await openSnapshot({ url: plan.url, now: world.now, longestWait: plan.longestWait })
    let part: string | undefined
    try {
      // From here on nobody else makes one.
      const sharing =
        portal && !plan.isWhole && (await mayShare(world)) ? await openSharing(world, folder, portal) : undefined
      const { name, beganAt } = await freeName(plan, { beganAt: snapshot.beganAt, shares: sharing !== undefined })
      const path = join(folder, name)
      part = `${path}.part`
      await removeHalfMade(folder)
      const manifest = await writeFile(world, { ...plan, snapshot, sharing, part, beganAt, mayBeGone: left === 1 })
      const { size: bytes } = await stat(part)
      if (manifest.shared) await writeList(folder, name, manifest.shared)
      await rename(part, path)
      await syncFolder(folder)
      await noteRun(world, { kind: 'backup', beganAt, name, bytes, ...(portal && { folder }) })
      if (portal) await removeOutlived(world, { folder, name })
      await sharing?.forgetOthers()
      if (sharing) await removeOldParts(world, { folder, name }, sharing)
      return { path, name, bytes, added: sharing?.newBytes() ?? 0, manifest }
    } catch (error) {
      if (part) await rm(part, { force: true })
      if (!(error instanceof PictureReplaced)) throw error
      world.log.info('a picture was replaced while it was backed up: the backup begins anew')
    } finally {
      await snapshot.close()
    }
  }
}

class PictureReplaced extends Error {}

type Naming = { beganAt: Date; shares: boolean }

/** Two of one second would be one file: the second is named after the next. */
async function freeName({ folder, recipients }: BackupPlan, { beganAt, shares }: Naming) {
  const taken = new Set((await readdir(folder)).map((name) => timeOf(name)?.getTime()))
  let second = Math.floor(beganAt.getTime() / 1000) * 1000
  while (taken.has(second)) second += 1000
  return { beganAt, name: backupName(new Date(second), { sealed: recipients.length > 0, shares }) }
}

/** Of one that was killed: only we are writing one now. */
async function removeHalfMade(folder: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((each) => /^colloquium-.*\.part$/.test(each))) await rm(join(folder, name))
}

type Writing = BackupPlan & {
  snapshot: Snapshot
  sharing: Sharing | undefined
  part: string
  beganAt: Date
  mayBeGone: boolean
}

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
  const { snapshot, sharing, version, beganAt } = writing
  const files = await addFiles(world, tar, writing)
  const tables: Manifest['tables'] = []
  for (const table of snapshot.tables)
    tables.push(await (sharing ? shareTable(sharing, snapshot, table) : addTable(tar, snapshot, table)))
  for (const { name, bytes } of await readSecrets(writing.dataDir)) await tar.add(secretPart(name), bytes)
  if (writing.settings !== undefined) await tar.add(settingsPart, Buffer.from(writing.settings))
  const manifest: Manifest = {
    format: sharing ? formatNumber : 1,
    version,
    beganAt: beganAt.toISOString(),
    migrations: snapshot.migrations,
    events: snapshot.events,
    tables,
    sequences: await readSequences(snapshot),
    ...files,
    ...(sharing && { shared: sharing.shared() }),
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
  return { ...table, ...seen.sums(), parts, chunks: [] }
}

async function shareTable(sharing: Sharing, snapshot: Snapshot, table: TableShape): Promise<TablePart> {
  const seen = watchText()
  const chunks: string[] = []
  for await (const text of inRowChunks(seeing(seen.see)(snapshot.copy(table))))
    chunks.push((await sharing.addText(text)).sha256)
  return { ...table, ...seen.sums(), parts: chunks.length, chunks }
}

async function addFiles(world: Acting, tar: TarWriter, writing: Writing): Promise<Pick<Manifest, 'inBucket' | 'lost'>> {
  const { snapshot, sharing, copiesFiles, mayBeGone } = writing
  const named = namedKeysIn(snapshot.tables.map(({ name }) => name))
  const keys = (await snapshot.query<{ key: string }>(named)).map(({ key }) => key)
  // Pictures first: only they are replaced.
  keys.sort((a, b) => b.localeCompare(a))
  if (!copiesFiles) return listFiles(world.files, keys)
  const lost: string[] = []
  for (const key of keys) {
    if (await (sharing ? sharing.addFile(key) : addFile(world, tar, key))) continue
    if (mayBeGone || (await isStillNamed(world, key))) lost.push(key)
    else throw new PictureReplaced()
  }
  return { inBucket: [], lost }
}

async function addFile({ files }: Acting, tar: TarWriter, key: string): Promise<boolean> {
  const file = await files.get(key)
  if (file) await tar.addStream(filePart(key), file.size, file.bytes)
  return file !== undefined
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
