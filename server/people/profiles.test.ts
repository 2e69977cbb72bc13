import { expect, test } from 'vitest'
import { makeTestApp } from '#server/testing/app.ts'
import { aPerson, call, signIn } from '#server/testing/people.ts'
import { blue, colourOf, photo, red } from '#server/testing/pictures.ts'
import {
  createProfile,
  portalWithPeople,
  readPhoto,
  readProfile,
  sendProfile,
  someValues,
} from '#server/testing/profiles.ts'
import { makeWorld } from '#server/testing/world.ts'

const success = { http: 200, status: 'Success' }

test('a person without a profile makes one, and then has it', async () => {
  const { world, app, event, ayesha } = await portalWithPeople()
  const { token } = ayesha
  const exists = async () => [
    (await call(app, 'ProfileExists', { token })).Status,
    (
      await app.inject({ url: '/api/ProfileExists', headers: { host: 'localhost', authorization: `Bearer ${token}` } })
    ).json(),
  ]
  expect(await exists()).toEqual(['False', { Table: [{ Status: 'False' }] }])
  expect((await readPhoto(app, token)).statusCode).toBe(404)

  expect(await sendProfile(app, { token, picture: await photo() })).toEqual(success)

  expect(await exists()).toEqual(['True', { Table: [{ Status: 'True' }] }])
  const { id } = await world.db
    .selectFrom('applicant')
    .select('id')
    .where('accountId', '=', ayesha.accountId)
    .executeTakeFirstOrThrow()
  const now = '2026-11-01T09:00:00.000Z'
  expect(await readProfile(app, token)).toEqual({
    ...someValues,
    ApplicantID: id,
    EventID: event,
    PhotoChangedAt: now,
    CreatedAt: now,
    UpdatedAt: now,
  })
})

test('the first form begins with what the account knows', async () => {
  const { app, ayesha } = await portalWithPeople()
  const reply = await app.inject({
    url: '/api/GetProfile',
    headers: { host: 'localhost', authorization: `Bearer ${ayesha.token}` },
  })

  expect(reply.json()).toEqual({
    Table: [],
    Account: { UserID: ayesha.email, Fullname: expect.stringMatching(/^Person \d+$/) as string },
  })
})

test('the fields may come in the address, with the picture alone in the body', async () => {
  const { app, ayesha } = await portalWithPeople()

  expect(
    await sendProfile(app, { token: ayesha.token, values: {}, query: someValues, picture: await photo() }),
  ).toEqual(success)
  expect(await readProfile(app, ayesha.token)).toMatchObject(someValues)
  expect((await sendProfile(app, { token: ayesha.token, query: { Name: 'Twice' } })).http).toBe(400)
})

test('creating again changes what is there, and the picture may then be left out', async () => {
  let now = new Date('2026-11-01T09:00:00Z')
  const { app, ayesha } = await portalWithPeople({ now: () => now })
  await createProfile(app, ayesha.token)
  now = new Date('2026-11-01T10:00:00Z')

  expect(await sendProfile(app, { token: ayesha.token, values: { ...someValues, City: 'Sukkur' } })).toEqual(success)

  expect(await readProfile(app, ayesha.token)).toMatchObject({
    City: 'Sukkur',
    CreatedAt: '2026-11-01T09:00:00.000Z',
    PhotoChangedAt: '2026-11-01T09:00:00.000Z',
    UpdatedAt: '2026-11-01T10:00:00.000Z',
  })
  expect(await colourOf((await readPhoto(app, ayesha.token)).rawPayload)).toEqual(red)
})

test('without any picture there is no profile', async () => {
  const { app, ayesha } = await portalWithPeople()
  const needed = { http: 400, status: 'Please check ProfileImage: this field is required.' }

  expect(await sendProfile(app, { token: ayesha.token })).toEqual(needed)
  expect(await sendProfile(app, { token: ayesha.token, picture: Buffer.alloc(0), name: '' })).toEqual(needed)
  expect(await readProfile(app, ayesha.token)).toBeUndefined()
})

test('TRAP-01: the ids of somebody else open and change nothing', async () => {
  const { app, ayesha, bilal } = await portalWithPeople()
  await createProfile(app, ayesha.token)
  await createProfile(app, bilal.token, { Name: 'Bilal' })
  const his = (await readProfile(app, bilal.token)) as { ApplicantID: number; EventID: number }
  const theirs: Record<string, string>[] = [
    { ApplicantID: String(his.ApplicantID) },
    { UserID: bilal.email },
    { EventID: String(his.EventID + 1) },
    { ApplicantID: String(his.ApplicantID), UserID: bilal.email, EventID: String(his.EventID) },
    { ApplicantID: '0' },
    { ApplicantID: '' },
    { UserID: '' },
  ]

  for (const ids of theirs) {
    const get = (name: string) =>
      app.inject({
        url: `/api/${name}?${new URLSearchParams(ids).toString()}`,
        headers: { host: 'localhost', authorization: `Bearer ${ayesha.token}` },
      })
    const answers = [
      (await sendProfile(app, { token: ayesha.token, values: { ...someValues, Name: 'Mallory', ...ids } })).http,
      (
        await sendProfile(app, {
          token: ayesha.token,
          values: { ...someValues, Name: 'Mallory' },
          query: ids,
          picture: await photo(blue),
        })
      ).http,
      (await call(app, 'ProfileExists', { token: ayesha.token, ...ids })).http,
      (await get('GetProfile')).statusCode,
      (await get('ProfilePhoto')).statusCode,
    ]
    expect([ids, answers.every((http) => http === 403 || http === 400)]).toEqual([ids, true])
  }

  expect(await readProfile(app, bilal.token)).toMatchObject({ ...his, Name: 'Bilal' })
  expect(await readProfile(app, ayesha.token)).toMatchObject({ Name: someValues.Name })
  expect(await colourOf((await readPhoto(app, bilal.token)).rawPayload)).toEqual(red)
  const own = { UserID: ayesha.email.toUpperCase(), DeviceID: 'd', EventID: String(his.EventID) }
  expect(await sendProfile(app, { token: ayesha.token, values: { ...someValues, ...own } })).toEqual(success)
})

test('TRAP-13, TRAP-24, SEC-011: another e-mail, another name for the file and every column as a field are ignored', async () => {
  const { world, app, ayesha, bilal } = await portalWithPeople()
  await createProfile(app, ayesha.token)
  await createProfile(app, bilal.token)
  const row = (accountId: number) =>
    world.db
      .selectFrom('profile')
      .innerJoin('applicant', 'applicant.id', 'applicantId')
      .innerJoin('account', 'account.id', 'accountId')
      .selectAll('profile')
      .select(['email', 'accountId', 'verifiedAt'])
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
  const [mine, his] = [await row(ayesha.accountId), await row(bilal.accountId)]
  const columns = Object.keys(mine).filter((name) => !['name', 'city'].includes(name))
  const extra = Object.fromEntries(
    [...columns, 'applicant_id', 'photo_key', 'created_at', 'email', 'role'].map((name) => [name, '2']),
  )

  expect(
    await sendProfile(app, {
      token: ayesha.token,
      // One form takes forty fields.
      values: {
        ...someValues,
        ...Object.fromEntries(Object.entries(extra).slice(0, 18)),
        Email: 'mallory@example.org',
      },
      query: Object.fromEntries(Object.entries(extra).slice(18)),
      picture: await photo(blue),
      name: `../../${his.applicantId}.png`,
    }),
  ).toEqual(success)

  const { photoKey, photoSha256, ...after } = await row(ayesha.accountId)
  expect(photoKey).not.toBe(mine.photoKey)
  expect(photoSha256).not.toEqual(mine.photoSha256)
  expect(after).toEqual({ ...mine, photoKey: undefined, photoSha256: undefined })
  expect(await row(bilal.accountId)).toEqual(his)
  expect(await colourOf((await readPhoto(app, bilal.token)).rawPayload)).toEqual(red)
})

test('while no event is announced nobody can make a profile', async () => {
  const world = await makeWorld()
  const app = await makeTestApp(world)
  const token = await signIn(app, await aPerson(world))

  expect(await sendProfile(app, { token, picture: await photo() })).toEqual({
    http: 200,
    status: 'The profile cannot be created, please try again later.',
  })
  expect((await call(app, 'ProfileExists', { token })).Status).toBe('False')
  expect((await readPhoto(app, token)).statusCode).toBe(404)
})
