/** REV-029 and 050: what staff see of abstracts, in how many statements, and what whoever has a conflict does not. */
import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { aReview, isTold } from '#server/testing/told.ts'

const script = '<script>alert(1)</script>Ask Dr MEMON about it.'

async function threeAbstracts() {
  const team = await aTeam()
  const all = []
  for (const [Title, SubSpeciality, Speciality] of [
    ['Potassium on the ward', 'Ultrasound', 'Radiology'],
    ['Early warning scores', 'Haematology', 'Pathology'],
    ['Lung ultrasound', 'Ultrasound', 'Radiology'],
  ] as const)
    all.push(await aSubmittedAbstract(team, { Title, Speciality, SubSpeciality, AbstractType: 'Poster' }))
  await reviewBegins(team.world, team.eventId)
  const [first, second] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]]
  const { accountId } = first.author
  await team.world.db.updateTable('account').set({ fullName: 'Ayesha Memon' }).where('id', '=', accountId).execute()
  await aReview(team, first.pk, { total: 5, toAuthor: script, toChairs: 'Stricter than others.' })
  await aReview(team, first.pk, { total: 2, recommendation: 'reject' })
  await aReview(team, first.pk, { total: null, recommendation: 'abstain' })
  await isTold(team.world, second.pk, { outcome: 'rejected' })
  return { ...team, team, all }
}

test('abstracts are found by state, discipline, type, reviews, number and title', async () => {
  const { owner, eventId } = await threeAbstracts()
  const found = async (filter: Record<string, string>) => {
    const { body } = await owner.get('/staff/AbstractList', { eventId, ...filter })
    return (body.rows as { number: string }[]).map(({ number }) => number)
  }
  const { body } = await owner.get('/staff/AbstractList', { eventId })
  expect(body).toMatchObject({ total: 3, wanted: 3, fields: [{ name: 'Radiology' }, { name: 'Pathology' }] })
  expect((body.rows as unknown[])[2]).toEqual({
    id: 1,
    number: 'A-0001',
    title: 'Potassium on the ward',
    hasConflict: false,
    field: 'Radiology',
    type: 'Poster',
    state: 'under_review',
    reviews: 2,
    assigned: 3,
    mean: 3.5,
  })
  const fields = body.fields as { specialityId: number; name: string }[]
  const pathology = fields.find(({ name }) => name === 'Pathology')?.specialityId
  expect(await found({ state: 'rejected' })).toEqual(['A-0002'])
  expect(await found({ specialityId: String(pathology) })).toEqual(['A-0002'])
  expect(await found({ type: 'Oral' })).toEqual([])
  expect(await found({ reviews: 'none' })).toEqual(['A-0003', 'A-0002'])
  expect(await found({ reviews: 'complete' })).toEqual([])
  expect(await found({ sort: '-mean' })).toEqual(['A-0001', 'A-0003', 'A-0002'])
  for (const search of ['3', 'A-0003', 'lung ULTRA']) expect(await found({ search })).toEqual(['A-0003'])
})

test('one abstract with all that was said of it, in at most ten statements', async () => {
  const { world, eventId, owner } = await threeAbstracts()
  const counted = countQueries(world)
  const app = await makeTestApp(counted.world)
  const { token } = owner
  const ask = async (number: number) => {
    const cookie = `${app.staffCookie}=${token}`
    const url = `/staff/AbstractShow?eventId=${eventId}&number=${number}`
    return (await app.inject({ url, headers: { host: 'localhost', cookie } })).json<Record<string, unknown>>()
  }
  await ask(3)
  counted.since()
  await ask(3)
  const few = counted.since()
  const shown = await ask(1)
  // Who asks is one more.
  expect(counted.since()).toBe(few)
  expect(few - 1).toBeLessThanOrEqual(10)
  expect(shown).toMatchObject({
    number: 1,
    title: 'Potassium on the ward',
    state: 'under_review',
    mean: 3.5,
    spread: 3,
    version: 1,
    shown: 1,
    versions: [{ number: 1, isAside: false }],
    previous: null,
    next: 2,
    pending: null,
    told: [],
  })
  expect((shown.reviews as unknown[])[0]).toMatchObject({
    alias: 1,
    toAuthor: script,
    toChairs: 'Stricter than others.',
    total: 5,
    nameFound: 'Dr MEMON',
  })
  const history = (shown.history as { text: string }[]).map(({ text }) => text)
  expect(history).toContain('Submitted by the author')
  expect(history).toContain('Reviewer 1 submitted, total 5.0')
  expect((await ask(2)).told).toMatchObject([{ outcome: 'rejected', wasTakenBack: false }])
  expect((await owner.get('/staff/AbstractShow', { eventId, number: 99 })).status).toBe(404)
})

test('REV-029: a chair who is an author sees number and title, and learns nothing by a filter or from the neighbours', async () => {
  const { app, world, eventId, all } = await threeAbstracts()
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const { email } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', chair.accountId)
    .executeTakeFirstOrThrow()
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({
        abstractId: all[0]?.pk as number,
        position: 1,
        name: 'The chair',
        email,
        emailKey: email,
        presents: true,
      })
      .execute(),
  )
  const list = async (filter = {}) => {
    const { body } = await chair.get('/staff/AbstractList', { eventId, ...filter })
    return body.rows as { number: string }[]
  }
  const cut = { id: 1, number: 'A-0001', title: 'Potassium on the ward', hasConflict: true }
  expect((await list()).at(-1)).toEqual(cut)
  expect(await list({ search: '1' })).toEqual([cut])
  // Nothing tells how it was scored: it stands where those do that nobody has reviewed.
  expect((await list({ sort: '-mean' })).at(-1)).toEqual(cut)
  for (const filter of [{ state: 'under_review' }, { type: 'Poster' }, { reviews: 'fewer' }])
    expect((await list(filter)).map(({ number }) => number)).not.toContain('A-0001')
  expect((await chair.get('/staff/AbstractShow', { eventId, number: 1 })).body).toEqual({
    abstractId: 1,
    number: 1,
    title: 'Potassium on the ward',
    hasConflict: true,
  })
  expect((await chair.get('/staff/AbstractShow', { eventId, number: 2 })).body).toMatchObject({
    previous: null,
    next: 3,
  })
  expect((await chair.get('/staff/AbstractFile', { eventId, number: 1, version: 1 })).status).toBe(404)
  // An organiser without a conflict has the file.
  const other = await staffCaller(app, world, { role: 'organiser', eventId })
  const url = `/staff/AbstractFile?eventId=${eventId}&number=1&version=1`
  const file = await app.inject({ url, headers: { host: 'localhost', cookie: `${app.staffCookie}=${other.token}` } })
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, expect.stringContaining('attachment')])
})
