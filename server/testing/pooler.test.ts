/** A pooler between the portal and PostgreSQL: the real PgBouncer, where it is installed. */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/database/connect.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { refuseTransactionPooler } from '#server/platform/database/pooler.ts'
import type { Config } from '#server/platform/process/config.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { often } from './counts.ts'
import { type OwnPostgres, ownPostgres } from './own-postgres.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, ask, opened, start, until } from './process.ts'
import { firstRow, send } from './shoppers.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((each) =>
  existsSync(each),
)
const sentence = 'DATABASE_URL leads to a pooler in transaction mode'

test.runIf(program)(
  'through a pooler in session mode the portal works, and its time limits stand (needs PgBouncer)',
  async () => {
    const database = await ownPostgres()
    const url = await aPooler(database, { pool_mode: 'session' })
    const portal = start({
      program: 'server/main.ts',
      dataFolder: aFolder(),
      port: await freePort(),
      env: { DATABASE_URL: url },
    })
    await opened(portal)
    const { body } = await send(portal.address, '/api/EventRegister', {
      DeviceID: 'd',
      UserID: 'pooled@example.edu',
      Fullname: 'A Visitor',
      Password: 'correct horse',
    })
    expect(firstRow(body).Status).toBe('Success')
    const sent = () =>
      ask(database.url, "select from mail where recipient = 'pooled@example.edu' and sent_at is not null")
    await until(async () => (await sent()).length === 1, { otherwise: portal.output })

    // The portal's own ways in: one for calls, one for jobs.
    const config = { DATABASE_URL: url, DATA_DIR: aFolder() } as Config
    const calls = await connect(config, makeLog('silent'), { forCalls: true })
    onTestFinished(calls.leave)
    const jobs = openDatabase({ url, isServer: true, log: { warn: () => {} } })
    onTestFinished(() => jobs.pool.end())
    expect(await limitsIn(calls.pool)).toEqual(Array.from({ length: 10 }, () => '3s, 4s, 15s'))
    expect(await limitsIn(jobs.pool)).toEqual(Array.from({ length: 10 }, () => '3s, 10s, 15s'))
  },
)

/** All at once, so that each is the first question of its connection. */
function limitsIn(pool: pg.Pool): Promise<(string | undefined)[]> {
  const names = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']
  const all = names.map((name) => `current_setting('${name}')`).join(', ')
  const one = () => pool.query<{ limits: string }>(`select concat_ws(', ', ${all}) as limits`)
  return Promise.all(Array.from({ length: 10 }, () => one().then(({ rows }) => rows[0]?.limits)))
}

test.runIf(program)(
  'through a pooler in transaction mode the portal does not start, says why, and leaves no lock (needs PgBouncer)',
  async () => {
    const database = await ownPostgres()
    const url = await aPooler(database, { pool_mode: 'transaction' })
    const portal = start({
      program: 'scripts/start.ts',
      dataFolder: aFolder(),
      port: await freePort(),
      env: { DATABASE_URL: url },
    })
    expect(await portal.ended).toBe(78)
    expect(portal.output().split(sentence)).toHaveLength(2)
    expect(portal.output()).toContain('set the pooler to session mode')
    expect(await ask(database.url, "select 1 from pg_locks where locktype = 'advisory'")).toEqual([])
  },
)

test.runIf(program).each([
  { pool_mode: 'transaction', default_pool_size: 1 },
  { pool_mode: 'transaction', default_pool_size: 20 },
  { pool_mode: 'transaction', default_pool_size: 20, server_round_robin: 1 },
  { pool_mode: 'transaction', default_pool_size: 20, min_pool_size: 20, server_round_robin: 1 },
  { pool_mode: 'statement', default_pool_size: 20 },
])(
  'a pooler that hands connections on is known, however it does it: $pool_mode, $default_pool_size (needs PgBouncer)',
  async (settings) => {
    const url = await aPooler(await ownPostgres(), settings)
    const others = await busyOthers(url)
    for (let round = 0; round < often(5, 100); round += 1)
      await expect(refuseTransactionPooler(url)).rejects.toThrow(sentence)
    await others.stop()
    for (let round = 0; round < often(5, 100); round += 1)
      await expect(refuseTransactionPooler(url)).rejects.toThrow(sentence)
  },
)

test.runIf(program)(
  'a pooler in session mode is never taken for another, nor is no pooler at all (needs PgBouncer)',
  async () => {
    const database = await ownPostgres()
    const url = await aPooler(database, { pool_mode: 'session' })
    for (let round = 0; round < often(5, 100); round += 1) {
      await expect(refuseTransactionPooler(url)).resolves.toBeUndefined()
      await expect(refuseTransactionPooler(database.url)).resolves.toBeUndefined()
    }
  },
)

/** PgBouncer before this database, on a socket of its own. It refuses to run as root, too. */
async function aPooler(database: OwnPostgres, settings: Record<string, string | number>): Promise<string> {
  const folder = aFolder()
  const port = await freePort()
  const names = join(folder, 'names')
  const { username } = new URL(database.url)
  writeFileSync(names, `"${username}" ""\n`)
  const lines = {
    unix_socket_dir: folder,
    listen_port: port,
    auth_type: 'trust',
    auth_file: names,
    default_pool_size: 40,
    logfile: join(folder, 'log'),
    ...settings,
  }
  const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, ['[databases]', `* = host=${database.socket}`, '[pgbouncer]', ...text, ''].join('\n'))
  if (database.account) chownSync(folder, database.account.uid, database.account.gid)
  const child = spawn(program as string, [file], { ...database.account, cwd: folder, stdio: 'ignore' })
  onTestFinished(() => kill(child.pid))
  const url = `postgres://${username}@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
  // Its socket is there a moment before it listens.
  const answers = () =>
    ask(url, 'select 1').then(
      () => true,
      () => false,
    )
  await until(answers)
  return url
}

/** Somebody else at the same pooler, all the time. */
async function busyOthers(url: string): Promise<{ stop: () => Promise<void> }> {
  let going = true
  const others = [1, 2].map(async () => {
    while (going) await ask(url, 'select 1').catch(() => undefined)
  })
  const stop = async () => {
    going = false
    await Promise.all(others)
  }
  return { stop }
}
