/** Over HTTP and a real database: a reviewer who accepted an invitation and did nothing else is no registration, and gets no email to everybody. */
import { expect, test } from 'vitest'
import { saved, statusOf } from '#server/testing/abstracts.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { callsWith } from '#server/testing/finance.ts'
import { aGuest, aProfile } from '#server/testing/guests.ts'
import { words } from '#server/testing/letters.ts'
import { tokenFor } from '#server/testing/people.ts'
import { asStaff, aSubmittedAbstract, fieldsOf, reviewBegins } from '#server/testing/selection.ts'
import { aWorkshop, order } from '#server/testing/shop.ts'
import { aTeam, type Team } from '#server/testing/team.ts'

type Body = Record<string, unknown>

/** Accepts an invitation the way a newcomer does, and is signed in afterwards. */
async function accepts({ world, app, owner, eventId }: Team, email: string) {
  const { radiology } = await fieldsOf({ world, eventId })
  await owner.post('/staff/ReviewersInvite', { eventId, people: [{ email }] })
  const mail = world.db.selectFrom('mail').select('bodyText').where('recipient', '=', email)
  const link = /#([\w-]{43})$/m.exec((await mail.executeTakeFirstOrThrow()).bodyText)?.[1]
  const offer = { quota: 12, first: [radiology], second: [], institution: '', department: '' }
  const answered = await app.inject({
    method: 'POST',
    url: '/api/InvitationAnswer',
    headers: { host: 'localhost' },
    payload: { link, answer: 'yes', offer, fullName: email.split('@')[0], password: 'a ward full of lamps' },
  })
  expect(answered.json()).toMatchObject({ status: 'Success' })
  const { accountId } = await world.db
    .selectFrom('reviewer')
    .select('accountId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const token = await tokenFor(world, accountId as number)
  const { id: applicantId } = await world.db
    .selectFrom('applicant')
    .select('id')
    .where('accountId', '=', accountId as number)
    .executeTakeFirstOrThrow()
  return { token, accountId: accountId as number, applicantId }
}

/** The overview keeps what it counted for five seconds: each look asks a server of its own. */
async function looksAnew({ world, owner, eventId }: Team) {
  const app = await makeTestApp(world)
  const { body } = await callsWith(app, { cookie: `${app.staffCookie}=${owner.token}` }).get('/staff/ConsoleOverview', {
    eventId,
  })
  return body as { figures: Body; registrations: { people: number }[] }
}

/** Every place that counts or lists the people of the event. */
async function counts(team: Team) {
  const { owner, eventId } = team
  const overview = await looksAnew(team)
  const { figures, registrations } = overview
  const shown = (await owner.get('/staff/EventShow', { eventId })).body.event as { counts: Body }
  const [event] = (await owner.get('/staff/EventsOfStaff')).body.events as Body[]
  const list = (await owner.get('/staff/PeopleList', { eventId })).body as { total: number; figures: Body }
  const noProfile = (await owner.get('/staff/PeopleList', { eventId, view: 'no-profile' })).body as { total: number }
  const wish = { eventId, audience: { filter: {} }, ...words }
  const segment = (await owner.post('/staff/SegmentCount', wish)).body
  return {
    registrations: [figures.people, registrations.reduce((sum, { people }) => sum + people, 0)],
    event: [shown.counts.people, event?.people],
    list: [list.total, list.figures.everyone],
    noProfile: [noProfile.total, list.figures.noProfile],
    emails: segment.matched,
  }
}
const all = (people: number, noProfile: number) => ({
  registrations: [people, people],
  event: [people, people],
  list: [people, people],
  noProfile: [noProfile, noProfile],
  emails: people,
})

test('a reviewer who only accepted an invitation is no registration until they have a profile, an order or an abstract', async () => {
  const team = await aTeam()
  const { world, app, owner, eventId } = team
  // Somebody who registered and has no profile yet is asked for it by email: they take part.
  await aGuest(world, eventId, { name: 'Registered', withoutProfile: true })
  await aGuest(world, eventId, { name: 'Mehak Soomro' })
  expect(await counts(team)).toEqual(all(2, 1))

  const reads = await accepts(team, 'reads@example.org')
  const writes = await accepts(team, 'writes@example.org')
  const buys = await accepts(team, 'buys@example.org')
  expect(await counts(team)).toEqual(all(2, 1))
  // They are found at the desk by name, and have a page.
  const found = (await owner.get('/staff/PeopleList', { eventId, search: 'reads' })).body as { rows: Body[] }
  expect(found.rows.map(({ name }) => name)).toEqual(['reads'])
  expect((await owner.get('/staff/PersonShow', { eventId, accountId: reads.accountId })).status).toBe(200)

  await aProfile(world, reads.applicantId, { name: 'reads' })
  expect(await counts(team)).toEqual(all(3, 1))
  const pk = await saved(app, { token: writes.token })
  const at = { applicantId: buys.applicantId, eventId }
  await order(world, { ...buys, ...at, email: 'buys@example.org', sessionId: 0, at }, [await aWorkshop(world, eventId)])
  expect(await counts(team)).toEqual(all(5, 3))
  // A draft that is removed again was none.
  expect(await statusOf(app, 'RemoveAbstract', { token: writes.token, pk })).toBe('Success')
  expect(await counts(team)).toEqual(all(4, 2))
})

test('an abstract that was submitted is counted whatever review makes of it, and no longer once it is withdrawn', async () => {
  const team = await aTeam()
  const { world, app, eventId, owner } = team
  const submitted = async () => {
    const { counts } = (await owner.get('/staff/EventShow', { eventId })).body.event as { counts: Body }
    const { figures } = await looksAnew(team)
    return [figures.submitted, counts.submittedAbstracts, figures.drafts]
  }
  const works: Awaited<ReturnType<typeof aSubmittedAbstract>>[] = []
  for (let many = 0; many < 5; many += 1) works.push(await aSubmittedAbstract(team))
  const { token } = (works[0] as (typeof works)[number]).author
  await saved(app, { token, words: { Title: 'A draft' } })
  const drafted = await saved(app, { token, words: { Title: 'A draft that is removed' } })
  expect(await statusOf(app, 'RemoveAbstract', { token, pk: drafted })).toBe('Success')
  expect(await submitted()).toEqual([5, 5, 1])

  const withdrawn = works[4] as (typeof works)[number]
  const asked = { token: withdrawn.author.token, pk: withdrawn.pk }
  expect(await statusOf(app, 'RemoveAbstract', asked)).toBe('Success')
  expect(await submitted()).toEqual([4, 4, 1])
  await reviewBegins(world, eventId)
  expect(await submitted()).toEqual([4, 4, 1])
  const states = ['Accepted', 'Rejected', 'Waiting list'] as const
  for (const [place, status] of states.entries())
    await asStaff(world, ({ db }) =>
      db
        .updateTable('abstract')
        .set({ status, level: 2 })
        .where('id', '=', works[place]?.pk as number)
        .execute(),
    )
  const rows = await world.db
    .selectFrom('abstract')
    .select('state')
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  expect(rows.map(({ state }) => state)).toEqual([
    'accepted',
    'rejected',
    'waiting',
    'under_review',
    'withdrawn',
    'draft',
  ])
  expect(await submitted()).toEqual([4, 4, 1])
})
