/** The letter that asks somebody to review, and what becomes of their answer. */
import { expect, test } from 'vitest'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { asStaff, fieldsOf, people } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'

async function linkFor({ world }: Team, email: string): Promise<string> {
  const mail = world.db.selectFrom('mail').select('bodyText').where('recipient', '=', email).orderBy('id', 'desc')
  const { bodyText } = await mail.limit(1).executeTakeFirstOrThrow()
  return /\/review\/invitation#([\w-]{43})$/m.exec(bodyText)?.[1] ?? 'no link in the letter'
}

async function send({ app }: Team, name: string, payload: object, token?: string) {
  const headers = { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) }
  return (await app.inject({ method: 'POST', url: `/api/${name}`, headers, payload })).json<Record<string, unknown>>()
}

test('an address is asked to review five times an hour, whoever asks', async () => {
  const { owner, eventId, world } = await aTeam()
  const invite = async (...emails: string[]) =>
    (await owner.post('/staff/ReviewersInvite', { eventId, ...people(...emails) })).status
  for (let times = 1; times <= 5; times += 1) expect(await invite('Hira@Example.org')).toBe(200)
  expect([await invite('hira@example.org', 'new@example.org'), await invite('new@example.org')]).toEqual([429, 200])
  const sent = world.db.selectFrom('mail').select('id').where('recipient', 'ilike', 'hira@example.org')
  expect(await sent.execute()).toHaveLength(5)
})

test('a letter makes a reviewer, with the account they have or a new one, until it is 21 days old', async () => {
  const team = await aTeam()
  const { owner, eventId, world, clock } = team
  const { radiology } = await fieldsOf(team)
  const offer = { quota: 9, first: [radiology], second: [], institution: 'Civil Hospital', department: 'Radiology' }
  const known = await aPersonSignedIn(world)
  const emails = ['new@example.org', known.email, 'New@Example.org', 'no@example.org', 'late@example.org']
  expect((await owner.post('/staff/ReviewersInvite', { eventId, ...people(...emails) })).body).toEqual({
    invited: 4,
    already: [],
    team: [],
  })

  const link = await linkFor(team, 'New@Example.org')
  // Read by a program of the mail server, it is still open.
  for (const hasAccount of [false, false])
    expect(await send(team, 'InvitationRead', { link })).toMatchObject({
      status: 'Success',
      invitation: { hasAccount },
    })
  expect(await send(team, 'InvitationAnswer', { link, answer: 'yes', offer })).toEqual({
    status: 'Please enter your name and choose a password.',
  })
  const yes = { link, answer: 'yes', offer, fullName: 'Hira Channa', password: 'a ward full of lamps' }
  const both = await Promise.all([send(team, 'InvitationAnswer', yes), send(team, 'InvitationAnswer', yes)])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['Success', 'This invitation is no longer open.'])
  const made = await world.db.selectFrom('account').selectAll().where('emailKey', '=', 'new@example.org').execute()
  expect(made.map(({ fullName, verifiedAt }) => [fullName, verifiedAt !== null])).toEqual([['Hira Channa', true]])

  // Whoever has an account shows that it is theirs.
  const theirs = await linkFor(team, known.email)
  const answer = { link: theirs, answer: 'yes', offer }
  expect(await send(team, 'InvitationAnswer', answer)).toEqual({ status: 'You have an account. Please sign in first.' })
  expect(await send(team, 'InvitationAnswer', answer, known.token)).toMatchObject({
    status: 'Success',
    email: known.email,
  })
  expect(await send(team, 'InvitationAnswer', { link: await linkFor(team, 'no@example.org'), answer: 'no' })).toEqual({
    status: 'Success',
  })
  expect(
    (await owner.post('/staff/ReviewersInvite', { eventId, ...people(known.email, 'no@example.org') })).body,
  ).toEqual({
    invited: 1,
    already: [known.email],
    team: [],
  })
  clock.pass(21 * 24 * 60 + 1)
  expect(await send(team, 'InvitationRead', { link: await linkFor(team, 'late@example.org') })).toEqual({
    status: 'This invitation is no longer open.',
  })

  const rows = await world.db.selectFrom('reviewer').select(['emailKey', 'state', 'quota']).orderBy('id').execute()
  expect(rows.map(({ state }) => state)).toEqual(['active', 'active', 'invited', 'invited'])
})

test('a letter makes an account and is answered once, also when the last date for registration is over', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  const { radiology } = await fieldsOf(team)
  await asStaff(world, ({ db }) =>
    db.updateTable('event').set({ registrationClosesOn: '2026-10-02' }).where('id', '=', eventId).execute(),
  )
  const emails = ['hira@example.org', 'gone@example.org', 'late@example.org', 'no@example.org']
  await owner.post('/staff/ReviewersInvite', { eventId, ...people(...emails) })
  const [link = '', gone, late, no] = await Promise.all(emails.map((email) => linkFor(team, email)))
  const offer = { quota: 12, first: [radiology], second: [], institution: '', department: '' }
  const yes = { link, answer: 'yes', offer, fullName: 'Hira Channa', password: 'a ward full of lamps' }

  // What is refused changes nothing, and the same letter can be answered again.
  expect(await send(team, 'InvitationAnswer', { ...yes, offer: { ...offer, first: [2_000_000] } })).toEqual({
    status: 'Please say how many you can read, and in which fields.',
  })
  expect(
    await world.db.selectFrom('account').select('id').where('emailKey', '=', 'hira@example.org').execute(),
  ).toEqual([])
  expect(await send(team, 'InvitationAnswer', yes)).toEqual({ status: 'Success', email: 'hira@example.org' })
  const account = world.db
    .selectFrom('account')
    .select(['fullName', 'verifiedAt'])
    .where('emailKey', '=', emails[0] ?? '')
  expect(await account.execute()).toEqual([{ fullName: 'Hira Channa', verifiedAt: world.now() }])

  await send(team, 'InvitationAnswer', { link: no, answer: 'no' })
  await asStaff(world, async ({ db }) => {
    const removed = { state: 'removed', tokenHash: null } as const
    await db.updateTable('reviewer').set(removed).where('emailKey', '=', 'gone@example.org').execute()
    const before = { expiresAt: world.now() }
    await db.updateTable('reviewer').set(before).where('emailKey', '=', 'late@example.org').execute()
  })
  // Used, declined, removed, over, or never written: all are told the same, in the same bytes.
  const told = new Set<string>()
  for (const each of [link, no, gone, late, 'x'.repeat(43), 'wrong', ''])
    for (const [name, more] of [
      ['InvitationRead', {}],
      ['InvitationAnswer', { answer: 'yes', offer, fullName: 'Somebody', password: 'a ward full of lamps' }],
      ['InvitationAnswer', { answer: 'no' }],
    ] as const) {
      const payload = { link: each, ...more }
      const reply = await team.app.inject({
        method: 'POST',
        url: `/api/${name}`,
        headers: { host: 'localhost' },
        payload,
      })
      told.add(`${reply.statusCode} ${String(reply.headers['content-length'])} ${reply.body}`)
    }
  expect([...told]).toEqual(['200 47 {"status":"This invitation is no longer open."}'])
})

test('the letter leads to the pages of its own event', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  await asStaff(world, ({ db }) =>
    db.updateTable('event').set({ isCurrent: false }).where('id', '=', eventId).execute(),
  )
  await owner.post('/staff/ReviewersInvite', { eventId, ...people('hira@example.org') })
  const { bodyText } = await world.db.selectFrom('mail').select('bodyText').executeTakeFirstOrThrow()
  const { slug } = await world.db.selectFrom('event').select('slug').where('id', '=', eventId).executeTakeFirstOrThrow()
  expect(bodyText).toContain(`${world.publicUrl}/e/${slug}/review/invitation#`)
})
