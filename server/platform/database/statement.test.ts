import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scratchDatabase } from '#server/testing/scratch.ts'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

type Tables = { thing: { thingId: number; isGood: boolean; called: string } }
type Asked = { thingId: number; called: string }

const thingsWith = statement((db: Database<Tables>, { thingId, called }: Asked) =>
  db
    .selectFrom('thing')
    .select(['thingId', 'called'])
    .where('isGood', '=', true)
    .where((row) => row.or([row('called', '=', called), row('thingId', '=', thingId)]))
    .orderBy('thingId'),
)

test('a statement is asked with other values each time, and with what is fixed in it', async () => {
  const db = await threeThings()
  expect(await thingsWith(db, { thingId: 1, called: 'c' })).toEqual([
    { thingId: 1, called: 'a' },
    { thingId: 3, called: 'c' },
  ])
  expect(await thingsWith(db, { called: 'c', thingId: 2 })).toEqual([{ thingId: 3, called: 'c' }])
  expect(await thingsWith(db, { called: "c' or true --", thingId: 0 })).toEqual([])
})

test('it is written once, whoever asks first', async () => {
  const db = await threeThings()
  let written = 0
  const nameOf = statement((db: Database<Tables>, { thingId }: { thingId: number }) => {
    written += 1
    return db.selectFrom('thing').select('called').where('thingId', '=', thingId)
  })
  const names = await Promise.all([3, 1, 2].map((thingId) => nameOf(db, { thingId })))
  expect(names.flat().map(({ called }) => called)).toEqual(['c', 'a', 'b'])
  expect(written).toBe(1)
})

test('inside a transaction it sees what the transaction did, and outside it does not', async () => {
  const db = await threeThings()
  const asked = { thingId: 9, called: '-' }
  const undone = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('thing').values({ thingId: 9, isGood: true, called: 'new' }).execute()
    expect(await thingsWith(transaction, asked)).toEqual([{ thingId: 9, called: 'new' }])
    expect(await thingsWith(db, asked)).toEqual([])
    throw new Error('undo it')
  })
  await expect(undone).rejects.toThrow('undo it')
  expect(await thingsWith(db, asked)).toEqual([])
})

test('whoever looks at a value while the statement is written is told that there is none', async () => {
  const db = await threeThings()
  const byLength = statement((db: Database<Tables>, { called }: { called: string }) =>
    db.selectFrom('thing').select('thingId').where('called', 'like', `${called}%`),
  )
  await expect(byLength(db, { called: 'a' })).rejects.toThrow('called has no value while its statement is written')
  const asWords = statement((db: Database<Tables>, { called }: { called: string }) =>
    db
      .selectFrom('thing')
      .select('thingId')
      .where('called', '=', JSON.stringify([called])),
  )
  await expect(asWords(db, { called: 'a' })).rejects.toThrow('called has no value while its statement is written')
  const byAll = statement((db: Database<Tables>, { thingId, ...others }: Asked) =>
    db.selectFrom('thing').select('called').where('thingId', '=', thingId).where('called', '=', others.called),
  )
  await expect(byAll(db, { thingId: 1, called: 'a' })).rejects.toThrow('are named one by one')
})

async function threeThings(): Promise<Database<Tables>> {
  const { db } = await scratchDatabase<Tables>({ patience: 10 })
  await sql`create table thing (thing_id int, is_good boolean, called text)`.execute(db)
  await sql`insert into thing values (1, true, 'a'), (2, false, 'b'), (3, true, 'c')`.execute(db)
  return db
}
