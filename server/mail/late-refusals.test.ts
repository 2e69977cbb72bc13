/** Letters to many that wait, because the mail server took none: until they have gone, somebody may refuse them, and staff may stop them. */
import { expect, test } from 'vitest'
import { chooseAnnouncements } from '#server/kernel/outbox/announcements.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { World } from '#server/kernel/world.ts'
import { planned, runMailings } from '#server/testing/letters.ts'
import { aCollege } from '#server/testing/organisers.ts'
import { aClock, buyers } from '#server/testing/shop.ts'
import { mailState } from './figures.ts'
import { needsYou } from './needs.ts'

async function aLetterThatWaits(kind: 'announcement' | 'service') {
  const clock = aClock()
  const carried: string[] = []
  let isAway = true
  const carry = async ({ to }: { to: string }) => {
    if (isAway) throw Object.assign(new Error('451 come back later'), { responseCode: 451 })
    carried.push(to)
  }
  const postOffice = { carry, close: async () => {} } as unknown as World['postOffice']
  const { world, eventId, zainab } = await aCollege({ now: clock.now, postOffice, lettersPerMinute: 60_000 })
  const people = await buyers(world, eventId, 2)
  const { id: mailingId } = await planned(zainab, eventId, { kind })
  clock.pass(5)
  await runMailings(world)
  expect(carried).toEqual([])
  isAway = false
  return { world, clock, zainab, eventId, mailingId, people, carried }
}

test('an announcement that waits is not sent to whoever refused meanwhile; the outbox says why, and a retry changes nothing', async () => {
  const { world, clock, zainab, eventId, people, carried } = await aLetterThatWaits('announcement')
  const [first, second] = people
  await chooseAnnouncements(world, first?.accountId ?? 0, { wanted: false, way: 'letter' })
  clock.pass(10)
  await runMailings(world, 2)
  expect(carried).toEqual([second?.email])
  const { body } = await zainab.ask('OutboxList', { eventId, state: 'cancelled' })
  expect(body.rows).toMatchObject([{ to: first?.email, cause: 'stopped' }])
  const ids = (body.rows as { id: number }[]).map(({ id }) => id)
  expect((await zainab.act('LetterRetry', { ids })).body.rows).toEqual(
    ids.map((id) => ({ id, outcome: 'no longer holds' })),
  )
  clock.pass(10)
  await runMailings(world, 2)
  expect(carried).toEqual([second?.email])
})

test('a letter that the mail server put off is not over: Stop still stops it', async () => {
  const { world, clock, zainab, eventId, mailingId, carried } = await aLetterThatWaits('service')
  expect((await zainab.ask('MailingShow', { mailingId })).body.mailing).toMatchObject({ state: 'sending', posted: 2 })
  const { body } = await zainab.act('MailingStop', { eventId, mailingId })
  expect(body.mailing).toMatchObject({ state: 'stopped' })
  clock.pass(10)
  await runMailings(world, 2)
  expect(carried).toEqual([])
})

test('a letter that was taken back is no failure: nobody sends it by trying everything again', async () => {
  const { world, eventId, zainab } = await aCollege()
  await post(world, {
    kind: 'mail_test',
    to: 'author@example.org',
    eventId,
    subject: 'Accepted',
    text: '',
    html: '',
  })
  await world.db
    .updateTable('mail')
    .set({ givenUpAt: world.now(), cause: 'stopped', lastError: 'taken back' })
    .execute()
  const failed = (await zainab.ask('OutboxList', { eventId, state: 'failed' })).body
  expect([failed.rows, failed.failures]).toEqual([[], []])
  expect(await needsYou(world)).toEqual({ letters: { count: 0, since: null } })
  expect((await mailState(world)).givenUp).toBe(0)
  const [row] = (await zainab.ask('OutboxList', { eventId, state: 'cancelled' })).body.rows as [{ id: number }]
  expect((await zainab.act('LetterRetry', { ids: [row.id] })).body.rows).toEqual([
    { id: row.id, outcome: 'no longer holds' },
  ])
  const { givenUpAt } = await world.db.selectFrom('mail').select('givenUpAt').executeTakeFirstOrThrow()
  expect(givenUpAt).not.toBeNull()
})

test('a letter about their own things is sent all the same', async () => {
  const { world, clock, people, carried } = await aLetterThatWaits('service')
  await chooseAnnouncements(world, people[0]?.accountId ?? 0, { wanted: false, way: 'letter' })
  clock.pass(10)
  await runMailings(world, 2)
  expect(carried.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
})
