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

export type EmbeddedPostgres = { url: string; adminUrl: string; adopted: boolean; leave: () => Promise<void> }
export type Options = { settings?: Record<string, string>; log?: Logger }

/** Our own presence, which ends when the database does. The types leave out that it need not keep the process alive. */
type Session = pg.Client & { ref: () => void; unref: () => void }

type Place = { home: Home; bin: string; settings: Record<string, string> }

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

export async function openEmbeddedPostgres(folder: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const place = await findPlace(folder, options.settings)
  const opened = await joinOrStart(place)
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
        const { session: joined } = await joinOrStart(place)
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
    if (session) await leaveOrStop(place, session)
  }

  keep(opened.session)
  const { url, adminUrl } = place.home
  return { url, adminUrl, adopted: opened.adopted, leave }
}

async function findPlace(folder: string, settings: Record<string, string> = {}): Promise<Place> {
  const home = await prepareHome(folder)
  const bin = findBinaries(home.account)
  initialise(home, bin, settings.fsync !== 'off')
  return { home, bin, settings: { ...forASmallMachine, ...settings } }
}

/** Adopts a server that answers, whoever started it; else starts one. Of several that start at once PostgreSQL lets one through. */
async function joinOrStart(place: Place): Promise<{ session: Session; adopted: boolean }> {
  let ours: { ended?: string } | undefined
  for (let giveUpAt = Date.now() + timeout; ; await pause(25)) {
    const { session, refusal } = await tryToJoin(place.home)
    if (session) return { session, adopted: !ours || ours.ended !== undefined }
    // A server that repairs itself after a crash says so, and may take its time.
    if (refusal === '57P03') giveUpAt = Date.now() + timeout
    if (Date.now() > giveUpAt) {
      const said = endOf(place.home.log)
      if (/Permission denied|wrong ownership/.test(said)) refuseForeignFolder(place.home)
      throw new Error(`The embedded database does not start (${ours?.ended ?? refusal}): ${said}`)
    }
    if (refusal !== 'ENOENT' && refusal !== 'ECONNREFUSED') continue
    // After kill -9, a dying backend holds the shared memory for a moment, and PostgreSQL refuses to start until it is gone.
    if (ours?.ended !== undefined) await pause(150)
    if (!ours || ours.ended !== undefined) ours = startServer(place)
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

function startServer({ home, bin, settings }: Place): { ended?: string } {
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
  const server: { ended?: string } = {}
  child.once('error', (error) => (server.ended = error.message))
  child.once('exit', (code, signal) => {
    if (code !== 0 || 'socket' in home.access) server.ended = `ended with ${code ?? signal}`
  })
  return server
}

function openLog(path: string): number {
  const log = openSync(path, 'a', 0o600)
  if (fstatSync(log).size > 1_000_000) ftruncateSync(log)
  return log
}

function endOf(log: string): string {
  return readFileSync(log, 'utf8').slice(-1000).trim()
}

/** Two that leave at the same moment cannot both believe that the other stays: one of them gets the lock alone. */
async function leaveOrStop({ home, bin }: Place, session: Session): Promise<void> {
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
