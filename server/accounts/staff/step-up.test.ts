import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { limits } from '#server/kernel/limits.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { asInProduction } from '#server/testing/askers.ts'
import { anOperation } from '#server/testing/operations.ts'
import { anEvent } from '#server/testing/people.ts'
import { aClock } from '#server/testing/shop.ts'
import { aStaffPerson, changeSession, giveFactor, staffToken, stepUp } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'

const common = { method: 'POST', token: 'staff', kind: 'change', reply: z.object({}) } as const

/** A change that asks for step-up, and one about oneself that does. */
const Rename = anOperation({
  ...common,
  name: 'Rename',
  path: '/staff/Rename',
  may: 'event.edit',
  runs: 'act',
  stepUp: true,
  input: z.object({ eventId: z.number(), name: z.string() }),
})
const Forget = anOperation({
  ...common,
  name: 'Forget',
  path: '/staff/Forget',
  may: 'self',
  stepUp: true,
  input: z.object({}),
})

async function house(world: World) {
  const app = await makeTestApp(world, {
    add: (app: FastifyInstance) => {
      serve(app, Rename, {
        act: ({ eventId }) => ({ about: { kind: 'event', id: eventId }, eventId, reason: 'a new sponsor' }),
        answer: async ({ world, input }) => {
          await world.db.updateTable('event').set({ name: input.name }).where('id', '=', input.eventId).execute()
          return {}
        },
      })
      serve(app, Forget, () => ({}))
    },
  })
  return async (token: string, { path }: { path: string }, payload: object = {}) => {
    const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin', cookie: `${app.staffCookie}=${token}` }
    const reply = await app.inject({ method: 'POST', url: path, headers, payload })
    return { http: reply.statusCode, ...reply.json<{ code?: string; message?: string }>() }
  }
}

const actsOf = (world: World) =>
  world.db
    .selectFrom('act')
    .select(['operation', 'aboutKind', 'aboutId', 'outcome', 'refusal', 'steppedUp', 'role', 'eventId', 'reason'])
    .where('operation', 'in', ['Rename', 'Forget'])
    .orderBy('id')
    .execute()

const nameOf = async (world: World, id: number) =>
  (await world.db.selectFrom('event').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

test('CON-020: what asks for step-up changes nothing without it, and what was done with it says so in the audit log', async () => {
  const world = await makeWorld()
  const ask = await house(world)
  const eventId = await anEvent(world)
  const token = await staffToken(world, await aStaffPerson(world, 'organiser'))
  const wish = { eventId, name: 'Another name' }

  expect(await ask(token, Rename, wish)).toMatchObject({
    http: 403,
    code: 'step_up',
    message: 'Please confirm that it is you.',
  })
  expect(await nameOf(world, eventId)).toBe('Annual Medical Conference')
  expect(await ask(await stepUp(world, token), Rename, wish)).toEqual({ http: 200 })
  expect(await nameOf(world, eventId)).toBe('Another name')
  const about = { aboutKind: 'event', aboutId: String(eventId), operation: 'Rename', role: 'organiser', eventId }
  expect(await actsOf(world)).toEqual([
    { ...about, outcome: 'done', refusal: '', steppedUp: true, reason: 'a new sponsor' },
  ])
})

test('what does not fit is told before anybody is asked to prove who they are', async () => {
  const world = await makeWorld()
  const ask = await house(world)
  const token = await staffToken(world, await aStaffPerson(world, 'organiser'))
  expect(await ask(token, Rename, { name: 7 })).toMatchObject({ http: 422, code: 'invalid' })
  expect(await actsOf(world)).toEqual([])
})

test('a call about oneself asks for it too', async () => {
  const world = await makeWorld()
  const ask = await house(world)
  const token = await staffToken(world, await aStaffPerson(world, 'organiser'))
  expect(await ask(token, Forget)).toMatchObject({ http: 403, code: 'step_up' })
  expect(await ask(await stepUp(world, token), Forget)).toEqual({ http: 200 })
})

test('CON-019: step-up is over after ten minutes, and is of one session alone', async () => {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now })
  const ask = await house(world)
  const person = await aStaffPerson(world, 'organiser')
  const [here, elsewhere] = [await staffToken(world, person), await staffToken(world, person)]
  await stepUp(world, here)
  clock.pass(9)
  expect(await ask(here, Forget)).toEqual({ http: 200 })
  expect(await ask(elsewhere, Forget)).toMatchObject({ code: 'step_up' })
  clock.pass(1)
  expect(await ask(here, Forget)).toMatchObject({ code: 'step_up' })
})

test('in production whoever has no factor sets one up first; whoever has one shows it', async () => {
  const world = await makeWorld(asInProduction)
  const ask = await house(world)
  const person = await aStaffPerson(world, 'organiser')
  const token = await staffToken(world, person)
  expect(await ask(token, Forget)).toMatchObject({
    http: 403,
    code: 'second_factor',
    message: 'Please set up your second factor first.',
  })
  await giveFactor(world, person.accountId)
  expect(await ask(token, Forget)).toMatchObject({ code: 'second_factor', message: expect.stringContaining('show') })
  await changeSession(world, token, { factor: 'totp' })
  expect(await ask(token, Forget)).toMatchObject({ code: 'step_up' })
})

test('CON-019: the database knows no recovery code that steps up', async () => {
  const world = await makeWorld()
  const token = await staffToken(world, await aStaffPerson(world, 'organiser'))
  await changeSession(world, token, { factor: 'recovery' })
  await expect(stepUp(world, token)).rejects.toThrow('staff_session_recovery_steps_nowhere')
})

test('one open browser cannot fill the audit log: sixty refusals an hour are written, and all are answered', async () => {
  const world = await makeWorld()
  const ask = await house(world)
  const person = await aStaffPerson(world, 'finance')
  const token = await staffToken(world, person)
  const refused = { http: 403, code: 'not_allowed' }
  for (let times = 1; times <= 62; times += 1)
    expect(await ask(token, Rename, { eventId: 1, name: 'Mine' })).toMatchObject(refused)
  expect(await actsOf(world)).toHaveLength(limits.refusalsOfStaff.hits)
})
