/** How long a start takes, and how much memory the portal holds when nobody asks anything. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { engineFlags } from '#server/platform/process/engine.ts'
import { freePort } from '#server/testing/ports.ts'
import { median } from './measure.ts'

export async function startAndRest(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-bench-'))
  try {
    const bare = median([await bareNode(), await bareNode(), await bareNode()])
    const first = await oneLife(folder)
    const later = [await oneLife(folder), await oneLife(folder), await oneLife(folder)]
    const laterStart = median(later.map(({ ms }) => ms))
    return [
      `first start, with initdb and the demo event: ${(first.ms / bare).toFixed(1)} times an empty Node (${first.ms} ms against ${bare} ms)`,
      `later start: ${(laterStart / bare).toFixed(1)} times an empty Node (${laterStart} ms)`,
      `memory at rest: server ${median(later.map(({ server }) => server))} MB, database ${median(later.map(({ database }) => database))} MB`,
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bareNode(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['-e', '0'])
  await new Promise((done) => child.once('exit', done))
  return Math.round(performance.now() - began)
}

async function oneLife(folder: string): Promise<{ ms: number; server: number; database: number }> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [...engineFlags, 'server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await answers(port))) await pause(10)
  const ms = Math.round(performance.now() - began)
  await pause(3000)
  const memory = { server: proportional(child.pid as number), database: databaseMemory() }
  await stop(child)
  return { ms, ...memory }
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await new Promise((done) => child.once('exit', done))
}

/** Memory that a process would give back, counting shared pages once (Linux only; 0 elsewhere). */
function proportional(pid: number): number {
  try {
    const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Math.round(Number(pss ?? 0) / 1024)
  } catch {
    return 0
  }
}

function databaseMemory(): number {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids
      .filter((pid) => commandOf(pid).includes('postgres'))
      .reduce((sum, pid) => sum + proportional(Number(pid)), 0)
  } catch {
    return 0
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
