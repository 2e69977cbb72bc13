import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
/**
 * Which parts the kept backups name. The machine cannot read its backups, so each has a list of names beside it: rotation removes a part that stands
 * in none of them, and whoever looks for damage knows which backups it hits.
 */
import { day } from '#contract/durations.ts'
import { filesIn, replaceWhole, sweepIncoming } from '#server/platform/files/files.ts'
import type { Manifest } from './format.ts'
import { sumOf } from './format.ts'
import { listName, sharesParts } from './rules.ts'
import { removePart, stateOfPart } from './shared-parts.ts'

type Shared = NonNullable<Manifest['shared']>

/** Its own sum stands in its first line. */
export async function writeList(folder: string, backup: string, { folder: store, parts }: Shared): Promise<void> {
  const text = `${[store, ...parts.map(({ name }) => name).toSorted()].join('\n')}\n`
  await replaceWhole(join(folder, listName(backup)), `${sumOf(Buffer.from(text))}\n${text}`)
}

type Listed = { backup: string; store: string; names: string[] }

/** Of every backup that shares parts. Undefined for one whose list is missing or damaged. */
async function readLists(folder: string): Promise<{ backup: string; list: Listed | undefined }[]> {
  const backups = (await readdir(folder)).filter(sharesParts).toSorted()
  return Promise.all(backups.map(async (backup) => ({ backup, list: await readList(folder, backup) })))
}

async function readList(folder: string, backup: string): Promise<Listed | undefined> {
  const text = await readFile(join(folder, listName(backup)), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  const [sum, ...lines] = text.split('\n')
  const [store = '', ...names] = lines.slice(0, -1)
  if (sum !== sumOf(Buffer.from(text.slice(65)))) return undefined
  return /^colloquium-shared-[0-9a-f]{8}$/.test(store) ? { backup, store, names } : undefined
}

/** Lists whose backup is gone, or was never finished. Only one backup is made at a time, and it has its list and not yet its name. */
export async function removeLoneLists(folder: string): Promise<void> {
  const names = await readdir(folder)
  const lists = new Set(names.filter(sharesParts).map(listName))
  for (const name of names)
    if (/^colloquium-\d{8}T\d{6}Z-shared\.list(\.[0-9a-f]{8})?$/.test(name) && !lists.has(name))
      await rm(join(folder, name), { force: true })
}

type Rotation = {
  folder: string
  /** Of the parts of this portal. */
  store: string
  old: { name: string; changedAt: Date }[]
  /** What the folder's own clock says. */
  now: Date
}

/** A part that no kept backup names, when a day has passed. Where a list cannot be read, none is removed: a sentence says why. */
export async function removeUnnamed({ folder, store, old, now }: Rotation): Promise<string | undefined> {
  const lists = await readLists(folder)
  const unread = lists.find(({ list }) => !list)
  if (unread)
    return `${listName(unread.backup)} is missing or damaged: until ${unread.backup} is removed, no part of an old backup is.`
  const named = new Set(lists.flatMap(({ list }) => list?.names ?? []))
  const before = new Date(now.getTime() - day)
  const files = filesIn(join(folder, store))
  for (const { name, changedAt } of old) if (changedAt < before && !named.has(name)) await removePart(files, name)
  await sweepIncoming(files, before)
  return undefined
}

export const afterDamage =
  'The next backup writes again what the portal still has. A backup that stays damaged cannot be restored: remove it.'

/** `reads` every byte: what is damaged is set aside, so that the next backup writes it anew. Otherwise they need only be there. */
type Look = { reads: boolean }

/** A sentence for each kept backup that could not be restored whole. */
export async function faultsOfParts(folder: string, { reads }: Look): Promise<string[]> {
  const sentences: string[] = []
  const states = new Map<string, string>()
  const there = new Map<string, Set<string>>()
  for (const { backup, list } of await readLists(folder)) {
    if (!list) {
      sentences.push(`The list of parts of ${backup} is missing or damaged.`)
      continue
    }
    const files = filesIn(join(folder, list.store))
    if (!there.has(list.store)) there.set(list.store, await namesIn(folder, list.store))
    let bad = 0
    for (const name of list.names) {
      const id = `${list.store} ${name}`
      let state = states.get(id)
      if (!state) {
        const isThere = there.get(list.store)?.has(name)
        state = !isThere ? 'missing' : reads ? await stateOfPart(files, name) : 'whole'
        if (state === 'damaged') await setAside(folder, list.store, name)
        states.set(id, state)
      }
      if (state !== 'whole') bad += 1
    }
    if (bad > 0) sentences.push(`${bad} of ${list.names.length} parts of ${backup} are missing or damaged.`)
  }
  return sentences
}

async function namesIn(folder: string, store: string): Promise<Set<string>> {
  const found = await readdir(join(folder, store, 'parts'), { recursive: true }).catch(() => [])
  return new Set(found.filter((path) => path.length === 33).map((path) => path.slice(0, 2) + path.slice(3)))
}

async function setAside(folder: string, store: string, name: string): Promise<void> {
  const aside = join(folder, store, 'damaged')
  await mkdir(aside, { recursive: true, mode: 0o700 })
  await rename(join(folder, store, 'parts', name.slice(0, 2), name.slice(2)), join(aside, name)).catch(() => undefined)
}
