import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { keyOf } from '#server/platform/security/rate-limits.ts'
import { lettersTo } from '#server/testing/account.ts'
import { staffCaller, theNextEvent } from '#server/testing/finance.ts'
import { aPerson } from '#server/testing/people.ts'
import { giveFactor } from '#server/testing/staff.ts'
import { anOwner, aTeam, type Team, trailOf } from '#server/testing/team.ts'
import { grantsOf } from './grants.ts'

const list = '/staff/TeamList'
const give = '/staff/GrantGive'
const revoke = '/staff/GrantRevoke'

type Listed = { people: { accountId: number; grants: { grantId: number }[] }[]; invitations: object[] }

async function grantId({ db }: Team['world'], accountId: number): Promise<number> {
  const { id } = await db
    .selectFrom('staffGrant')
    .select('id')
    .where('accountId', '=', accountId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}

test('an owner sees everybody with roles, places and when they were here, and what each role may', async () => {
  const { world, app, owner, eventId } = await aTeam()
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  await giveFactor(world, chair.accountId)
  const { body } = await owner.get(list)
  expect((body.people as object[])[1]).toEqual({
    accountId: chair.accountId,
    name: expect.any(String) as string,
    email: expect.any(String) as string,
    isMe: false,
    grants: [
      {
        grantId: expect.any(Number) as number,
        role: 'chair',
        event: { eventId, name: 'Annual Medical Conference' },
        grantedAt: world.now().toISOString(),
      },
    ],
    factors: ['totp'],
    lastSeenAt: world.now().toISOString(),
  })
  expect((body.people as object[])[0]).toMatchObject({ accountId: owner.accountId, isMe: true, factors: [] })
  expect((body.roles as object[])[4]).toEqual({
    role: 'desk',
    scope: 'event',
    may: ['event.read', 'people.read', 'orders.read', 'offline.record', 'audit.read'],
  })
})

test('CON-003: organisers and chairs see who counts in their own event, and no invitation or factor of others', async () => {
  const { world, app, owner, eventId } = await aTeam()
  const other = await theNextEvent(world)
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const elsewhere = await staffCaller(app, world, { role: 'organiser', eventId: other })
  await staffCaller(app, world, { role: 'desk', eventId: other })
  await owner.post('/staff/InvitationSend', { email: 'one@example.org', role: 'desk', eventId })
  await owner.post('/staff/InvitationSend', { email: 'two@example.org', role: 'desk', eventId: other })
  await owner.post('/staff/InvitationSend', { email: 'three@example.org', role: 'finance' })

  const { body } = await chair.get(list)
  const seen = body as unknown as Listed
  expect(seen.people.map(({ accountId }) => accountId)).toEqual([owner.accountId, chair.accountId])
  expect(seen.invitations).toMatchObject([{ email: 'one@example.org' }])
  expect(JSON.stringify(body)).not.toContain('Winter Meeting')
  expect(seen.people).toMatchObject([
    { lastSeenAt: null, factors: null },
    { lastSeenAt: null, factors: null },
  ])
  expect(((await elsewhere.get(list)).body as unknown as Listed).people).toHaveLength(3)
  const desk = await staffCaller(app, world, { role: 'desk', eventId })
  expect((await desk.get(list)).status).toBe(403)
})

test('a role is given to somebody of the team and taken away again, with letters, and both are in the trail', async () => {
  const { world, app, owner, eventId } = await aTeam()
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const { email } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', chair.accountId)
    .executeTakeFirstOrThrow()
  expect((await owner.post(give, { accountId: chair.accountId, role: 'organiser', eventId })).status).toBe(200)
  expect((await owner.post(give, { accountId: chair.accountId, role: 'organiser', eventId })).status).toBe(409)
  const first = await grantId(world, chair.accountId)
  expect((await owner.post(revoke, { grantId: first, reason: '<script>left the committee</script>' })).status).toBe(200)
  expect((await owner.post(revoke, { grantId: first })).status).toBe(404)
  expect(await grantsOf(world, chair.accountId)).toEqual([{ role: 'organiser', eventId }])
  expect(await lettersTo(world, email)).toEqual([
    'You have a new role: organiser for Annual Medical Conference',
    'Your role has ended: programme chair for Annual Medical Conference',
  ])
  expect(await trailOf(world, 'GrantRevoke')).toMatchObject([
    { outcome: 'done', reason: '<script>left the committee</script>', aboutKind: 'staff_grant' },
    { outcome: 'refused', refusal: 'not_found' },
  ])
  expect((await owner.post(give, { accountId: (await aPerson(world)).accountId, role: 'finance' })).status).toBe(422)
})

test('CON-009: nobody changes their own role', async () => {
  const { world, owner } = await aTeam()
  expect(await owner.post(give, { accountId: owner.accountId, role: 'finance' })).toMatchObject({
    status: 403,
    body: { message: 'Nobody changes their own role. Ask another owner.' },
  })
  expect((await owner.post(revoke, { grantId: await grantId(world, owner.accountId) })).status).toBe(403)
  expect(await grantsOf(world, owner.accountId)).toEqual([{ role: 'owner', eventId: null }])
})

test('CON-008: two owners who revoke each other at once leave one, over HTTP; the other call finds no session', async () => {
  const { world, app, owner } = await aTeam()
  const other = await anOwner(app, world)
  const [mine, theirs] = [await grantId(world, owner.accountId), await grantId(world, other.accountId)]
  const answers = await Promise.all([owner.post(revoke, { grantId: theirs }), other.post(revoke, { grantId: mine })])
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect([
    [200, 401],
    [200, 403],
  ]).toContainEqual(statuses)
  const left = await world.db
    .selectFrom('staffGrant')
    .select('id')
    .where('role', '=', 'owner')
    .where('revokedAt', 'is', null)
    .execute()
  expect(left).toHaveLength(1)
})

test('CON-042: whoever tries what no role of theirs may do is refused, and it is written down, but not without end', async () => {
  const { world, app, eventId } = await aTeam()
  const desk = await staffCaller(app, world, { role: 'desk', eventId })
  for (let tried = 0; tried < 65; tried += 1) expect((await desk.post(revoke, { grantId: 1 })).status).toBe(403)
  const told = await trailOf(world, 'GrantRevoke')
  expect(told[0]).toMatchObject({ outcome: 'refused', refusal: 'not_allowed' })
  expect(told).toHaveLength(60)
})

test('an owner whose browser is stolen writes to sixty people in an hour and to one address five times, not more', async () => {
  const { world, clock, app, owner } = await aTeam()
  const invite = async (email: string) => (await owner.post('/staff/InvitationSend', { email, role: 'finance' })).status
  const again = []
  for (let sent = 0; sent < 6; sent += 1) again.push(await invite('rabia.memon@example.org'))
  expect(again).toEqual([200, 200, 200, 200, 200, 429])
  const another = await anOwner(app, world)
  const send = { email: 'rabia.memon@example.org', role: 'finance' }
  expect((await another.post('/staff/InvitationSend', send)).status).toBe(429)

  const resetsAt = new Date(world.now().getTime() + 3_600_000)
  const key = keyOf({ limit: limits.invitationsOfStaff, of: String(owner.accountId) })
  await sql`update attempt set hits = 59, resets_at = ${resetsAt} where key = ${key}`.execute(world.db)
  expect([await invite('a@example.org'), await invite('b@example.org')]).toEqual([200, 429])
  // What was refused wrote no letter, and is in the trail.
  expect(await lettersTo(world, 'b@example.org')).toEqual([])
  expect((await trailOf(world, 'InvitationSend')).at(-1)).toMatchObject({ outcome: 'refused', refusal: 'too_many' })
  clock.pass(61)
  expect(await invite('b@example.org')).not.toBe(429)
})
