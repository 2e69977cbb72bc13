/**
 * A PostgreSQL of our own: started on first use, shared by every process that opens the same folder, brought back when it dies,
 * and stopped by the last one out.
 */
import { spawn, type SpawnOptions } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isUnavailable } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/process/log.ts'
import { findBinaries } from './binaries.ts'
import { refuseForeignFolder } from './folder-owner.ts'
import { forgetDeadServer, type Home, initialise, prepareHome } from './home.ts'
import { prepareRoles, writeAccessRules } from './roles.ts'
import { refuseOtherVersion } from './version.ts'

export type EmbeddedPostgres = { url: string; adminUrl: string; adopted: boolean; leave: () => Promise<void> }
/** `bin` has other programs than the ones that we bring. */
export type Options = { settings?: Record<string, string>; bin?: string | undefined; log?: Logger }

/** Our own presence, which ends when the database does. The types leave out that it need not keep the process alive. */
type Session = pg.Client & { ref: () => void; unref: () => void }

type Setup = { home: Home; bin: string; settings: Record<string, string> }

const forASmallMachine = {
  shared_buffers: '32MB',
  max_connections: '100',
  max_wal_size: '256MB',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A refused row's values and the text of a statement are people's data, and have no place in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** Held in shared mode by everyone who uses the database. */
const presence = 20_261_115
const timeout = 30_000
/** A server that ends so often over the same damage will not do better the next time. */
const mostFailures = 3
/** What PostgreSQL says of a folder in which it finds no beginning. */
const namesDamage = /PANIC: |control file|not a database cluster directory|invalid primary checkpoint/

/** No start cures it: its folder is damaged, and somebody has to decide. */
export class DamagedDatabase extends Error {}

export async function openEmbeddedPostgres(folder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const setup = await findSetup(folder, options)
  const opened = await joinOrStart(setup)
  let session: Session | undefined
  let recovery: Promise<void> | undefined
  let left = false

  function keep(joined: Session): void {
    session = joined
    joined.unref()
    joined.once('end', () => {
      session = undefined
      if (!left) recovery = recover()
    })
  }

  async function recover(): Promise<void> {
    options.log?.warn('the embedded database is gone, and is started again')
    while (!left) {
      try {
        const { session: joined } = await joinOrStart(setup)
        keep(joined)
        options.log?.info('the embedded database is back')
        return
      } catch (error) {
        options.log?.error({ err: error }, 'the embedded database does not come back')
        await pause(1000)
      }
    }
  }

  async function leave(): Promise<void> {
    if (left) return
    left = true
    await recovery
    if (session) await leaveOrStop(setup, session)
  }

  keep(opened.session)
  const { url, adminUrl } = setup.home
  return { url, adminUrl, adopted: opened.adopted, leave }
}

async function findSetup(folder: string, { settings = {}, bin: own }: Options): Promise<Setup> {
  const home = await prepareHome(folder)
  const bin = findBinaries(home.account, own)
  refuseOtherVersion(home.cluster, bin)
  initialise(home, bin, settings.fsync !== 'off')
  return { home, bin, settings: { ...forASmallMachine, ...settings } }
}

/** Adopts a server that answers, whoever started it; else starts one. Of several that start at once PostgreSQL lets one through. */
async function joinOrStart(setup: Setup): Promise<{ session: Session; adopted: boolean }> {
  let ours: Server | undefined
  let wasRepairing = false
  let failures = 0
  for (let giveUpAt = Date.now() + timeout; ; await pause(25)) {
    const { session, refusal } = await tryToJoin(setup.home)
    if (session) return { session, adopted: !ours || ours.ended !== undefined }
    // A server that repairs itself after a crash says so, and may take its time.
    if (refusal === '57P03') {
      giveUpAt = Date.now() + timeout
      wasRepairing = true
    }
    if (Date.now() > giveUpAt) {
      const said = endOf(setup.home.log)
      if (/Permission denied|wrong ownership/.test(said)) refuseForeignFolder(setup.home)
      throw new Error(`The embedded database does not start (${ours?.ended ?? refusal}): ${said}`)
    }
    if (refusal !== 'ENOENT' && refusal !== 'ECONNREFUSED') continue
    if (ours && ours.ended === undefined) continue
    // Damaged, it may say for a moment that it repairs itself, and dies: that must not prolong the patience for ever.
    if (wasRepairing || (ours && namesDamage.test(endOf(setup.home.log, ours.logFrom)))) failures += 1
    if (failures === mostFailures) throw damaged(setup.home)
    wasRepairing = false
    // After kill -9, a dying backend holds the shared memory for a moment, and PostgreSQL refuses to start until it is gone.
    if (ours) await pause(150)
    ours = startServer(setup)
  }
}

type Joined = { session?: Session; refusal?: string }

/** First as superuser, who makes the portal's role. In a folder that version 0.1 made, that one has the portal's name. */
async function tryToJoin(home: Home): Promise<Joined> {
  const asAdmin = await joinWith(home.adminUrl)
  const first = asAdmin.refusal === noSuchRole ? await joinWith(home.url) : asAdmin
  if (!first.session) return first
  try {
    if (writeAccessRules(home)) await first.session.query('select pg_reload_conf()')
    await prepareRoles(home, first.session)
    return await joinWith(home.url)
  } catch (error) {
    return refusalOf(error)
  } finally {
    // The second is there by now, or will not be: nobody may believe that we had left.
    await first.session.end()
  }
}
const noSuchRole = '28000'

async function joinWith(url: string): Promise<Joined> {
  const session = new pg.Client({
    connectionString: url,
    application_name: 'colloquium presence',
    connectionTimeoutMillis: 2000,
  }) as Session
  // What is lost with the connection is told by its end.
  session.on('error', () => {})
  try {
    await session.connect()
    // Waits for one who is about to stop the server, and fails when that is done.
    await session.query('select pg_advisory_lock_shared($1)', [presence])
    return { session }
  } catch (error) {
    void session.end().catch(() => {})
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): Joined {
  const { code } = error as { code?: string }
  if (!isUnavailable(error) && code !== noSuchRole) throw error
  return { refusal: code ?? String(error) }
}

type Server = { ended?: string; logFrom: number }

function startServer({ home, bin, settings }: Setup): Server {
  forgetDeadServer(home.cluster)
  writeAccessRules(home)
  const access =
    'socket' in home.access ? ['-k', home.access.socket, '-h', ''] : ['-p', `${home.access.port}`, '-h', '127.0.0.1']
  const args = [
    '-D',
    home.cluster,
    ...access,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = openLog(home.log)
  const server: Server = { logFrom: fstatSync(log).size }
  // Detached: a Ctrl-C meant for the server must not reach the database first.
  const how: SpawnOptions = {
    ...home.account,
    cwd: home.folder,
    stdio: ['ignore', log, log],
    detached: true,
    windowsHide: true,
  }
  // Only pg_ctl can lay down the rights of a Windows administrator, with which PostgreSQL refuses to run.
  const child =
    'socket' in home.access
      ? spawn(join(bin, 'postgres'), args, how)
      : spawn(join(bin, 'pg_ctl'), ['start', '-W', '-D', home.cluster, '-o', args.slice(2).join(' ')], how)
  closeSync(log)
  child.unref()
  child.once('error', (error) => (server.ended = error.message))
  child.once('exit', (code, signal) => {
    if (code !== 0 || 'socket' in home.access) server.ended = `ended with ${code ?? signal}`
  })
  return server
}

function damaged({ cluster, log }: Home): DamagedDatabase {
  return new DamagedDatabase(
    `The embedded database in ${cluster} was started ${mostFailures} times, and ended each time before it was ready. The end of ${log}:\n
${endOf(log)}\n
If this speaks of damage, no start will cure it. Keep the folder as it is, set DATA_DIR to an empty one, and restore the newest backup into it: docs/running-it.md says how under "Restore".`,
  )
}

function openLog(path: string): number {
  const log = openSync(path, 'a', 0o600)
  if (fstatSync(log).size > 1_000_000) ftruncateSync(log)
  return log
}

function endOf(log: string, from = 0): string {
  return readFileSync(log).subarray(from).toString().slice(-1000).trim()
}

/** Two that leave at the same moment cannot both believe that the other stays: one of them gets the lock alone. */
async function leaveOrStop({ home, bin }: Setup, session: Session): Promise<void> {
  session.ref()
  try {
    await session.query('select pg_advisory_unlock_shared($1)', [presence])
    const { rows } = await session.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [presence])
    if (rows[0]?.alone) await stopServer(home, bin)
  } catch (error) {
    // A database that is already gone needs no goodbye.
    if (!isUnavailable(error)) throw error
  } finally {
    await session.end()
  }
}

function stopServer(home: Home, bin: string): Promise<void> {
  const args = ['stop', '-s', '-m', 'fast', '-w', '-t', '30', '-D', home.cluster]
  const child = spawn(join(bin, 'pg_ctl'), args, {
    ...home.account,
    cwd: home.folder,
    stdio: 'ignore',
    windowsHide: true,
  })
  return new Promise((stopped, failed) => {
    child.once('error', failed)
    child.once('exit', () => stopped())
  })
}
