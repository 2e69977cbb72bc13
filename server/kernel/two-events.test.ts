/** Two events are announced at once. Every operation there is, asked about one of them: nothing of the other is in an answer, or changed. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import { pages } from '#contract/pages.ts'
import { often } from '#server/testing/counts.ts'
import { sentWith } from '#server/testing/inputs.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { tokenFor } from '#server/testing/people.ts'
import { type OneEvent, twoAnnounced } from '#server/testing/two-events.ts'
import type { World } from './world.ts'

/** What tells of the person and not of an event, for whoever is at both. */
const ofThePerson = ['MyEvents', 'MyOrders', 'Receipt', 'OpenAttempt', 'DataCopy', 'AskDataCopy']

type Asking = { app: FastifyInstance; operation: Operation; headers: Record<string, string> }

async function answerTo({ app, operation, headers }: Asking, fields: Record<string, string>): Promise<string> {
  const known = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => operation.input.shape[name]?.safeParse(value).success),
  )
  const { query = '', payload } = sentWith(operation, known)
  const { body } = await app.inject({
    method: operation.method,
    url: operation.path + query,
    headers: {
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
      ...(payload && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload && { payload }),
  })
  return body
}

/** The list of published events, which a page has for its menus. */
const withoutEvents = (page: string): string => page.replaceAll(/"events":\[[^\]]*\]/g, '')

/** Every row that belongs to an event, as one text. Which one is current is a choice among all of them. */
async function rowsOf({ db }: World, eventId: number): Promise<string> {
  const { rows } = await sql<{ rows: string }>`
    select jsonb_build_array(
      (select to_jsonb(event) - 'is_current' from event where id = ${eventId}),
      (select jsonb_agg(workshop order by id) from workshop where event_id = ${eventId}),
      (select jsonb_agg(speciality order by id) from speciality where event_id = ${eventId}),
      (select jsonb_agg(sub_speciality order by sub_speciality.id) from sub_speciality join speciality on speciality.id = speciality_id where event_id = ${eventId}),
      (select jsonb_agg(applicant order by id) from applicant where event_id = ${eventId}),
      (select jsonb_agg(profile order by applicant_id) from profile join applicant on applicant.id = applicant_id where event_id = ${eventId}),
      (select jsonb_agg(abstract order by id) from abstract where event_id = ${eventId}),
      (select jsonb_agg(orders order by orders.id) from orders where event_id = ${eventId}),
      (select jsonb_agg(extension order by id) from extension where event_id = ${eventId}),
      (select jsonb_agg(page_version order by number) from page_version where event_id = ${eventId}))::text as rows`.execute(
    db,
  )
  return (rows[0] as { rows: string }).rows
}

/** As whoever of the staff of one event asks, or as its people and strangers do. */
async function askersOf(
  world: World,
  { token, input }: Operation,
  { here, cookies }: { here: OneEvent; cookies: string[] },
) {
  if (token === 'staff') return cookies.map((cookie) => ({ cookie }))
  if (token === 'session') return [{ authorization: `Bearer ${await tokenFor(world, here.person, here.id)}` }]
  return 'EventID' in input.shape ? [{}] : []
}

test('of two events that are announced at once, nothing of one is told or changed where the other is meant', async () => {
  const { world, app, both, current, other } = await twoAnnounced()
  const told: Record<string, string[]> = { none: [], session: [], staff: [] }
  const roles = ['organiser', 'finance', ...(process.env.TEST_LONG ? (['chair', 'desk'] as const) : [])] as const
  const sides = [[other, current] as const, [current, other] as const]
  // Whoever is at one of them, or of its staff, whatever they ask and whichever ids they send.
  for (const [here, elsewhere] of sides.slice(0, often(1, 2))) {
    const before = await rowsOf(world, elsewhere.id)
    const staff = await Promise.all(roles.map((role) => anOrganiser(app, world, { role, eventId: here.id })))
    const cookies = staff.map(({ token }) => `${app.staffCookie}=${token}`)
    const leaks: string[] = []
    for (const operation of operations) {
      // What is about their own sign-in is about no event, and may end it.
      if (operation.token === 'staff' && operation.may === 'self') continue
      const named = { EventID: String(here.id), eventId: String(here.id), typ: '1' }
      for (const headers of await askersOf(world, operation, { here, cookies }))
        for (const { ids } of [here, elsewhere]) {
          const answer = await answerTo({ app, operation, headers }, { ...ids, ...named })
          const isLeak = (operation.name === 'PagePreview' ? withoutEvents(answer) : answer).includes(elsewhere.canary)
          if (isLeak) leaks.push(operation.name)
          if (answer.includes(here.canary)) told[operation.token]?.push(operation.name)
        }
    }
    expect([here.canary, leaks]).toEqual([here.canary, []])
    expect(await rowsOf(world, elsewhere.id)).toBe(before)
  }
  // The words are really there to be found.
  expect(told).toEqual({
    none: expect.arrayContaining(['SpecialityList', 'WorkshopsList']) as string[],
    session: expect.arrayContaining(['GetAbstracts', 'GetProfile', 'MyEvents', 'MyOrders']) as string[],
    staff: expect.arrayContaining([
      'AuditList',
      'EventShow',
      'ExceptionsList',
      'ExtensionList',
      'RosterList',
    ]) as string[],
  })

  // Whoever is at both has two of everything.
  const headers = { authorization: `Bearer ${await tokenFor(world, both)}` }
  const apart = operations.filter(
    ({ name, token, kind, input }) =>
      token === 'session' && kind === 'read' && 'EventID' in input.shape && !ofThePerson.includes(name),
  )
  expect(apart.map(({ name }) => name)).toEqual(expect.arrayContaining(['GetAbstracts', 'GetProfile']) as string[])
  for (const [here, elsewhere] of sides)
    for (const operation of apart) {
      const answer = await answerTo({ app, operation, headers }, { EventID: String(here.id) })
      const isTold = !operation.name.startsWith('Get') || answer.includes(here.canary)
      expect([operation.name, answer.includes(elsewhere.canary), isTold]).toEqual([operation.name, false, true])
    }

  // The pages of each tell of it alone, and its own words stand on its home page.
  const pageOf = (url: string) => app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })
  for (const [here, elsewhere] of sides)
    for (const [path, kind] of Object.entries(pages)) {
      if (!('ofEvent' in kind)) continue
      const { statusCode, body: page } = await pageOf(`/e/${here.slug}${path}`)
      // Menus name every published event, and the home page lists them.
      const body = withoutEvents(page).replaceAll(`${elsewhere.canary} Meeting`, '')
      const found = [here, elsewhere].map(({ canary }) => body.includes(canary))
      expect([here.slug, path, statusCode, ...found]).toEqual([here.slug, path, 200, true, false])
      expect(body.includes(`${here.canary} words`)).toBe(true)
    }
})
