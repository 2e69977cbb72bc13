/** The folder of parts beside the backups: each file and each chunk of a table lies there once, and every backup that has it names it. See docs/decisions/0100. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import type { PortalId } from '#server/platform/database/portal-id.ts'
import { type Files, filesIn } from '#server/platform/files/files.ts'
import { type Manifest, type SharedPart, sumOf } from './format.ts'
import { BackupRefused, damaged } from './refused.ts'
import { seeing } from './tar.ts'

export const sharedFolderName = (portal: Pick<PortalId, 'id'>): string => `colloquium-shared-${portal.id.slice(0, 8)}`

const tagSize = 16
/** Of a key that encrypts one part only. */
const onlyNonce = Buffer.alloc(12)

const keyOf = (name: string): string => `parts/${name.slice(0, 2)}/${name.slice(2)}`
const nameOf = (key: string): string => key.slice('parts/'.length).replace('/', '')

/** Reads the content anew each time; nothing when there is none any more. */
type Source = () => Promise<AsyncIterable<Buffer> | undefined>

export type Sharing = {
  /** Undefined when there is no such file. */
  addFile: (key: string) => Promise<SharedPart | undefined>
  addText: (text: Buffer) => Promise<SharedPart>
  shared: () => NonNullable<Manifest['shared']>
  /** What this backup has added to the folder. */
  newBytes: () => number
  /** The parts that lay there before. */
  old: () => { name: string; changedAt: Date }[]
  /** The backup is there: what it does not name is forgotten. */
  forgetOthers: () => Promise<void>
}

type Acting = Pick<World, 'db' | 'files'>

/** A database that an older version made has no place to remember the parts. */
export async function mayShare({ db }: Pick<World, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select to_regclass('backup_part') is not null as may`.execute(db)
  return rows[0]?.may === true
}

/** Only the backup whose turn it is may have one. */
export async function openSharing(world: Acting, target: string, portal: PortalId): Promise<Sharing> {
  const { db } = world
  const folder = sharedFolderName(portal)
  const store = filesIn(join(target, folder))
  const there = new Map<string, number>()
  const before: { name: string; changedAt: Date }[] = []
  for await (const { key, size, changedAt } of store.list('parts')) {
    there.set(nameOf(key), size)
    before.push({ name: nameOf(key), changedAt })
  }
  const known = await knownParts(world)
  const sums = await knownFiles(world)
  const used = new Map<string, SharedPart>()
  const files: { key: string; sha256: string }[] = []
  let newBytes = 0

  const isThere = (part: SharedPart) => there.get(part.name) === part.stored
  /** As `wanted`, byte for byte, or not at all; anything else gets a key of its own. */
  async function write(source: Source, zips: boolean, wanted?: SharedPart): Promise<SharedPart | undefined> {
    const content = await source()
    if (!content) return undefined
    const made = await encrypt(store, content, { zips, key: wanted?.key ?? randomBytes(32).toString('base64') })
    try {
      const { part } = made
      if (wanted && part.name !== wanted.name) return await write(source, zips)
      const twin = known.get(part.sha256)
      if (twin && !wanted && isThere(twin)) return twin
      await store.adopt(keyOf(part.name), { path: made.path, size: part.stored, sha256: made.sha256 })
      there.set(part.name, part.stored)
      known.set(part.sha256, part)
      newBytes += part.stored
      await notePart(world, part)
      return part
    } finally {
      await rm(made.path, { force: true })
    }
  }
  const use = (part: SharedPart) => {
    used.set(part.sha256, part)
    return part
  }

  return {
    async addFile(key) {
      const before = known.get(sums.get(key) ?? '')
      const source = async () => (await world.files.get(key))?.bytes as AsyncIterable<Buffer> | undefined
      const part = before && isThere(before) ? before : await write(source, false, before)
      if (!part) return undefined
      files.push({ key, sha256: part.sha256 })
      if (part.sha256 !== sums.get(key))
        await sql`insert into backup_file (key, sha256) values (${key}, ${Buffer.from(part.sha256, 'hex')})
          on conflict (key) do update set sha256 = excluded.sha256`.execute(db)
      return use(part)
    },
    async addText(text) {
      const before = known.get(sumOf(text))
      if (before && isThere(before)) return use(before)
      const content = async function* () {
        yield text
      }
      return use((await write(async () => content(), true, before)) as SharedPart)
    },
    shared: () => ({ folder, files, parts: [...used.values()] }),
    newBytes: () => newBytes,
    old: () => before,
    async forgetOthers() {
      const [keys, parts] = [files.map(({ key }) => key), [...used.keys()].map((sum) => Buffer.from(sum, 'hex'))]
      await sql`delete from backup_file
        where not exists (select from unnest(${keys}::text[]) as kept (key) where kept.key = backup_file.key)`.execute(
        db,
      )
      await sql`delete from backup_part where not exists (select from unnest(${parts}::bytea[]) as kept (sha256) where kept.sha256 = backup_part.sha256)
        and not exists (select from backup_file where backup_file.sha256 = backup_part.sha256)`.execute(db)
    },
  }
}

async function knownParts({ db }: Pick<World, 'db'>): Promise<Map<string, SharedPart>> {
  const { rows } = await sql<SharedPart>`
    select encode(sha256, 'hex') as sha256, size::float8, name, stored::float8, encode(data_key, 'base64') as key from backup_part`.execute(
    db,
  )
  return new Map(rows.map((part) => [part.sha256, part]))
}

async function knownFiles({ db }: Pick<World, 'db'>): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; sum: string }>`
    select key, encode(sha256, 'hex') as sum from backup_file`.execute(db)
  return new Map(rows.map(({ key, sum }) => [key, sum]))
}

/** At once, so that a backup that is killed has not worked for nothing. */
async function notePart({ db }: Pick<World, 'db'>, { sha256, size, name, stored, key }: SharedPart): Promise<void> {
  await sql`insert into backup_part (sha256, size, name, stored, data_key)
    values (${Buffer.from(sha256, 'hex')}, ${size}, ${name}, ${stored}, ${Buffer.from(key, 'base64')})
    on conflict (sha256) do update set name = excluded.name, stored = excluded.stored, data_key = excluded.data_key`.execute(
    db,
  )
}

type Encrypted = { part: SharedPart; path: string; sha256: Buffer }

/** Into a file of no name yet. */
async function encrypt(
  store: Files,
  content: AsyncIterable<Buffer>,
  { zips, key }: { zips: boolean; key: string },
): Promise<Encrypted> {
  await mkdir(store.incoming, { recursive: true, mode: 0o700 })
  const path = join(store.incoming, randomBytes(16).toString('hex'))
  const [plain, sealed] = [createHash('sha256'), createHash('sha256')]
  let [size, stored] = [0, 0]
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), onlyNonce)
  const seePlain = seeing((chunk) => (plain.update(chunk), (size += chunk.length)))
  const seeSealed = seeing((chunk) => (sealed.update(chunk), (stored += chunk.length)))
  async function* seal(text: AsyncIterable<Buffer>) {
    for await (const chunk of text) yield cipher.update(chunk)
    yield cipher.final()
    yield cipher.getAuthTag()
  }
  const onDisk = () => createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    if (zips) await pipeline(content, seePlain, createGzip(), seal, seeSealed, onDisk())
    else await pipeline(content, seePlain, seal, seeSealed, onDisk())
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const sha256 = sealed.digest()
  return {
    part: { sha256: plain.digest('hex'), size, name: sha256.toString('hex').slice(0, 32), stored, key },
    path,
    sha256,
  }
}

/** What was put in: of a table still compressed. */
export async function* openPart(store: Files, part: SharedPart): AsyncGenerator<Buffer> {
  const file = await store.get(keyOf(part.name))
  if (!file) throw new BackupRefused(damaged)
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(part.key, 'base64'), onlyNonce)
  let held = Buffer.alloc(0)
  for await (const chunk of file.bytes) {
    held = Buffer.concat([held, chunk as Buffer])
    if (held.length <= tagSize) continue
    yield decipher.update(held.subarray(0, -tagSize))
    held = held.subarray(-tagSize)
  }
  try {
    decipher.setAuthTag(held)
    decipher.final()
  } catch (error) {
    throw new BackupRefused(damaged, { cause: error })
  }
}

export const plainSizeOf = ({ stored }: SharedPart): number => stored - tagSize

/** Those of a backup. */
export const storeBeside = (path: string, { folder }: NonNullable<Manifest['shared']>): Files =>
  filesIn(join(dirname(path), folder))

/** Whether a part is there and what was once written: asked without its key. */
export async function stateOfPart(store: Files, name: string): Promise<'whole' | 'missing' | 'damaged'> {
  const file = await store.get(keyOf(name))
  if (!file) return 'missing'
  const hash = createHash('sha256')
  for await (const chunk of file.bytes) hash.update(chunk as Buffer)
  return hash.digest('hex').startsWith(name) ? 'whole' : 'damaged'
}

export const removePart = (store: Files, name: string): Promise<void> => store.remove(keyOf(name))
