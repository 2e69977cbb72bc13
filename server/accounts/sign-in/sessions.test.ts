import { expect, test } from 'vitest'
import { hour } from '#contract/durations.ts'
import { staffOf } from '#server/accounts/staff/staff.ts'
import { askAs } from '#server/testing/account.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, aPerson, call, signIn } from '#server/testing/people.ts'
import { aStaffPerson, staffToken } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'

const start = new Date('2026-11-01T09:00:00Z').getTime()

async function portal() {
  let now = start
  const world = await makeWorld({ now: () => new Date(now) })
  await anEvent(world)
  return {
    world,
    at: (time: number) => (now = start + time),
    app: await makeTestApp(world),
    ayesha: await aPerson(world),
  }
}

const sessionsOf = async (app: Awaited<ReturnType<typeof portal>>['app'], token: string) =>
  app.inject({
    url: '/api/Sessions',
    headers: { host: 'localhost', authorization: `Bearer ${token}`, 'user-agent': 'x' },
  })

test('a session ends after twelve quiet hours', async () => {
  const { app, at, ayesha } = await portal()
  const token = await signIn(app, ayesha)

  at(11 * hour)
  expect((await sessionsOf(app, token)).statusCode).toBe(200)
  at(22 * hour)
  expect((await sessionsOf(app, token)).statusCode).toBe(200)
  at(35 * hour)
  expect((await sessionsOf(app, token)).statusCode).toBe(401)
})

test('a session ends after seven days, however busy', async () => {
  const { app, at, ayesha } = await portal()
  const token = await signIn(app, ayesha)
  for (let time = 0; time < 7 * 24 * hour; time += 10 * hour) {
    at(time)
    expect((await sessionsOf(app, token)).statusCode).toBe(200)
  }

  at(7 * 24 * hour)
  expect((await sessionsOf(app, token)).statusCode).toBe(401)
})

test('a person sees where they are signed in and can end each, but nobody else can', async () => {
  const { world, app, ayesha } = await portal()
  const bilal = await aPerson(world)
  const [phone, laptop, stranger] = [await signIn(app, ayesha), await signIn(app, ayesha), await signIn(app, bilal)]

  const { Table } = (await sessionsOf(app, phone)).json() as { Table: { SessionID: number; IsThis: boolean }[] }
  expect([Table.length, Table.filter(({ IsThis }) => IsThis).length]).toEqual([2, 1])
  const other = Table.find(({ IsThis }) => !IsThis)?.SessionID
  await call(app, 'EndSession', { token: stranger, SessionID: other })
  expect((await sessionsOf(app, laptop)).statusCode).toBe(200)
  await call(app, 'EndSession', { token: phone, SessionID: other })
  expect((await sessionsOf(app, laptop)).statusCode).toBe(401)
})

test('signing out ends the session on the server', async () => {
  const { app, ayesha } = await portal()
  const token = await signIn(app, ayesha)

  expect(await call(app, 'SignOut', { token })).toMatchObject({ Status: 'Success' })
  expect(await call(app, 'SignOut', { token })).toMatchObject({ http: 401, Status: 'Please sign in first.' })
})

test('a token is kept only as its hash', async () => {
  const { world, app, ayesha } = await portal()
  const token = await signIn(app, ayesha)
  const rows = await world.db.selectFrom('session').selectAll().execute()

  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0]?.tokenHash).toHaveLength(32)
})

test('TRAP-01: ids beside the token may confirm who is asking, never change it', async () => {
  const { app, ayesha } = await portal()
  const token = await signIn(app, ayesha)
  const post = (body: object) => call(app, 'EndSession', { token, SessionID: 999, ...body })

  expect((await post({})).http).toBe(200)
  expect((await post({ UserID: ayesha.email })).http).toBe(200)
})

test('signing out everywhere else ends the sessions of the console too', async () => {
  const { world, app } = await portal()
  const owner = await aStaffPerson(world, 'owner')
  const console = await staffToken(world, owner)
  const token = await signIn(app, owner)

  expect(await askAs(app, 'EndOtherSessions', { token, password: 'wrong' })).toMatchObject({
    status: 'Password not correct',
  })
  expect(await staffOf(world, console)).toBeDefined()
  expect(await askAs(app, 'EndOtherSessions', { token, password: owner.password })).toEqual({
    http: 200,
    status: 'Success',
    ended: 1,
  })
  expect(await staffOf(world, console)).toBeUndefined()
})
