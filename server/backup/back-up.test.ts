/** Making backups: beside people who go on, killed, on a full disk, of a bucket. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { portalId } from '#server/platform/database/portal-id.ts'
import { filesInBucket } from '#server/platform/files/bucket-files.ts'
import { markName } from '#server/platform/files/files.ts'
import { aBackedUpPortal, manyLetters } from '#server/testing/backups.ts'
import { often } from '#server/testing/counts.ts'
import { aFolder, root } from '#server/testing/process.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { aBucket } from '#server/testing/s3.ts'
import { erasedListName } from './erasures.ts'
import { filesOf } from './format.ts'
import { passingFiles, namedFiles } from './named-files.ts'
import { checkBackup } from './read.ts'
import { listName, timeOf } from './rules.ts'
import { sharedFolderName } from './shared-parts.ts'

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => timeOf(name))
const halfMadeIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.part'))

test('OPS-013: a backup is read with the key that it was made for, and by nobody else', async () => {
  const { backUp, plan, world } = await aBackedUpPortal()
  const [identity, other] = [await generateIdentity(), await generateIdentity()]
  const { path, manifest, name, bytes } = await backUp({ recipients: [await identityToRecipient(identity)] })

  expect(await checkBackup({ path, identities: [other, identity] })).toEqual(manifest)
  await expect(checkBackup({ path, identities: [other] })).rejects.toThrow('This key does not open the backup')
  await expect(checkBackup({ path, identities: [] })).rejects.toThrow('This backup is encrypted')
  const { id } = await portalId(world)
  expect(readdirSync(plan.folder).toSorted()).toEqual(
    [name, listName(name), sharedFolderName({ id }), erasedListName(id), markName].toSorted(),
  )
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(manifest.events).toEqual(['Annual Medical Conference'])
  expect(filesOf(manifest).size).toBe(2)
  expect(manifest.tables.map((table) => table.name)).not.toContain('attempt')
  const runs = await world.db.selectFrom('backupRun').select(['kind', 'name', 'bytes', 'failure']).execute()
  expect(runs).toEqual([{ kind: 'backup', name, bytes, failure: '' }])
})

test('every column that holds the key of a file is known to the backup', async () => {
  const { world } = await aBackedUpPortal()
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(file|photo|picture|image|document)_key$' order by 1`.execute(
    world.db,
  )
  const known = [...namedFiles.map(({ table, column }) => `${table}.${column}`), ...passingFiles]
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted())
})

test('a picture that is replaced while it is backed up makes the backup begin anew, and a lost file is named', async () => {
  const portal = await aBackedUpPortal()
  const { world, backUp, sana, app } = portal
  const { get } = world.files
  let replaced = 0
  world.files.get = async (key) => {
    if (key.startsWith('photos/') && replaced++ === 0) await createProfile(app, sana.token)
    return get(key)
  }
  const { path, manifest } = await backUp()
  expect(replaced).toBe(2)
  expect(manifest.lost).toEqual([])
  expect(await checkBackup({ path, identities: [] })).toEqual(manifest)

  const { fileKey } = await world.db.selectFrom('abstractVersion').select('fileKey').executeTakeFirstOrThrow()
  await world.files.remove(fileKey)
  expect((await backUp({ folder: aFolder() })).manifest.lost).toEqual([fileKey])
})

test('OPS-003: killed at any moment, a backup leaves no file that looks whole, and the next one clears up', async () => {
  const { url, plan, world, backUp } = await aBackedUpPortal()
  await manyLetters(world, 600)
  const whole = await backUp()
  const recipient = await identityToRecipient(await generateIdentity())
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: plan.dataDir,
    BACKUP_TO: plan.folder,
    BACKUP_RECIPIENTS: recipient,
  }
  const moments = often(2, 10)
  for (let at = 0; at < moments; at += 1) {
    const wanted = (whole.bytes * (at + 0.2)) / moments
    const child = spawn(process.execPath, ['scripts/backup.ts'], { cwd: root, env, stdio: 'ignore' })
    const ended = once(child, 'exit')
    const written = () =>
      halfMadeIn(plan.folder).reduce(
        (sum, name) => sum + (statSync(join(plan.folder, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      )
    while (child.exitCode === null && written() < wanted) await pause(1)
    child.kill('SIGKILL')
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(halfMadeIn(plan.folder)).toHaveLength(1)
    expect(backupsIn(plan.folder)).toEqual([whole.name])
  }
  const next = await backUp({ recipients: [recipient] })
  expect(halfMadeIn(plan.folder)).toEqual([])
  expect(backupsIn(plan.folder)).toEqual([whole.name, next.name].toSorted())
}, 300_000)

const mayMount = process.getuid?.() === 0 && process.platform === 'linux'

test.runIf(mayMount)(
  'OPS-011: on a full or read-only disk the old backup stays and the start of the new one is removed (needs root)',
  async () => {
    const { world, backUp } = await aBackedUpPortal()
    const folder = aFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
    onTestFinished(() => void execFileSync('umount', [folder]))
    const old = await backUp({ folder })
    const before = readFileSync(old.path)
    await manyLetters(world, 500)
    for (const recipients of [[], [await identityToRecipient(await generateIdentity())]]) {
      world.now = () => new Date('2026-11-02T09:00:00Z')
      await expect(backUp({ folder, recipients })).rejects.toThrow(/ENOSPC|no room/)
      const { id } = await portalId(world)
      expect(readdirSync(folder).toSorted()).toEqual(
        [old.name, listName(old.name), sharedFolderName({ id }), erasedListName(id), markName].toSorted(),
      )
      expect(readdirSync(join(folder, sharedFolderName({ id }), 'incoming'))).toEqual([])
      expect(readFileSync(old.path).equals(before)).toBe(true)
    }
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await expect(backUp({ folder })).rejects.toThrow(/EROFS/)
    const runs = await world.db.selectFrom('backupRun').select('failure').orderBy('id').execute()
    const full = 'There is no room left where backups are kept.'
    const forbidden = 'The account that the portal runs as may not write where backups are kept.'
    expect(runs.map(({ failure }) => failure)).toEqual(['', full, full, forbidden])
  },
)

test('OPS-014: files in a bucket are listed with their sizes, and copied when asked for', async () => {
  const files = filesInBucket(await aBucket())
  const { backUp } = await aBackedUpPortal({ files })
  const listed = (await backUp({ copiesFiles: false })).manifest
  expect(listed.inBucket.map(({ size }) => size > 0)).toEqual([true, true])
  expect(filesOf(listed).size).toBe(0)
  const copied = (await backUp({ copiesFiles: true, folder: aFolder() })).manifest
  expect(copied.inBucket).toEqual([])
  const sizes = [...filesOf(copied)].map(([key, { size }]) => ({ key, size }))
  expect(sizes.toSorted((a, b) => b.key.localeCompare(a.key))).toEqual(listed.inBucket)
})

test('the command says what it made, refuses an open backup in production and a folder that is not there', async () => {
  const { url, plan } = await aBackedUpPortal()
  const run = (words: string[], more: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, ['scripts/backup.ts', ...words], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: plan.dataDir, ...more },
    }).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    )
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://cpd.example.edu',
    TRUSTED_PROXIES: '127.0.0.1',
    ALLOW_UNSAFE: 'sandbox-payments,no-mail',
  }
  const [made, refused, nowhere] = await Promise.all([
    run([plan.folder]),
    run([plan.folder], production),
    run([join(plan.folder, 'not-mounted')]),
  ])
  expect(made).toMatch(
    /colloquium-\d{8}T\d{6}Z-shared\.tar \(\d+ KB, \d+ rows, 2 files\)\nFiles and tables are in \S+colloquium-shared-[0-9a-f]{8}: \d+ KB were added, .*\nIt is not encrypted: /,
  )
  expect(refused).toContain('Set BACKUP_RECIPIENTS')
  expect(nowhere).toContain('make it, or mount its disk.')
  expect(backupsIn(plan.folder)).toHaveLength(1)
})
