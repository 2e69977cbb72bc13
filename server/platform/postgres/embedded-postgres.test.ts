import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '#server/testing/own-postgres.ts'
import { until } from '#server/testing/process.ts'
import { nativeFolder } from './binaries.ts'
import { DamagedDatabase, openEmbeddedPostgres } from './embedded-postgres.ts'

const settings = { fsync: 'off' }
const isRoot = process.getuid?.() === 0

test('two servers that start at the same moment on an empty folder share one database', async () => {
  const folder = aFolder()
  const [one, other] = await Promise.all([startProcess(folder), startProcess(folder)])
  expect(one.adopted).toBe(!other.adopted)
  expect(one.url).toBe(other.url)
  await Promise.all([one.leave(), other.leave()])
  expect(await answers(one.url)).toBe(false)
})

test('a server that was killed leaves its database to the next one', async () => {
  const folder = aFolder()
  const first = await startProcess(folder)
  await ask(first.url, 'create table note as select 1 as line')
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const next = await openEmbeddedPostgres(folder, { settings })
  expect(next.adopted).toBe(true)
  expect(await ask(next.url, 'select line from note')).toEqual([{ line: 1 }])
  await next.leave()
  expect(await answers(next.url)).toBe(false)
})

test('a database that is killed comes back by itself with everything that was committed', async () => {
  const folder = aFolder()
  const opened = await openEmbeddedPostgres(folder, { settings })
  await ask(opened.url, 'create table note as select 1 as line')
  const killed = pidOf(folder)
  process.kill(killed, 'SIGKILL')

  await until(() => answers(opened.url))
  expect(pidOf(folder)).not.toBe(killed)
  expect(await ask(opened.url, 'select line from note')).toEqual([{ line: 1 }])
  await opened.leave()
  expect(await answers(opened.url)).toBe(false)
})

test('the last one out stops the database, and no one before', async () => {
  const folder = aFolder()
  const first = await openEmbeddedPostgres(folder, { settings })
  const second = await openEmbeddedPostgres(folder, { settings })
  await first.leave()
  expect(await answers(second.url)).toBe(true)
  await second.leave()
  expect(await answers(second.url)).toBe(false)
  expect(existsSync(join(folder, 'cluster/postmaster.pid'))).toBe(false)
})

test('a server may leave although the database was killed the moment before', async () => {
  const folder = aFolder()
  const opened = await openEmbeddedPostgres(folder, { settings })
  process.kill(pidOf(folder), 'SIGKILL')
  await opened.leave()
  await opened.leave()
  expect(await answers(opened.url)).toBe(false)
})

test('the note of a dead database that names a living stranger does not stop the next start', async () => {
  const folder = aFolder()
  const before = await openEmbeddedPostgres(folder, { settings })
  const note = readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8')
  await before.leave()
  writeFileSync(join(folder, 'cluster/postmaster.pid'), note.replace(/^\d+/, String(process.pid)))

  const opened = await openEmbeddedPostgres(folder, { settings })
  expect(opened.adopted).toBe(false)
  await opened.leave()
})

test('a folder too deep for a socket gets one elsewhere that only its owner can enter', async () => {
  const opened = await openEmbeddedPostgres(join(aFolder(), 'deep'.repeat(30)), { settings })
  const socket = new URL(opened.url).searchParams.get('host') as string
  expect(socket.length).toBeLessThan(90)
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  await opened.leave()
  rmSync(socket, { recursive: true })
})

test.runIf(isRoot)(
  'root can keep the project in a home that only root can enter (needs root, to run other accounts)',
  async () => {
    const home = aFolder()
    chmodSync(home, 0o700)
    const folder = join(home, 'colloquium/data')
    mkdirSync(folder, { recursive: true })
    const opened = await openEmbeddedPostgres(folder, { settings })
    const elsewhere = realpathSync(join(folder, 'elsewhere'))
    onTestFinished(() => rmSync(elsewhere, { recursive: true }))
    await ask(opened.url, 'create table note as select 1 as line')
    await opened.leave()

    const again = await openEmbeddedPostgres(folder, { settings })
    expect(await ask(again.url, 'select line from note')).toEqual([{ line: 1 }])
    await again.leave()
  },
)

test('nobody but the owner can come near the socket, and there is no port', async () => {
  const opened = await openEmbeddedPostgres(aFolder(), { settings })
  const socket = new URL(opened.url).searchParams.get('host') as string
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  expect(await ask(opened.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await opened.leave()
})

/** As a disk that lost a piece, or a person who was tidying up, leaves it. */
const damages = {
  'its log of changes is lost': (cluster: string) => {
    for (const name of readdirSync(join(cluster, 'pg_wal')).filter((each) => /^[0-9A-F]{24}$/.test(each)))
      writeFileSync(join(cluster, 'pg_wal', name), Buffer.alloc(16_777_216))
  },
  'its control file is cut off': (cluster: string) => truncateSync(join(cluster, 'global/pg_control'), 100),
}

test.each(Object.entries(damages))(
  'when %s, a start gives up soon, and says what the database said and what to do',
  async (_, damage) => {
    const folder = aFolder()
    await (await openEmbeddedPostgres(folder, { settings })).leave()
    damage(join(folder, 'cluster'))

    const sentence = await openEmbeddedPostgres(folder, { settings }).then(
      () => 'it started',
      (error: Error) => [error instanceof DamagedDatabase, error.message],
    )
    expect(sentence).toEqual([
      true,
      expect.stringMatching(
        /cluster was started 3 times, and ended each time .*(checkpoint record|control file|pg_control)/s,
      ),
    ])
    expect(sentence[1]).toContain('restore the newest backup into it: docs/running-it.md says how under "Restore".')
  },
)

test('where there is no embedded PostgreSQL, the reader is told what to set', () => {
  expect(() => nativeFolder('sunos', 'mips')).toThrow(
    'There is no embedded PostgreSQL for sunos mips: set DATABASE_URL to a PostgreSQL of your own, or POSTGRES_BIN to its programs.',
  )
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Started = { adopted: boolean; url: string; child: ChildProcess; leave: () => Promise<void> }

/** Another server process, which leaves when it is told to. */
async function startProcess(folder: string): Promise<Started> {
  const script = `
    const { openEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)})
    const opened = await openEmbeddedPostgres(${JSON.stringify(folder)}, { settings: { fsync: 'off' } })
    console.log(JSON.stringify(opened))
    process.stdin.once('end', () => opened.leave()).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the other server ended with ${code}`)))
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
  const { adopted, url } = JSON.parse(line) as { adopted: boolean; url: string }
  const leave = async () => {
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  }
  return { adopted, url, child, leave }
}

function pidOf(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8'), 10)
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(question)).rows as unknown[]
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  return ask(url, 'select 1').then(
    () => true,
    () => false,
  )
}

test.runIf(hasPostgres(15))(
  'the programs of POSTGRES_BIN run the database, and another version than the one that made it is refused (needs PostgreSQL 15 of Debian)',
  async () => {
    const bin = '/usr/lib/postgresql/15/bin'
    const folder = aFolder()
    const opened = await openEmbeddedPostgres(folder, { settings, bin })
    expect(
      await ask(opened.url, "select current_setting('server_version_num')::int / 10000 as version, lower('É')"),
    ).toEqual([{ version: 15, lower: 'é' }])
    await opened.leave()

    await expect(openEmbeddedPostgres(folder, { settings })).rejects.toThrow(
      /was made by PostgreSQL 15, and .* is PostgreSQL 18\. Set POSTGRES_BIN to programs of version 15/,
    )
    await expect(openEmbeddedPostgres(folder, { settings, bin: '/usr/bin' })).rejects.toThrow(
      'POSTGRES_BIN does not work: there is no initdb in /usr/bin.',
    )
  },
)
