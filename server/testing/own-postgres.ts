/** A PostgreSQL of the test's own, as an operator has one: it can be stopped, started, frozen and told to behave otherwise. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { findBinaries } from '#server/platform/postgres/binaries.ts'
import { type Account, adminRole, type Home, initialise, prepareHome } from '#server/platform/postgres/home.ts'
import { kill } from './power-cut.ts'
import { aFolder, childrenOf } from './process.ts'

export type OwnPostgres = {
  /** Of a superuser. */
  url: string
  /** The folder of its socket, and who may enter it. */
  socket: string
  account: Account
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Every process of it stands still until it is let go on. */
  freeze: () => void
  goOn: () => void
}

/** Of this version where Debian keeps its programs, or the one that we bring. */
export async function ownPostgres(version?: number): Promise<OwnPostgres> {
  const place = await prepareHome(aFolder())
  const bin = version ? binOf(version) : findBinaries(place.account)
  if (version) initialiseAsDebian(place, bin)
  else initialise(place, bin, false)
  const control = async (...words: string[]) => {
    const child = spawn(join(bin, 'pg_ctl'), [...words, '-s', '-w', '-D', place.cluster], {
      ...place.account,
      cwd: place.folder,
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([0, null])
  }
  const socket = new URL(place.url).searchParams.get('host') ?? ''
  const stop = () => control('stop', '-m', 'immediate')
  const begin = () => control('start', '-l', join(place.cluster, 'log'), '-o', `-k ${socket} -h '' -c fsync=off`)
  const signalAll = (signal: NodeJS.Signals) => {
    const first = Number.parseInt(readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8'), 10)
    for (const pid of [first, ...childrenOf(first)]) kill(pid, signal)
  }
  await begin()
  onTestFinished(async () => {
    signalAll('SIGCONT')
    await stop()
  })
  return {
    url: place.adminUrl,
    socket,
    account: place.account,
    stop,
    start: begin,
    freeze: () => signalAll('SIGSTOP'),
    goOn: () => signalAll('SIGCONT'),
  }
}

export function hasPostgres(version: number): boolean {
  return existsSync(join(binOf(version), 'postgres'))
}

const binOf = (version: number) => `/usr/lib/postgresql/${version}/bin`

/** As an operator's package makes it: older ones know nothing of the locales that we ask for. */
function initialiseAsDebian({ folder, cluster, account }: Home, bin: string): void {
  mkdirSync(cluster, { mode: 0o700 })
  if (account) chownSync(cluster, account.uid, account.gid)
  const words = ['-D', cluster, '-U', adminRole, '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync']
  execFileSync(join(bin, 'initdb'), words, { ...account, cwd: folder, stdio: 'ignore' })
}
