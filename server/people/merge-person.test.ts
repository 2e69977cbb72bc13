/** What is somebody's as a person is theirs with either account: announcements that they refused, and more time that they were given. */
import { expect, test } from 'vitest'
import { chooseAnnouncements, unsubscribeAddress, wantsAnnouncements } from '#server/kernel/outbox/announcements.ts'
import { aGuest } from '#server/testing/guests.ts'
import { planned, runMailings } from '#server/testing/letters.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'
import { aClock } from '#server/testing/shop.ts'

const reason = 'Both are hers, she phoned'

async function aPair() {
  const clock = aClock()
  const { world, app, eventId } = await aCollege({ now: clock.now })
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const kept = await aGuest(world, eventId)
  const gone = await aGuest(world, eventId, { withoutProfile: true })
  const both = { kept: kept.accountId, gone: gone.accountId }
  const merge = async () => (await owner.act('MergeAccounts', { ...both, reason })).body.mergeId as number
  const undo = async (mergeId: number) => (await owner.act('MergeUndo', { mergeId, reason })).status
  const wanted = () => Promise.all([kept, gone].map(({ accountId }) => wantsAnnouncements(world, accountId)))
  return { world, app, owner, clock, eventId, kept, gone, merge, undo, wanted }
}

test('refused by either account, announcements are refused by the one, and by both when they are two again', async () => {
  for (const refuser of ['kept', 'gone'] as const) {
    const { world, merge, undo, wanted, ...pair } = await aPair()
    await chooseAnnouncements(world, pair[refuser].accountId, { wanted: false, way: 'profile' })
    const mergeId = await merge()
    expect([refuser, await wanted()]).toEqual([refuser, [false, false]])
    expect(await undo(mergeId)).toBe(200)
    expect([refuser, await wanted()]).toEqual([refuser, [false, false]])
  }
})

test('the link of an old letter to the account that is gone refuses for the person; who wants them again has them with both', async () => {
  const { world, app, owner, clock, eventId, kept, gone, merge, undo, wanted } = await aPair()
  const mergeId = await merge()
  expect(await wanted()).toEqual([true, true])
  const url = new URL(unsubscribeAddress(world, gone.accountId)).pathname
  const answer = await app.inject({ method: 'POST', url, headers: { host: 'localhost' } })
  expect(answer.statusCode).toBe(200)
  expect(await wanted()).toEqual([false, false])
  const other = await aGuest(world, eventId)
  const audience = { ids: [kept.applicantId, other.applicantId] }
  const { id } = await planned(owner, eventId, { kind: 'announcement', audience })
  clock.pass(6)
  await runMailings(world, 2)
  const sent = await world.db.selectFrom('mail').select('accountId').where('mailingId', '=', id).execute()
  expect(sent).toEqual([{ accountId: other.accountId }])

  await chooseAnnouncements(world, kept.accountId, { wanted: true, way: 'profile' })
  expect(await wanted()).toEqual([true, true])
  expect(await undo(mergeId)).toBe(200)
  expect(await wanted()).toEqual([true, true])
})

test('more time that was given to an address that leads to another account is that account’s: on its page, in the list, in letters', async () => {
  const { owner, clock, world, eventId, kept, gone, merge } = await aPair()
  const until = '2027-01-05'
  const given = { eventId, kind: 'abstracts', until, reason, emails: [gone.email] }
  expect((await owner.act('ExtensionGive', given)).status).toBe(200)
  await merge()
  const person = (await owner.ask('PersonShow', { eventId, accountId: kept.accountId })).body.person
  expect(person).toMatchObject({ extensions: [{ kind: 'abstracts', until }] })
  const { body } = await owner.ask('PeopleList', { eventId, extension: 'abstracts' })
  expect(body.rows).toMatchObject([{ accountId: kept.accountId }])
  const wish = { body: 'Until {abstracts close}.', audience: { ids: [kept.applicantId] } }
  const { id } = await planned(owner, eventId, wish)
  clock.pass(6)
  await runMailings(world, 2)
  const letter = await world.db.selectFrom('mail').select('bodyText').where('mailingId', '=', id).executeTakeFirst()
  expect(letter?.bodyText).toContain('5 January 2027')
})
