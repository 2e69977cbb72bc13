/** Programs that work inside one folder, and are gone when the drill is: whatever works there is ended, also what they started themselves. */
import { spawn } from 'node:child_process'
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from '#server/platform/postgres/home.ts'
import { kill } from '#server/testing/power-cut.ts'
import { childrenOf } from '#server/testing/process.ts'

export type Program = { program: string; words: string[]; folder: string; account: Account }

/** Its words go to a file of its folder. */
export function begin({ program, words, folder, account }: Program): number {
  const log = openSync(join(folder, `${program.split('/').at(-1)}.txt`), 'a')
  const child = spawn(program, words, {
    ...account,
    cwd: folder,
    // Ctrl-C is for the drill, which ends them in its own order.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH ?? '', HOME: folder, LANG: 'C.UTF-8' },
  })
  child.on('error', () => {})
  return child.pid as number
}

/** Those that work in the folder or below it. */
export function workingIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const where = /^\d+$/.test(name) ? readlinkSync(`/proc/${name}/cwd`) : ''
      return where === folder || where.startsWith(`${folder}/`) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/** As a power cut would: all of them, again until none has started another. */
export async function endAllIn(folder: string, { except }: { except?: string } = {}): Promise<void> {
  const left = () => {
    const spared = except ? workingIn(except) : []
    return workingIn(folder).filter((pid) => !spared.includes(pid))
  }
  for (let tries = 0; tries < 100; tries += 1) {
    const pids = left()
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
    await pause(50)
  }
  throw new Error(`Something in ${folder} does not end: ${left().join(', ')}`)
}

/** The first process of a PostgreSQL and all that it started. */
export function postgresIn(cluster: string): number[] {
  const first = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
  return [first, ...childrenOf(first)]
}

/** Those that send to the standbys. */
export function sendersIn(cluster: string): number[] {
  return postgresIn(cluster).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'))
}
