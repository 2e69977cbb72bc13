/** Where uploads are kept: a folder here, or a bucket that does the same things. */
import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Whose store it is. */
export const markName = 'colloquium-portal.json'

export type StoredFile = { size: number; bytes: Readable }
/** A whole file in `incoming`, and the sha256 of its bytes. */
export type ArrivedFile = { path: string; size: number; sha256: Buffer }
export type ListedFile = { key: string; size: number; changedAt: Date }
export type Files = {
  /** A folder of this machine for what is still arriving. Nothing in it is missed after an hour. */
  incoming: string
  /** When this returns, the file is whole and survives a power cut; until then there is no file of that key. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Takes over a file that has arrived in `incoming`; as safe as `put`, and not held in memory. It is gone from where it was. */
  adopt: (key: string, arrived: ArrivedFile) => Promise<void>
  /** Undefined when there is no such file. One that is removed while it is read is still read to its end. */
  get: (key: string) => Promise<StoredFile | undefined>
  /** One that is gone already is no error. */
  remove: (key: string) => Promise<void>
  /** Those of one kind, or all. */
  list: (kind?: string) => AsyncIterable<ListedFile>
  /** What says whose store this is: see store-mark.ts. Nothing where there is none. */
  mark: { read: () => Promise<string | undefined>; write: (text: string) => Promise<void> }
}

const shape = /^[a-z]{2,20}\/[0-9a-f]{2}\/[0-9a-f]{30}$/

/** A name that cannot be guessed and says nothing; the first two letters keep any folder from growing too large. */
export function newKey(kind: string): string {
  const name = randomBytes(16).toString('hex')
  return `${kind}/${name.slice(0, 2)}/${name.slice(2)}`
}

/** A key comes from our own rows; one of another shape must not become a path. */
export function isKey(key: string): boolean {
  return shape.test(key)
}

export function filesIn(folder: string): Files {
  const incoming = join(folder, 'incoming')
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error('this is not the key of a file')
    return join(folder, key)
  }
  const moveIn = async (temporary: string, path: string) => {
    await makeFolder(dirname(path))
    await rename(temporary, path)
    await syncFolder(dirname(path))
  }
  return {
    incoming,
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const temporary = join(incoming, randomBytes(16).toString('hex'))
      try {
        await writeWhole(temporary, bytes)
        await moveIn(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async adopt(key, arrived) {
      const path = pathOf(key)
      await syncFile(arrived.path)
      await moveIn(arrived.path, path)
    },
    async get(key) {
      const file = await openIfThere(pathOf(key))
      return file && { size: (await file.stat()).size, bytes: file.createReadStream() }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (kind) => listFolder(folder, kind),
    mark: {
      read: () => readTextIfThere(join(folder, markName)),
      write: async (text) => {
        await makeFolder(folder)
        await replaceWhole(join(folder, markName), text)
      },
    },
  }
}

/** A reader sees the text of before or all of the new one, also after a power cut. */
export async function replaceWhole(path: string, text: string | Uint8Array): Promise<void> {
  const fresh = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeWhole(fresh, Buffer.from(text))
    await rename(fresh, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

export async function readTextIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
}

/** How many bytes an ordinary account can still write where this folder is, or will be. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}

/** Removes what never finished arriving: its upload was killed with its server. */
export async function sweepIncoming({ incoming }: Files, before: Date): Promise<void> {
  for (const name of await namesIn(incoming)) {
    const path = join(incoming, name)
    const changed = await stat(path).catch(() => undefined)
    if (changed && changed.mtime < before) await rm(path, { force: true })
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What was written is on the disk, whatever happens to the machine. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A folder that is new is itself a change of the folder above. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let each = folder; each.length >= first.length; each = dirname(each)) await syncFolder(dirname(each))
}

/** Without it a power cut may forget the name of a file whose bytes are safe. Windows cannot, and needs not. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

async function* listFolder(folder: string, kind: string | undefined): AsyncIterable<ListedFile> {
  if (kind === undefined) {
    for (const each of await namesIn(folder)) yield* listFolder(folder, each)
    return
  }
  for (const letters of await namesIn(join(folder, kind))) {
    for (const name of await namesIn(join(folder, kind, letters))) {
      const key = `${kind}/${letters}/${name}`
      const found = isKey(key) && (await stat(join(folder, key)).catch(() => undefined))
      if (found) yield { key, size: found.size, changedAt: found.mtime }
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // A file among the folders is none of ours.
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return []
  })
}
