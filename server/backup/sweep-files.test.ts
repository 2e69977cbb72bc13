/** Two portals and one file store: a copied `.env`, a wrong address, a test copy of the database. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { readConfig } from '#server/kernel/settings.ts'
import type { World } from '#server/kernel/world.ts'
import { portalId, renewPortalId } from '#server/platform/database/portal-id.ts'
import { type Files, filesIn, newKey } from '#server/platform/files/files.ts'
import { withLedger } from '#server/platform/files/ledger.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { markStore } from '#server/platform/files/store-mark.ts'
import { lastProblems } from '#server/platform/jobs/checks.ts'
import { jobsOf, schedule } from '#server/schedule.ts'
import { admitStore, claimOf } from '#server/stores.ts'
import { portalWithAuthors, saved } from '#server/testing/abstracts.ts'
import { aBackedUpPortal, folderSums } from '#server/testing/backups.ts'
import { aFolder } from '#server/testing/process.ts'
import { aBucket } from '#server/testing/s3.ts'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { marked, stillWorld } from '#server/testing/world.ts'
import { tryBackups } from './at-start.ts'
import { backUp } from './back-up.ts'
import type { Backups } from './by-schedule.ts'
import { planBackup } from './plan.ts'
import { lastRun } from './runs.ts'
import { sweepFiles } from './sweep-files.ts'

const many = 400

/** Two portals with databases of their own, and the settings of the first in the hands of both. */
async function twoPortals(env: Record<string, string>) {
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://cpd.example.edu',
    DATA_DIR: aFolder(),
    BACKUP_TO: aFolder(),
    ...env,
  })
  const open = async (now: () => Date) => {
    const { db, url } = await scratchDatabase<Tables>({ timeoutFactor: 10 })
    const world: World = { ...stillWorld(db), now, files: withLedger(openFiles(config), { db, now }) }
    return { ...world, url }
  }
  const now = () => new Date('2026-11-01T09:00:00Z')
  const [full, empty] = [await open(now), await open(() => new Date('2026-11-02T09:00:00Z'))]
  await admitStore(full, config)
  const put = (at: number) => full.files.put(newKey('abstracts'), Buffer.from(`${at}`))
  for (let at = 0; at < many; at += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => put(at + more)))
  return { config, full, empty }
}

const count = async (files: Files): Promise<number> => {
  let found = 0
  for await (const _ of files.list()) found += 1
  return found
}

/** Every job that the schedule has in a day, once, with those of backups. */
async function aDayOf(world: World, backups: Backups): Promise<void> {
  const jobs = new Map(jobsOf(world, backups).map((job) => [job.name, job]))
  for (const { job } of [...schedule, { job: 'back-up' }, { job: 'drill' }]) await jobs.get(job)?.work({})
}

const places = {
  'a folder': async () => ({ FILES_URL: join(aFolder(), 'shared') }),
  'a bucket': async () => {
    const { url, endpoint, accessKeyId, secretAccessKey } = await aBucket()
    return { FILES_URL: url, S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKeyId, S3_SECRET_KEY: secretAccessKey }
  },
}

test.each(Object.entries(places))(
  'in %s a portal with a copied .env is refused, and removes none of 400 files that another wrote',
  async (_, env) => {
    const { config, full, empty } = await twoPortals(await env())
    await expect(admitStore(empty, config)).rejects.toThrow(
      /belongs to another portal \(https:\/\/cpd\.example\.edu, since 2026-11-01, .*\)\. Set FILES_URL to a place of this portal's own/,
    )
    await backUp(full, planBackup(config, full.url))
    const backups = folderSums(config.BACKUP_TO as string)
    expect(Object.keys(backups).length).toBeGreaterThan(4)
    const theSame = { config, url: empty.url }
    await expect(tryBackups(empty, theSame)).rejects.toThrow(/belongs to another portal .* Set BACKUP_TO to a folder/)
    await aDayOf(empty, theSame)
    expect(await count(full.files)).toBe(many)
    expect(folderSums(config.BACKUP_TO as string)).toEqual(backups)
    expect((await lastRun(empty, 'backup')).failure).toContain('belongs to another portal')
    expect(await lastProblems(empty, 'sweep')).toEqual([
      'The file store carries the mark of another portal: nothing in it is swept.',
    ])

    // Without the first wall the second holds: what a portal did not write, it does not remove.
    await markStore(empty, await claimOf(empty, config))
    await aDayOf(empty, theSame)
    expect(await count(full.files)).toBe(many)
    expect(folderSums(config.BACKUP_TO as string)).toEqual(backups)

    // The control: without either, all are gone.
    const written = await full.db.selectFrom('storedFile').selectAll().execute()
    await empty.db.insertInto('storedFile').values(written).execute()
    expect(await sweepFiles(empty, { all: true })).toEqual({ removed: many, problems: [] })
    expect(await count(full.files)).toBe(0)
  },
  120_000,
)

test('a store without a mark is taken over by the portal whose files are in it, and refused to any other', async () => {
  const { config, full, empty } = await twoPortals(await places['a folder']())
  const store = openFiles(config)
  await store.mark.write('half a ma')
  await expect(admitStore(full, config)).rejects.toThrow('is damaged')

  const unmarked = { ...config, FILES_URL: join(aFolder(), 'unmarked') }
  await filesIn(unmarked.FILES_URL).put(newKey('abstracts'), Buffer.from('somebody'))
  await expect(admitStore(empty, unmarked)).rejects.toThrow('has files that this portal did not write, and no mark')
  const own = newKey('abstracts')
  await withLedger(filesIn(unmarked.FILES_URL), full).put(own, Buffer.from('ours'))
  await admitStore(full, unmarked)
  await expect(admitStore(empty, unmarked)).rejects.toThrow('belongs to another portal')
})

test('an empty store is refused while the database names files, and so is one that cannot be written', async () => {
  const { config, full } = await twoPortals(await places['a folder']())
  const elsewhere = { ...config, FILES_URL: join(aFolder(), 'not-mounted') }
  await expect(admitStore(full, elsewhere)).rejects.toThrow(
    /not-mounted is empty, but the database names 400 files that were stored\. Mount its disk, or correct FILES_URL/,
  )
  const { endpoint, accessKeyId, secretAccessKey } = await aBucket()
  const bucket = {
    ...config,
    production: true,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: accessKeyId,
    S3_SECRET_KEY: secretAccessKey,
  }
  await expect(admitStore(full, { ...bucket, FILES_URL: 's3://no-such-bucket/x' })).rejects.toThrow('no such bucket')
})

test('a test copy of the database removes nothing from the store of the original', async () => {
  const { world } = await aBackedUpPortal()
  await marked(world)
  const before = await count(world.files)
  // The copy is older than the newest file, and carries the same mark.
  await filesIn(join(world.files.incoming, '..')).put(newKey('abstracts'), Buffer.from('newer than the copy'))
  const later = { ...world, now: () => new Date('2026-11-03T09:00:00Z') }
  expect(await sweepFiles(later)).toEqual({ removed: 0, problems: [] })
  expect(await count(world.files)).toBe(before + 1)
  const { id } = await portalId(world)
  await renewPortalId(world)
  expect((await portalId(world)).id).not.toBe(id)
  expect((await sweepFiles(later)).problems).toHaveLength(1)
})

test('what is left over goes after an hour; more than a share of a kind waits for a person', async () => {
  let now = new Date('2026-11-01T09:00:00Z')
  const { world, app, ayesha } = await portalWithAuthors({ now: () => now, files: filesIn(aFolder()) })
  await marked(world)
  await saved(app, { token: ayesha.token })
  await world.files.put(newKey('abstracts'), Buffer.from('of a save that was killed'))
  expect(await sweepFiles(world)).toEqual({ removed: 0, problems: [] })
  now = new Date(now.getTime() + 2 * 3_600_000)
  expect(await sweepFiles(world)).toEqual({ removed: 1, problems: [] })

  for (let at = 0; at < 21; at += 1) await world.files.put(newKey('abstracts'), Buffer.from('left over'))
  now = new Date(now.getTime() + 2 * 3_600_000)
  const problems = [
    '21 of 22 files in abstracts are named by no row. They are kept until somebody has looked: npm run files -- sweep removes them.',
  ]
  expect(await sweepFiles(world)).toEqual({ removed: 0, problems })
  expect(await lastProblems(world, 'sweep')).toEqual(problems)
  expect(await sweepFiles(world, { all: true })).toEqual({ removed: 21, problems: [] })
  expect(await count(world.files)).toBe(1)

  // As after an upload through a version that keeps no ledger.
  await world.db.deleteFrom('storedFile').execute()
  expect(await sweepFiles(world)).toEqual({ removed: 0, problems: [] })
  expect(await world.db.selectFrom('storedFile').select('key').execute()).toHaveLength(1)
})
