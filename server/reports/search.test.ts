/** Staff search in all of the console at once, over HTTP: each finds what their role may read, and nothing else. */
import { expect, test } from 'vitest'
import { anOrganiser } from '#server/testing/organisers.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aBuyer, aWorkshop, order, pay } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'
import { aTeam } from '#server/testing/team.ts'
import { consoleSearch } from './search.ts'

type Found = {
  people: { name: string }[]
  orders: { paymentCode: string; receipt: string | null }[]
  workshops: { topic: string }[]
  abstracts: { number: string; title: string }[]
  reviewers: { email: string }[]
  team: { name: string; roles: string[] }[]
}

test('one field finds people, orders, receipts, workshops and abstracts of the event, within the rights of whoever asks', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const workshopId = await aWorkshop(world, eventId, { topic: 'Potassium by the bedside' })
  const person = await aBuyer(world, eventId)
  await world.db.updateTable('account').set({ fullName: 'Mehak Potassa' }).where('id', '=', person.accountId).execute()
  const code = await order(world, person, [workshopId])
  await pay(world, person, { code })
  const { pk } = await aSubmittedAbstract(team, { Title: 'Potassium on the ward' })
  await aSubmittedAbstract(team, { Title: 'Lung ultrasound' })
  await reviewBegins(world, eventId)
  const search = async (words: string, who: Awaited<ReturnType<typeof anOrganiser>>) =>
    (await who.ask('ConsoleSearch', { eventId, search: words })).body as unknown as Found
  const owner = await anOrganiser(app, world, { role: 'owner', eventId: null })

  expect(await search('potass', owner)).toMatchObject({
    people: [{ name: 'Mehak Potassa' }],
    orders: [{ paymentCode: code, receipt: `R${eventId}-000001`, state: 'paid', name: 'Mehak Potassa' }],
    workshops: [{ topic: 'Potassium by the bedside' }],
    abstracts: [{ number: 'A-0001', title: 'Potassium on the ward' }],
  })
  expect((await search(`R${eventId}-000001`, owner)).orders).toMatchObject([{ paymentCode: code }])
  expect((await search(code.slice(0, 6).toLowerCase(), owner)).orders).toMatchObject([{ paymentCode: code }])
  expect((await search('A-0002', owner)).abstracts).toMatchObject([{ title: 'Lung ultrasound' }])
  expect(await search('%%%', owner)).toEqual({
    people: [],
    orders: [],
    workshops: [],
    abstracts: [],
    reviewers: [],
    team: [],
  })

  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  expect(await search('potass', desk)).toMatchObject({ people: [{}], orders: [{}], workshops: [{}], abstracts: [] })
  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  expect(await search('potass', chair)).toMatchObject({ people: [{}], orders: [], abstracts: [{ number: 'A-0001' }] })

  // A chair who is one of its authors finds nothing of it.
  const { email } = await staffWith(world, chair.token)
  const author = { abstractId: pk, position: 9, name: 'The chair', email, emailKey: email, presents: true }
  await asStaff(world, ({ db }) => db.insertInto('abstractAuthor').values(author).execute())
  expect((await search('potass', chair)).abstracts).toEqual([])

  const { world: counted, since } = countQueries(world)
  await consoleSearch(counted, await staffWith(world, owner.token), { eventId, search: 'potass', requestId: 'r' })
  expect(since()).toBeLessThanOrEqual(12)
})

test('reviewers and people of the team are found by those who may read their lists', async () => {
  const team = await aTeam()
  const { world, app, eventId } = team
  const owner = await anOrganiser(app, world, { role: 'owner', eventId: null })
  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  const invited = await owner.act('ReviewersInvite', {
    eventId,
    people: [{ email: 't.qazi@reviewers.example' }],
  })
  expect(invited.status).toBe(200)
  await world.db
    .updateTable('account')
    .set({ fullName: 'Tariq Qazi' })
    .where('id', '=', (await staffWith(world, chair.token)).accountId)
    .execute()
  const found = async (who: typeof owner) => {
    const { reviewers, team } = (await who.ask('ConsoleSearch', { eventId, search: 'qazi' })).body as unknown as Found
    return { reviewers: reviewers.map(({ email }) => email), team: team.map(({ name, roles }) => [name, ...roles]) }
  }
  const all = { reviewers: ['t.qazi@reviewers.example'], team: [['Tariq Qazi', 'chair']] }
  expect(await found(owner)).toEqual(all)
  expect(await found(chair)).toEqual(all)
  expect(await found(desk)).toEqual({ reviewers: [], team: [] })
})
