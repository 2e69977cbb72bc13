/** Files and tables that lie once for all backups: what a second backup writes, what rotation leaves, what a killed one leaves, and what is found damaged. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { portalId } from '#server/platform/database/portal-id.ts'
import { filesInBucket } from '#server/platform/files/bucket-files.ts'
import { filesIn, newKey } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { aPdf, saved } from '#server/testing/abstracts.ts'
import { aBackedUpPortal, anEmptyDatabase, folderSums, manyLetters, sumsOf } from '#server/testing/backups.ts'
import { often } from '#server/testing/counts.ts'
import { aFolder, root } from '#server/testing/process.ts'
import { aBucket } from '#server/testing/s3.ts'
import type { Backup } from './back-up.ts'
import { drillFresh } from './drill.ts'
import { filesOf } from './format.ts'
import { afterDamage, faultsOfParts } from './kept-parts.ts'
import { damaged } from './refused.ts'
import { restore } from './restore.ts'
import { listName, sharesParts, timeOf } from './rules.ts'
import { sharedFolderName } from './shared-parts.ts'

type Portal = Awaited<ReturnType<typeof aBackedUpPortal>>

const twoDaysAgo = Date.now() / 1000 - 2 * 86_400

async function aPortal(change: Parameters<typeof aBackedUpPortal>[0] = {}) {
  const portal = await aBackedUpPortal(change)
  const store = join(portal.plan.folder, sharedFolderName(await portalId(portal.world)))
  return { ...portal, store, parts: () => partsIn(store) }
}

function partsIn(store: string): string[] {
  if (!existsSync(join(store, 'parts'))) return []
  const found = readdirSync(join(store, 'parts'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const nameOfPath = (path: string) => path.slice(-33).replace('/', '')
const pathIn = (store: string, name: string) => join(store, 'parts', name.slice(0, 2), name.slice(2))

/** Where the content of a file lies. */
function partOf({ manifest }: Backup, key: string) {
  const sum = filesOf(manifest).get(key)?.sha256
  return manifest.shared?.parts.find((part) => part.sha256 === sum)
}

async function restored({ path }: Backup, identities: string[] = []) {
  const dataDir = aFolder()
  const [url, log] = [await anEmptyDatabase(), makeLog('silent')]
  const now = () => new Date('2026-11-03T09:00:00Z')
  const files = filesIn(join(dataDir, 'files'))
  const source = { path, identities }
  return { ...(await restore({ url, source, files, dataDir, log, now, by: 'Ms Memon' })), url, dataDir }
}

/** The picture of a page, which goes with its row. */
async function aPicture({ world }: Pick<Portal, 'world'>, words: string) {
  const key = newKey('pictures')
  await world.files.put(key, Buffer.from(words.repeat(300)))
  const { rows } = await sql<{
    id: number
  }>`insert into asset (sha256, kind, width, height, bytes, alt, file_key, added_at) values (sha256(${Buffer.from(words)}), 'png', 1, 1, 1, 'A dot', ${key}, ${world.now()}) returning id`.execute(
    world.db,
  )
  const remove = async () => {
    await sql`delete from asset where id = ${rows[0]?.id}`.execute(world.db)
    await world.files.remove(key)
  }
  return { key, remove }
}

const chunksOf = ({ manifest }: Backup, table: string) =>
  new Set(manifest.tables.find(({ name }) => name === table)?.chunks)

test('a second backup writes what has changed and no more, and both are restored exactly', async () => {
  const { backUp, parts, world, plan, url, app, sana } = await aPortal()
  await manyLetters(world, 3000)
  const first = await backUp()
  const before = parts().length
  const second = await backUp()
  // What the backup itself has noted: its run, its parts and its files.
  expect(parts().length - before).toBeLessThanOrEqual(3)
  expect(second.bytes + second.added).toBeLessThan(first.added / 20)

  // Whoever is changed moves: the rows around the place and at the end are new, and no other.
  await sql`update mail set subject = 'Changed' where id = (select min(id) + 1500 from mail)`.execute(world.db)
  await saved(app, { token: sana.token, words: { Title: 'Another' }, file: { bytes: aPdf('another'), name: 'a.pdf' } })
  const [last, sums] = [await backUp(), await sumsOf(url)]
  expect(chunksOf(second, 'mail').size).toBeGreaterThan(5)
  expect(chunksOf(last, 'mail').difference(chunksOf(second, 'mail')).size).toBeLessThanOrEqual(4)

  const there = await restored(last)
  const after = await sumsOf(there.url)
  for (const table of [
    'account',
    'applicant',
    'orders',
    'receipt',
    'ledger_entry',
    'abstract_version',
    'profile',
    'event',
  ])
    expect([table, after[table]]).toEqual([table, sums[table]])
  expect(folderSums(join(there.dataDir, 'files'))).toEqual(folderSums(join(plan.dataDir, 'files')))
  expect((await restored(first)).filesPut).toBe(2)
}, 120_000)

test('nothing beside a sealed backup can be read, and who gets a key later opens all of the next one', async () => {
  const { backUp, plan, world } = await aPortal()
  await aPicture({ world }, 'a sentence that is only in this picture. ')
  const [identity, second] = [await generateIdentity(), await generateIdentity()]
  const recipients = [await identityToRecipient(identity)]
  const texts = (folder: string) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  const betrays = (folder: string) => texts(folder).some((text) => /only in this picture/.test(text))
  await backUp({ recipients })
  expect(betrays(plan.folder)).toBe(false)
  const open = aFolder()
  await backUp({ folder: open, isWhole: true })
  expect(betrays(open)).toBe(true)

  const both = await backUp({ recipients: [...recipients, await identityToRecipient(second)] })
  expect((await restored(both, [second])).filesPut).toBe(3)
})

test('what the portal no longer has is opened by old backups, and by nothing that the machine knows', async () => {
  const { backUp, world, ...portal } = await aPortal()
  const picture = await aPicture({ world }, 'of last year ')
  const old = await backUp()
  const part = partOf(old, picture.key)
  const keys = async () =>
    (await sql<{ key: string }>`select encode(data_key, 'base64') as key from backup_part`.execute(world.db)).rows.map(
      ({ key }) => key,
    )
  expect(await keys()).toContain(part?.key)
  await picture.remove()
  const next = await backUp()
  expect(await keys()).not.toContain(part?.key)
  expect(partOf(next, picture.key)).toBeUndefined()
  expect(portal.parts().map(nameOfPath)).toContain(part?.name)
  expect((await restored(old)).filesPut).toBe(3)
})

test('rotation removes the parts that no kept backup names, a day later, and none where a list is damaged', async () => {
  let now = new Date('2026-10-01T03:00:00Z')
  const { backUp, plan, parts, world } = await aPortal({ now: () => now })
  const names = () => readdirSync(plan.folder).filter((name) => timeOf(name))
  const picture = await aPicture({ world }, 'soon gone ')
  const first = await backUp()
  const part = partOf(first, picture.key)?.name ?? ''
  await picture.remove()
  const nightly = async () => {
    now = new Date(now.getTime() + 86_400_000)
    for (const path of parts()) utimesSync(path, twoDaysAgo, twoDaysAgo)
    return backUp()
  }
  // Kept as the last of its day, then as that of its week or month: its part stays as long.
  while (names().includes(first.name)) {
    expect(parts().map(nameOfPath)).toContain(part)
    expect(await faultsOfParts(plan.folder, { reads: false })).toEqual([])
    await nightly()
  }
  expect(names().length).toBeGreaterThan(5)
  expect(parts().map(nameOfPath)).not.toContain(part)

  // Nobody names it once its backup is away; but a list that cannot be read may.
  const other = await aPicture({ world }, 'gone as soon ')
  const second = await backUp()
  const its = partOf(second, other.key)?.name
  await other.remove()
  await nightly()
  rmSync(second.path)
  const [list = ''] = names().slice(-2).map(listName)
  const text = readFileSync(join(plan.folder, list))
  writeFileSync(join(plan.folder, list), text.subarray(0, -20))
  await nightly()
  expect(parts().map(nameOfPath)).toContain(its)
  writeFileSync(join(plan.folder, list), text)
  await backUp()
  expect(parts().map(nameOfPath)).not.toContain(its)
  expect(readdirSync(plan.folder)).not.toContain(listName(second.name))
  expect(await faultsOfParts(plan.folder, { reads: true })).toEqual([])
}, 240_000)

test('a backup that was killed among its parts is trusted by nobody, and the next one goes on from there', async () => {
  const { backUp, plan, parts, world, url, store } = await aPortal()
  await manyLetters(world, 1500)
  for (let at = 0; at < 30; at += 1) await aPicture({ world }, `picture ${at} `)
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: plan.dataDir,
    FILES_URL: join(plan.dataDir, 'files'),
    BACKUP_TO: plan.folder,
  }
  const moments = often(3, 12)
  const written = () => parts().length
  for (let at = 0; at < moments; at += 1) {
    const before = written()
    const child = spawn(process.execPath, ['scripts/backup.ts', '--plain'], { cwd: root, env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    while (child.exitCode === null && written() <= before + 3 * at) await pause(1)
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(readdirSync(plan.folder).filter((name) => timeOf(name))).toEqual([])
  }
  const left = written()
  expect(left).toBeGreaterThan(3)
  // A list without its backup, as of one that was killed between the two.
  const lone = 'colloquium-20261001T000000Z-shared.list'
  writeFileSync(join(plan.folder, lone), 'x')
  const next = await backUp()
  expect(parts().length).toBeGreaterThanOrEqual(left)
  expect(next.manifest.shared?.parts.length).toBeGreaterThan(next.manifest.tables.length / 2)
  expect(readdirSync(plan.folder)).not.toContain(lone)
  expect((await restored(next)).filesPut).toBe(32)
  // What it had not finished lies in no place of a part, and goes a day later.
  for (const name of readdirSync(join(store, 'incoming')))
    utimesSync(join(store, 'incoming', name), twoDaysAgo, twoDaysAgo)
  await backUp()
  expect(readdirSync(join(store, 'incoming'))).toEqual([])
}, 240_000)

test('two backups of one second are two, one after the other, and both are whole', async () => {
  const { backUp, plan } = await aPortal()
  const both = await Promise.all([
    backUp(),
    backUp({ recipients: [await identityToRecipient(await generateIdentity())] }),
  ])
  expect(new Set(both.map(({ name }) => name.slice(0, 27))).size).toBe(2)
  expect(readdirSync(plan.folder).filter((name) => sharesParts(name))).toHaveLength(2)
  expect((await restored(both[0])).filesPut).toBe(2)
})

test('files of a bucket lie once beside the backups too, when they are asked for', async () => {
  const bucket = filesInBucket(await aBucket())
  const { backUp, parts } = await aPortal({ files: bucket })
  const first = await backUp({ copiesFiles: true })
  const before = parts().length
  const second = await backUp({ copiesFiles: true })
  expect(parts().length - before).toBeLessThanOrEqual(3)
  expect([...filesOf(second.manifest)]).toEqual([...filesOf(first.manifest)])
  expect((await restored(second)).filesPut).toBe(2)
  expect(filesOf((await backUp({ copiesFiles: false })).manifest).size).toBe(0)
})

test('a damaged or missing part refuses the restore, fails the drill, and is written again from what the portal has', async () => {
  let now = new Date('2026-11-01T09:00:00Z')
  const { backUp, plan, store, url, world } = await aPortal({ now: () => now })
  const [kept, gone] = [await aPicture({ world }, 'still there '), await aPicture({ world }, 'gone meanwhile ')]
  const first = await backUp()
  const [ours, lost] = [partOf(first, kept.key)?.name ?? '', partOf(first, gone.key)?.name ?? '']
  await gone.remove()
  now = new Date('2026-11-02T09:00:00Z')
  const whole = await backUp()
  // Of days of their own they stay, however many drills there are.
  now = new Date('2026-11-03T09:00:00Z')
  const before = readFileSync(pathIn(store, ours))
  const damage = (name: string) => {
    const bytes = Buffer.from(readFileSync(pathIn(store, name)))
    bytes[40] = (bytes[40] as number) ^ 1
    writeFileSync(pathIn(store, name), bytes)
  }
  const drilled = () =>
    drillFresh(world, { DATABASE_URL: url, DATA_DIR: plan.dataDir }, plan).then(
      () => 'proved',
      (error: Error) => error.message,
    )
  const parts = first.manifest.shared?.parts.length

  damage(lost)
  expect(await drilled()).toBe(`1 of ${parts} parts of ${first.name} are missing or damaged. ${afterDamage}`)
  // Nobody has it any more: it is told until that backup is removed.
  expect(await drilled()).toContain(first.name)
  await expect(restored(first)).rejects.toThrow('parts of this backup are not in the folder colloquium-shared-')
  rmSync(first.path)
  expect(await drilled()).toBe('proved')

  damage(ours)
  await expect(restored(whole)).rejects.toThrow(damaged)
  // The fresh backup of the drill names it as well.
  expect(await drilled()).toContain(
    `1 of ${whole.manifest.shared?.parts.length} parts of ${whole.name} are missing or damaged.`,
  )
  expect((await faultsOfParts(plan.folder, { reads: false })).length).toBeGreaterThan(1)
  await backUp()
  expect(readFileSync(pathIn(store, ours)).equals(before)).toBe(true)
  expect(await faultsOfParts(plan.folder, { reads: true })).toEqual([])
  expect((await restored(whole)).filesPut).toBe(3)

  // Carried elsewhere without its folder.
  const alone = join(aFolder(), whole.name)
  cpSync(whole.path, alone)
  await expect(restored({ ...whole, path: alone })).rejects.toThrow('copy that folder too.')
  cpSync(store, join(dirname(alone), store.split('/').at(-1) ?? ''), { recursive: true })
  expect((await restored({ ...whole, path: alone })).filesPut).toBe(3)
}, 240_000)

test('a whole backup, as versions before this one made them, is one file that needs nothing beside it', async () => {
  const { backUp } = await aPortal()
  await backUp()
  const { path, name, manifest } = await backUp({ isWhole: true })
  expect([name.includes('shared'), manifest.format, manifest.shared]).toEqual([false, 1, undefined])
  const alone = join(aFolder(), name)
  renameSync(path, alone)
  expect(await restored({ path: alone } as Backup)).toMatchObject({ filesPut: 2, problems: [] })
  expect(statSync(alone).size).toBeGreaterThan(50_000)
})
