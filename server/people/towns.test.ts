import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { openGeonames } from '#server/platform/gateways/geonames.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { makeTestApp, worldWithoutDatabase } from '#server/testing/app.ts'
import { fakeGeonames } from '#server/testing/geonames.ts'

const log = makeLog('silent')

type Town = { name: string; countryCode: string; countryName: string; fcl: string }
type Answer = { totalResultsCount: number; geonames: Town[] }

const bundled = () => makeTestApp(worldWithoutDatabase(log))
const get = (app: FastifyInstance, path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/geo/${path}`, headers: { host: 'localhost', ...headers } })
const search = async (app: FastifyInstance, query: string) => (await get(app, `searchJSON?${query}`)).json<Answer>()
const names = async (app: FastifyInstance, query: string) => (await search(app, query)).geonames.map(({ name }) => name)

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

test('the countries are in the shape of GeoNames, by name', async () => {
  const { geonames } = (await get(await bundled(), 'countryInfoJSON')).json<{
    geonames: { countryCode: string; countryName: string }[]
  }>()

  expect(geonames.length).toBe(246)
  expect(geonames.find(({ countryCode }) => countryCode === 'PK')).toEqual({
    countryCode: 'PK',
    countryName: 'Pakistan',
  })
  const sorted = geonames.map(({ countryName }) => countryName).toSorted(collator.compare)
  expect(geonames.map(({ countryName }) => countryName)).toEqual(sorted)
  expect((await get(await bundled(), 'countryInfoJSON?country=pk')).json()).toEqual({
    geonames: [{ countryCode: 'PK', countryName: 'Pakistan' }],
  })
})

test('the towns of Pakistan come in one answer, with those that other lists lack', async () => {
  const { totalResultsCount, geonames } = await search(await bundled(), 'country=PK&featureClass=P&maxRows=1000')

  expect(geonames[0]).toEqual({
    name: expect.any(String) as string,
    countryCode: 'PK',
    countryName: 'Pakistan',
    fcl: 'P',
  })
  expect(totalResultsCount).toBe(geonames.length)
  expect(geonames.length).toBeGreaterThan(560)
  const wanted = [
    'Karachi',
    'Lahore',
    'Hyderabad',
    'Larkana',
    'Sukkur',
    'Jamshoro',
    'Taxila',
    'Sadiqabad',
    'Sheikhupura',
    'Vehari',
    'Jhang',
    'Mirpur',
    'Attock',
    'Wah',
    'Hunza',
    'Swat',
    'Gilgit',
    'Quetta',
    'Peshawar',
  ]
  const all = geonames.map(({ name }) => name)
  expect(wanted.filter((name) => !all.includes(name))).toEqual([])
})

test.each(['PK', 'US', 'NR', 'BR'])('the names of %s are sorted, and each is there once', async (country) => {
  const all = await names(await bundled(), `country=${country}&maxRows=1000`)

  expect(all).toEqual(all.toSorted(collator.compare))
  expect(new Set(all.map((name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())).size).toBe(all.length)
})

test('a country of many towns gives its thousand largest, and finds the others by their letters', async () => {
  const app = await bundled()
  const { totalResultsCount, geonames } = await search(app, 'country=US&maxRows=1000')

  expect(geonames.length).toBe(1000)
  expect(totalResultsCount).toBeGreaterThan(10_000)
  const largest = [
    'New York City',
    'Los Angeles',
    'Chicago',
    'Houston',
    'Phoenix',
    'San Diego',
    'Seattle',
    'Zanesville',
  ]
  expect(largest.filter((name) => !geonames.some((town) => town.name === name))).toEqual(['Zanesville'])
  expect(await names(app, 'country=US&name_startsWith=zanesv')).toContain('Zanesville')
  expect(await names(app, 'country=US&q=nesvill&maxRows=1000')).toContain('Zanesville')
})

test('a small country is answered with what it has', async () => {
  const { totalResultsCount, geonames } = await search(await bundled(), 'country=NR&maxRows=1000')
  expect(totalResultsCount).toBe(geonames.length)
  expect(geonames.length).toBeGreaterThan(0)
  expect(geonames.length).toBeLessThan(30)
})

test('accents and capitals do not matter to whoever types', async () => {
  const app = await bundled()
  for (const typed of ['sao paulo', 'São Paulo', 'SAO PAULO'])
    expect(await names(app, `country=br&name_startsWith=${encodeURIComponent(typed)}`)).toContain('São Paulo')
})

test('no more rows come than were asked for, and a hundred if nobody said', async () => {
  const app = await bundled()
  expect((await names(app, 'country=PK&maxRows=7')).length).toBe(7)
  expect((await names(app, 'country=PK')).length).toBe(100)
  expect(await search(app, 'country=ZZ')).toEqual({ totalResultsCount: 0, geonames: [] })
})

test.each([
  '',
  'country=Pakistan',
  'country=PK&maxRows=1001',
  'country=PK&maxRows=0',
  'country=PK&featureClass=A',
  'country=PK&country=IN',
  `country=PK&q=${'x'.repeat(101)}`,
])('the question %j is refused', async (query) =>
  expect((await get(await bundled(), `searchJSON?${query}`)).statusCode).toBe(400),
)

test('an answer is small, may be kept by everybody, and is not sent twice', async () => {
  const app = await bundled()
  const path = 'searchJSON?country=US&featureClass=P&maxRows=1000'
  const { headers, rawPayload } = await get(app, path, { 'accept-encoding': 'gzip, deflate, br' })

  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=2592000',
    vary: 'accept-encoding',
  })
  expect(rawPayload.length).toBeLessThan(10_000)
  const again = await get(app, path, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

const karachi = {
  name: 'Karachi',
  countryCode: 'PK',
  countryName: 'Pakistan',
  fcl: 'P',
  adminName1: 'Sindh',
  lat: '24.8608',
  geonameId: 1174872,
}

async function withAccount(timeout = 20_000) {
  const fake = await fakeGeonames()
  const geonames = openGeonames({ username: 'college', address: fake.address, log, timeout })
  let now = new Date('2026-11-01T09:00:00Z')
  const app = await makeTestApp({ ...worldWithoutDatabase(log), geonames, now: () => now })
  return { fake, app, later: (days: number) => (now = new Date(now.getTime() + days * 86_400_000)) }
}

test('with an account GeoNames is asked, once for everybody, and again after a month', async () => {
  const { fake, app, later } = await withAccount()
  const zhob = { ...karachi, name: 'Zhob', adminName1: 'Balochistan' }
  fake.answer.body = { totalResultsCount: 3, geonames: [zhob, karachi, { ...karachi, name: 'Karāchi' }] }

  const [first] = await Promise.all([search(app, 'country=PK&maxRows=1000'), search(app, 'country=PK&maxRows=1000')])
  await search(app, 'country=PK&maxRows=1000')

  const { lat: _, geonameId: __, ...kept } = karachi
  expect(first).toEqual({
    totalResultsCount: 3,
    geonames: [kept, { ...kept, name: 'Zhob', adminName1: 'Balochistan' }],
  })
  expect(fake.asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
    [
      '/searchJSON',
      { country: 'PK', featureClass: 'P', maxRows: '1000', orderby: 'population', lang: 'en', username: 'college' },
    ],
  ])
  later(31)
  await search(app, 'country=PK&maxRows=1000')
  expect(fake.asked.length).toBe(2)
})

test('the list of countries is asked for as well', async () => {
  const { fake, app } = await withAccount()
  fake.answer.body = {
    geonames: [{ countryCode: 'PK', countryName: 'Pakistan', continent: 'AS', capital: 'Islamabad', population: '1' }],
  }

  expect((await get(app, 'countryInfoJSON')).json()).toEqual({
    geonames: [{ countryCode: 'PK', countryName: 'Pakistan', continent: 'AS', capital: 'Islamabad' }],
  })
})

test.each([
  [
    'is out of credits',
    {
      status: 200,
      body: { status: { message: 'the hourly limit of 1000 credits has been exceeded', value: 19 } },
      after: 0,
    },
  ],
  ['refuses the account', { status: 401, body: { status: { message: 'user does not exist.', value: 10 } }, after: 0 }],
  ['is broken', { status: 500, body: '<html>', after: 0 }],
  ['answers something else', { status: 200, body: { geonames: [{ title: 'x' }] }, after: 0 }],
  ['does not answer in time', { status: 200, body: { geonames: [] }, after: 10_000 }],
])('when GeoNames %s, the bundled towns are there', async (_, answer) => {
  const { fake, app } = await withAccount(2000)
  fake.answer = answer

  expect(await names(app, 'country=PK&maxRows=1000')).toContain('Taxila')
  expect(fake.asked.length).toBe(1)
})

test('after a failure nobody asks GeoNames, and so nobody waits for it, for a while', async () => {
  const { fake, app } = await withAccount(2000)
  fake.answer.after = 10_000
  await names(app, 'country=PK')
  for (const country of ['IN', 'US', 'NR']) expect((await names(app, `country=${country}`)).length).toBeGreaterThan(0)

  expect(fake.asked.length).toBe(1)
})
