import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { prepareJobs } from '#server/platform/jobs/jobs.ts'
import { often } from '#server/testing/counts.ts'
import { aFolder, ask } from '#server/testing/process.ts'
import { findBinaries } from './binaries.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { adminRole, portalRole, prepareHome } from './home.ts'

const settings = { fsync: 'off' }
const turnOfPresence = 20_261_115

test('the portal makes and owns its tables in the embedded database, and is no superuser of it', async () => {
  const { url, adminUrl } = await open(aFolder())
  await makeTables(url)
  expect(await ownersIn(adminUrl)).toEqual([portalRole])
  expect(
    await ask(url, 'select rolname, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user'),
  ).toEqual([{ rolname: portalRole, rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
  const forbidden = [
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
    'create role somebody superuser',
    `set role ${adminRole}`,
    "set session_replication_role = 'replica'",
  ]
  for (const statement of forbidden)
    await expect(ask(url, statement)).rejects.toThrow(/permission denied|must be superuser/)
})

test('nobody comes in by a port, and by the socket only those who are needed', async () => {
  const { adminUrl } = await open(aFolder())
  const rules = await ask(adminUrl, 'select type, user_name, auth_method from pg_hba_file_rules order by rule_number')
  expect(rules).toEqual([
    { type: 'local', user_name: [portalRole, adminRole, 'colloquium_mover'], auth_method: 'trust' },
    { type: 'host', user_name: ['all'], auth_method: 'reject' },
    { type: 'host', user_name: ['all'], auth_method: 'reject' },
  ])
})

test.each(['', 'create role colloquium_mover superuser login'].slice(0, often(1, 2)))(
  'a folder of version 0.1 is taken over with all that is in it, and version 0.1 can go back to it %s',
  async (killedHalfWay) => {
    const folder = aFolder()
    const old = await asVersion01(folder)
    await makeTables(old.url)
    await ask(
      old.url,
      `create table note (id serial, line text); insert into note (line) values ('kept'); ${killedHalfWay}`,
    )
    expect(await ask(old.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: true },
    ])
    await old.stop()

    const first = await open(folder)
    expect(await ask(first.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ])
    expect(await ownersIn(first.adminUrl)).toEqual([portalRole])
    expect(await ask(first.adminUrl, "select rolname from pg_roles where rolname ~ '^colloquium' order by 1")).toEqual([
      { rolname: portalRole },
      { rolname: adminRole },
      { rolname: 'colloquium_blind' },
    ])
    expect(await ask(first.url, 'select id, line from note')).toEqual([{ id: 1, line: 'kept' }])
    await first.leave()

    // What version 0.1 does at a start: it comes in under the same name, takes its presence, and prepares the database.
    const again = await asVersion01(folder)
    await ask(again.url, 'select pg_advisory_lock_shared($1)', [turnOfPresence])
    await makeTables(again.url)
    await ask(again.url, "insert into note (line) values ('by version 0.1'); create table another ()")
    await again.stop()

    const second = await open(folder)
    expect(await ask(second.url, 'select line from note order by id')).toEqual([
      { line: 'kept' },
      { line: 'by version 0.1' },
    ])
    expect(await ownersIn(second.adminUrl)).toEqual([portalRole])
  },
)

test('while a server of version 0.1 still runs on the folder, a new one joins it, and both go on', async () => {
  const folder = aFolder()
  const old = await asVersion01(folder)
  await makeTables(old.url)
  const running = new pg.Client(old.url)
  await running.connect()
  onTestFinished(() => running.end())
  await running.query('select pg_advisory_lock_shared($1)', [turnOfPresence])

  const joined = await open(folder)
  expect(joined.adopted).toBe(true)
  await running.query('create table by_the_old_one ()')
  await ask(joined.url, 'create table by_the_new_one ()')
  expect(await ask(old.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

async function open(folder: string) {
  const opened = await openEmbeddedPostgres(folder, { settings })
  onTestFinished(() => opened.leave())
  return opened
}

/** The database as version 0.1 makes and starts it: its only role is a superuser with the portal's name. */
async function asVersion01(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = await prepareHome(folder)
  const bin = findBinaries(home.account)
  const run = (name: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(join(bin, name), ['-D', home.cluster, ...words], {
      ...home.account,
      cwd: home.folder,
      encoding: 'utf8',
      // Open pipes would keep us waiting for as long as the server runs.
      stdio: ['ignore', 'ignore', name === 'pg_ctl' ? 'ignore' : 'pipe'],
    })
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
  }
  const socket = 'socket' in home.access ? home.access.socket : ''
  try {
    if (home.account) chownSync(home.folder, home.account.uid, home.account.gid)
    run('initdb', '-U', portalRole, '--auth=trust', '--no-sync')
  } catch (error) {
    if (!String(error).includes('exists but is not empty')) throw error
  }
  run('pg_ctl', 'start', '-s', '-w', '-l', join(home.cluster, 'log'), '-o', `-k ${socket} -h '' -c fsync=off`)
  let isStopped = false
  const stop = async () => {
    if (!isStopped) run('pg_ctl', 'stop', '-s', '-m', 'fast', '-w')
    isStopped = true
  }
  onTestFinished(() => stop().catch(() => undefined))
  return { url: home.url, stop }
}

async function makeTables(url: string): Promise<void> {
  const { pool } = openDatabase({ url, poolSize: 1, timeoutFactor: 10, log: { warn: () => {} } })
  await migrate(pool)
    .then(() => prepareJobs(pool))
    .finally(() => pool.end())
}

/** Of everything that is not PostgreSQL's own. */
async function ownersIn(url: string): Promise<string[]> {
  const rows = await ask<{ owner: string }>(
    url,
    `with ours as (select oid, nspowner from pg_namespace where nspname in ('public', 'graphile_worker')),
     owned as (
       select relowner as owner from pg_class join ours on ours.oid = relnamespace
       union select proowner from pg_proc join ours on ours.oid = pronamespace
       union select typowner from pg_type join ours on ours.oid = typnamespace
       union select nspowner from pg_namespace where nspname = 'graphile_worker'
       union select datdba from pg_database where datname = current_database())
     select rolname as owner from owned join pg_roles on pg_roles.oid = owned.owner order by 1`,
  )
  return rows.map(({ owner }) => owner)
}
