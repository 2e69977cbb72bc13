/** A PostgreSQL of the test's own, as an operator has one: it can be stopped, started, frozen and told to behave otherwise. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { findBinaries } from '#server/platform/postgres/binaries.ts'
import { type Account, initialise, prepareHome } from '#server/platform/postgres/home.ts'
import { aFolder, childrenOf, kill } from './process.ts'

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

export async function ownPostgres(): Promise<OwnPostgres> {
  const place = await prepareHome(aFolder())
  const bin = findBinaries(place.account)
  initialise(place, bin, false)
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
