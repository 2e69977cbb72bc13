/** Ends processes without a goodbye: for vitest and for Playwright. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgetDeadServer } from '#server/platform/postgres/home.ts'

/** Ends a process as a power cut would. One that is already gone is no error. */
export function kill(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    if (pid) process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The first process of the embedded database in this folder, if it runs. */
export function postmasterOf(dataFolder: string): number | undefined {
  const home = ['postgres/elsewhere', 'postgres'].map((name) => join(dataFolder, name)).find((each) => existsSync(each))
  const cluster = join(home ?? dataFolder, 'cluster')
  if (existsSync(cluster)) forgetDeadServer(cluster)
  return Number.parseInt(readIfThere(join(cluster, 'postmaster.pid')), 10) || undefined
}

/** Whoever asks whether a file is there first may find it gone when they read it. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
