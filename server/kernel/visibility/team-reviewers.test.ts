/** A role that meets a reviewer is given, and a member of the team invited to review, only by whoever was told. */
import { expect, test } from 'vitest'
import { staffCaller } from '#server/testing/finance.ts'
import { aPerson } from '#server/testing/people.ts'
import { aReviewer, people } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'

test('a role for a reviewer is refused with a sentence until it is confirmed, by invitation and for a member', async () => {
  const team = await aTeam()
  const { owner, eventId, world, app } = team
  const [first, member] = [await aReviewer(team), await staffCaller(app, world, { role: 'desk', eventId })]
  await world.db
    .insertInto('reviewerAddress')
    .values({ reviewerId: first.reviewerId, emailKey: 'known@example.org' })
    .execute()
  const second = await aReviewer(team)
  await world.db
    .updateTable('reviewer')
    .set({ accountId: member.accountId })
    .where('id', '=', second.reviewerId)
    .execute()
  for (const [call, wish] of [
    ['InvitationSend', { email: first.email, role: 'chair', eventId }],
    ['InvitationSend', { email: 'known@example.org', role: 'finance' }],
    ['GrantGive', { accountId: member.accountId, role: 'chair', eventId }],
  ] as const) {
    const refused = await owner.post(`/staff/${call}`, wish)
    expect([call, refused.status, refused.body]).toMatchObject([
      call,
      409,
      {
        message: expect.stringMatching(/^This person reviews abstracts for Annual Medical Conference\./),
        stored: { reviewsAt: ['Annual Medical Conference'] },
      },
    ])
    expect([call, (await owner.post(`/staff/${call}`, { ...wish, reviewsToo: true })).status]).toEqual([call, 200])
  }
  // Nobody else is asked about.
  const { email } = await aPerson(world)
  expect((await owner.post('/staff/InvitationSend', { email, role: 'chair', eventId })).status).toBe(200)
})

test('a member of the team is invited to review by whoever confirms it, others at once', async () => {
  const team = await aTeam()
  const { owner, eventId, world, app } = team
  await staffCaller(app, world, { role: 'desk', eventId, email: 'desk@example.org' })
  const invite = async (wish: Record<string, unknown>) =>
    (await owner.post('/staff/ReviewersInvite', { eventId, ...wish })).body
  const emails = ['Desk@example.org', 'new@example.org']
  expect(await invite(people(...emails))).toEqual({ invited: 1, already: [], team: ['Desk@example.org'] })
  expect(await invite({ ...people('Desk@example.org'), withTeam: true })).toEqual({ invited: 1, already: [], team: [] })
  const letters = await world.db
    .selectFrom('mail')
    .select('recipient')
    .where('recipient', 'in', ['Desk@example.org', 'new@example.org'])
    .execute()
  expect(letters.map(({ recipient }) => recipient).toSorted()).toEqual(['Desk@example.org', 'new@example.org'])
})
