/** Logins against what the machine could hash if it did nothing else, and what they do to everybody else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import autocannon from 'autocannon'
import pg from 'pg'
import { openEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { end, start } from './measure.ts'

const people = 2000
const password = 'correct horse'
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export async function logins(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquium-bench-'))
  const database = await openEmbeddedPostgres(join(folder, 'postgres'))
  const server = await start({
    name: 'ours',
    file: 'bench/servers/ours.ts',
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      CAPTCHA_PROVIDER: 'none',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    },
  })
  try {
    await fill(database.url)
    const ceiling = availableParallelism() / (await secondsOfOneHash())
    const url = `http://127.0.0.1:${server.port}`
    const idle = await p99OfOthers(url, 3)
    // Before and after: what the cores give changes within a minute on a shared machine.
    const before = await hashesPerSecond(4)
    const rate = await loginsPerSecond(url, 8)
    const alone = (before + (await hashesPerSecond(4))) / 2
    const [, busy] = await Promise.all([loginsPerSecond(url, 6), p99OfOthers(url, 6)])
    return [
      `logins: ${(rate / ceiling).toFixed(2)} of the argon2 ceiling (goal 0.85); ${rate.toFixed(0)}/s against ${ceiling.toFixed(0)}/s from the fastest single hash`,
      `logins: ${(rate / alone).toFixed(2)} of hashing alone on all cores in the same minute; ${rate.toFixed(0)}/s against ${alone.toFixed(0)}/s`,
      `others meanwhile: p99 ${(busy / idle).toFixed(1)} times idle (goal 3); ${busy.toFixed(1)} ms against ${idle.toFixed(1)} ms`,
    ]
  } finally {
    await end(server.process)
    await database.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Everybody has the same hash: making two thousand would take longer than the bench. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into account (email, email_key, full_name, password_hash, verified_at, created_at, password_changed_at)
     select 'p' || n || '@example.org', 'p' || n || '@example.org', 'P', $1, now(), now(), now() from generate_series(1, $2::int) n`,
    [await hash(password, argon2id), people],
  )
  await client.end()
}

async function secondsOfOneHash(): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 20; at += 1) {
    const before = process.cpuUsage()
    await hash(password, argon2id)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1e6)
  }
  return Math.min(...times)
}

/** Nothing but hashes, on all cores. */
async function hashesPerSecond(seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const one = async () => {
    for (; performance.now() < until; done += 1) await hash(password, argon2id)
  }
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, one))
  return done / seconds
}

async function loginsPerSecond(url: string, seconds: number): Promise<number> {
  let person = 0
  const result = await autocannon({
    url,
    connections: 16,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/Login',
        setupRequest: (request) => {
          person = (person % people) + 1
          const body = JSON.stringify({ UserID: `p${person}@example.org`, Password: password })
          const headers = {
            'content-type': 'application/json',
            'x-forwarded-for': `10.0.${person % 250}.${person % 240}`,
          }
          return { ...request, body, headers }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} logins were refused`)
  return result['2xx'] / result.duration
}

/** Somebody who reads a last date fifty times a second; one caller, so that the figure is a wait and not a queue of our own. */
async function p99OfOthers(url: string, seconds: number): Promise<number> {
  const waits: number[] = []
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    const began = performance.now()
    const reply = await fetch(`${url}/api/LastDates?EventID=1&typ=2`, { method: 'POST' })
    await reply.arrayBuffer()
    waits.push(performance.now() - began)
    await new Promise((resume) => setTimeout(resume, 20))
  }
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] as number
}
