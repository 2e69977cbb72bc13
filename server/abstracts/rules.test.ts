import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { list, portalWithAuthors, saved, statusOf } from '#server/testing/abstracts.ts'
import { specifiedStatus } from './rules.ts'

test('where an abstract stands is told in the words of the specification', () => {
  expect(specifiedStatus({ state: 'draft', status: '', level: 0 })).toEqual({ Status: '', AbstractLevel: 0 })
  expect(specifiedStatus({ state: 'submitted', status: 'Pending', level: 0 })).toEqual({
    Status: 'Pending',
    AbstractLevel: 0,
  })
  expect(specifiedStatus({ state: 'submitted', status: 'Pending', level: 2 })).toEqual({
    Status: 'Pending',
    AbstractLevel: 2,
  })
  expect(specifiedStatus({ state: 'withdrawn', status: 'Pending', level: 0 })).toEqual({
    Status: 'Pending',
    AbstractLevel: 0,
  })
})

test('the state follows whatever version writes the row', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const pk = await saved(app, { token: ayesha.token })
  const state = async () => (await world.db.selectFrom('abstract').select('state').executeTakeFirstOrThrow()).state

  expect([await state(), (await list(app, ayesha.token))[0]?.Status]).toEqual(['draft', ''])
  await statusOf(app, 'SubmitAbstract', { token: ayesha.token, pk })
  expect([await state(), (await list(app, ayesha.token))[0]?.Status]).toEqual(['submitted', 'Pending'])
  // As version 0.1 withdraws: it does not know the column.
  await sql`update abstract set withdrawn_at = now() where id = ${pk}`.execute(world.db)
  expect(await state()).toBe('withdrawn')
})
