import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchDatabase } from '#server/testing/scratch.ts'
import { migrate } from './migrate.ts'
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
