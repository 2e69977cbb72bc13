/** Backups and drills by the schedule, with a clock that goes when told; what the metric and the doctor say of them. */
import { execFile } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#server/kernel/settings.ts'
import { linesOf } from '#server/reports/health-sentences.ts'
import { schedule, workOf } from '#server/schedule.ts'
import { aBackedUpPortal, sumsOf } from '#server/testing/backups.ts'
import { aFolder, ask, root } from '#server/testing/process.ts'
import { aClock } from '#server/testing/shop.ts'
import { drill, drillFresh } from './drill.ts'
import { checkBackup } from './read.ts'
import { BackupBusy } from './refused.ts'
import { timeOf } from './rules.ts'
import { backupFigures, backupParts } from './runs.ts'
import { openSnapshot } from './snapshot.ts'

const hour = 60

/** A Saturday, nine in the evening in Karachi. */
async function aScheduledPortal() {
  const clock = aClock(new Date('2026-11-14T16:00:00Z'))
  const portal = await aBackedUpPortal({ now: clock.now })
  const identity = await generateIdentity()
  const { url, plan, world } = portal
  const config = readConfig({
    DATABASE_URL: url,
    DATA_DIR: plan.dataDir,
    BACKUP_TO: plan.folder,
    BACKUP_RECIPIENTS: await identityToRecipient(identity),
  })
  const { jobs, schedule: due } = workOf(world, { config, url })
  const run = async (name: string) => jobs.find((job) => job.name === name)?.work({})
  /** So many hours later the schedule asks. */
  const pass = async (hours: number) => {
    clock.pass(hours * hour)
    await run('back-up')
    await run('drill')
  }
  const ages = async () => {
    const [backup, drill] = await backupFigures(world)
    return { backup: backup?.values, drill: drill?.values }
  }
  const doctor = async () =>
    (await backupParts(world, { goesSomewhere: true, production: true })).flatMap((part) => linesOf(part).problems)
  const backups = () => readdirSync(plan.folder).filter((name) => timeOf(name))
  return { ...portal, clock, config, due, identity, run, pass, ages, doctor, backups }
}

test('OPS-010: backups are made and proved by the schedule, and when that fails, metric and doctor say so', async () => {
  const { pass, ages, doctor, backups, due, plan, identity, world, config } = await aScheduledPortal()
  expect(due.map(({ job }) => job)).toEqual([...schedule.map(({ job }) => job), 'back-up', 'drill'])
  expect(await ages()).toEqual({ backup: Infinity, drill: Infinity })
  expect(await doctor()).toEqual([
    'No backup was ever made. Run npm run backup, and read in the log why the last one was not made.',
    'It was never proved that a backup can be restored. Run npm run restore -- --drill.',
  ])
  const databases = () => ask(plan.url, `select datname from pg_database where datname like 'colloquium_drill_%'`)

  const before = await databases()
  // The first of each at once; then nothing until three in the night, and four on Sunday.
  await pass(1)
  expect(await doctor()).toEqual([])
  expect(await databases()).toEqual(before)
  const first = backups()
  expect(first.length).toBeGreaterThan(0)
  // The key that the drill had is gone: only the college's opens what lies there.
  const path = `${plan.folder}/${first.at(-1)}`
  await expect(checkBackup({ path, identities: [await generateIdentity()] })).rejects.toThrow('does not open')
  expect((await checkBackup({ path, identities: [identity] })).events).toHaveLength(1)
  await pass(4)
  expect(backups()).toEqual(first)
  await pass(1)
  expect(backups()).toHaveLength(first.length + 1)
  await pass(1)
  expect(await ages()).toMatchObject({ drill: 0 })

  // The disk is not mounted: the age grows, and the doctor says why.
  const folder = config.BACKUP_TO
  config.BACKUP_TO = `${folder}/gone`
  await pass(27)
  expect((await ages()).backup).toBeGreaterThan(26 * 3600)
  expect((await doctor())[0]).toMatch(
    /^The last backup failed: There is no folder .*gone: make it, or mount its disk\. Run npm run backup, /,
  )
  config.BACKUP_TO = folder
  await pass(1)
  expect(await doctor()).toEqual([])

  // Something is not sound, which only a restore would notice: from the next drill on nothing is proved.
  await sql`set session_replication_role = replica; delete from receipt_name; delete from receipt; set session_replication_role = default`.execute(
    world.db,
  )
  await pass(5 * 24 + 20)
  expect(await ages()).toMatchObject({ drill: Infinity })
  expect(await doctor()).toEqual([
    expect.stringMatching(
      /^The last drill failed, so that nobody knows whether a backup can be restored: What was backed up is not sound\./,
    ),
  ])
})

test('a backup and a drill that begin in the same second wait for each other, and both are good', async () => {
  const { clock, run, pass, ages, doctor, backups } = await aScheduledPortal()
  await pass(0)
  // Sunday, four in the night: the machine was off at three.
  clock.pass(7 * hour)
  const before = backups().length
  await Promise.all([run('drill'), run('back-up')])
  expect(await doctor()).toEqual([])
  expect(await ages()).toEqual({ backup: 0, drill: 0 })
  expect(backups().length).toBe(before + 1)
  expect(backups().every((name) => name.includes('-shared.'))).toBe(true)
})

test('a drill that waits longer than it may for a backup has not failed', async () => {
  const { plan, world, doctor, config, url } = await aScheduledPortal()
  const other = await openSnapshot({ url, now: world.now })
  await expect(drillFresh(world, config, { ...plan, longestWait: 50 })).rejects.toThrow(BackupBusy)
  expect(await world.db.selectFrom('backupRun').selectAll().execute()).toEqual([])
  const drilled = drillFresh(world, config, plan)
  await other.close()
  expect(await drilled).toMatchObject({ lostSeconds: 0 })
  expect(await doctor()).not.toContain(expect.stringContaining('failed'))
})

test('a drill changes nothing, and says how much would be lost and how long it took', async () => {
  const { backUp, url, world, plan } = await aBackedUpPortal()
  const { path, manifest } = await backUp()
  const before = [await sumsOf(url), statSync(path).mtimeMs]
  const now = () => new Date('2026-11-01T10:00:00Z')
  const drilled = await drill(
    { ...world, now },
    { DATABASE_URL: url, DATA_DIR: plan.dataDir },
    { path, identities: [] },
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  expect(drilled).toEqual({ manifest, rows, lostSeconds: 3600, tookSeconds: 0 })
  expect([await sumsOf(url), statSync(path).mtimeMs]).toEqual(before)
})

test.runIf(process.env.TEST_LONG)(
  'by command, also where the role may not create a database; the doctor says when backups go nowhere (needs npm run test:long)',
  async () => {
    const { backUp, url } = await aBackedUpPortal()
    const identity = await generateIdentity()
    const { path, name } = await backUp({ recipients: [await identityToRecipient(identity)] })
    const key = `${aFolder()}/key.txt`
    writeFileSync(key, `# created: today\n${identity}\n`)
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://cpd.example.edu',
      TRUSTED_PROXIES: '127.0.0.1',
      ALLOW_UNSAFE: 'sandbox-payments,no-mail',
    }
    const dataDir = aFolder()
    const run = (script: string, words: string[], env: Record<string, string> = {}) =>
      promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...words], {
        cwd: root,
        env: { ...process.env, DATA_DIR: dataDir, ...env },
      }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
      )
    const [proved, doctor] = await Promise.all([
      // On a machine that has nothing but the file and the key.
      run('restore', ['--drill', path, '--identity', key], { DATABASE_URL: '' }),
      run('doctor', [], { DATABASE_URL: url, ...production }),
    ])
    expect(proved).toMatch(
      /^The backup of 2026-11-01T09:00:00.000Z was restored beside, checked, and removed again: \d+ rows\.\nRPO \d+ \w+: /,
    )
    expect(readdirSync(dataDir)).toEqual([])
    expect(doctor).toContain('No backup is made by itself. Set BACKUP_TO to a folder on another disk.')
    expect(name).toContain('.age')
  },
)
