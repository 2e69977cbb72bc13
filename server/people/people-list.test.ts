/** Staff find the people of an event, over HTTP and a real database. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { writeExport } from '#server/exports/write.ts'
import { download, linesOf } from '#server/testing/exports.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { aGuest } from '#server/testing/guests.ts'
import { aCollege, aDraft, anOrganiser, copied, type Organiser } from '#server/testing/organisers.ts'
import { countQueries } from '#server/testing/queries.ts'
import { buyers } from '#server/testing/shop.ts'
import { changeSession, staffWith } from '#server/testing/staff.ts'
import { aSeat } from '#server/testing/workshops.ts'
import { listPeople, peopleWhere } from './people-list.ts'

type Rows = { rows: { name: string }[]; total: number }
type Filter = Record<string, string | number>

const namesOf = async (who: Organiser, filter: Filter) => {
  const { status, body } = await who.ask('PeopleList', { sort: 'name', ...filter })
  expect(status).toBe(200)
  return (body as Rows).rows.map(({ name }) => name)
}

test('people are found by the beginnings of words, with accents or without, in Urdu, and by nothing that only looks like a question', async () => {
  const { world, eventId, zainab } = await aCollege()
  await aGuest(world, eventId, { name: 'Mehak Soomro', email: 'mehak.soomro@example.org' })
  await aGuest(world, eventId, {
    name: 'José Núñez',
    institution: 'Hôpital Nord',
    pmdc: '98765-N',
    mobile: '+92 300 5550123',
  })
  await aGuest(world, eventId, { name: 'علي شاہ', institution: 'ہسپتال کراچی' })
  const found = (search: string) => namesOf(zainab, { eventId, search })

  expect(await found('soom')).toEqual(['Mehak Soomro'])
  expect(await found('MEHAK.SOOMRO@example.org')).toEqual(['Mehak Soomro'])
  expect(await found('indus mehak')).toEqual(['Mehak Soomro'])
  expect(await found('nunez hopital')).toEqual(['José Núñez'])
  expect(await found('JOSÉ')).toEqual(['José Núñez'])
  // The Urdu ya and kaf, and the Arabic ones that many keyboards write.
  expect(await found('علی')).toEqual(['علي شاہ'])
  expect(await found('كراچی')).toEqual(['علي شاہ'])
  expect(await found('98765')).toEqual(['José Núñez'])
  expect(await found('0300 5550123')).toEqual(['José Núñez'])
  for (const nobody of ['%', '_', "'", "' or 1=1 --", 'oomro', ':* | a', '\\', '(((', '٪'])
    expect([nobody, await found(nobody)]).toEqual([nobody, []])
})

test('a name or an institution that changes is found as it is now, and an erased person not at all', async () => {
  const { world, eventId, zainab } = await aCollege()
  const { accountId, applicantId } = await aGuest(world, eventId, { name: 'Mehak Somro' })
  await world.db.updateTable('account').set({ fullName: 'Mehak Soomro' }).where('id', '=', accountId).execute()
  await world.db
    .updateTable('profile')
    .set({ institution: 'Civil Hospital', name: 'M. Soomro' })
    .where('applicantId', '=', applicantId)
    .execute()
  expect(await namesOf(zainab, { eventId, search: 'soomro civil' })).toEqual(['Mehak Soomro'])
  expect(await namesOf(zainab, { eventId, search: 'indus' })).toEqual([])
  await sql`select erase_person(${accountId}, ${world.now()}, true)`.execute(world.db)
  expect(await namesOf(zainab, { eventId })).toEqual([])
})

test('views and filters narrow the list, each also turned round, and odd ones are refused by name', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  await aGuest(world, eventId, {
    name: 'Amna',
    takesPartAs: 'Nurse',
    presenter: 'Presenter',
    country: 'Oman',
    pmdc: '12345-N',
  })
  await aGuest(world, eventId, { name: 'Bilal', pmdc: '12345-N' })
  await aGuest(world, eventId, { name: 'Chand', withoutProfile: true })
  const paid = await aSeat(world, { eventId, workshopId })
  const held = await aSeat(world, { eventId, workshopId, isPaid: false })
  const author = await aDraft(world, eventId)
  const call = (accountId: number, fullName: string) =>
    world.db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute()
  await Promise.all([call(paid.accountId, 'Paid'), call(held.accountId, 'Held'), call(author.accountId, 'Writes')])
  const found = (filter: Filter) => namesOf(zainab, { eventId, ...filter })

  expect(await found({})).toEqual(['Amna', 'Bilal', 'Chand', 'Held', 'Paid', 'Writes'])
  expect(await found({ view: 'no-profile' })).toEqual(['Chand', 'Held', 'Paid', 'Writes'])
  expect(await found({ view: 'no-profile', not: 'view' })).toEqual(['Amna', 'Bilal'])
  expect(await found({ view: 'with-seat' })).toEqual(['Held', 'Paid'])
  expect(await found({ view: 'with-abstract' })).toEqual(['Writes'])
  expect(await found({ view: 'two-accounts' })).toEqual(['Amna', 'Bilal'])
  expect(await found({ takesPartAs: 'Nurse', presenter: 'Presenter' })).toEqual(['Amna'])
  expect(await found({ takesPartAs: 'Nurse', not: 'takesPartAs' })).toEqual([
    'Bilal',
    'Chand',
    'Held',
    'Paid',
    'Writes',
  ])
  expect(await found({ country: 'abroad' })).toEqual(['Amna'])
  expect(await found({ seat: 'held' })).toEqual(['Held'])
  expect(await found({ workshopId, seat: 'paid' })).toEqual(['Paid'])
  expect(await found({ workshopId, seat: 'paid', not: 'workshopId,seat' })).toEqual([
    'Amna',
    'Bilal',
    'Chand',
    'Writes',
  ])
  expect(await found({ abstract: 'draft' })).toEqual(['Writes'])
  expect(await found({ extension: 'abstracts' })).toEqual([])
  const { body } = await zainab.ask('PeopleList', { eventId })
  expect(body).toMatchObject({
    total: 6,
    isSearchOnly: false,
    figures: { everyone: 6, noProfile: 4, withSeat: 2, withAbstract: 1 },
  })
  expect((body as Rows).rows.find(({ name }) => name === 'Paid')).toMatchObject({
    seatsPaid: 1,
    seatsHeld: 0,
    paid: 500_000,
  })
  for (const odd of [
    { view: 'odd' },
    { not: 'search' },
    { not: 'view,' },
    { workshopId: '9223372036854775808' },
    { nobody: 1 },
    { cursor: 'made.up' },
  ]) {
    const { status } = await zainab.ask('PeopleList', { eventId, ...odd } as Filter)
    expect([odd, [400, 422].includes(status)]).toEqual([odd, true])
  }
})

test('PMDC number and mobile are searched and money is shown only by right; the desk searches and never lists; another event shows nobody', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  await aGuest(world, eventId, { name: 'Canary Amna', pmdc: '55-CANARY', mobile: '03007654321' })
  const by = (role: 'desk' | 'chair' | 'finance') => anOrganiser(app, world, { role, eventId })
  const [desk, chair, finance] = [await by('desk'), await by('chair'), await by('finance')]
  for (const search of ['55', '03007654321']) {
    expect(await namesOf(zainab, { eventId, search })).toEqual(['Canary Amna'])
    for (const who of [desk, chair, finance]) expect(await namesOf(who, { eventId, search })).toEqual([])
  }
  expect((await desk.ask('PeopleList', { eventId })).body).toMatchObject({
    rows: [],
    isSearchOnly: true,
    figures: null,
  })
  expect(await namesOf(desk, { eventId, search: 'am' })).toEqual([])
  expect(await namesOf(desk, { eventId, search: 'amn' })).toEqual(['Canary Amna'])
  expect((await chair.ask('PeopleList', { eventId })).body.rows).toMatchObject([{ paid: null }])
  expect((await finance.ask('PeopleList', { eventId })).body.rows).toMatchObject([{ paid: 0 }])
  for (const who of [zainab, desk]) {
    const reply = JSON.stringify((await who.ask('PeopleList', { eventId, search: 'canary' })).body)
    for (const secret of ['03007654321', '55-CANARY', 'House 7']) expect(reply).not.toContain(secret)
  }
  const other = await copied(zainab, eventId)
  const ofOther = await anOrganiser(app, world, { eventId: other })
  expect(await namesOf(ofOther, { eventId: other, search: 'canary' })).toEqual([])
  expect((await ofOther.ask('PeopleList', { eventId })).status).toBe(404)
})

test('CON-075: the list asks as often for 1 person as for 3 and 1,000, and a page follows the other', async () => {
  const college = await aCollege()
  const { eventId, zainab } = college
  const staff = await staffWith(college.world, zainab.token)
  const { world, since } = countQueries(college.world)
  const asked: number[] = []
  for (const [many, more] of [
    [1, 1],
    [3, 2],
    [1000, 997],
  ] as const) {
    await buyers(college.world, eventId, more)
    since()
    expect((await listPeople(world, staff, { eventId, limit: 200, search: 'soomro' })).total).toBe(many)
    asked.push(since())
  }
  expect(asked).toEqual([5, 5, 5])
  const seen = new Set<number>()
  let cursor: string | undefined
  do {
    const page = await listPeople(world, staff, { eventId, limit: 200, sort: '-name', ...(cursor && { cursor }) })
    for (const { id } of page.rows) seen.add(id)
    cursor = page.next ?? undefined
  } while (cursor)
  expect(seen.size).toBe(1000)
  const meant = await peopleWhere(world, { eventId, search: 'soomro' }, { contact: false, unseen: [] }).execute()
  expect(new Set(meant.map(({ applicantId }) => applicantId))).toEqual(seen)
})

test('CON-051: the people of a list are taken along as a file in which no name is a formula; more than 500 only by who has just proven who they are', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const corpus = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1', '<script>alert(1)</script>', '"a";b']
  for (const name of corpus) await aGuest(world, eventId, { name, institution: name.trim() })
  const begun = await zainab.act('ExportBegin', {
    list: 'PeopleList',
    filter: { eventId: String(eventId), sort: 'since' },
    format: 'csv',
  })
  await writeExport(world, begun.body.exportId as number)
  const file = await download({ app }, zainab, begun.body.exportId as number)
  const rows = linesOf(file.body).slice(1)
  expect(rows).toHaveLength(corpus.length)
  for (const row of rows) expect(row.split(',').filter((cell) => /^"?[=+\-@\t＝]/.test(cell))).toEqual([])
  // Nobody says for themselves what they may see.
  expect(
    (
      await zainab.act('ExportBegin', {
        list: 'PeopleList',
        filter: { eventId: String(eventId), sees: 'all' },
        format: 'csv',
      })
    ).status,
  ).toBe(422)

  await buyers(world, eventId, 500)
  const sana = await staffCaller(app, world, { role: 'organiser' })
  await changeSession(world, sana.token, { steppedUpUntil: null })
  const wish = { list: 'PeopleList', filter: { eventId: String(eventId) }, format: 'csv' }
  expect(await sana.post('/staff/ExportBegin', wish)).toMatchObject({ status: 403, body: { code: 'step_up' } })
  const few = { ...wish, filter: { ...wish.filter, view: 'no-profile', not: 'view' } }
  expect((await sana.post('/staff/ExportBegin', few)).status).toBe(200)
})

test('people chosen one by one are taken along alone, and all that fit only while they are as many as were seen', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const [mehak, hira] = [
    await aGuest(world, eventId, { name: 'Mehak' }),
    await aGuest(world, eventId, { name: 'Hira' }),
  ]
  await aGuest(world, eventId, { name: 'Komal' })
  const begin = (filter: object, expected: number) =>
    zainab.act('ExportBegin', {
      list: 'PeopleList',
      filter: { eventId: String(eventId), ...filter },
      format: 'csv',
      expected,
    })
  const chosen = await begin({ ids: `${mehak.applicantId},${hira.applicantId}`, sort: 'name' }, 2)
  await writeExport(world, chosen.body.exportId as number)
  const file = await download({ app }, zainab, chosen.body.exportId as number)
  expect(
    linesOf(file.body)
      .slice(1)
      .map((row) => row.split(',')[1]),
  ).toEqual(['Hira', 'Mehak'])

  expect(await begin({}, 4)).toMatchObject({ status: 409, body: { code: 'count_changed' } })
  expect((await begin({ ids: '1 or 1=1' }, 1)).status).toBe(422)
  expect((await begin({}, 3)).status).toBe(200)
})

test('whoever may not see a mobile learns nothing by a second account with a number that they guess', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  for (const name of ['Guesser', 'Mehak'])
    await aGuest(world, eventId, { name, institution: name, mobile: '03009999999', pmdc: '12345-N' })
  for (const institution of ['Indus', 'Indus']) await aGuest(world, eventId, { name: 'Twice', institution })
  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  const seconds = async (who: typeof zainab) => {
    const { rows } = (await who.ask('PeopleList', { eventId, sort: 'name' })).body as {
      rows: { name: string; mayBeSecond: boolean }[]
    }
    const marked = rows.flatMap(({ name, mayBeSecond }) => (mayBeSecond ? [name] : []))
    expect(await namesOf(who, { eventId, view: 'two-accounts' })).toEqual(marked)
    return marked
  }
  expect(await seconds(zainab)).toEqual(['Guesser', 'Mehak', 'Twice', 'Twice'])
  expect(await seconds(chair)).toEqual(['Twice', 'Twice'])
})
