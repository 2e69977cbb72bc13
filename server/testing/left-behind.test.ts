import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeDatabase } from './database.ts'
import { openLeftBehind } from './left-behind.ts'

test('what a test leaves behind in the database, or takes away, is named once', async () => {
  const { url, drop } = await makeDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end().then(drop))
  const leftBehind = await openLeftBehind(pool)
  expect(await leftBehind()).toEqual([])
  await pool.query('insert into content_change default values')
  expect(await leftBehind()).toEqual([])
  await pool.query(`create function stand_in() returns trigger language plpgsql as 'begin return new; end'`)
  await pool.query('create trigger stand_in before insert on account for each row execute function stand_in()')
  expect(await leftBehind()).toEqual([
    expect.stringMatching(/^left behind: trigger account stand_in O stand_in$/),
    expect.stringMatching(/^left behind: function stand_in\(\) /),
  ])
  expect(await leftBehind()).toEqual([])
  await pool.query('alter table account disable trigger stand_in')
  expect(await leftBehind()).toEqual([
    'left behind: trigger account stand_in D stand_in',
    'took away: trigger account stand_in O stand_in',
  ])
})
