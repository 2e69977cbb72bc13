/**
 * What this cannot show: a power cut. Killed processes leave the page cache of the operating system, so that a missing fsync would not be
 * noticed here; the first expectation makes sure that it is asked for.
 */
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { Tables } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { machineState } from '#server/platform/process/machine-figures.ts'
import { often } from './counts.ts'
import { freePort } from './ports.ts'
import { kill, postmasterOf } from './power-cut.ts'
import { aUsedFolder, ask, childrenOf, opened, start, tell, until } from './process.ts'

const rounds = often(3, 60)
const victims = ['the server', 'its database', 'both'] as const

test('killed at random again and again, it starts again by itself and no acknowledged write is lost', async () => {
  const dataFolder = await aUsedFolder()
  // Each visitor comes from an address of its own: the portal takes sixty sign-ups in an hour from one.
  const env = { TRUSTED_PROXIES: '127.0.0.1' }
  const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort(), env })
  await opened(portal)
  const { url } = await prepareHome(join(dataFolder, 'postgres'))
  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])
  await ask(url, 'create table scratch (id int primary key)')
  const writer = keepWriting(url)
  const visitors = keepSigningUp(portal.address)

  const away: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // Where a machine is so slow that every kill comes before a sign-up has ended, nothing would be shown of sign-ups.
    if (round % 3 === 2) await visitors.another()
    await pause(randomInt(50, 600))
    const victim = victims[randomInt(victims.length)] as (typeof victims)[number]
    const [server] = childrenOf(portal.pid)
    const database = postmasterOf(dataFolder)
    if (victim !== 'its database') kill(server)
    if (victim !== 'the server') kill(database)
    // The old server may answer a last time while it dies.
    if (victim !== 'its database') await until(() => !childrenOf(portal.pid).includes(server as number))
    away.push(await opened(portal))
  }

  const written = await writer.stop()
  const signedUp = await visitors.stop()
  tell(
    `${rounds} kills: back after ${Math.round(Math.max(...away))} ms at worst; ${written.length} rows and ${signedUp.acknowledged.length} accounts acknowledged, ${signedUp.unknown.length} sign-ups without an answer`,
  )
  await until(() =>
    ask(url, 'select 1').then(
      () => true,
      () => false,
    ),
  )
  const kept = new Set((await ask<{ id: number }>(url, 'select id from scratch')).map(({ id }) => id))
  expect(written.filter((id) => !kept.has(id))).toEqual([])
  expect(written.length).toBeGreaterThan(rounds)
  const people = await peopleAndLetters(url)
  expect(signedUp.acknowledged.filter((email) => people.get(email) !== '1 account, 1 letter')).toEqual([])
  expect(signedUp.unknown.filter((email) => ![undefined, '1 account, 1 letter'].includes(people.get(email)))).toEqual(
    [],
  )
  expect(await soundness(url)).toEqual([])
  // A server that dies with a job in hand is no reason for the alert JobsGivenUp.
  expect(await ofDatabase(url, machineState)).toMatchObject({ jobsGivenUp: 0 })
  expect(portal.hasEnded()).toBe(false)
})

/** One row after the other; a number is noted only when the database has said that it is kept, and never used twice. */
function keepWriting(url: string): { stop: () => Promise<number[]> } {
  const acknowledged: number[] = []
  let going = true
  const work = (async () => {
    for (let id = 0; going; await pause(20)) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
      client.on('error', () => {})
      try {
        await client.connect()
        for (; going; await pause(10)) {
          id += 1
          await client.query('insert into scratch values ($1)', [id])
          acknowledged.push(id)
        }
      } catch {
        // The database was just killed; the next connection goes on.
      } finally {
        void client.end().catch(() => {})
      }
    }
  })()
  return {
    stop: async () => {
      going = false
      await work
      return acknowledged
    },
  }
}

type SignUps = { acknowledged: string[]; unknown: string[] }

/** People who sign up while all this happens, each once. */
function keepSigningUp(address: string): { another: () => Promise<void>; stop: () => Promise<SignUps> } {
  const signUps: SignUps = { acknowledged: [], unknown: [] }
  let going = true
  const work = (async () => {
    for (let count = 0; going; await pause(randomInt(20, 200))) {
      const email = `visitor-${count}@example.edu`
      const status = await signUp(address, email, `10.0.${count >> 8}.${count & 255}`)
      // Nobody was there to take the call.
      if (status === 'ECONNREFUSED') continue
      if (status === 'Success') signUps.acknowledged.push(email)
      else signUps.unknown.push(email)
      count += 1
    }
  })()
  return {
    another: async () => {
      const before = signUps.acknowledged.length
      await until(() => signUps.acknowledged.length > before)
    },
    stop: async () => {
      going = false
      await work
      return signUps
    },
  }
}

async function signUp(address: string, email: string, from: string): Promise<string | undefined> {
  try {
    const reply = await fetch(`${address}/api/EventRegister`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, connection: 'close' },
      body: JSON.stringify({ DeviceID: 'd', UserID: email, Fullname: 'A Visitor', Password: 'correct horse' }),
      signal: AbortSignal.timeout(10_000),
    })
    return ((await reply.json()) as { Table: { Status: string }[] }).Table[0]?.Status
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code
  }
}

async function peopleAndLetters(url: string): Promise<Map<string, string>> {
  const rows = await ask<{ email: string; accounts: number; letters: number }>(
    url,
    `select coalesce(email, recipient) as email, coalesce(accounts, 0)::int as accounts, coalesce(letters, 0)::int as letters
     from (select email, count(*) as accounts from account group by email) as people
     full join (select recipient, count(*) as letters from mail group by recipient) as post on email = recipient`,
  )
  return new Map(rows.map(({ email, accounts, letters }) => [email, `${accounts} account, ${letters} letter`]))
}

const soundness = (url: string): Promise<string[]> => ofDatabase(url, brokenInvariants)

async function ofDatabase<Answer>(url: string, asked: (world: Pick<World, 'db'>) => Promise<Answer>): Promise<Answer> {
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 1, log: { warn: () => {} } })
  return asked({ db }).finally(() => pool.end())
}
