/** The portal as its own process, the way people run it: for tests of what happens when processes and databases end. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { engineFlags } from '#server/platform/process/engine.ts'
import { freePort } from './ports.ts'
import { kill, postmasterOf, readIfThere } from './power-cut.ts'

export const root = join(import.meta.dirname, '../..')

export type Program = 'server/main.ts' | 'scripts/start.ts' | 'npm start' | 'npm run dev'
export type Start = {
  program: Program
  /** Where uploads, secrets and the embedded database are kept. */
  dataFolder: string
  port: number
  env?: Record<string, string>
  /** The clone that it runs from; this one unless told. */
  clone?: string
  account?: { uid: number; gid: number } | undefined
}
export type Running = {
  pid: number
  address: string
  output: () => string
  hasEnded: () => boolean
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Starts it and gives it back at once; `opened` waits for its routes. Whatever is left of it when the test ends is killed. */
export function start({ program, dataFolder, port, env = {}, clone = root, account }: Start): Running {
  const node = clone === root ? process.execPath : join(clone, 'node_modules/node/bin/node')
  // As the supervisor starts it.
  const flags = program === 'server/main.ts' ? engineFlags : []
  const words = program.startsWith('npm ') ? program.split(' ') : [node, ...flags, program]
  const child = spawn(words[0] as string, words.slice(1), {
    cwd: clone,
    // A group of its own, as in a terminal, so that a test can press Ctrl-C.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...quietEnvironment(), PORT: String(port), DATA_DIR: dataFolder, ...env },
    ...account,
  })
  const pid = child.pid as number
  const { output, ended } = watch(child)
  onTestFinished(() => putDown(pid, dataFolder))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return { pid, address: `http://127.0.0.1:${port}`, output, hasEnded, ended }
}

/** Nothing of the test run, and nothing of the developer's own `.env`, decides how the process behaves. */
function quietEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    SMTP_URL: '',
    PUBLIC_URL: '',
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'warn',
    DEMONSTRATION: 'small',
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  }
}

function watch(child: ChildProcess): Pick<Running, 'output' | 'ended'> {
  let text = ''
  const keep = (part: Buffer) => (text = (text + part.toString()).slice(-50_000))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<number | string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', (code, signal) => done(code ?? signal ?? 'nothing'))
  })
  return { output: () => text, ended }
}

/** The whole group at once, for a supervisor would start a killed server again. */
function putDown(pid: number, dataFolder: string): void {
  kill(-pid)
  const database = postmasterOf(dataFolder)
  if (database) kill(database)
}

/** The processes that this one started and that still run. */
export function childrenOf(pid: number): number[] {
  return processes().flatMap(({ id, state, parent }) => (parent === pid && !state.startsWith('Z') ? [id] : []))
}

/** The processes that Ctrl-C in the terminal of this one would reach. */
export function groupOf(pid: number): number[] {
  return processes().flatMap(({ id, state, group }) => (group === pid && !state.startsWith('Z') ? [id] : []))
}

type Process = { id: number; state: string; parent: number; group: number }

function processes(): Process[] {
  const words = existsSync('/proc/self/stat')
    ? // 12 (a name (with brackets)) S 34 12 ...
      readdirSync('/proc').map((name) => /^(\d+) .*\) (\S) (\d+) (\d+)/s.exec(readIfThere(`/proc/${name}/stat`)))
    : [...listOfProcesses().matchAll(/(\d+) +(\S+) +(\d+) +(\d+)/g)]
  return words.flatMap((match) => {
    const [, id, state = '', parent, group] = match ?? []
    return match ? [{ id: Number(id), state, parent: Number(parent), group: Number(group) }] : []
  })
}

function listOfProcesses(): string {
  return execFileSync('ps', ['-A', '-o', 'pid=,stat=,ppid=,pgid='], { encoding: 'utf8' })
}

/** The project as somebody who clones it gets it: without what git ignores, and without what npm installs. */
export function copySources(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const name of listed.split('\0').filter((each) => existsSync(join(root, each)))) {
    // A lock file of today would be newer than what is installed, and everything be installed again.
    if (name) cpSync(join(root, name), join(to, name), { preserveTimestamps: true })
  }
}

/** The packages, and none of the caches that this clone has filled since. Links cost nothing; another disk needs copies. */
export function linkModules(clone: string): void {
  const [from, to] = [join(root, 'node_modules'), join(clone, 'node_modules')]
  const packages = readdirSync(from).filter(
    (name) => !name.startsWith('.') || ['.bin', '.package-lock.json'].includes(name),
  )
  mkdirSync(to)
  const words = [...packages.map((name) => join(from, name)), to]
  try {
    execFileSync('cp', ['-al', ...words], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', ...words])
  }
}

/** A folder that an account of less right may enter, and that is gone after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

let used: Promise<string> | undefined

/** A folder of data in which the portal has run before, for tests that are not about a first start, which takes twice as long. */
export async function aUsedFolder(): Promise<string> {
  const first = await (used ??= useAFolder())
  const folder = aFolder()
  // Where root keeps its files to itself the database is elsewhere, and a copy would share it.
  if (existsSync(join(first, 'postgres/elsewhere'))) return folder
  // With its owners: the database belongs to an account of less right.
  execFileSync('cp', ['-a', `${first}/.`, folder])
  return folder
}

/** Made by the first worker that needs one, and kept until the run ends: a first start takes both cores for seconds. */
async function useAFolder(): Promise<string> {
  const { TEST_FILES } = process.env
  if (!TEST_FILES) throw new Error('This run has no folder: see global.ts.')
  const place = join(TEST_FILES, 'used')
  const dataFolder = join(place, 'data')
  const isReady = join(place, 'ready')
  for (;;) {
    if (isTheFirst(place)) break
    // Whoever failed to make it took the place away: then it is our turn.
    await until(() => existsSync(isReady) || !existsSync(place), { within: 600_000 })
    if (existsSync(isReady)) return dataFolder
  }
  try {
    mkdirSync(dataFolder)
    const portal = start({ program: 'server/main.ts', dataFolder, port: await freePort() })
    await opened(portal)
    kill(portal.pid, 'SIGTERM')
    if ((await portal.ended) !== 0) throw new Error(`it did not stop as it should: ${portal.output()}`)
  } catch (error) {
    rmSync(place, { recursive: true, force: true, maxRetries: 20 })
    throw error
  }
  writeFileSync(isReady, '')
  return dataFolder
}

function isTheFirst(place: string): boolean {
  try {
    mkdirSync(place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  // The database in it runs as an account of less right, which must be able to enter.
  chmodSync(place, 0o755)
  return true
}

/** Waits for the first page, and says how many milliseconds that took. */
export async function opened({ address, output, hasEnded }: Running): Promise<number> {
  return until(
    async () => {
      if (hasEnded()) throw new Error(`it ended before it opened: ${output()}`)
      return (await statusOf(`${address}/`)) === 200
    },
    { otherwise: () => `no page at ${address}: ${output()}` },
  )
}

/** The status, or the name of the failure: a refused connection is an answer too. Each call has its own connection. */
export async function statusOf(url: string): Promise<number | string> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(30_000), headers: { connection: 'close' } })
    await reply.arrayBuffer()
    return reply.status
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? name
  }
}

type RetryPolicy = { within?: number; every?: number; otherwise?: () => string }

/** Asks until it is true, and says how many milliseconds that took. */
export async function until(isTrue: () => Promise<boolean> | boolean, timeout: RetryPolicy = {}): Promise<number> {
  const { within = 120_000, every = 100, otherwise = () => 'it did not happen' } = timeout
  const began = performance.now()
  for (;;) {
    if (await isTrue()) return performance.now() - began
    if (performance.now() - began > within) throw new Error(`Within ${within} ms: ${otherwise()}`)
    await pause(every)
  }
}

/** One question on a connection of its own. */
export async function ask<Row extends object>(url: string, question: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(question, values)).rows
  } finally {
    await client.end()
  }
}

/** What a test measured, for whoever reads its output. */
export function tell(sentence: string): void {
  process.stderr.write(`  ${sentence}\n`)
}
