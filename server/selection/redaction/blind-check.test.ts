/** An author is shown what in their own text tells who they are, and nobody else is. */
import { expect, test } from 'vitest'
import { aSubmittedAbstract, asStaff } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { askTold } from '#server/testing/told.ts'

test('an author is shown each passage of their text that names them, where it is and what stands around it', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const words = { Title: 'Ward rounds', Results: '<p>All <em>films</em> were read by Rubina Shaikh alone.</p>' }
  const { pk, author } = await aSubmittedAbstract(team, words)
  const { author: other } = await aSubmittedAbstract(team, { Title: 'Bed counts' })
  await asStaff(world, ({ db }) =>
    db.updateTable('account').set({ fullName: 'Rubina Shaikh' }).where('id', '=', author.accountId).execute(),
  )
  const check = async (token: string) => (await askTold(app, 'BlindCheck', { token, pk })).body
  expect(await check(author.token)).toEqual({
    isBlind: true,
    passages: 1,
    shown: [
      {
        section: 'results',
        text: 'Rubina Shaikh',
        around: 'All films were read by Rubina Shaikh alone.',
        isSure: true,
      },
    ],
  })
  expect((await askTold(app, 'BlindCheck', { token: other.token, pk })).http).toBe(404)

  await asStaff(world, ({ db }) =>
    db.updateTable('account').set({ fullName: 'Gulnaz Bhutto' }).where('id', '=', author.accountId).execute(),
  )
  expect(await check(author.token)).toMatchObject({ isBlind: true, passages: 1, shown: [{ isSure: false }] })
  await asStaff(world, ({ db }) => db.insertInto('reviewCall').values({ eventId, blind: 'single' }).execute())
  expect(await check(author.token)).toEqual({ isBlind: false, passages: 0, shown: [] })
})
