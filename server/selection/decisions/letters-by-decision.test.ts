/** A chair writes to authors by what was decided of their abstracts. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aRanking } from '#server/testing/decisions.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { words } from '#server/testing/letters.ts'
import { asStaff } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'

test('a chair counts and writes to the accepted, the confirmed, the rejected and the waiting list, each alone', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const { ids } = await aRanking(team, [[5], [4], [3], [2]])
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const becomes = [['Accepted'], ['Accepted', 'Confirmed'], ['Rejected'], ['Waiting list']]
  for (const [at, states] of becomes.entries())
    for (const status of states)
      await asStaff(world, ({ db }) =>
        sql`update abstract set status = ${status}, level = ${status === 'Confirmed' ? 3 : 2}, accepted_as = ${/^(Acc|Conf)/.test(status) ? 'Oral' : null}::abstract_type
          where id = ${ids[at]}`.execute(db),
      )
  const matching = async (abstract: string) => {
    const wish = { eventId, ...words, audience: { filter: { abstract } } }
    return (await chair.post('/staff/SegmentCount', wish)).body.matched
  }
  for (const abstract of ['accepted', 'confirmed', 'rejected', 'waiting'])
    expect([abstract, await matching(abstract)]).toEqual([abstract, 1])
  expect(await matching('revision_asked')).toBe(0)
})
