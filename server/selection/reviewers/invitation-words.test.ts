/** What an organiser sends with an invitation to review: names and disciplines, own words, a preview of the email, and the day on which its link ends. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirmedAbove, mostInvitedAtOnce } from '#contract/selection/words.ts'
import { eraseDue } from '#server/accounts/closure/closure.ts'
import { dressed } from '#server/kernel/outbox/letterhead.ts'
import { aPerson, aPersonSignedIn } from '#server/testing/people.ts'
import { asStaff, fieldsOf, people } from '#server/testing/selection.ts'
import { changeSession, stepUp } from '#server/testing/staff.ts'
import { anOwner, aTeam, type Team } from '#server/testing/team.ts'

const asked = { email: 'hira@example.org', name: '  Dr Hira Channa ' }

async function lettersTo({ world }: Team, email: string) {
  const mail = world.db.selectFrom('mail').select(['subject', 'bodyText', 'bodyHtml', 'isSecret', 'expiresAt'])
  return mail.where('recipient', '=', email).orderBy('id').execute()
}

async function linkOf(team: Team, email: string): Promise<string> {
  const letter = (await lettersTo(team, email)).at(-1)
  return /\/review\/invitation#([\w-]{43})$/m.exec(letter?.bodyText ?? '')?.[1] ?? 'no link in the email'
}

async function send({ app }: Team, name: string, payload: object, token?: string) {
  const headers = { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) }
  return (await app.inject({ method: 'POST', url: `/api/${name}`, headers, payload })).json<Record<string, unknown>>()
}

const lastDay = ({ world, eventId }: Team, dueOn: string) =>
  asStaff(world, ({ db }) =>
    db
      .insertInto('reviewCall')
      .values({ eventId, dueOn })
      .onConflict((same) => same.column('eventId').doUpdateSet({ dueOn }))
      .execute(),
  )

async function listed({ owner, eventId }: Team, filters: Record<string, string | number> = {}) {
  const { body } = await owner.get('/staff/ReviewerList', { eventId, ...filters })
  const rows = body.rows as { email: string; name: string; fields: { name: string; strength: string }[] }[]
  return rows.map(({ email, name, fields }) => [email, name, fields.map((field) => `${field.name} ${field.strength}`)])
}

test('a name and disciplines stay with the invitation, are found by, and are where the invited person begins', async () => {
  const team = await aTeam()
  const { owner, eventId } = team
  const { radiology, pathology } = await fieldsOf(team)
  const wish = { eventId, people: [{ ...asked, fields: [radiology, pathology] }, { email: 'waqar@example.org' }] }
  expect((await owner.post('/staff/ReviewersInvite', wish)).body).toEqual({ invited: 2, already: [], team: [] })
  const hira = ['hira@example.org', 'Dr Hira Channa', ['Radiology first', 'Pathology first']]
  expect(await listed(team)).toEqual([hira, ['waqar@example.org', '', []]])
  expect(await listed(team, { search: 'channa' })).toEqual([hira])
  expect(await listed(team, { specialityId: pathology })).toEqual([hira])

  // Invited again by the button of the list, which sends the address alone.
  await owner.post('/staff/ReviewersInvite', { eventId, ...people('hira@example.org') })
  expect(await listed(team, { search: 'channa' })).toEqual([hira])
  const link = await linkOf(team, 'hira@example.org')
  expect((await send(team, 'InvitationRead', { link })).invitation).toMatchObject({
    name: 'Dr Hira Channa',
    first: [radiology, pathology],
    second: [],
  })

  const offer = { quota: 5, first: [pathology], second: [], institution: '', department: '' }
  const yes = { link, answer: 'yes', offer, fullName: 'Hira F. Channa', password: 'a ward full of lamps' }
  expect(await send(team, 'InvitationAnswer', yes)).toMatchObject({ status: 'Success' })
  expect(await listed(team, { state: 'active' })).toEqual([['hira@example.org', 'Hira F. Channa', ['Pathology first']]])
  const rows = team.world.db.selectFrom('reviewer').select('invitedName').where('state', '=', 'active')
  expect(await rows.execute()).toEqual([{ invitedName: '' }])
})

test('a discipline of another event, or one that is retired, is refused at its person and nobody is invited', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  const { radiology, pathology } = await fieldsOf(team)
  await asStaff(world, ({ db }) =>
    db.updateTable('speciality').set({ retiredAt: world.now() }).where('id', '=', pathology).execute(),
  )
  const wish = (fields: number[]) => ({
    eventId,
    people: [
      { ...asked, fields: [radiology] },
      { ...asked, fields },
    ],
  })
  for (const fields of [[pathology], [2_000_000]]) {
    const { status, body } = await owner.post('/staff/ReviewersInvite', wish(fields))
    expect([status, body.fields]).toEqual([
      422,
      [{ path: 'people.1.fields', message: 'This event has no such discipline.' }],
    ])
  }
  expect(await listed(team)).toEqual([])
})

test('an organiser words the email with facts; the last day, the link and the way to decline stay', async () => {
  const team = await aTeam()
  const { owner, eventId } = team
  await lastDay(team, '2026-11-20')
  const words = {
    subject: '{event}: will you review?',
    body: 'Dear {name},\n\n**Please** help us until {reviews close}. <b>No markup</b>',
  }
  await owner.post('/staff/ReviewersInvite', { eventId, people: [asked], words })
  const [letter] = await lettersTo(team, 'hira@example.org')
  const link = await linkOf(team, 'hira@example.org')
  const text = [
    'Dear Dr Hira Channa,',
    '**Please** help us until 20 November 2026. <b>No markup</b>',
    'The last day of the review is 20 November 2026.',
    `Answer the invitation:\n${team.world.publicUrl}/review/invitation#${link}`,
  ]
  expect(letter?.subject).toBe('Annual Medical Conference: will you review?')
  expect(letter?.bodyText).toContain(text.join('\n\n').replaceAll('**', ''))
  expect(letter?.bodyText).toMatch(/\n\nThe link works until \d+ \w+ 2026\. You can decline on the same page\.\n$/)
  expect(letter?.bodyHtml).toContain('<strong>Please</strong> help us')
  expect(letter?.bodyHtml).toContain('&lt;b&gt;No markup&lt;/b&gt;')
  expect(letter?.isSecret).toBe(true)
})

test('words that cannot be sent are refused at their place: an unknown fact, a name that is missing, an empty text', async () => {
  const team = await aTeam()
  const { owner, eventId } = team
  const refused = async (words: object, more: object[] = []) => {
    const { status, body } = await owner.post('/staff/ReviewersInvite', { eventId, people: [asked, ...more], words })
    return [status, ...((body.fields ?? []) as { path: string }[]).map(({ path }) => path)]
  }
  const subject = 'Will you review?'
  expect(await refused({ subject, body: 'See {link to profile}.' })).toEqual([422, 'words.body'])
  expect(await refused({ subject, body: 'See {nothing}.' })).toEqual([422, 'words.body'])
  expect(await refused({ subject, body: 'Open until {reviews close}.' })).toEqual([422, 'words.body'])
  expect(await refused({ subject: ' ', body: 'Please.' })).toEqual([422, 'words.subject'])
  expect(await refused({ subject, body: 'Dear {name}.' }, [{ email: 'waqar@example.org' }])).toEqual([
    422,
    'people.1.name',
  ])
  expect(await refused({ subject: 'Two\nlines', body: 'Please.' })).toEqual([200])
  expect((await lettersTo(team, 'hira@example.org')).map((letter) => letter.subject)).toEqual(['Two lines'])
})

test('the preview is the email as it is sent, writes nothing, and opens nothing', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  await lastDay(team, '2026-11-20')
  const wish = { eventId, words: { subject: 'Reviews for {event}', body: 'Will you help, {name}?' } }
  const { status, body } = await owner.post('/staff/ReviewerInvitationPreview', { ...wish, person: asked })
  expect([status, body.to, body.subject]).toEqual([200, 'hira@example.org', 'Reviews for Annual Medical Conference'])
  expect(await listed(team)).toEqual([])
  expect(await lettersTo(team, 'hira@example.org')).toEqual([])

  await owner.post('/staff/ReviewersInvite', { ...wish, people: [asked] })
  const mail = world.db.selectFrom('mail').selectAll().where('recipient', '=', 'hira@example.org')
  const { text } = await dressed(world, await mail.executeTakeFirstOrThrow())
  expect(body.text).toBe(text.replace(await linkOf(team, 'hira@example.org'), '(personal link)'))
  expect(body.text).toMatch(/^Hello,\n\nWill you help, Dr Hira Channa\?/)
  expect(body.text).toContain('Kind regards,')
})

test('a link ends with the last day of the review, says so, and follows a day that is moved', async () => {
  const team = await aTeam()
  const { owner, eventId, clock, world } = team
  const { radiology } = await fieldsOf(team)
  const today = world.now()
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await lastDay(team, day(5))
  await owner.post('/staff/ReviewersInvite', { eventId, people: [asked] })
  const link = await linkOf(team, 'hira@example.org')
  const [letter] = await lettersTo(team, 'hira@example.org')
  expect((await send(team, 'InvitationRead', { link })).invitation).toMatchObject({
    expiresAt: letter?.expiresAt?.toISOString(),
    dueOn: day(5),
  })

  clock.pass(6 * 24 * 60)
  const { token } = await aPersonSignedIn(world)
  const offer = { quota: 5, first: [radiology], second: [], institution: '', department: '' }
  const closed = 'Reviewing for this event has closed.'
  expect(await send(team, 'InvitationRead', { link })).toEqual({ status: closed, closedOn: day(5) })
  for (const answer of [{ answer: 'no' }, { answer: 'yes', offer }])
    expect(await send(team, 'InvitationAnswer', { link, ...answer }, token)).toEqual({ status: closed })
  const later = await anOwner(team.app, world)
  const { status, body } = await later.post('/staff/ReviewersInvite', { eventId, ...people('waqar@example.org') })
  expect([status, body.message]).toEqual([409, expect.stringMatching(/^The last day of the review was /)])

  await lastDay(team, day(10))
  expect((await send(team, 'InvitationRead', { link })).status).toBe('Success')
  expect(await send(team, 'InvitationAnswer', { link, answer: 'yes', offer }, token)).toMatchObject({
    status: 'Success',
  })
})

test('more than fifty invitations at once need a step-up, and more than 200 are refused', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  const many = (count: number) => people(...Array.from({ length: count }, (_, at) => `r${at}@example.org`))
  const invite = async (count: number) => {
    const { status, body } = await owner.post('/staff/ReviewersInvite', { eventId, ...many(count) })
    return [status, body.code ?? body.invited]
  }
  await changeSession(world, owner.token, { steppedUpUntil: null })
  expect(await invite(confirmedAbove + 1)).toEqual([403, 'step_up'])
  expect(await listed(team)).toEqual([])
  expect(await invite(confirmedAbove)).toEqual([200, confirmedAbove])
  await stepUp(world, owner.token)
  expect(await invite(confirmedAbove + 1)).toEqual([200, confirmedAbove + 1])
  expect((await invite(mostInvitedAtOnce + 1))[0]).toBe(422)
})

test('the name in an invitation goes when the person is erased, from the row and from the audit log', async () => {
  const team = await aTeam()
  const { owner, eventId, world } = team
  const { accountId, email } = await aPerson(world)
  await owner.post('/staff/ReviewersInvite', { eventId, people: [{ email, name: 'Rabia Memon' }] })
  const known = async () => {
    const rows = world.db.selectFrom('reviewer').select(['email', 'invitedName', 'state'])
    const { rows: told } = await sql<{ told: number }>`
      select count(*)::int as told from act_change where table_name = 'reviewer' and concat(before, after) like '%Rabia Memon%'`.execute(
      world.db,
    )
    return [await rows.execute(), told[0]?.told]
  }
  expect(await known()).toEqual([[{ email, invitedName: 'Rabia Memon', state: 'invited' }], 1])
  const asked = { accountId, askedAt: new Date(0), dueAt: world.now(), keepsAbstracts: false }
  await world.db.insertInto('closure').values(asked).execute()
  await eraseDue(world)
  expect(await known()).toEqual([[{ email: '', invitedName: '', state: 'removed' }], 0])
})
