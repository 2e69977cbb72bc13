/** Bringing a backup back: what is the same, what has ended, and what is refused. */
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { deliver, releaseHeld, sweepMail } from '#server/kernel/outbox/outbox.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/platform/database/migrate.ts'
import { portalId } from '#server/platform/database/portal-id.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aBackedUpPortal, anEmptyDatabase, folderSums, sumsOf } from '#server/testing/backups.ts'
import { often } from '#server/testing/counts.ts'
import { makeDatabase } from '#server/testing/database.ts'
import { aPerson, call, pinFor, signIn } from '#server/testing/people.ts'
import { aFolder, ask } from '#server/testing/process.ts'
import { stillWorld } from '#server/testing/world.ts'
import { backUp } from './back-up.ts'
import { erasedListName, erasedListText } from './erasures.ts'
import { type Manifest, manifestName, manifestText } from './format.ts'
import { checkBackup } from './read.ts'
import { cutOff, damaged } from './refused.ts'
import { restore, type Restoring } from './restore.ts'
import { openTar } from './tar.ts'

const log = makeLog('silent')

async function aPlace(wish: Partial<Restoring> & Pick<Restoring, 'source'>): Promise<Restoring> {
  const dataDir = aFolder()
  const files = filesIn(join(dataDir, 'files'))
  const url = wish.url ?? (await anEmptyDatabase())
  return { url, files, dataDir, log, now: () => new Date('2026-11-03T09:00:00Z'), by: 'Ms Memon', ...wish }
}

function worldOf(place: Restoring) {
  const { db, pool } = openDatabase<Tables>({ url: place.url, timeoutFactor: 10, log })
  onTestFinished(() => pool.end())
  return { ...stillWorld(db), files: place.files, now: place.now }
}

/** What a restore ends, holds or writes down. */
const changed = [
  'act',
  'act_change',
  'act_change_id_seq',
  'act_id_seq',
  'attempt',
  'backup_run',
  'backup_run_id_seq',
  'mail',
  'session',
  'staff_link',
]

test('OPS-002, OPS-009: every table is as it was, the old password signs in, and what was open is closed', async () => {
  const { backUp, url, sana, world, plan, code, app } = await aBackedUpPortal()
  const hina = { DeviceID: 'd', UserID: 'hina@example.org', Fullname: 'Hina', Password: 'correct horse' }
  await call(app, 'EventRegister', hina)
  const OTP = await pinFor(world, hina.UserID)
  const identity = await generateIdentity()
  const before = await sumsOf(url)
  const { path, manifest } = await backUp({ recipients: [await identityToRecipient(identity)], settings: 'PORT=1\n' })

  const place = await aPlace({ source: { path, identities: [identity] } })
  const restored = await restore(place)
  const after = await sumsOf(place.url)
  const differing = Object.keys(before).filter((name) => before[name] !== after[name])
  expect(differing.toSorted()).toEqual([...changed, 'pin'].toSorted())
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(restored).toMatchObject({ filesPut: 2, erased: 0, problems: [], hasErasedList: true, manifest })
  expect(folderSums(join(place.dataDir, 'files'))).toEqual(folderSums(join(plan.dataDir, 'files')))
  expect(folderSums(join(place.dataDir, 'secrets'))).toEqual(folderSums(join(plan.dataDir, 'secrets')))
  expect(readFileSync(restored.settings as string, 'utf8')).toBe('PORT=1\n')

  const there = { ...worldOf(place), app: await makeTestApp(worldOf(place)) }
  expect(await call(there.app, 'ProfileExists', { token: sana.token })).toMatchObject({ http: 401 })
  const token = await signIn(there.app, sana)
  const receipt = await there.app.inject({
    url: `/api/Receipt?PaymentCode=${code}`,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  })
  expect(receipt.statusCode).toBe(200)
  // The same PIN, still good at the portal that it is of.
  const answers = await Promise.all(
    [there.app, app].map((each) => call(each, 'EventEmailVerify', { UserID: hina.UserID, OTP })),
  )
  expect(answers.map(({ Status }) => Status === 'Success')).toEqual([false, true])

  // What was unsent waits for a person; a PIN is not sent at all.
  const letters = await sql<{ held: number; dropped: number }>`
    select count(*) filter (where held_at is not null)::int as held, count(*) filter (where given_up_at is not null)::int as dropped from mail`.execute(
    there.db,
  )
  expect(letters.rows).toEqual([{ held: restored.held, dropped: 1 }])
  expect(restored.held).toBeGreaterThan(0)
  const carried: string[] = []
  const withMail = {
    ...there,
    postOffice: { carry: async ({ to }: { to: string }) => void carried.push(to), close: async () => {} },
  }
  await sweepMail(withMail)
  const ids = (await there.db.selectFrom('mail').select('id').execute()).map(({ id }) => id)
  for (const id of ids) await deliver(withMail, id)
  expect(carried).toEqual([])
  expect(await releaseHeld(there)).toBe(restored.held)
  for (const id of ids) await deliver(withMail, id)
  expect(carried).toHaveLength(restored.held)
})

test('whoever was erased since the backup is erased again, and a backup of then keeps its numbers', async () => {
  const { backUp, sana, plan, world } = await aBackedUpPortal()
  const { path } = await backUp()
  const portal = await portalId(world)
  const list = join(plan.folder, erasedListName(portal.id))
  expect(readFileSync(list, 'utf8')).toBe(erasedListText(portal, world.now(), []))
  const one = { accountId: sana.accountId, erasedAt: '2026-11-02T00:00:00Z', keepsAbstracts: false }
  writeFileSync(list, erasedListText(portal, new Date('2026-11-02T00:00:00Z'), [one]))
  const place = await aPlace({ source: { path, identities: [] } })
  expect(await restore(place)).toMatchObject({ erased: 1, onlyOwners: [], problems: [] })
  const there = worldOf(place)
  const account = there.db.selectFrom('account').select(['fullName', 'erasedAt']).where('id', '=', sana.accountId)
  expect(await account.executeTakeFirst()).toEqual({
    fullName: 'Erased person',
    erasedAt: new Date('2026-11-02T00:00:00Z'),
  })
  expect(Object.keys(folderSums(join(place.dataDir, 'files')))).toEqual([])
  const acts = await there.db
    .selectFrom('act')
    .select(['actorKind', 'actorName', 'operation'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(acts).toEqual({ actorKind: 'command', actorName: 'Ms Memon', operation: 'restore' })
})

/** The same backup with something else in its manifest, as another version would have written it. */
async function rewritten(path: string, change: (manifest: Manifest) => Manifest): Promise<string> {
  const manifest = await checkBackup({ path, identities: [] })
  const old = readFileSync(path)
  const at = old.lastIndexOf(Buffer.from(manifestName))
  const tar = openTar(new Date())
  const parts: Buffer[] = []
  tar.stream.on('data', (piece: Buffer) => parts.push(piece))
  await tar.finish(manifestText(change(manifest)))
  await new Promise((done) => tar.stream.once('end', done))
  const other = `${path}.other`
  writeFileSync(other, Buffer.concat([old.subarray(0, at), ...parts]))
  return other
}

test('OPS-004 to OPS-008: each thing that is wrong is refused with its sentence, and nothing is touched', async () => {
  const { backUp, url, plan } = await aBackedUpPortal()
  const identity = await generateIdentity()
  const sealed = await backUp({ recipients: [await identityToRecipient(identity)] })
  const plain = await backUp({ folder: aFolder(), isWhole: true })
  const empty = (await makeDatabase()).url
  const identities = [identity]
  const place = await aPlace({ url: empty, source: { path: sealed.path, identities } })
  writeFileSync(join(place.dataDir, 'note'), 'mine')
  // Empty tables are made anew where a restore went wrong half-way: they have another stamp for what pages keep, and nobody in them.
  const rowsOf = async () => {
    const { content_change: _stamp, ...sums } = await sumsOf(empty)
    return sums
  }
  const state = async () => [await rowsOf(), await sumsOf(url), folderSums(place.dataDir), folderSums(plan.dataDir)]
  const before = await state()
  const refused = async (source: Restoring['source'], target = empty) => {
    const sentence = await restore({ ...place, source, url: target }).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(await state()).toEqual(before)
    return sentence
  }

  const wrong = join(aFolder(), 'wrong')
  const bytes = readFileSync(sealed.path)
  for (let at = 0; at < often(6, 60); at += 1) {
    const flipped = Buffer.from(bytes)
    const position = 300 + Math.floor(((bytes.length - 301) * at) / often(6, 60))
    flipped[position] = (flipped[position] as number) ^ (1 << (at % 8))
    writeFileSync(wrong, flipped)
    expect([damaged, cutOff]).toContain(await refused({ path: wrong, identities }))
  }
  const inTheTable = readFileSync(plain.path)
  const part = inTheTable.indexOf('tables/account/00000.gz') + 512 + 40
  inTheTable[part] = (inTheTable[part] as number) ^ 1
  writeFileSync(wrong, inTheTable)
  expect(await refused({ path: wrong, identities: [] })).toBe(damaged)

  for (const [path, keys] of [
    [sealed.path, identities],
    [plain.path, []],
  ] as const)
    for (const share of [0.1, 0.5, 0.98]) {
      copyFileSync(path, wrong)
      truncateSync(wrong, Math.floor(readFileSync(path).length * share))
      expect(await refused({ path: wrong, identities: [...keys] })).toBe(cutOff)
    }

  expect(await refused({ path: sealed.path, identities: [await generateIdentity()] })).toMatch(
    /^This key does not open the backup/,
  )
  expect(await refused({ path: sealed.path, identities: [] })).toMatch(/^This backup is encrypted/)
  expect(await refused({ path: sealed.path, identities }, url)).toMatch(
    /^The database is not empty: it has \d+ accounts and 1 events/,
  )
  const newer = await rewritten(plain.path, (manifest) => ({
    ...manifest,
    version: '9.0.0',
    migrations: [...manifest.migrations, { name: '9999-later.sql', checksum: '0'.repeat(64) }],
  }))
  expect(await refused({ path: newer, identities: [] })).toMatch(
    /^This backup was made by version 9.0.0, which is newer than this one/,
  )
  const other = await rewritten(plain.path, (manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) => (table.name === 'account' ? { ...table, sha256: '0'.repeat(64) } : table)),
  }))
  expect(await refused({ path: other, identities: [] })).toBe(
    'The table account is not what it was when it was backed up.',
  )
  const { pool } = openDatabase({ url: empty, log })
  await pool.query('select 1')
  expect(await refused({ path: sealed.path, identities })).toMatch(/^The portal is running on this database/)
  await pool.end()
  expect(await restore(place)).toMatchObject({ problems: [] })
})

test('what another program lists as its migrations is left alone; our own, begun and given up, is not', async () => {
  const { path } = await (await aBackedUpPortal()).backUp()
  const place = await aPlace({ source: { path, identities: [] } })
  const [first] = await readMigrations()
  const put = (text: string) => ask(place.url, text)
  await put(`create table migration (id int, name text); insert into migration values (1, '0001-init')`)
  await expect(restore(place)).rejects.toThrow('it has tables that are not ours')
  expect(await put('select name from migration')).toEqual([{ name: '0001-init' }])

  await put(`delete from migration; create table theirs (id int)`)
  await expect(restore(place)).rejects.toThrow('it has tables that are not ours')
  await put(`insert into migration values (1, '${first?.name}')`)
  expect(await restore(place)).toMatchObject({ problems: [] })
})

test('data that was not sound is restored only when somebody says so', async () => {
  const { backUp, world } = await aBackedUpPortal()
  await sql`set session_replication_role = replica; delete from receipt_name; delete from receipt; set session_replication_role = default`.execute(
    world.db,
  )
  const { path } = await backUp()
  const place = await aPlace({ source: { path, identities: [] } })
  const before = await sumsOf(place.url)
  await expect(restore(place)).rejects.toThrow('a paid order has a receipt')
  expect(await sumsOf(place.url)).toEqual(before)
  expect(Object.keys(folderSums(join(place.dataDir)))).toEqual([])
  expect((await restore({ ...place, anyway: true })).problems).toHaveLength(1)
})

test('OPS-008: a backup of a database of version 0.1 is made, restored, and brought to the newest shape', async () => {
  const older = aFolder()
  for (const name of readdirSync(migrationsFolder).filter((each) => each < '0007'))
    copyFileSync(join(migrationsFolder, name), join(older, name))
  const old = await anEmptyDatabase()
  const { db, pool } = openDatabase<Tables>({ url: old, log })
  onTestFinished(() => pool.end())
  await migrate(pool, older)
  const world = { ...stillWorld(db), files: filesIn(aFolder()) }
  const { accountId } = await aPerson(world)
  const { path } = await backUp(world, {
    url: old,
    folder: aFolder(),
    address: 'https://cpd.example.edu',
    recipients: [],
    dataDir: aFolder(),
    copiesFiles: true,
    version: '0.1.0',
  })
  const place = await aPlace({ source: { path, identities: [] } })
  await restore(place)
  const there = worldOf(place)
  expect(await there.db.selectFrom('account').select(['id', 'erasedAt']).execute()).toEqual([
    { id: accountId, erasedAt: null },
  ])
  expect(await ask(place.url, 'select max(name) as last from migration')).toEqual([
    { last: (await readMigrations()).at(-1)?.name },
  ])
})
