import { expect, test } from 'vitest'
import { lettersTo } from '#server/testing/account.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { aPerson } from '#server/testing/people.ts'
import { grant, staffPassword, staffToken, staffWith } from '#server/testing/staff.ts'
import { anOwner, aTeam, aVisitor, linkFor, trailOf } from '#server/testing/team.ts'
import { grantsOf } from './grants.ts'

const send = '/staff/InvitationSend'
const accept = '/staff/InvitationAccept'
const show = '/staff/InvitationShow'
const rabia = 'rabia.memon@example.org'
const gone = {
  status: 404,
  body: { message: expect.stringContaining('Ask whoever invited you for a new one.') as string },
}

test('somebody without an account accepts with name and password, signs in and has the role; they are no participant', async () => {
  const { world, app, owner, eventId } = await aTeam()
  expect(await owner.post(send, { email: rabia, role: 'desk', eventId })).toMatchObject({
    status: 200,
    body: { outcome: 'invited' },
  })
  const link = await linkFor(world, rabia)
  const visitor = aVisitor(app)
  expect((await visitor.post(show, { link })).body).toEqual({
    email: rabia,
    role: 'desk',
    eventName: 'Annual Medical Conference',
    invitedBy: expect.stringContaining('Person') as string,
    expiresAt: '2026-11-08T09:00:00.000Z',
    hasAccount: false,
  })
  expect(await visitor.post(accept, { link, password: staffPassword })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'fullName', message: 'Please enter your name.' }] },
  })
  expect(await visitor.post(accept, { link, fullName: 'Rabia Memon', password: 'password1234' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'password' }] },
  })
  const wish = { link, fullName: ' Rabia <b>Memon</b> ', password: staffPassword }
  expect(await visitor.post(accept, wish)).toMatchObject({ status: 200, body: { email: rabia } })

  const staff = await staffWith(world, await staffToken(world, { email: rabia, password: staffPassword, accountId: 0 }))
  expect(staff).toMatchObject({ name: 'Rabia <b>Memon</b>', grants: [{ role: 'desk', eventId }] })
  expect(await world.db.selectFrom('applicant').select('id').execute()).toEqual([])
  expect(await trailOf(world, 'InvitationAccept')).toMatchObject([{ outcome: 'done', aboutKind: 'staff_invitation' }])
  expect(await visitor.post(accept, wish)).toMatchObject(gone)
  expect(await visitor.post(show, { link })).toMatchObject(gone)
})

test('whoever signed up with the address and never verified it chose nothing: name and password are those of the invitation', async () => {
  const { world, app, owner } = await aTeam()
  const squatter = await aPerson(world, { email: rabia, fullName: 'Somebody Else', verified: false })
  await owner.post(send, { email: 'Rabia.Memon@Example.org', role: 'finance' })
  const link = await linkFor(world, 'Rabia.Memon@Example.org')
  expect((await aVisitor(app).post(show, { link })).body).toMatchObject({ hasAccount: false })
  await aVisitor(app).post(accept, { link, fullName: 'Rabia Memon', password: staffPassword })
  const account = await world.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', squatter.accountId)
    .executeTakeFirst()
  expect(account).toMatchObject({ fullName: 'Rabia Memon', verifiedAt: world.now() })
  await expect(staffToken(world, squatter)).rejects.toThrow('not signed in')
})

test('a participant keeps their password, and accepts with it; a wrong one is counted like a guess at the sign-in', async () => {
  const { world, app, owner, eventId } = await aTeam()
  const person = await aPerson(world, { fullName: 'Nadir Khoso' })
  await owner.post(send, { email: person.email, role: 'chair', eventId })
  const link = await linkFor(world, person.email)
  expect((await aVisitor(app).post(show, { link })).body).toMatchObject({ hasAccount: true })
  const wrong = { link, fullName: 'Taken Over', password: 'a password of somebody else' }
  expect(await aVisitor(app).post(accept, wrong)).toMatchObject({ status: 401 })
  expect(await trailOf(world, 'InvitationAccept')).toMatchObject([{ outcome: 'refused', refusal: 'wrong password' }])
  expect(await aVisitor(app).post(accept, { link, password: person.password })).toMatchObject({ status: 200 })
  expect(await grantsOf(world, person.accountId)).toEqual([{ role: 'chair', eventId }])
  const account = await world.db
    .selectFrom('account')
    .select('fullName')
    .where('id', '=', person.accountId)
    .executeTakeFirst()
  expect(account).toEqual({ fullName: 'Nadir Khoso' })

  const other = await aPerson(world)
  await owner.post(send, { email: other.email, role: 'chair', eventId })
  const another = await linkFor(world, other.email)
  const guess = async () => (await aVisitor(app).post(accept, { link: another, password: 'a guess' })).status
  expect([await guess(), await guess(), await guess(), await guess(), await guess(), await guess()]).toEqual([
    401, 401, 401, 401, 401, 429,
  ])
})

test('CON-023: a link is good for its address only, once, for seven days, and no more when it was sent again or taken back', async () => {
  const { world, clock, app, owner, eventId } = await aTeam()
  const visitor = aVisitor(app)
  const wish = { fullName: 'Rabia Memon', password: staffPassword }
  // Somebody else of the staff, signed in, opens the letter: it is not about them.
  const other = await staffCaller(app, world, { role: 'chair', eventId })
  const before = await grantsOf(world, other.accountId)

  await owner.post(send, { email: rabia, role: 'finance' })
  const first = await linkFor(world, rabia)
  await owner.post(send, { email: rabia, role: 'finance' })
  const second = await linkFor(world, rabia)
  expect(await visitor.post(accept, { ...wish, link: first })).toMatchObject(gone)
  expect(await visitor.post(accept, { ...wish, link: 'A'.repeat(43) })).toMatchObject(gone)
  expect(await world.db.selectFrom('staffInvitation').select('id').execute()).toHaveLength(1)

  const { body } = await owner.get('/staff/TeamList')
  const [{ invitationId }] = body.invitations as [{ invitationId: number }]
  expect((await owner.post('/staff/InvitationTakeBack', { invitationId })).status).toBe(200)
  expect((await owner.post('/staff/InvitationTakeBack', { invitationId })).status).toBe(404)
  expect(await visitor.post(accept, { ...wish, link: second })).toMatchObject(gone)

  await owner.post(send, { email: rabia, role: 'finance' })
  const third = await linkFor(world, rabia)
  clock.pass(7 * 24 * 60)
  expect(await visitor.post(accept, { ...wish, link: third })).toMatchObject(gone)
  const late = await anOwner(app, world)
  expect((await late.get('/staff/TeamList')).body).toMatchObject({ invitations: [{ state: 'expired' }] })
  await late.post(send, { email: rabia, role: 'finance' })
  expect(await other.post(accept, { ...wish, link: await linkFor(world, rabia) })).toMatchObject({
    status: 200,
    body: { email: rabia },
  })
  expect(await grantsOf(world, other.accountId)).toEqual(before)
})

test('an invitation of somebody who is no owner any more brings nobody in', async () => {
  const { world, app, owner } = await aTeam()
  const other = await anOwner(app, world)
  await owner.post(send, { email: rabia, role: 'owner' })
  await world.db
    .updateTable('staffGrant')
    .set({ revokedAt: world.now() })
    .where('accountId', '=', owner.accountId)
    .execute()
  expect((await other.get('/staff/TeamList')).body).toMatchObject({ invitations: [{ state: 'void' }] })
  const wish = { link: await linkFor(world, rabia), fullName: 'Rabia Memon', password: staffPassword }
  expect(await aVisitor(app).post(accept, wish)).toMatchObject(gone)
})

test('whoever is staff already gets the role at once and a letter; nobody invites themselves, or to what is there', async () => {
  const { world, owner, eventId, app } = await aTeam()
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const { email } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', chair.accountId)
    .executeTakeFirstOrThrow()
  expect((await owner.post(send, { email, role: 'desk', eventId })).body).toEqual({ outcome: 'granted' })
  expect(await lettersTo(world, email)).toEqual([
    'You have a new role: registration desk for Annual Medical Conference',
  ])
  expect(await owner.post(send, { email, role: 'desk', eventId })).toMatchObject({
    status: 409,
    body: { message: 'They have this role already.' },
  })
  const me = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  expect((await owner.post(send, { email: me.email, role: 'finance' })).status).toBe(403)
  expect((await owner.post(send, { email: rabia, role: 'desk' })).body).toMatchObject({ fields: [{ path: 'eventId' }] })
  expect((await owner.post(send, { email: rabia, role: 'owner', eventId })).body).toMatchObject({
    fields: [{ path: 'eventId' }],
  })
  expect((await owner.post(send, { email: 'no address', role: 'king' })).body).toMatchObject({
    fields: [{ path: 'email' }, { path: 'role' }],
  })
  expect(await world.db.selectFrom('staffInvitation').select('id').execute()).toEqual([])
})

test('only owners invite, and only after they proved that it is they', async () => {
  const { world, app, eventId } = await aTeam()
  const organiser = await staffCaller(app, world, { role: 'organiser' })
  expect((await organiser.post(send, { email: rabia, role: 'desk', eventId })).status).toBe(403)
  const quick = await staffCaller(app, world, { role: 'owner' })
  await world.db.updateTable('staffSession').set({ steppedUpUntil: null }).execute()
  expect(await quick.post(send, { email: rabia, role: 'desk', eventId })).toMatchObject({ body: { code: 'step_up' } })
  expect(await world.db.selectFrom('staffInvitation').select('id').execute()).toEqual([])
})

test('the address of somebody who is erased is in no invitation', async () => {
  const { world, owner, eventId } = await aTeam()
  const person = await aPerson(world)
  await owner.post(send, { email: person.email, role: 'chair', eventId })
  await world.db
    .updateTable('account')
    .set({
      email: `erased-${person.accountId}`,
      emailKey: `erased-${person.accountId}`,
      fullName: 'Erased person',
      passwordHash: null,
      erasedAt: world.now(),
    })
    .where('id', '=', person.accountId)
    .execute()
  expect(await world.db.selectFrom('staffInvitation').select('id').execute()).toEqual([])
})

test('a role that was given meanwhile by hand is no reason to fail', async () => {
  const { world, app, owner, eventId } = await aTeam()
  const person = await aPerson(world)
  await owner.post(send, { email: person.email, role: 'chair', eventId })
  const link = await linkFor(world, person.email)
  await grant(world, { accountId: person.accountId, role: 'chair', eventId })
  expect((await aVisitor(app).post(accept, { link, password: person.password })).status).toBe(200)
  expect(await grantsOf(world, person.accountId)).toHaveLength(1)
})

test('every owner and everybody of finance is told of a new one of them, and of no other role', async () => {
  const { world, app, owner, eventId } = await aTeam()
  const finance = await staffCaller(app, world, { role: 'finance' })
  const emailOf = async (accountId: number) =>
    (await world.db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email
  const told = async () => [
    await lettersTo(world, await emailOf(owner.accountId)),
    await lettersTo(world, await emailOf(finance.accountId)),
  ]
  for (const [role, event] of [
    ['desk', { eventId }],
    ['finance', {}],
  ] as const) {
    await owner.post(send, { email: rabia, role, ...event })
    await aVisitor(app).post(accept, { link: await linkFor(world, rabia), fullName: 'Rabia', password: staffPassword })
  }

  const subject = 'New finance: Rabia'
  expect(await told()).toEqual([[subject], [subject]])
  expect(await lettersTo(world, rabia)).not.toContain(subject)
})
