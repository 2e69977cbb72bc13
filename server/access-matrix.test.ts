/** Every route, asked for by everybody who could ask: what comes back is what the token, the permission and the role rows say, and nothing else. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { permissions } from '#contract/accounts/permissions.ts'
import { Id, type Operation, operation } from '#contract/operation.ts'
import type { Route } from './platform/http/http.ts'
import { serve } from './serve.ts'
import { makeTestApp } from './testing/app.ts'
import { type Asker, everyAsker, hasPermission, twoEvents } from './testing/askers.ts'
import { aPersonSignedIn } from './testing/people.ts'
import { builtSite } from './testing/site.ts'
import { makeWorld } from './testing/world.ts'
import type { World } from './world.ts'

type Outcome = 'admitted' | 401 | 403 | 404
type Sent = { query?: string; payload?: string }

/** A call for each permission, so that also those count that no call needs yet. */
const callsOfStaff = permissions.map((may) =>
  operation({
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
  const world = await makeWorld()
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
  const world = await makeWorld()
  const events = await twoEvents(world)
  const { app, routes } = await house(world)
  const ofOneEvent = routes.filter(
    ({ operation }) => operation?.token === 'staff' && 'eventId' in operation.input.shape,
  )
  expect(ofOneEvent.length).toBeGreaterThanOrEqual(permissions.length)

  const found: string[] = []
  const meant: string[] = []
  for (const asker of await everyAsker(world, events))
    for (const route of ofOneEvent) {
      const admitted = admission(route, asker)
      if (admitted !== 'admitted') continue
      const outcome = asker.where === 'another event' ? 404 : 'admitted'
      const line = (outcome: Outcome) => `${route.url}, ${asker.name}: ${outcome}`
      const sent = sentWith(route.operation as Operation, { eventId: String(events.thisEvent) })
      found.push(line(await outcomeOf(app, asker, { route, ...sent })))
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
})

const isOfStaff = (url: string, { token }: Operation) => token === 'staff' || url.startsWith('/staff/')

/** What the declaration of a route and the rows of a role say. */
function admission({ token, operation }: Route, asker: Asker): Outcome {
  if (token === 'none') return 'admitted'
  // From elsewhere than the machine itself.
  if (token === 'operator') return 404
  if (token !== asker.holds) return 401
  if (operation?.token !== 'staff' || operation.may === 'self') return 'admitted'
  return !asker.mustSetPassword && hasPermission(asker, operation.may) ? 'admitted' : 403
}

async function outcomeOf(
  app: FastifyInstance,
  { bearer, staff }: Asker,
  { route, query = '', payload }: { route: Omit<Route, 'operation'> } & Sent,
): Promise<Outcome> {
  const { statusCode } = await app.inject({
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
  // Anybody may ask; what they name is unknown.
  if (statusCode === 404 && route.token === 'none') return 'admitted'
  return statusCode === 401 || statusCode === 403 || statusCode === 404 ? statusCode : 'admitted'
}

/** Nothing that a call takes: whoever is admitted hears of it, and nothing happens. */
function broken({ method, operation }: Route): Sent {
  if (!operation) return {}
  return method === 'POST' ? { payload: '[]' } : { query: '?twice=1&twice=2' }
}

/** The fields that a call cannot do without, each with something that it takes, and those that are asked about. */
function sentWith({ name, method, input }: Operation, asked: Record<string, string>): Sent {
  const needed = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success)
  const fields = { ...Object.fromEntries(needed.map(([name, field]) => [name, fitting(field)])), ...asked }
  // What does not fit is refused before anybody looks at whose ids they are.
  expect([name, input.safeParse(fields).error]).toEqual([name, undefined])
  if (method === 'POST') return { payload: JSON.stringify(fields) }
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) pairs.set(name, String(value))
  return { query: `?${pairs.toString()}` }
}

function fitting(field: z.core.$ZodType): unknown {
  const issue = z.safeParse(field, '1').error?.issues[0]
  const choices = issue?.code === 'invalid_value' ? issue.values : []
  const values = ['1', 'someone@example.org', '2026-12-01', true, 1, 'a'.repeat(32), [], {}, ...choices]
  return values.find((value) => z.safeParse(field, value).success)
}
