/** A restore or a drill that is killed half-way: nobody is in the database, a second one works, and what it left beside is cleared. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aBackedUpPortal, anEmptyDatabase, folderSums, manyLetters, sumsOf } from '#server/testing/backups.ts'
import { kill, postmasterOf } from '#server/testing/power-cut.ts'
import { aFolder, ask, root, until } from '#server/testing/process.ts'

type Place = { DATABASE_URL: string; DATA_DIR: string }

function command(words: string[], place: Place): { child: ChildProcess; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, ['scripts/restore.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...place },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') }
}

async function killedWhen(isTime: () => Promise<boolean>, words: string[], place: Place): Promise<void> {
  const { child, ended } = command(words, place)
  await until(async () => child.exitCode !== null || (await isTime()), { every: 2 })
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

const inside = (url: string) =>
  ask<{ query: string; tables: number }>(
    url,
    `select coalesce(query, '') as query, (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables
     from pg_stat_activity where datname = current_database() and application_name = 'colloquium' and pid <> pg_backend_pid()`,
  )

/** Each is a state that the database itself tells of. */
const moments: Record<string, (state: { query: string; tables: number }) => boolean> = {
  'it has only just come': () => true,
  'the first tables are made': ({ tables }) => tables > 0,
  'half of the tables are made': ({ tables }) => tables > 50,
  'rows are loaded': ({ query }) => query.startsWith('copy "mail"') && query.endsWith('from stdin'),
  'rows are compared': ({ query }) => query.startsWith('copy') && query.endsWith('to stdout'),
}

test.runIf(process.env.TEST_LONG)(
  'killed at any moment, a restore leaves nobody in the database, and the next one brings everything back (needs npm run test:long)',
  async () => {
    const { backUp, world, plan, url } = await aBackedUpPortal()
    await manyLetters(world, 1500)
    const { path } = await backUp()
    const place = { DATABASE_URL: await anEmptyDatabase(), DATA_DIR: aFolder() }
    const peopleIn = async () => {
      const [made] = await ask<{ is: boolean }>(
        place.DATABASE_URL,
        `select to_regclass('public.mail') is not null as is`,
      )
      return made?.is ? ask(place.DATABASE_URL, 'select id from account union all select id from mail') : []
    }
    for (const [, isNow] of Object.entries(moments)) {
      await killedWhen(async () => (await inside(place.DATABASE_URL)).some(isNow), [path], place)
      // PostgreSQL notices that nobody is there when it next wants to say something.
      await until(async () => (await inside(place.DATABASE_URL)).length === 0)
      expect(await peopleIn()).toEqual([])
      expect(readdirSync(place.DATA_DIR)).not.toContain('secrets')
    }

    expect(await command([path], place).ended).toEqual([0, null])
    const [before, after] = [await sumsOf(url), await sumsOf(place.DATABASE_URL)]
    for (const table of ['account', 'applicant', 'orders', 'receipt', 'ledger_entry', 'abstract_version', 'event'])
      expect([table, after[table]]).toEqual([table, before[table]])
    for (const folder of ['files', 'secrets'])
      expect(folderSums(join(place.DATA_DIR, folder))).toEqual(folderSums(join(plan.dataDir, folder)))
  },
  300_000,
)

const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
const scratches = async (url: string) =>
  (
    await ask<{ name: string }>(
      url,
      `select datname as name from pg_database where datname ~ '^colloquium_drill_\\d+_' and pg_get_userbyid(datdba) = current_user`,
    )
  ).map(({ name }) => name)

test.runIf(process.env.TEST_LONG)(
  'what a killed drill leaves is cleared by one of another day: the database, or the folder with what runs in it (needs npm run test:long)',
  async () => {
    const { backUp, world, url } = await aBackedUpPortal()
    await manyLetters(world, 500)
    const { path } = await backUp()
    const dataDir = aFolder()
    const before = new Set(await scratches(url))
    const mine = async () => (await scratches(url)).filter((name) => !before.has(name))
    const beside = { DATABASE_URL: url, DATA_DIR: dataDir }
    await killedWhen(async () => (await mine()).length > 0, ['--drill', path], beside)
    const [left = ''] = await mine()
    const old = left.replace(/\d+/, String(Math.floor(twoDaysAgo)))
    await until(async () => (await ask(url, `select from pg_stat_activity where datname = '${left}'`)).length === 0)
    await ask(url, `alter database ${left} rename to ${old}`)
    expect(await command(['--drill', path], beside).ended).toEqual([0, null])
    expect(await mine()).toEqual([])

    // On a machine that has nothing but the file: a PostgreSQL of the drill's own.
    const alone = { DATABASE_URL: '', DATA_DIR: dataDir }
    const folders = () => readdirSync(dataDir).filter((name) => name.startsWith('drill-'))
    const runs = (name: string) => postmasterOf(join(dataDir, name))
    await killedWhen(async () => folders().some((name) => runs(name) !== undefined), ['--drill', path], alone)
    const [folder = ''] = folders()
    const database = runs(folder)
    onTestFinished(() => kill(database))
    utimesSync(join(dataDir, folder), twoDaysAgo, twoDaysAgo)
    expect(await command(['--drill', path], alone).ended).toEqual([0, null])
    expect(readdirSync(dataDir)).toEqual([])
    await until(() => isGone(database))
  },
  300_000,
)

function isGone(pid: number | undefined): boolean {
  try {
    return pid === undefined || !process.kill(pid, 0)
  } catch {
    return true
  }
}
