/** A review that asks for wishes, before anything is given to anybody. */
import { sql } from 'kysely'
import type { World } from '#server/kernel/world.ts'
import { inBlindWorld } from '#server/reviews/blind-world.ts'
import { tokenFor } from './people.ts'
import { askReview, type CallName } from './reviews.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from './selection.ts'
import { aTeam } from './team.ts'

export type Title = { titleId: string; speciality: string; title: string; bid: number }

/** With titles such as "Work 3", released; every reviewer has the same field, and is shown at least half of them and not all. */
export async function aReviewWithWishes({ abstracts = 6, reviewers: many = 2 } = {}) {
  const team = await aTeam()
  const { world, eventId, app } = team
  const all: Awaited<ReturnType<typeof aSubmittedAbstract>>[] = []
  for (let at = 0; at < abstracts; at += 1) all.push(await aSubmittedAbstract(team, { Title: `Work ${at + 1}` }))
  const reviewers = []
  for (let at = 0; at < many; at += 1) {
    const person = await aReviewer(team)
    reviewers.push({ ...person, token: await tokenFor(world, person.accountId) })
  }
  await reviewBegins(world, eventId)
  await asStaff(world, async ({ db }) => {
    await db.updateTable('redaction').set({ state: 'ready' }).execute()
    await db.updateTable('reviewCall').set({ bids: true }).execute()
  })
  await drawFairly(world, eventId)
  const ask = (name: CallName, body: Record<string, unknown> & { token: string }) => askReview(app, name, body)
  const titlesOf = async (token: string) => (await ask('BidList', { token })).body.titles as Title[]
  return { ...team, abstracts: all, reviewers, ask, titlesOf }
}

/** Another key, until nobody's lot is odd: with a few titles one may come out empty. */
export async function drawFairly({ db }: World, eventId: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isFair: boolean }>`
      select bool_and(drawn * 2 >= all_of_them and (drawn < all_of_them or all_of_them = 1)) as is_fair from (
        select count(*) filter (where get_byte(sha256(convert_to(key || ' ' || reviewer.id || ' ' || abstract.id, 'UTF8')), 31) < 171) as drawn, count(*) as all_of_them
        from bid_key join reviewer using (event_id) join abstract using (event_id) where event_id = ${eventId} group by reviewer.id) as lots`.execute(
      db,
    )
    if (rows[0]?.isFair !== false) return
    await sql`update bid_key set key = gen_random_uuid() where event_id = ${eventId}`.execute(db)
  }
}

/** Which abstract somebody's title is: nobody but a test asks. */
export async function abstractOf(world: World, reviewerId: number, titleId: string): Promise<number | undefined> {
  return inBlindWorld(world, { reviewerId }, ({ write }) =>
    write(async ({ db }) => {
      const { rows } = await sql<{
        abstractId: number
      }>`select abstract_id from bid_title where title_id = ${titleId}`.execute(db)
      return rows[0]?.abstractId
    }),
  )
}
