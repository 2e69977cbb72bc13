/** Where the embedded database lives, under which account it runs, and the private access through which it is reached. */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { takeOver } from './folder-owner.ts'
import { majorOf } from './version.ts'

/** The person that runs PostgreSQL when it is not the one who runs us. */
export type Account = { uid: number; gid: number } | undefined

export type Home = {
  folder: string
  cluster: string
  log: string
  account: Account
  access: Access
  /** Of the portal, which owns its database and nothing else. */
  url: string
  /** Of the superuser. Only who starts the database uses it, and tests. */
  adminUrl: string
}

/** A private folder with a Unix socket in it, or, on Windows, a port of this machine and a password. */
export type Access = { socket: string } | { port: number; password: string }

export const portalRole = 'colloquium'
export const adminRole = 'colloquium_admin'
const onWindows = process.platform === 'win32'

export async function prepareHome(wanted: string): Promise<Home> {
  const account = accountToRunAs(join(wanted, 'cluster'))
  const folder = homeIn(resolve(wanted), account)
  if (account) takeOver(join(folder, 'cluster'), account)
  const access = onWindows ? await portOf(folder) : { socket: socketFolder(folder, account) }
  return {
    folder,
    cluster: join(folder, 'cluster'),
    log: join(folder, 'database.log'),
    account,
    access,
    url: urlFor(portalRole, access),
    adminUrl: urlFor(adminRole, access),
  }
}

export function urlFor(role: string, access: Access): string {
  return 'socket' in access
    ? `postgres://${role}@localhost/postgres?host=${encodeURIComponent(access.socket)}`
    : `postgres://${role}:${access.password}@127.0.0.1:${access.port}/postgres`
}

/** PostgreSQL refuses to run as root, and containers are root. A database that somebody already made stays theirs. */
export function accountToRunAs(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const people = readFileSync('/etc/passwd', 'utf8').split('\n')
  const entries = people.map((line) => line.split(':'))
  const person = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody')
  if (!person) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody": set DATABASE_URL, or start as another user.',
    )
  }
  return { uid: Number(person[2]), gid: Number(person[3]) }
}

/** Whether the account may enter this folder. */
export function canReach(folder: string, account: Account): boolean {
  if (!account) return true
  const { uid, gid, mode } = statSync(folder)
  const enter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  const up = dirname(folder)
  return (mode & enter) !== 0 && (up === folder || canReach(up, account))
}

/** Only root may write here, so that nobody can put a folder of their own in our place. */
export function sharedHome(): string {
  const shared = '/var/lib/colloquium'
  mkdirSync(shared, { recursive: true })
  chmodSync(shared, 0o755)
  return shared
}

/**
 * The folder itself, or, where the account cannot enter it (a clone in a root-only home), one elsewhere that a link in the folder names.
 * The link keeps the two together: a clone that moves keeps its database, a folder that is deleted begins anew.
 */
function homeIn(wanted: string, account: Account): string {
  mkdirSync(wanted, { recursive: true, mode: 0o755 })
  const folder = realpathSync(wanted)
  if (canReach(folder, account)) return folder
  const link = join(folder, 'elsewhere')
  if (!lstatSync(link, { throwIfNoEntry: false })) {
    const elsewhere = mkdtempSync(join(sharedHome(), `${basename(folder)}-`))
    chmodSync(elsewhere, 0o755)
    try {
      symlinkSync(elsewhere, link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      rmSync(elsewhere, { recursive: true })
    }
  }
  return realpathSync(link)
}

/** A socket's path may hold 103 bytes on every system; a deep folder gets its socket in a short one. */
function socketFolder(folder: string, account: Account): string {
  const near = join(folder, 'socket')
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  const far = account ? join(sharedHome(), `socket-${name}`) : `/tmp/colloquium-${process.getuid?.()}-${name}`
  const socket = Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= 103 ? near : far
  mkdirSync(socket, { recursive: true, mode: 0o700 })
  if (account) chownSync(socket, account.uid, account.gid)
  // Anybody can make a folder in /tmp first, and would then hold the access to our database.
  const found = lstatSync(socket)
  if (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0)
    throw new Error(
      `${socket} must be a folder that only the owner of the database can enter: remove it, and start again.`,
    )
  return socket
}

async function portOf(folder: string): Promise<Access> {
  const port = keptIn(join(folder, 'port'), String(await freePort()))
  return { port: Number(port), password: keptIn(join(folder, 'password'), randomBytes(24).toString('hex')) }
}

/** The first server to start decides; the others read. */
function keptIn(file: string, value: string): string {
  if (!existsSync(file)) {
    const making = `${file}.${process.pid}`
    writeFileSync(making, value, { mode: 0o600 })
    if (existsSync(file)) rmSync(making)
    else renameSync(making, file)
  }
  return readFileSync(file, 'utf8')
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => found(port))
    })
  })
}

/** Before, the locales of the system are the only ones. */
const builtinSince = 17

/** Makes an empty database cluster, once. Of two that try at the same moment, one wins and the other throws its own away. */
export function initialise(home: Home, bin: string, sync: boolean): void {
  if (existsSync(home.cluster)) return
  forgetHalfMade(home.folder)
  const making = mkdtempSync(join(home.folder, 'making-'))
  if (home.account) chownSync(making, home.account.uid, home.account.gid)
  const locale =
    majorOf(bin) < builtinSince
      ? ['--encoding=UTF8', '--locale=C.UTF-8']
      : ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const auth =
    'socket' in home.access
      ? ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${home.folder}/password`]
  const { status, stderr, error } = spawnSync(
    join(bin, 'initdb'),
    ['-D', making, '-U', adminRole, ...locale, ...auth, ...(sync ? [] : ['--no-sync'])],
    { ...home.account, cwd: home.folder, encoding: 'utf8', windowsHide: true },
  )
  if (status !== 0) {
    rmSync(making, { recursive: true, force: true })
    throw new Error(
      `The embedded PostgreSQL does not run here (${error?.message ?? stderr.trim()}): set DATABASE_URL to one of your own.`,
    )
  }
  try {
    // Renamed only when whole: a start that is killed half way must not leave a broken database behind.
    renameSync(making, home.cluster)
    if (sync) syncFolder(home.folder)
  } catch (failure) {
    if (!existsSync(home.cluster)) throw failure
    rmSync(making, { recursive: true })
  }
}

function forgetHalfMade(folder: string): void {
  const longAgo = Date.now() - 600_000
  for (const name of readdirSync(folder).filter((each) => each.startsWith('making-'))) {
    const half = join(folder, name)
    const made = statSync(half, { throwIfNoEntry: false })
    if (made && made.mtimeMs < longAgo) rmSync(half, { recursive: true, force: true })
  }
}

/** Without this a power cut in the first seconds could take back the name of the folder, and all that was committed in it. */
function syncFolder(folder: string): void {
  if (onWindows) return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * PostgreSQL itself forgets a note of a process that is gone. It refuses to start when the number was given to somebody else since
 * (in a restarted container often to ourselves) or when nobody has yet collected the dead process.
 */
export function forgetDeadServer(cluster: string): void {
  const note = join(cluster, 'postmaster.pid')
  const read = () => (existsSync(note) ? readFileSync(note, 'utf8') : '')
  const noted = read()
  const pid = Number.parseInt(noted, 10)
  if (!(pid > 0) || isServerOf(cluster, pid)) return
  // A server that came up in the meantime has written its own note, which must stay.
  if (read() === noted) rmSync(note, { force: true })
}

/** PostgreSQL works inside its cluster's folder; a dead process has none. */
function isServerOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

function isAlive(pid: number): boolean {
  if (onWindows) return true
  const { stdout } = spawnSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' })
  return !stdout.trim().startsWith('Z') && stdout.includes('postgres')
}
