/** Secrets of several instances on one real database. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { allAtOnce } from '#server/testing/races.ts'
import { aClock } from '#server/testing/shop.ts'
import { makeWorld } from '#server/testing/world.ts'
import { secretsThatDiffer, watchSecrets } from './secret-differences.ts'
import { fileSecret, openSecrets, secretNames, type Secrets } from './secrets.ts'

const key = { SECRETS_KEY: 'correct horse battery staple, twice over' }
const aSecret = (letter: number): Secrets => ({
  captcha: Buffer.alloc(32, 1),
  pins: Buffer.alloc(32, letter),
  'second-factor': Buffer.alloc(32, 2),
})

test('what a machine kept in files is taken over when SECRETS_KEY is first set, and the next instance has it without files', async () => {
  const world = await makeWorld()
  const [first, second] = [aFolder(), aFolder()]
  const pins = fileSecret('pins', first)

  const taken = await openSecrets(world, { ...key, DATA_DIR: first })
  fileSecret('pins', second)

  expect(taken.pins).toEqual(pins)
  expect(await openSecrets(world, { ...key, DATA_DIR: second })).toEqual(taken)
  expect(readdirSync(join(second, 'secrets'))).toEqual(['pins'])
})

test('of eight instances that make the first secret at once, all have the same one', async () => {
  const world = await makeWorld()

  expect(new Set(await atOnce(world)).size).toBe(1)
  expect(await made(world)).toBe(1)
})

test('without the constraint each of them would make one', async () => {
  const world = await makeWorld()
  await sql`alter table secret drop constraint secret_pkey`.execute(world.db)
  onTestFinished(async () => {
    await sql`delete from secret`.execute(world.db)
    await sql`alter table secret add constraint secret_pkey primary key (name)`.execute(world.db)
  })

  await atOnce(world)

  expect(await made(world)).toBe(8)
})

test('instances with different secrets are told which and what to do, until it is mended or one of them is gone', async () => {
  const clock = aClock()
  const lines: string[] = []
  const note = (line: unknown) => void lines.push(String(line))
  const world = await makeWorld({ now: clock.now })
  const road = { ...world, log: { warn: note, info: note } }
  const heard = () => lines.splice(0)
  const cure =
    'Copy the folder secrets of DATA_DIR from one to the others and start them again, or set the same SECRETS_KEY everywhere.'

  const first = await watchSecrets(road, { instance: 'one:3000', secrets: aSecret(2) })
  expect([heard(), await secretsThatDiffer(world)]).toEqual([[], []])
  await watchSecrets(road, { instance: 'two:3000', secrets: aSecret(3) })
  expect(heard()).toEqual([
    `The secrets of this instance (two:3000) differ from those of one:3000: a PIN or captcha of one is refused by the other. ${cure}`,
  ])
  expect(await secretsThatDiffer(world)).toEqual([
    `These instances do not all have the same secrets: one:3000, two:3000. ${cure}`,
  ])

  const mended = await watchSecrets(road, { instance: 'two:3000', secrets: aSecret(2) })
  expect([heard(), await secretsThatDiffer(world)]).toEqual([[], []])
  await first.stop()
  const third = await watchSecrets(road, { instance: 'three:3000', secrets: aSecret(4) })
  expect(heard()).toEqual([expect.stringContaining('differ from those of two:3000:')])
  clock.pass(121)
  const last = await watchSecrets(road, { instance: 'four:3000', secrets: aSecret(5) })
  expect(heard()).toEqual([])
  await Promise.all([mended, third, last].map((each) => each.stop()))
})

test('nothing that is written down leads back to a secret', async () => {
  const world = await makeWorld()
  const secrets = await openSecrets(world, { ...key, DATA_DIR: aFolder() })
  const watch = await watchSecrets(world, { instance: 'one:3000', secrets })

  const { rows } = await sql`select * from secret natural full join secret_seen`.execute(world.db)
  const written = JSON.stringify(
    rows.map((row) =>
      Object.values(row as object).map((each) => (each instanceof Buffer ? each.toString('hex') : each)),
    ),
  )

  expect(rows).toHaveLength(secretNames.length)
  for (const secret of Object.values(secrets)) expect(written).not.toContain(secret.toString('hex').slice(0, 16))
  await watch.stop()
})

/** All of them have read that there is none before the first may write. */
async function atOnce(world: World): Promise<string[]> {
  const actions = Array.from({ length: 8 }, () => async () => {
    const { captcha } = await openSecrets(world, { ...key, DATA_DIR: '/nowhere' })
    return captcha.toString('hex')
  })
  return allAtOnce(world, sql`lock table secret in share mode`, actions)
}

async function made(world: World): Promise<number> {
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from secret where name = 'captcha'`.execute(
    world.db,
  )
  return Number(rows[0]?.many)
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
