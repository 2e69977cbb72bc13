/** Whose a backup folder is: a copied `.env`, a disk that is not mounted, a list of erased people that somebody else wrote. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { readConfig } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import { portalId, renewPortalId } from '#server/platform/database/portal-id.ts'
import { filesIn, markName } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { linesOf } from '#server/reports/health-sentences.ts'
import { jobsOf } from '#server/schedule.ts'
import { aBackedUpPortal, anEmptyDatabase, folderSums } from '#server/testing/backups.ts'
import { makeDatabase } from '#server/testing/database.ts'
import { aPerson } from '#server/testing/people.ts'
import { aFolder, ask } from '#server/testing/process.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { aClock } from '#server/testing/shop.ts'
import { stillWorld } from '#server/testing/world.ts'
import { tryBackups } from './at-start.ts'
import type { Backups } from './by-schedule.ts'
import { erasedListName, erasedListText, type Erasure } from './erasures.ts'
import { restore, type Restoring } from './restore.ts'
import { timeOf } from './rules.ts'
import { backupFigures, backupParts, lastRun } from './runs.ts'

const pick = (sums: Record<string, string>, is: (path: string) => boolean) =>
  Object.fromEntries(Object.entries(sums).filter(([path]) => is(path)))

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => timeOf(name))

/** Every job that the schedule has for backups, each hour of a day. */
async function aDayOf(world: World, backups: Backups, pass: (minutes: number) => void): Promise<void> {
  const jobs = jobsOf(world, backups).filter(({ name }) => name === 'back-up' || name === 'drill')
  for (let hour = 0; hour < 24; hour += 1) {
    pass(60)
    for (const job of jobs) await job.work({})
  }
}

/** One with backups of many days, and an empty one with the same BACKUP_TO. */
async function twoPortals() {
  const portal = await aBackedUpPortal()
  const { plan, world } = portal
  const days = 6
  for (let day = 0; day < days; day += 1) {
    const now = new Date(Date.parse('2026-11-01T09:00:00Z') + day * 86_400_000)
    await portal.backUp()
    world.now = () => now
  }
  const clock = aClock(new Date('2026-11-20T09:00:00Z'))
  const { db, url } = await scratchDatabase<Tables>({ timeoutFactor: 10 })
  const empty: World = { ...stillWorld(db), now: clock.now, files: filesIn(aFolder()) }
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: aFolder(), BACKUP_TO: plan.folder })
  return { portal, empty, clock, backups: { config, url } }
}

test('an empty portal with the same BACKUP_TO is refused, and every backup of the other is there after a day', async () => {
  const { portal, empty, clock, backups } = await twoPortals()
  const { folder } = portal.plan
  const before = folderSums(folder)
  expect(backupsIn(folder).length).toBeGreaterThan(4)
  const refusal =
    /belongs to another portal \(https:\/\/cpd\.example\.edu, since 2026-11-01, .*\)\. Set BACKUP_TO to a folder of this portal's own/
  await expect(tryBackups(empty, backups)).rejects.toThrow(refusal)
  await aDayOf(empty, backups, clock.pass)
  expect(folderSums(folder)).toEqual(before)
  expect((await lastRun(empty, 'backup')).failure).toMatch(refusal)

  // Without a mark: the backups say that the folder is not new.
  rmSync(join(folder, markName))
  await expect(tryBackups(empty, backups)).rejects.toThrow('has backups that this portal did not make, and no mark')
  await aDayOf(empty, backups, clock.pass)
  expect(backupsIn(folder)).toEqual(
    Object.keys(before).flatMap((path) => (timeOf(path.slice(1)) ? [path.slice(1)] : [])),
  )

  // Marked by mistake, it gets the other's backups beside its own, and rotates its own only.
  const { id } = await portalId(empty)
  writeFileSync(
    join(folder, markName),
    JSON.stringify({ portal: id, address: 'http://localhost', since: '2026-11-20' }),
  )
  await aDayOf(empty, backups, clock.pass)
  const theirs = Object.keys(before).map((path) => path.slice(1))
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(theirs.filter((name) => timeOf(name))))
  // With every part that they name, byte for byte.
  expect(folderSums(folder)).toMatchObject(pick(before, (path) => path.includes('/parts/')))

  // The control: as if they were its own.
  const made = await portal.world.db.selectFrom('backupRun').selectAll().execute()
  for (const { id: _, ...run } of made) await empty.db.insertInto('backupRun').values(run).execute()
  await aDayOf(empty, backups, (minutes) => clock.pass(8 * minutes))
  expect(theirs.filter((name) => timeOf(name) && !backupsIn(folder).includes(name)).length).toBeGreaterThan(2)
}, 300_000)

test('where the disk is not mounted nothing is written below its mount point, and a new disk is claimed by a person', async () => {
  const { backUp, plan } = await aBackedUpPortal()
  await backUp()
  const mounted = `${plan.folder}-on-its-disk`
  renameSync(plan.folder, mounted)
  mkdirSync(plan.folder)
  await expect(backUp()).rejects.toThrow(
    `${plan.folder} has neither this portal's mark nor the backups that were made: mount its disk. If it is this portal's all the same, run npm run backup -- --claim.`,
  )
  expect(readdirSync(plan.folder)).toEqual([])
  cpSync(mounted, plan.folder, { recursive: true })
  await backUp()

  const fresh = aFolder()
  await backUp({ folder: fresh })
  rmSync(join(fresh, markName))
  for (const name of backupsIn(fresh)) rmSync(join(fresh, name))
  await expect(backUp({ folder: fresh })).rejects.toThrow('mount its disk')
  await backUp({ folder: fresh, claims: true })
  expect(backupsIn(fresh)).toHaveLength(1)
  rmSync(mounted, { recursive: true })
}, 120_000)

test('after a roll-back doctor, console and figure say at the start that no backup can be made, and afterwards that one was', async () => {
  const { plan, world, url } = await aBackedUpPortal()
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: plan.dataDir, BACKUP_TO: plan.folder })
  const doctor = async () =>
    (await backupParts(world, { goesSomewhere: true, production: true })).flatMap((part) => linesOf(part).problems)[0]
  const failed = async () =>
    (await backupFigures(world)).find(({ name }) => name === 'colloquium_backup_failed')?.values
  const [job] = jobsOf(world, { config, url }).filter(({ name }) => name === 'back-up')
  await job?.work({})
  expect(await failed()).toBe(0)

  await sql`insert into migration (name, checksum, additive) values ('9999-of-a-newer-version.sql', ${'0'.repeat(64)}, true)`.execute(
    world.db,
  )
  await tryBackups(world, { config, url })
  expect(await doctor()).toMatch(
    /^The last backup failed: The database is newer than this version: it has run 9999-of-a-newer-version\.sql/,
  )
  expect(await failed()).toBe(1)

  // Tried again within the hour, and not only in the night.
  await sql`delete from migration where name like '9999%'`.execute(world.db)
  world.now = () => new Date('2026-11-01T12:00:00Z')
  await job?.work({})
  expect(await failed()).toBe(0)
  expect(backupsIn(plan.folder)).toHaveLength(2)
}, 120_000)

async function aPlace(path: string, wish: Partial<Restoring> = {}): Promise<Restoring> {
  const dataDir = aFolder()
  const now = () => new Date('2026-11-03T09:00:00Z')
  const [url, log] = [await anEmptyDatabase(), makeLog('silent')]
  const source = { path, identities: [] }
  return { url, source, files: filesIn(join(dataDir, 'files')), dataDir, log, now, by: 'Ms Memon', ...wish }
}

test('a list of erased people that another portal or somebody else wrote erases nobody, and a long one asks first', async () => {
  const { backUp, world, plan, sana } = await aBackedUpPortal()
  const people = [sana]
  for (let at = 0; at < 22; at += 1) people.push({ ...sana, ...(await aPerson(world)) })
  const { path } = await backUp()
  const portal = await portalId(world)
  const list = join(plan.folder, erasedListName(portal.id))
  const place = await aPlace(path)
  const everybody: Erasure[] = people.map(({ accountId }) => ({
    accountId,
    erasedAt: '2026-11-02T00:00:00Z',
    keepsAbstracts: false,
  }))
  const written = new Date('2026-11-02T00:00:00Z')
  const ofEverybody = erasedListText(portal, written, everybody)
  const refused = async (text: string) => {
    writeFileSync(list, text)
    return restore(place).then(
      () => 'restored',
      (error: Error) => error.message,
    )
  }

  await renewPortalId(world)
  const another = await portalId(world)
  const forged = erasedListText({ ...portal, backupKey: another.backupKey }, written, everybody)
  expect(await refused(forged)).toContain('was not written by this portal, or was changed since')
  expect(await refused(ofEverybody.replace(/"accountId": \d+/, '"accountId": 4711'))).toContain('was changed since')
  expect(await refused(erasedListText(another, written, everybody))).toContain('is the list of another portal')
  expect(await refused(JSON.stringify(everybody))).toContain('is damaged, or no list of erased people')
  expect(await refused(ofEverybody)).toBe(
    'The list of erased people would erase 23 people of this backup, and nothing was restored. If that is right, say --erase 23.',
  )
  expect(await ask(place.url, "select to_regclass('account') as name")).toEqual([{ name: null }])

  // Of the same name as another portal's, or of before lists were signed.
  writeFileSync(list, erasedListText(portal, new Date('2026-10-01T00:00:00Z'), everybody.slice(0, 20)))
  expect(await restore(place)).toMatchObject({ erased: 20, hasErasedList: true, hasOldErasedList: true })
  const all = await aPlace(path, { erases: 23 })
  writeFileSync(list, ofEverybody)
  expect(await restore(all)).toMatchObject({ erased: 23, hasOldErasedList: false })
  expect(readFileSync(list, 'utf8')).toBe(ofEverybody)
}, 120_000)

test('a restore is refused into the store of another portal, and a copy has an id of its own', async () => {
  const { backUp, world } = await aBackedUpPortal()
  const { path } = await backUp()
  const { id } = await portalId(world)
  const place = await aPlace(path)
  const mark = { portal: crypto.randomUUID(), address: 'https://other.example.edu', since: '2026-10-01T00:00:00Z' }
  await place.files.mark.write(JSON.stringify(mark))
  await expect(restore(place)).rejects.toThrow('The file store belongs to another portal (https://other.example.edu')
  await place.files.mark.write(JSON.stringify({ ...mark, portal: id }))
  await expect(restore({ ...place, isCopy: true })).rejects.toThrow('The file store belongs to another portal')
  await restore(place)
  expect(await ask(place.url, 'select id from portal')).toEqual([{ id }])

  // An empty portal that was started once has marked the store, and gives way.
  const begun = await makeDatabase()
  const started = crypto.randomUUID()
  await ask(
    begun.url,
    `insert into portal (id, backup_key, made_at) values ('${started}', decode(repeat('00', 32), 'hex'), now())`,
  )
  const copy = await aPlace(path, { url: begun.url, isCopy: true })
  await copy.files.mark.write(JSON.stringify({ ...mark, portal: started }))
  await restore(copy)
  const [copied] = await ask<{ id: string }>(begun.url, 'select id from portal')
  expect(copied?.id).not.toBe(id)
  expect(JSON.parse((await copy.files.mark.read()) ?? '')).toMatchObject({ portal: copied?.id })
}, 120_000)
