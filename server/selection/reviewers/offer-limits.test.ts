/** What a reviewer may offer: the same limits for a browser, for any other program, and in the database. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mostFirstFields, mostQuota, mostSecondFields } from '#contract/selection/words.ts'
import { tokenFor } from '#server/testing/people.ts'
import { aReviewer, asStaff } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'

test('so many abstracts and fields, and no more: refused as they are sent, and by the database', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const reviewer = await aReviewer(team)
  const token = await tokenFor(world, reviewer.accountId)
  const names = ['Anatomy', 'Surgery', 'Medicine', 'Paediatrics', 'Dermatology', 'Nursing', 'Cardiology']
  const made = await asStaff(world, ({ db }) =>
    db
      .insertInto('speciality')
      .values(names.map((description) => ({ eventId, description })))
      .returning('id')
      .execute(),
  )
  const ids = made.map(({ id }) => id)
  const offer = { quota: 5, first: ids.slice(0, 2), second: ids.slice(2, 6), institution: '', department: '' }
  const send = async (change: object) => {
    const headers = { host: 'localhost', authorization: `Bearer ${token}` }
    const payload = { ...offer, ...change }
    return (await app.inject({ method: 'POST', url: '/api/ReviewerOffer', headers, payload })).statusCode
  }
  expect(await send({})).toBe(200)
  // At the limit, each field the other way round.
  expect(await send({ first: ids.slice(2, 4), second: [...ids.slice(0, 2), ...ids.slice(4, 6)] })).toBe(200)
  expect([await send({ quota: 1 }), await send({ quota: mostQuota })]).toEqual([200, 200])
  const offered = () =>
    sql`
    select quota, array(select speciality_id || ' ' || strength from reviewer_field where reviewer_id = reviewer.id order by 1) as fields
    from reviewer where id = ${reviewer.reviewerId}`.execute(world.db)
  const before = (await offered()).rows
  const wrong = [
    { quota: 0 },
    { quota: -1 },
    { quota: mostQuota + 1 },
    { quota: 1.5 },
    { first: [] },
    { first: ids.slice(0, mostFirstFields + 1) },
    { second: ids.slice(0, mostSecondFields + 1) },
  ]
  for (const change of wrong) expect([change, await send(change)]).toEqual([change, 400])
  expect((await offered()).rows).toEqual(before)

  const quota = (many: number) =>
    asStaff(world, ({ db }) =>
      db.updateTable('reviewer').set({ quota: many }).where('id', '=', reviewer.reviewerId).execute(),
    )
  for (const many of [0, mostQuota + 1]) await expect(quota(many)).rejects.toThrow(/reviewer_quota_check/)
  const field = (strength: 'first' | 'second') =>
    asStaff(world, ({ db }) =>
      db
        .insertInto('reviewerField')
        .values({ reviewerId: reviewer.reviewerId, specialityId: ids[6] as number, strength })
        .execute(),
    )
  await expect(field('first')).rejects.toThrow(/too many fields/)
  await expect(field('second')).rejects.toThrow(/too many fields/)
  expect((await offered()).rows).toEqual(before)
})
