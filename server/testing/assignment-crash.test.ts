/** REV-039: the server is killed while it computes who reads what, and while that is applied: one proposal, given whole or not at all. */
import { expect, test } from 'vitest'
import { abstractsUnderReview, aServerToKill, killAt, killServer } from './killed-server.ts'
import { ask, tell, until } from './process.ts'
import { done } from './staff-process.ts'

const abstracts = 2000
const reviewers = 300
const settings = { each: 3, most: 24, expertFirst: true, keepUnopened: false }

/** The tables that it writes when it is applied: each holds it once, and there it is killed. */
const points = ['assignment', 'assignment_run', 'mail']

test.runIf(process.env.TEST_LONG)(
  'killed half-way, a proposal is computed again, once; killed while it is applied, nothing of it is given (needs npm run test:long)',
  async () => {
    const { portal, url, asking } = await aServerToKill()
    const eventId = await abstractsUnderReview(url, abstracts)
    await reviewersOf(url, eventId)
    const { runId } = await done(asking('AssignmentPropose', { eventId, settings }))
    const progress = async () => {
      const [run] = await ask<{ progress: number }>(url, 'select progress from assignment_run where id = $1', [runId])
      return run?.progress ?? 0
    }
    await until(async () => (await progress()) >= 25, { every: 20, otherwise: () => portal.output() })
    const reached = await progress()
    expect(reached).toBeLessThan(100)
    await killServer(portal)
    expect(await standing(url)).toEqual({ runs: { running: 1 }, proposed: 0, given: 0, letters: 0 })

    // Another server takes it up when it has been silent for half a minute. The second time it is killed as it writes.
    await killAt(portal, url, { table: 'proposed', act: async () => 'nobody asked again', within: 180_000 })
    expect(await standing(url)).toEqual({ runs: { running: 1 }, proposed: 0, given: 0, letters: 0 })
    await until(async () => (await progress()) === 100, { within: 180_000, otherwise: () => portal.output() })
    const whole = { runs: { proposed: 1 }, proposed: 3 * abstracts, given: 0, letters: 0 }
    expect(await standing(url)).toEqual(whole)

    const apply = () => asking('RunApply', { eventId, runId })
    for (const table of points) {
      const answer = await killAt(portal, url, { table, act: apply })
      expect([table, answer, await standing(url)]).toEqual([table, 'TypeError: fetch failed', whole])
    }
    expect(await done(apply())).toEqual({ added: 3 * abstracts, moved: 0, leftOut: [] })
    expect(await standing(url)).toEqual({ ...whole, runs: { applied: 1 }, given: 3 * abstracts, letters: reviewers })
    tell(`killed at ${reached} % of a proposal, as it was written, and at ${points.length} points of applying it`)
  },
)

/** Those of the demonstration review nothing here: all that is given is known. */
async function reviewersOf(url: string, eventId: number): Promise<void> {
  await ask(url, `update reviewer set state = 'removed' where event_id = ${eventId}`)
  await ask(
    url,
    `with people as (insert into account (email, email_key, full_name, verified_at, created_at, password_changed_at)
        select 'reader' || n || '@example.org', 'reader' || n || '@example.org', 'Reader ' || n, now(), now(), now() from generate_series(1, ${reviewers}) as n returning id, email_key),
      made as (insert into reviewer (event_id, state, email, email_key, account_id, quota, invited_at, expires_at, answered_at)
        select ${eventId}, 'active', email_key, email_key, id, ${settings.most}, now(), now(), now() from people returning id, email_key),
      known as (insert into reviewer_address select id, email_key from made)
      insert into reviewer_field select made.id, (select min(id) from speciality where event_id = ${eventId}), 'first' from made`,
  )
  await ask(
    url,
    `insert into review_call (event_id, began_at) values (${eventId}, now()) on conflict (event_id) do update set began_at = now()`,
  )
}

async function standing(url: string) {
  const [row] = await ask<{ runs: Record<string, number>; proposed: number; given: number; letters: number }>(
    url,
    `select (select jsonb_object_agg(state, many) from (select state, count(*)::int as many from assignment_run group by state) as each) as runs,
      (select count(*)::int from proposed) as proposed, (select count(*)::int from assignment) as given,
      (select count(*)::int from mail where kind = 'review_assigned') as letters`,
  )
  return row
}
