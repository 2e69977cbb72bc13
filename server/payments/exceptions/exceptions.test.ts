import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { staffRoles } from '#contract/accounts/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { ask, makeTestApp } from '#server/testing/app.ts'
import {
  aCaptureOnCancelled,
  anOrphan,
  aWrongAmount,
  callsWith,
  staffCaller,
  theNextEvent,
} from '#server/testing/finance.ts'
import { tokens } from '#server/testing/people.ts'
import { countQueries } from '#server/testing/queries.ts'
import { openShop } from '#server/testing/shop.ts'
import { grant, staffWith } from '#server/testing/staff.ts'
import { listExceptions } from './exceptions.ts'
import { showException } from './resolve.ts'

const list = '/staff/ExceptionsList'
const show = '/staff/ExceptionShow'
type Listed = { id: number; [field: string]: unknown }
const idsIn = ({ body }: { body: Record<string, unknown> }) => (body.rows as Listed[]).map(({ id }) => id)

/** One case in each of two events, and one that belongs to none. */
async function threeCases() {
  const shop = await openShop()
  const { world, clock } = shop
  const first = await aWrongAmount(shop)
  clock.pass(1)
  const eventId = await theNextEvent(world)
  const second = await aCaptureOnCancelled({ world, eventId })
  clock.pass(1)
  const orphan = await anOrphan(world)
  return { world, clock, first, second, orphan, events: [shop.eventId, eventId], app: await makeTestApp(world) }
}

test('finance of the college sees every case, the longest waiting first, with person, order and money', async () => {
  const { world, app, first, second, orphan, events } = await threeCases()
  const finance = await staffCaller(app, world, { role: 'finance' })
  const answer = await finance.get(list)

  expect(answer).toMatchObject({ status: 200, body: { next: null, total: 3, totalIsExact: true } })
  expect(idsIn(answer)).toEqual([first.id, second.id, orphan])
  expect((answer.body.rows as Listed[])[0]).toEqual({
    id: first.id,
    version: 1,
    kind: 'wrong_amount',
    openedAt: '2026-11-01T09:00:00.000Z',
    resolvedAt: null,
    event: { eventId: events[0], name: 'Annual Medical Conference' },
    person: {
      accountId: expect.any(Number) as number,
      name: 'Dr Mehak Soomro',
      email: expect.stringContaining('@') as string,
    },
    paymentCode: first.code,
    reference: first.transaction,
    money: { amount: 249_900, currency: 'PKR' },
  })
  expect((answer.body.rows as Listed[])[2]).toMatchObject({ event: null, person: null, paymentCode: null, money: null })
})

test('CON-002: finance of one event sees its cases only; those of another event and of none do not exist for them', async () => {
  const { world, app, first, second, orphan, events } = await threeCases()
  const finance = await staffCaller(app, world, { role: 'finance', eventId: events[1] as number })

  expect(idsIn(await finance.get(list))).toEqual([second.id])
  expect((await finance.get(list, { eventId: events[0] as number })).status).toBe(404)
  expect(idsIn(await finance.get(list, { eventId: events[1] as number }))).toEqual([second.id])
  expect([
    (await finance.get(show, { id: second.id })).status,
    (await finance.get(show, { id: first.id })).status,
    (await finance.get(show, { id: orphan })).status,
    (await finance.get(show, { id: 9999 })).status,
  ]).toEqual([200, 404, 404, 404])
})

test('a role in one event adds nothing in the other: finance here, organiser there', async () => {
  const { world, app, first, second, events } = await threeCases()
  const both = await staffCaller(app, world, { role: 'finance', eventId: events[0] as number })
  await grant(world, { accountId: both.accountId, role: 'organiser', eventId: events[1] as number })

  expect(idsIn(await both.get(list))).toEqual([first.id])
  expect((await both.get(show, { id: second.id })).status).toBe(404)
})

test('each role, a weak password, a stranger and a participant: who may look and who may act', async () => {
  const { world, app, first, events } = await threeCases()
  const eventId = events[0] as number
  const routes = async ({ get, post }: Pick<Awaited<ReturnType<typeof staffCaller>>, 'get' | 'post'>) => [
    (await get(list)).status,
    (await get(show, { id: first.id })).status,
    (await post('/payments/ExceptionResolve', { id: first.id, version: 99, way: 'close', note: 'x' })).status,
    (await post('/payments/BankAsk', { attemptId: first.attemptId })).status,
  ]
  const answers: Record<string, number[]> = {}
  for (const role of staffRoles)
    answers[role] = await routes(await staffCaller(app, world, { role, eventId: role === 'owner' ? null : eventId }))
  answers.weak = await routes(await staffCaller(app, world, { role: 'owner', password: 'password1' }))
  answers.stranger = await routes(callsWith(app, {}))
  const { applicant } = await tokens(world)
  answers.participant = await routes(callsWith(app, { authorization: `Bearer ${applicant}` }))
  answers['participant with our cookie'] = await routes(callsWith(app, { cookie: `${app.staffCookie}=${applicant}` }))

  const allowed = [200, 200, 409, 200]
  expect(answers).toEqual({
    owner: allowed,
    organiser: [403, 403, 403, 403],
    chair: [403, 403, 403, 403],
    finance: allowed,
    desk: [403, 403, 403, 403],
    weak: [403, 403, 403, 403],
    stranger: [401, 401, 401, 401],
    participant: [401, 401, 401, 401],
    'participant with our cookie': [401, 401, 401, 401],
  })
})

test('CON-022: a change that a page of somebody else sends, or no page, is refused', async () => {
  const { world, app, first } = await threeCases()
  const { token } = await staffCaller(app, world, { role: 'finance' })
  const cookie = `${app.staffCookie}=${token}`
  const wish = { id: first.id, version: 1, way: 'close', note: 'Settled' }
  const from = async (headers: Record<string, string>) =>
    (await callsWith(app, { cookie, ...headers }).post('/payments/ExceptionResolve', wish)).status

  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await from({ 'sec-fetch-site': 'none' })).toBe(403)
  expect(await from({})).toBe(200)
})

test('filters narrow the list, together too, and a search finds a person, an order or a transaction', async () => {
  const { world, app, first, second, orphan, events } = await threeCases()
  await sql`update account set full_name = 'کومل Bhutto 100%' where id = (select account_id from applicant where event_id = ${events[1]} limit 1)`.execute(
    world.db,
  )
  await sql`update payment_exception set resolved_at = now(), resolution = 'done' where id = ${orphan}`.execute(
    world.db,
  )
  const finance = await staffCaller(app, world, { role: 'finance' })
  const found = async (filter: Record<string, string | number>) => idsIn(await finance.get(list, filter))

  expect(await found({ kind: 'wrong_amount' })).toEqual([first.id])
  expect(await found({ state: 'open' })).toEqual([first.id, second.id])
  expect(await found({ state: 'resolved' })).toEqual([orphan])
  expect(await found({ eventId: events[1] as number, state: 'open' })).toEqual([second.id])
  expect(await found({ kind: 'wrong_amount', state: 'resolved' })).toEqual([])
  expect(await found({ search: 'bhutto' })).toEqual([second.id])
  expect(await found({ search: 'کومل' })).toEqual([second.id])
  expect(await found({ search: '%' })).toEqual([second.id])
  expect(await found({ search: '_' })).toEqual([])
  expect(await found({ search: first.code.toLowerCase() })).toEqual([first.id])
  expect(await found({ search: second.transaction })).toEqual([second.id])
  expect(await found({ search: 'orphan' })).toEqual([orphan])
  expect(await found({ sort: '-openedAt' })).toEqual([orphan, second.id, first.id])
  expect(await found({ sort: '-amount' })).toEqual([second.id, first.id, orphan])
})

test('CON-054: a filter of another type, too large, or with a name that nobody knows is named by its path', async () => {
  const { world, app } = await threeCases()
  const finance = await staffCaller(app, world, { role: 'finance' })
  const paths = async (path: string, filter: Record<string, string>) => {
    const { status, body } = await finance.get(path, filter)
    return [status, body.code, ...((body.fields ?? []) as { path: string }[]).map((each) => each.path)]
  }

  expect(
    await paths(list, { kind: 'nonsense', state: 'shut', eventId: 'one', limit: '0', sort: 'password_hash' }),
  ).toEqual([422, 'invalid', 'sort', 'limit', 'kind', 'state', 'eventId'])
  expect(await paths(list, { eventId: '9223372036854775808' })).toEqual([422, 'invalid', 'eventId'])
  expect(await paths(list, { eventId: '2147483648', limit: '201' })).toEqual([422, 'invalid', 'limit', 'eventId'])
  expect(await paths(list, { search: 'x'.repeat(201) })).toEqual([422, 'invalid', 'search'])
  expect(await paths(list, { eventID: '1', role: 'owner' })).toEqual([422, 'invalid', 'eventID', 'role'])
  expect(await paths(show, { id: "1' or '1'='1" })).toEqual([422, 'invalid', 'id'])
  expect((await finance.get(list, { eventId: 777 })).body.rows).toEqual([])
})

test('CON-055: the next page begins where this one ended; a cursor is good for its own question only', async () => {
  const { world, app, first, second, orphan } = await threeCases()
  const finance = await staffCaller(app, world, { role: 'finance' })
  const one = await finance.get(list, { limit: 2 })
  const cursor = String(one.body.next)
  const two = await finance.get(list, { limit: 2, cursor })

  expect([...idsIn(one), ...idsIn(two)]).toEqual([first.id, second.id, orphan])
  expect(two.body.next).toBeNull()
  for (const filter of [{ sort: '-amount' }, { state: 'open' }, { search: 'a' }, { kind: 'wrong_amount' }])
    expect((await finance.get(list, { cursor, ...filter })).status).toBe(400)
  expect((await finance.get(list, { cursor: 'e30.AAAA' })).status).toBe(400)
})

test('CON-050: what people call themselves comes out as they typed it, as JSON, and runs nowhere', async () => {
  const shop = await openShop()
  const { world } = shop
  const app = await makeTestApp(world)
  const corpus = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</script><svg onload=x>',
    '=1+1',
    '@SUM(A1)',
  ]
  for (const fullName of corpus) await aWrongAmount(shop, { fullName })
  const finance = await staffCaller(app, world, { role: 'finance' })
  const reply = await ask(app, { url: list, headers: { cookie: `${app.staffCookie}=${finance.token}` } })

  expect(reply.headers['content-type']).toContain('application/json')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  const { rows } = JSON.parse(reply.body) as { rows: { id: number; person: { name: string } }[] }
  expect(rows.map(({ person }) => person.name)).toEqual(corpus)
  for (const { id, person } of rows) expect((await finance.get(show, { id })).body).toMatchObject({ person })
})

test('CON-075: a list and a case take as many statements with one case as with many', async () => {
  const shop = await openShop()
  const { world, since } = countQueries(shop.world)
  const app = await makeTestApp(shop.world)
  const staff = await staffWith(shop.world, (await staffCaller(app, shop.world, { role: 'finance' })).token)
  const taken: number[][] = []
  for (const more of [1, 2, 9]) {
    const { id } = await manyMore(shop, more)
    since()
    await listExceptions(world, staff, {})
    const forList = since()
    await showException(world, staff, id)
    taken.push([forList, since()])
  }
  expect(taken).toEqual([taken[0], taken[0], taken[0]])
  expect(Math.max(...taken.flat())).toBeLessThanOrEqual(10)
})

async function manyMore(shop: { world: World; eventId: number }, many: number) {
  for (let made = 1; made < many; made += 1) await aWrongAmount(shop)
  return aWrongAmount(shop)
}

test('a case tells its story, oldest first, and the ways that are open', async () => {
  const { world, app, first, orphan, events } = await threeCases()
  const finance = await staffCaller(app, world, { role: 'finance' })
  const { body } = await finance.get(show, { id: first.id })

  expect(body).toMatchObject({
    finding: 'RS 2,499 was captured, RS 2,500 was asked for.',
    gateway: 'sandbox',
    asked: { amount: 250_000, currency: 'PKR' },
    captured: { amount: 249_900, currency: 'PKR' },
    givenBack: [],
    attempt: { attemptId: first.attemptId, transactionId: first.transaction, mayAsk: false },
    order: { state: 'pending', total: { amount: 250_000, currency: 'PKR' } },
    ways: [
      { way: 'refund', why: null },
      { way: 'rest', why: null },
      { way: 'close', why: null },
    ],
    resolution: null,
    event: { eventId: events[0] },
  })
  expect((body.order as { workshops: unknown[] }).workshops).toEqual([
    { topic: 'Basic Laparoscopic Skills', startsAt: '2027-01-11T04:00:00.000Z', seatsLeft: 9 },
  ])
  expect((body.story as { what: string }[]).map(({ what }) => what)).toEqual([
    'order',
    'attempt',
    'captured',
    'exception',
  ])
  expect((await finance.get(show, { id: orphan })).body).toMatchObject({
    attempt: null,
    order: null,
    money: null,
    ways: [
      { way: 'match', why: null },
      { way: 'close', why: null },
    ],
    story: [{ what: 'exception', words: 'Put aside for a person. Nobody knows whose', money: null }],
  })
})
