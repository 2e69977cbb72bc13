/** Every route, asked for by everybody who could ask: what comes back is what the token, the permission and the role rows say, and nothing else. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { permissions } from '#contract/accounts/permissions.ts'
import { Id, type Operation } from '#contract/operation.ts'
import type { Route } from '#server/platform/http/http.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { asInProduction, type Asker, everyAsker, hasPermission, twoEvents } from '#server/testing/askers.ts'
import { type Sent, sentWith } from '#server/testing/inputs.ts'
import { anOperation } from '#server/testing/operations.ts'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { builtSite } from '#server/testing/site.ts'
import { makeWorld } from '#server/testing/world.ts'
import { serve } from './serve.ts'
import type { World } from './world.ts'

type Outcome = 'admitted' | 401 | 403 | 404

/** A call for each permission, so that also those count that no call needs yet. */
const callsOfStaff = permissions.map((may) =>
  anOperation({
    name: `Needs ${may}`,
    method: 'GET',
    path: `/staff/needs/${may}`,
    token: 'staff',
    may,
    kind: 'read',
    input: z.object({ eventId: Id.optional() }),
    reply: z.object({}),
  }),
)

async function house(world: World): Promise<{ app: FastifyInstance; routes: Route[] }> {
  const add = (app: FastifyInstance) => {
    for (const each of callsOfStaff) serve(app, each, () => ({}))
  }
  const app = await makeTestApp(world, { site: builtSite(), add })
  return { app, routes: app.routes.filter(({ method }) => method !== 'HEAD') }
}

test('every route admits whom its token and permission say, and nobody else', async () => {
  const world = await makeWorld(asInProduction)
  const askers = await everyAsker(world, await twoEvents(world))
  const { app, routes } = await house(world)
  expect(routes.length).toBeGreaterThan(100)
  expect(askers.length).toBeGreaterThan(15)

  const found: string[] = []
  const meant: string[] = []
  for (const route of routes)
    for (const asker of askers) {
      const line = (outcome: Outcome) => `${route.method} ${route.url}, ${asker.name}: ${outcome}`
      found.push(line(await outcomeOf(app, asker, { route, ...broken(route) })))
      meant.push(line(admission(route, asker)))
    }

  expect(found).toEqual(meant)
  expect(new Set(meant.map((line) => line.split(': ')[1]))).toEqual(new Set(['admitted', '401', '403', '404']))
})

test('an event where staff may not is as if it did not exist', async () => {
  const world = await makeWorld(asInProduction)
  const events = await twoEvents(world)
  const { app, routes } = await house(world)
  // To read one abstract, or the emails of one workshop, is answered with 404 to staff who may, too: there is none here.
  const ofOneEvent = routes.filter(
    ({ operation }) =>
      operation?.token === 'staff' &&
      'eventId' in operation.input.shape &&
      operation.name !== 'WorkshopEmailPreview' &&
      !(operation.kind === 'read' && ('abstractId' in operation.input.shape || 'number' in operation.input.shape)),
  )
  expect(ofOneEvent.length).toBeGreaterThanOrEqual(permissions.length)

  const found: string[] = []
  const meant: string[] = []
  const askers = await everyAsker(world, events)
  let before = await newestAct(world)
  for (const asker of askers)
    for (const route of ofOneEvent) {
      const admitted = admission(route, asker)
      if (admitted !== 'admitted') continue
      const outcome = asker.where === 'another event' ? 404 : 'admitted'
      const line = (outcome: Outcome) => `${route.url}, ${asker.name}: ${outcome}`
      const sent = sentWith(route.operation as Operation, { eventId: String(events.thisEvent) })
      const answered = await outcomeOf(app, asker, { route, ...sent })
      // A caller who is let in and then told no, because there is no such row, leaves an act; a request for a second factor leaves none.
      const newest = await newestAct(world)
      const isAsked = answered === 403 && route.operation?.token === 'staff' && route.operation.stepUp
      found.push(line(newest > before || isAsked ? 'admitted' : answered))
      before = newest
      meant.push(line(outcome))
    }

  expect(found).toEqual(meant)
  expect(found.filter((line) => line.endsWith('404')).length).toBeGreaterThan(10)
})

test("nobody asks with somebody else's ids, nor about an event where they are nobody", async () => {
  const world = await makeWorld()
  const { anotherEvent } = await twoEvents(world)
  const { app, routes } = await house(world)
  const other = await aPersonSignedIn(world)
  const { id } = await world.db
    .insertInto('applicant')
    .values({ accountId: other.accountId, eventId: anotherEvent, createdAt: world.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const foreign = { UserID: other.email, ApplicantID: String(id), EventID: String(anotherEvent) }
  const personal = routes.flatMap(({ operation }) => (operation?.token === 'session' ? [operation] : []))

  const found: string[] = []
  const meant: string[] = []
  for (const each of personal)
    for (const [name, value] of Object.entries(foreign)) {
      if (!(name in each.input.shape)) continue
      const { token } = await aPersonSignedIn(world)
      const asker: Asker = { name: '', holds: 'session', bearer: token }
      const route = { method: each.method, url: each.path, token: each.token }
      const line = (outcome: Outcome) => `${each.name} with ${name} of another: ${outcome}`
      found.push(line(await outcomeOf(app, asker, { route, ...sentWith(each, { [name]: value }) })))
      meant.push(line(403))
    }

  expect(found).toEqual(meant)
  expect(found.length).toBeGreaterThan(15)
})

test('a change by staff that no page of ours sent is refused before anything is read', async () => {
  const world = await makeWorld()
  const { app, routes } = await house(world)
  const changes = routes.filter(({ url, operation }) => operation?.kind === 'change' && isOfStaff(url, operation))
  expect(changes.length).toBeGreaterThan(3)

  for (const { url } of changes)
    for (const sign of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-site' }] as Record<
      string,
      string
    >[]) {
      const headers = { host: 'localhost', ...sign }
      expect([url, (await app.inject({ method: 'POST', url, headers })).statusCode]).toEqual([url, 403])
    }
  // CON-022: a form is what a page of another site could send.
  for (const { url, operation } of changes) {
    if (operation?.upload) continue
    const form = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
    const sent = { method: 'POST', url, headers: { host: 'localhost', ...form }, payload: 'a=1' } as const
    expect([url, (await app.inject(sent)).statusCode]).toEqual([url, 415])
  }
})

test('CON-020: whatever asks for step-up is refused to an owner who has not stepped up, and nothing is done', async () => {
  const world = await makeWorld(asInProduction)
  const askers = await everyAsker(world, await twoEvents(world))
  const owner = askers.find(({ name }) => name === 'owner, college') as Asker
  const { app, routes } = await house(world)
  const guarded = routes.flatMap(({ operation }) =>
    operation?.token === 'staff' && operation.stepUp ? [operation] : [],
  )
  expect(guarded.length).toBeGreaterThanOrEqual(3)

  const codes: Record<string, unknown> = {}
  for (const operation of guarded) {
    const { query = '', payload } = sentWith(operation, {})
    const reply = await app.inject({
      method: operation.method,
      url: operation.path + query,
      headers: {
        host: 'localhost',
        'sec-fetch-site': 'same-origin',
        cookie: `${app.staffCookie}=${owner.staff}`,
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { payload }),
    })
    codes[operation.name] = reply.json<{ code?: string }>().code
  }

  // What is asked about may not exist, which is found out before.
  const isShut = (code: unknown) => code === 'step_up' || code === 'not_found'
  expect(Object.entries(codes).filter(([, code]) => !isShut(code))).toEqual([])
  expect(codes).toMatchObject({ FactorRemove: 'step_up', RecoveryCodes: 'step_up' })
  const acts = world.db.selectFrom('act').select('outcome').where('operation', 'in', Object.keys(codes))
  expect((await acts.execute()).filter(({ outcome }) => outcome !== 'refused')).toEqual([])
})

async function newestAct({ db }: World): Promise<number> {
  const newest = db.selectFrom('act').select('id').orderBy('id', 'desc').limit(1)
  return (await newest.executeTakeFirst())?.id ?? 0
}

const isOfStaff = (url: string, { token }: Operation) => token === 'staff' || url.startsWith('/staff/')

/** What the declaration of a route and the rows of a role say. */
function admission({ token, operation }: Route, asker: Asker): Outcome {
  if (token === 'none') return 'admitted'
  // From elsewhere than the machine itself.
  if (token === 'operator') return 404
  if (token !== asker.holds) return 401
  if (operation?.token !== 'staff') return 'admitted'
  if (asker.needs && !operation.before?.includes(asker.needs)) return 403
  return operation.may === 'self' || hasPermission(asker, operation.may) ? 'admitted' : 403
}

async function outcomeOf(
  app: FastifyInstance,
  { bearer, staff }: Asker,
  { route, query = '', payload }: { route: Omit<Route, 'operation'> } & Sent,
): Promise<Outcome> {
  const { statusCode, body } = await app.inject({
    method: route.method as 'GET',
    url: route.url.replace(/:\w+/, 'unknown') + query,
    remoteAddress: '6.6.6.6',
    headers: {
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(staff && { cookie: `${app.staffCookie}=${staff}` }),
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { payload }),
  })
  // They may, once they have proven who they are.
  if (statusCode === 403 && body.includes('"step_up"')) return 'admitted'
  // Anybody may ask; what they name is unknown.
  if (statusCode === 404 && route.token === 'none') return 'admitted'
  return statusCode === 401 || statusCode === 403 || statusCode === 404 ? statusCode : 'admitted'
}

/** Nothing that a call takes: whoever is admitted hears of it, and nothing happens. */
function broken({ method, operation }: Route): Sent {
  if (!operation) return {}
  return method === 'POST' ? { payload: '[]' } : { query: '?twice=1&twice=2' }
}
