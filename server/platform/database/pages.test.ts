import { type SelectQueryBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import type { World } from '#server/kernel/world.ts'
import { countQueries } from '#server/testing/queries.ts'
import { makeWorld } from '#server/testing/world.ts'
import { countedTo, everyRow, type Order, pageBy, type PageRequest } from './pages.ts'

type Letter = { id: number; subject: string }

const orders = {
  createdAt: { by: sql.ref('mail.createdAt'), type: 'timestamptz', id: sql.ref('mail.id') },
  '-createdAt': { by: sql.ref('mail.createdAt'), type: 'timestamptz', id: sql.ref('mail.id'), descending: true },
  subject: { by: sql.ref('mail.subject'), type: 'text', id: sql.ref('mail.id') },
} satisfies Record<string, Order>

const letters = (world: World): SelectQueryBuilder<Tables, 'mail', Letter> =>
  world.db.selectFrom('mail').select(['mail.id', 'mail.subject'])

/** Three at a time have the same time, down to the microsecond. */
async function write(world: World, many: number): Promise<void> {
  await sql`insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at)
    select gen_random_uuid(), 'a@example.org', 'Letter ' || each % 7, '', '', timestamptz '2026-11-01 09:00:00.000001Z' + (each / 3) * interval '1 microsecond', now()
    from generate_series(1, ${many}::int) as each`.execute(world.db)
}

const place = (sort: keyof typeof orders, change: Partial<PageRequest> = {}): PageRequest => ({
  of: ['letters', sort],
  order: orders[sort],
  limit: 4,
  ...change,
})

async function allPages(world: World, sort: keyof typeof orders): Promise<number[][]> {
  const pages: number[][] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await pageBy(world, letters(world), place(sort, { cursor }))
    pages.push(page.rows.map(({ id }) => id))
    cursor = page.next
  }
  return pages
}

test.each(Object.keys(orders) as (keyof typeof orders)[])(
  'every row is on one page, in order by %s, also where many have the same value',
  async (sort) => {
    const world = await makeWorld()
    await write(world, 23)
    const { by, id, descending } = orders[sort] as Order
    const direction = descending ? 'desc' : 'asc'
    const right = await letters(world).orderBy(by, direction).orderBy(id, direction).execute()

    const pages = await allPages(world, sort)
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 3])
    expect(pages.flat()).toEqual(right.map((row) => row.id))
  },
)

test('a row that is deleted between two pages makes nobody miss another one', async () => {
  const world = await makeWorld()
  await write(world, 9)
  const first = await pageBy(world, letters(world), place('createdAt'))
  await world.db
    .deleteFrom('mail')
    .where('id', 'in', [first.rows[0]?.id ?? 0, first.rows.at(-1)?.id ?? 0])
    .execute()

  const second = await pageBy(world, letters(world), place('createdAt', { cursor: first.next ?? '' }))
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(second.total).toBe(7)
})

test('CON-075: one row, three and a thousand take the same two statements', async () => {
  const { world, since } = countQueries(await makeWorld())
  const taken: number[] = []
  for (const more of [1, 2, 997]) {
    await write(world, more)
    since()
    await pageBy(world, letters(world), place('createdAt', { limit: 200 }))
    taken.push(since())
  }
  expect(taken).toEqual([2, 2, 2])
})

test('rows are counted to ten thousand, and then there are more', async () => {
  const world = await makeWorld()
  await write(world, countedTo)
  const total = async () => {
    const page = await pageBy(world, letters(world), place('createdAt'))
    return [page.total, page.totalIsExact]
  }
  expect(await total()).toEqual([10_000, true])
  await write(world, 1)
  expect(await total()).toEqual([10_000, false])
})

test('CON-055: a cursor that somebody made up, or that is of another list or order, is refused', async () => {
  const world = await makeWorld()
  await write(world, 9)
  const { next } = await pageBy(world, letters(world), place('createdAt'))
  const [words = '', signed = ''] = (next ?? '').split('.')
  const forged = Buffer.from(JSON.stringify(["2026-11-01'; drop table mail; --", 1])).toString('base64url')
  const wrong: Partial<PageRequest>[] = [
    { cursor: '' },
    { cursor: 'x' },
    { cursor: `${words}.` },
    { cursor: `${forged}.${signed}` },
    { cursor: next ?? '', of: ['letters', 'subject'] },
    { cursor: next ?? '', of: ['orders', 'createdAt'] },
  ]
  for (const change of wrong)
    await expect(pageBy(world, letters(world), place('createdAt', change))).rejects.toThrow('of another list')
  await expect(
    pageBy({ ...world, pinKey: Buffer.alloc(32, 9) }, letters(world), place('createdAt', { cursor: next ?? '' })),
  ).rejects.toThrow('of another list')
})

test('everything can be read in its order, some at a time, with what the query asks for', async () => {
  const world = await makeWorld()
  await write(world, 121)
  const sizes: number[] = []
  const ids: number[] = []
  await world.db.transaction().execute(async (db) => {
    const query = letters(world).where('subject', '<>', 'Letter 3')
    for await (const rows of everyRow({ db, inside: world.inside }, query, orders['-createdAt'])) {
      sizes.push(rows.length)
      ids.push(...rows.map(({ id }) => id))
    }
  })
  expect(sizes).toEqual([50, 50, 4])
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

test('the next rows wait for whoever is in hand, and not for ever', async () => {
  const world = await makeWorld()
  await write(world, 121)
  const inside = { calls: 0 }
  const seen: string[] = []
  await world.db.transaction().execute(async (db) => {
    for await (const rows of everyRow({ db, inside }, letters(world), orders.createdAt)) {
      seen.push(`${rows.length} rows`)
      inside.calls = 1
      // The first one leaves; the second stays.
      if (seen.length > 1) continue
      setTimeout(() => {
        inside.calls = 0
        seen.push('somebody left')
      }, 5)
    }
  })
  expect(seen).toEqual(['50 rows', 'somebody left', '50 rows', '21 rows'])
})
