/** A page of many abstracts: read in its order from an index, not sorted out of all of them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { aLargeReview } from '#server/testing/large-review.ts'
import { keepStatements, mostRowsOf } from '#server/testing/queries.ts'
import { aTeam } from '#server/testing/team.ts'

const abstracts = 1000

test('a page of the abstracts reads as many rows as it shows, from either end and in the middle', async () => {
  const team = await aTeam()
  await aLargeReview(team, { abstracts, reviewers: 2 })
  // As a database that runs for years does by itself.
  await sql`analyze abstract, abstract_version, assignment, review`.execute(team.world.db)
  const kept = keepStatements(team.world)
  const app = await makeTestApp(kept.world)
  const headers = { host: 'localhost', cookie: `${app.staffCookie}=${team.owner.token}` }
  const ask = async (query: string) => {
    kept.since()
    const answer = await app.inject({ url: `/staff/AbstractList?eventId=${team.eventId}&limit=10&${query}`, headers })
    const [page] = kept.since().filter(({ sql }) => sql.includes('row_position'))
    if (!page) throw new Error('the page was not asked for')
    return {
      body: answer.json<{ rows: { number: string }[]; next: string }>(),
      read: await mostRowsOf(team.world, page),
    }
  }
  const last = await ask('sort=-number')
  const before = await ask(`sort=-number&cursor=${last.body.next}`)
  const first = await ask('sort=number')

  expect(before.body.rows.map(({ number }) => number)).toEqual(Array.from({ length: 10 }, (_, at) => `A-0${990 - at}`))
  expect(first.body.rows[0]?.number).toBe('A-0001')
  // One more than is shown and a few beside it, by what the database believes of other tables; sorted, it would be all of them.
  expect(Math.max(last.read, before.read, first.read)).toBeLessThan(abstracts / 10)
})
