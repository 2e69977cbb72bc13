/** REV-059: the server is killed while a chair publishes: all of it is told and written, or nothing. */
import { expect, test } from 'vitest'
import { abstractsUnderReview, aServerToKill, killAt } from './killed-server.ts'
import { ask, tell } from './process.ts'
import { done } from './staff-process.ts'

/** As many as a college has. */
const many = 2000

/** The tables that a publication writes, in this order: each holds it once, and there it is killed. */
const points = ['review_call', 'decision_batch', 'decision', 'abstract', 'mail']

test.runIf(process.env.TEST_LONG)(
  'killed at five points of a publication, nothing of it is there; done again, all of it is (needs npm run test:long)',
  async () => {
    const { portal, url, asking } = await aServerToKill()
    const eventId = await abstractsUnderReview(url, many)
    await ask(
      url,
      `insert into decision (abstract_id, outcome, as_type, at) select id, 'accepted', 'Oral', now() from abstract join abstract_version on abstract_id = id where title_plain = 'Work'`,
    )
    const { digest } = await done(asking('DecisionPreview', { eventId }, 'GET'))
    const publish = () => asking('DecisionPublish', { eventId, digest })
    for (const table of points) {
      const answer = await killAt(portal, url, { table, act: publish })
      expect([table, answer]).toEqual([table, 'TypeError: fetch failed'])
      expect(await standing(url)).toEqual({ told: 0, batches: 0, letters: 0, pending: many })
    }
    const { letters } = await done(publish())
    expect([letters, await standing(url)]).toEqual([many, { told: many, batches: 1, letters: many, pending: 0 }])
    tell(`${points.length} kills in a publication of ${many}: all or nothing`)
  },
)

async function standing(url: string) {
  const [row] = await ask<Record<'told' | 'batches' | 'letters' | 'pending', number>>(
    url,
    `select (select count(*)::int from abstract where told_at is not null) as told, (select count(*)::int from decision_batch) as batches,
      (select count(*)::int from mail where decision_id is not null) as letters,
      (select count(*)::int from decision where batch_id is null and replaced_at is null) as pending`,
  )
  return row
}
