import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { type Log, migrate, readMigrations } from './migrate.ts'
import { inTurn } from './turn.ts'

const log = { info: () => {} }
const both = {
  '0001-a.sql': 'create table a (id int);',
  '0002-b.sql': 'create table b (id int); insert into b values (1);',
}

test('four instances that start at once run each migration once', async () => {
  const pool = await anEmptyDatabase()
  const folder = aFolder(both)
  await Promise.all([1, 2, 3, 4].map(() => inTurn(pool, { log }, () => migrate(pool, folder))))
  expect((await pool.query('select id from b')).rows).toEqual([{ id: 1 }])
  expect((await pool.query('select name from migration order by name')).rows).toEqual([
    { name: '0001-a.sql' },
    { name: '0002-b.sql' },
  ])
})

test('a function with semicolons in its body is run whole', async () => {
  const pool = await anEmptyDatabase()
  const answer = 'create function answer() returns int language plpgsql as $$ begin perform 1; return 42; end $$;'
  await migrate(pool, aFolder({ '0001-answer.sql': answer }))
  expect((await pool.query('select answer()')).rows).toEqual([{ answer: 42 }])
})

test('a migration that fails leaves nothing behind and says where', async () => {
  const pool = await anEmptyDatabase()
  const folder = aFolder({ ...both, '0003-c.sql': 'create table c (id int);\ninsert into nowhere values (1);' })
  await expect(migrate(pool, folder)).rejects.toThrow(
    '0003-c.sql failed in line 2, and left nothing behind: relation "nowhere" does not exist',
  )
  expect(
    (await pool.query("select to_regclass('b') is not null as b, to_regclass('c') is not null as c")).rows,
  ).toEqual([{ b: true, c: false }])

  // Once it is put right, the next start goes on from there.
  await migrate(pool, aFolder({ ...both, '0003-c.sql': 'create table c (id int);' }))
})

test('a migration that was changed after it ran is refused', async () => {
  const pool = await anEmptyDatabase()
  await migrate(pool, aFolder(both))
  await expect(migrate(pool, aFolder({ ...both, '0001-a.sql': 'create table a (id bigint);' }))).rejects.toThrow(
    '0001-a.sql was changed after it ran on this database. Take the change back, and write a new migration.',
  )
})

test('a copy with the line ends of Windows is the same migration', async () => {
  const pool = await anEmptyDatabase()
  await migrate(pool, aFolder({ '0001-a.sql': 'create table a\n(id int);\n' }))
  await expect(migrate(pool, aFolder({ '0001-a.sql': 'create table a\r\n(id int);\r\n' }))).resolves.toBeUndefined()
})

test('a database of a newer version is left alone', async () => {
  const pool = await anEmptyDatabase()
  await migrate(pool, aFolder(both))
  await expect(migrate(pool, aFolder({ '0001-a.sql': both['0001-a.sql'] }))).rejects.toThrow(
    'The database is newer than this version: it has run 0002-b.sql, which is unknown here. Start the newer version.',
  )
})

test('the version before is started again where the newer one only added to its tables', async () => {
  const pool = await anEmptyDatabase()
  const heard: string[] = []
  const listener = { info: () => {}, warn: (sentence: string) => heard.push(sentence) } as unknown as Log
  const older = aFolder({ '0001-a.sql': both['0001-a.sql'] })
  await migrate(pool, aFolder({ ...both, '0002-b.sql': `-- additive\n${both['0002-b.sql']}` }))

  await expect(migrate(pool, older, listener)).resolves.toBeUndefined()
  expect(heard).toEqual(['the database is newer than this version: 0002-b.sql added to it'])
})

test('it is refused again when one of several did more than add', async () => {
  const pool = await anEmptyDatabase()
  await migrate(pool, aFolder({ ...both, '0003-c.sql': '-- additive\ncreate table c (id int);' }))
  await expect(migrate(pool, aFolder({ '0001-a.sql': both['0001-a.sql'] }))).rejects.toThrow(
    'it has run 0002-b.sql, which is unknown here. Start the newer version.',
  )
})

test('a version that lacks one and brings another is no older version', async () => {
  const pool = await anEmptyDatabase()
  await migrate(pool, aFolder({ ...both, '0003-c.sql': '-- additive\ncreate table c (id int);' }))
  await expect(migrate(pool, aFolder({ ...both, '0003-d.sql': 'create table d (id int);' }))).rejects.toThrow(
    'it has run 0003-c.sql, which is unknown here, and not 0003-d.sql. Start a version that has both.',
  )
  expect((await pool.query("select to_regclass('d') as d")).rows).toEqual([{ d: null }])
})

test('one that ran before it was marked, also by version 0.1, is known as additive from the next start on', async () => {
  const pool = await anEmptyDatabase()
  await migrate(pool, aFolder(both))
  // As 0.1 made it.
  await pool.query('alter table migration drop column additive')
  await migrate(pool, aFolder({ ...both, '0002-b.sql': `-- additive\n${both['0002-b.sql']}` }))
  expect((await pool.query('select name, additive from migration order by name')).rows).toEqual([
    { name: '0001-a.sql', additive: false },
    { name: '0002-b.sql', additive: true },
  ])
})

test('while somebody reads a table for long, its migration waits and nobody waits for the migration', async () => {
  const pool = await anEmptyDatabase()
  await migrate(pool, aFolder({ '0001-a.sql': both['0001-a.sql'] }))
  const reader = await pool.connect()
  await reader.query('begin; select from a')
  const done = migrate(pool, aFolder({ '0001-a.sql': both['0001-a.sql'], '0002-b.sql': 'alter table a add b int;' }))
  let longest = 0
  for (let visits = 0; visits < 15; visits++) {
    const began = performance.now()
    await pool.query('select from a')
    longest = Math.max(longest, performance.now() - began)
    await pause(50)
  }
  await reader.query('commit')
  reader.release()
  await done
  // Half a second by design; were the lock waited for, it would be until the time limit of half a minute.
  expect(longest).toBeLessThan(10_000)
  expect((await pool.query('select b from a')).rows).toEqual([])
})

test('a database of version 0.1 is known: not a letter of what it ran was changed since', async () => {
  const ran = Object.fromEntries((await readMigrations()).map(({ name, checksum }) => [name, checksum.slice(0, 16)]))
  expect(ran).toMatchObject({
    '0001-events.sql': '993ae66369a095ea',
    '0002-accounts.sql': '6de04ed896498684',
    '0003-profiles.sql': 'e77f3fcee2b5462c',
    '0004-orders.sql': '6047a923a57fce81',
    '0005-abstracts.sql': '4e7076c9ad4e1b58',
    '0006-attempts.sql': 'd2b74713578c50e4',
  })
})

const numbered = (await readMigrations()).filter(({ name }) => name >= '0007')

test.each(numbered)('$name only adds, or a decision says what becomes of the version before', ({ name, additive }) => {
  const decisions = globSync('docs/decisions/*.md').map((file) => readFileSync(file, 'utf8'))
  expect(additive || decisions.some((text) => text.includes(name))).toBe(true)
})

const taking = /\bdrop (table|column|type|view|schema)\b|\brename\b|\balter column\b/i
const demanding = /\badd column (?!.*\b(default|generated)\b).*\bnot null\b/i

test.each(numbered.filter(({ additive }) => additive))(
  '$name takes nothing away and demands nothing new',
  ({ text }) => {
    const bare = text.replaceAll(/--.*$/gm, '').replaceAll(/\$\$[\s\S]*?\$\$/g, '')
    // A column of its own that a trigger fills may be demanded once the rows that were there have it. What was computed and is now kept by a
    // trigger reads as before, and nobody ever wrote it.
    const statements = bare
      .replaceAll(/\balter column (\w+) set not null\b/g, (all, name: string) =>
        bare.includes(`add column ${name} `) ? '' : all,
      )
      .replaceAll(/\balter column \w+ (drop expression|set default '\w+')/g, '')
    expect(statements).not.toMatch(taking)
    expect(statements).not.toMatch(demanding)
  },
)

test('control: a column that is dropped, changed or must be filled is found', () => {
  for (const lie of [
    'alter table a drop column b;',
    'alter table a rename to c;',
    'alter table a alter column b type int;',
  ])
    expect(lie).toMatch(taking)
  expect('alter table a add column b int not null;').toMatch(demanding)
  expect('alter table a add column b int not null default 1;').not.toMatch(demanding)
})

test('a file that is no migration is refused by its name', async () => {
  const pool = await anEmptyDatabase()
  await expect(migrate(pool, aFolder({ 'notes.txt': '' }))).rejects.toThrow(
    'notes.txt is not the name of a migration: it should look like 0007-what-changes.sql.',
  )
})

async function anEmptyDatabase() {
  const { pool } = await scratchDatabase({ timeoutFactor: 10 })
  await pool.query('drop schema public cascade; create schema public')
  return pool
}

function aFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
