import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { unsubscribeAddress } from '#server/kernel/outbox/announcements.ts'
import { deliver, post } from '#server/kernel/outbox/outbox.ts'
import type { World } from '#server/kernel/world.ts'
import { openPostOffice } from '#server/platform/mail/smtp.ts'
import { withThemes } from '#server/testing/abstracts.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aDraftLetter, checked, mailingNow, planned, runMailings, words } from '#server/testing/letters.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { aDraft, anOrganiser, paths } from '#server/testing/organisers.ts'
import { anEvent } from '#server/testing/people.ts'
import { aClock, aWorkshop, buyers, order } from '#server/testing/shop.ts'
import { changeSession, stepUp } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'

const host = { host: 'localhost' }

async function anOffice(change: Partial<World> = {}) {
  const clock = aClock()
  const mail = await openMailServer()
  onTestFinished(mail.close)
  const postOffice = openPostOffice({ url: mail.url, from: 'CPD Department <cpd@example.edu>' })
  onTestFinished(() => postOffice.close())
  const world = await makeWorld({ now: clock.now, postOffice, lettersPerMinute: 60_000, ...change })
  const eventId = await anEvent(world)
  await withThemes(world, eventId)
  const app = await makeTestApp(world)
  return { world, clock, mail, app, eventId, zainab: await anOrganiser(app, world) }
}

const visit = (app: FastifyInstance, address: string, method: 'GET' | 'POST' = 'GET', type?: string) =>
  app.inject({
    method,
    url: new URL(address).pathname,
    headers: { ...host, ...(type && { 'content-type': type }) },
    ...(type && {
      payload: type.startsWith('multipart')
        ? '--B\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--B--\r\n'
        : 'List-Unsubscribe=One-Click',
    }),
  })

test('a letter to everybody with a draft: counted, previewed, tested, checked, typed and sent, one to each', async () => {
  const { world, clock, mail, app, eventId, zainab } = await anOffice()
  const authors = [await aDraft(world, eventId), await aDraft(world, eventId), await aDraft(world, eventId)]
  await buyers(world, eventId, 2)
  await world.db
    .updateTable('account')
    .set({ fullName: 'Hira Panhwar' })
    .where('id', '=', authors[0]?.accountId ?? 0)
    .execute()
  const letter = {
    kind: 'service',
    subject: 'Your abstract is not submitted yet',
    body: 'Dear {name},\n\nyour abstract “{abstract title}” can be submitted until **{abstracts close}**.\n\n{link to abstracts}',
  }
  const wish = { eventId, audience: { filter: { abstract: 'draft' } }, ...letter }

  expect((await zainab.act('SegmentCount', { ...wish, audience: {} })).body).toMatchObject({ matched: 0, toSend: 0 })
  expect((await zainab.act('SegmentCount', wish)).body).toEqual({
    matched: 3,
    toSend: 3,
    leftOut: [],
    authorsOnly: false,
  })
  const { body: preview } = await zainab.act('MailingPreview', { ...wish, at: 0 })
  expect(preview).toMatchObject({
    total: 3,
    letter: { name: 'Hira Panhwar', from: 'CPD Department <cpd@example.edu>', missing: [], canRefuse: false },
  })
  expect(JSON.stringify(preview)).toContain('{"text":"1 December 2026","bold":true,"fact":"abstracts close"}')

  expect((await zainab.act('MailingTest', { ...wish, at: 0 })).status).toBe(200)
  await deliver(world, 1)
  expect((await mail.letters())[0]).toMatchObject({ subject: 'Test: Your abstract is not submitted yet' })

  const { id: mailingId, version, recipients } = await checked(zainab, eventId, wish as never)
  expect(recipients).toBe(3)
  // Whoever begins a draft after the check is not in it.
  await aDraft(world, eventId)
  const seen = { eventId, mailingId, version }
  expect((await zainab.act('MailingSend', { ...seen, count: 4 })).status).toBe(409)
  const { body: sent } = await zainab.act('MailingSend', { ...seen, count: 3 })
  expect(sent.mailing).toMatchObject({ state: 'planned', sendAt: '2026-11-01T09:05:00.000Z' })

  await runMailings(world)
  expect((await mail.letters()).length).toBe(1)
  clock.pass(5)
  await runMailings(world, 3)
  const letters = (await mail.letters()).slice(1)
  expect(letters.map(({ to }) => String(to?.[0]?.address)).toSorted()).toEqual(
    authors.map(({ email }) => email).toSorted(),
  )
  const first = letters.find(({ to }) => to?.[0]?.address === authors[0]?.email)
  expect(first?.text).toContain('your abstract “T” can be submitted until 1 December 2026.')
  expect(first?.html).toContain('<strong>1 December 2026</strong>')
  expect(first?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(false)
  expect(await mailingNow(world, mailingId)).toMatchObject({ state: 'sent', posted: 3, recipients: 3 })
  expect(app.printRoutes()).toContain('unsubscribe')
})

test('above a hundred the count is typed, a letter is taken back within its time, and nobody chosen is nobody', async () => {
  const { world, eventId, zainab } = await anOffice()
  await buyers(world, eventId, 101)
  const { id: mailingId, version } = await checked(zainab, eventId)
  const send = (input: object) => zainab.act('MailingSend', { eventId, mailingId, version, count: 101, ...input })
  expect(paths(await send({}))).toEqual(['typedCount'])
  expect(paths(await send({ typedCount: 100 }))).toEqual(['typedCount'])
  await changeSession(world, zainab.token, { steppedUpUntil: null })
  expect(await send({ typedCount: 101 })).toMatchObject({ status: 403, body: { code: 'step_up' } })
  await stepUp(world, zainab.token)
  expect(paths(await send({ typedCount: 101, sendAt: '2026-10-01T00:00:00Z' }))).toEqual(['sendAt'])
  expect((await send({ typedCount: 101, sendAt: '2026-11-02T00:00:00Z' })).body.mailing).toMatchObject({
    sendAt: '2026-11-02T00:00:00.000Z',
  })
  expect((await send({ typedCount: 101 })).body.message).toBe('This letter is on its way already.')
  const back = await zainab.act('MailingStop', { eventId, mailingId })
  expect(back.body.mailing).toMatchObject({ state: 'draft', sendAt: null })

  const nobody = await aDraftLetter(zainab, eventId, { audience: {} })
  expect(paths(await zainab.act('MailingCheck', { eventId, mailingId: nobody.id, version: 1 }))).toEqual(['audience'])
})

test.runIf(process.env.TEST_LONG)(
  '20,000 people are frozen within three seconds, and 20,001 are too many (needs npm run test:long)',
  async () => {
    const { world, eventId, zainab } = await anOffice()
    for (let made = 0; made < 20_000; made += 1000) await buyers(world, eventId, 1000)
    const { id: mailingId, version } = await aDraftLetter(zainab, eventId)
    const begun = performance.now()
    expect((await zainab.act('MailingCheck', { eventId, mailingId, version })).body.mailing).toMatchObject({
      recipients: 20_000,
    })
    expect(performance.now() - begun).toBeLessThan(3000)
    await buyers(world, eventId, 1)
    const many = await aDraftLetter(zainab, eventId)
    expect((await zainab.act('MailingCheck', { eventId, mailingId: many.id, version: 1 })).body.fields).toEqual([
      { path: 'audience', message: 'At most 20,000 people. Choose fewer.' },
    ])
  },
)

test('an announcement can be refused with one click, without signing in, and on the profile; a letter about one’s own things cannot', async () => {
  const { world, clock, mail, app, eventId, zainab } = await anOffice()
  const people = await buyers(world, eventId, 4)
  const [one, two, three] = people.map(({ accountId }) => accountId) as [number, number, number]
  const address = unsubscribeAddress(world, one)
  expect((await visit(app, address)).body).toContain('No more announcements?')
  expect((await visit(app, address, 'POST', 'multipart/form-data; boundary=B')).statusCode).toBe(200)
  expect(
    (await visit(app, unsubscribeAddress(world, two), 'POST', 'application/x-www-form-urlencoded')).statusCode,
  ).toBe(200)
  expect((await visit(app, address)).body).toContain('You get no more announcements')
  for (const wrong of [
    address.slice(0, -1),
    address.replace(`/${one}-`, `/${three}-`),
    `${world.publicUrl}/unsubscribe/x`,
  ])
    expect((await visit(app, wrong, 'POST')).statusCode).toBe(404)

  const { recipients, counted, id } = await planned(zainab, eventId, { kind: 'announcement' })
  expect({ recipients, counted }).toEqual({
    recipients: 2,
    counted: { matched: 4, toSend: 2, leftOut: [{ why: 'refused', count: 2 }] },
  })
  // Refused after the check, and before the letter.
  await visit(app, unsubscribeAddress(world, three), 'POST')
  clock.pass(5)
  await runMailings(world, 2)
  const letters = await mail.letters()
  expect(letters.map(({ to }) => to?.[0]?.address)).toEqual([people[3]?.email])
  const headers = Object.fromEntries(letters[0]?.headers.map(({ key, value }) => [key, value]) ?? [])
  expect(headers['list-unsubscribe']).toBe(`<${unsubscribeAddress(world, people[3]?.accountId ?? 0)}>`)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(letters[0]?.text).toContain('No more announcements:')
  expect(await mailingNow(world, id)).toMatchObject({ state: 'sent', posted: 1, recipients: 1, leftOut: 3 })
  expect((await checked(zainab, eventId)).recipients).toBe(4)
  // Only announcements go to the whole college.
  const college = { eventId, ...words, audience: { college: true } }
  expect(paths(await zainab.act('MailingSave', college))).toEqual(['kind'])
  expect((await zainab.act('SegmentCount', { ...college, kind: 'announcement' })).body).toMatchObject({ matched: 5 })
})

test('Stop half way: whoever waited gets none, what could not be sent is not tried again, and the trail says who', async () => {
  const { world, clock, mail, eventId, zainab } = await anOffice({ lettersPerMinute: 60_000 })
  await buyers(world, eventId, 40)
  const { id: mailingId } = await planned(zainab, eventId)
  clock.pass(5)
  let carried = 0
  let carriedAtStop = 0
  const slow = {
    ...world,
    postOffice: {
      ...world.postOffice,
      carry: async (letter: never) => {
        carried += 1
        if (carried === 6) {
          await zainab.act('MailingStop', { eventId, mailingId })
          carriedAtStop = carried
        }
        await world.postOffice.carry?.(letter)
      },
    },
  } as World
  await runMailings(slow, 2)
  const { state, posted } = await mailingNow(world, mailingId)
  expect(state).toBe('stopped')
  // The other lane goes on until the stop is committed, and may then have one more email in hand.
  expect([carriedAtStop, carriedAtStop + 1]).toContain(posted)
  expect(carriedAtStop).toBeLessThan(40)
  expect(await mail.letters()).toHaveLength(posted)
  const rows = await world.db.selectFrom('mailingRecipient').select('state').where('state', '=', 'stopped').execute()
  expect(rows).toHaveLength(40 - posted)
})

test('a chair writes to authors alone, knows of no other letter, and nobody reaches into another event', async () => {
  const { world, app, eventId, zainab } = await anOffice()
  const author = await aDraft(world, eventId)
  await buyers(world, eventId, 3)
  const elsewhere = await anEvent(world, { name: 'Other', isCurrent: false })
  const stranger = (await buyers(world, elsewhere, 1))[0]
  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  const ofAll = await aDraftLetter(zainab, eventId)
  expect((await chair.act('MailingCheck', { eventId, mailingId: ofAll.id, version: 1 })).status).toBe(404)
  expect((await chair.ask('MailingsList', { eventId })).body.rows).toEqual([])
  expect((await checked(chair, eventId)).counted).toMatchObject({ matched: 1 })
  expect(
    (await chair.act('MailingPreview', { eventId, ...words, audience: { filter: {} }, at: 0 })).body,
  ).toMatchObject({
    total: 1,
    letter: { to: author.email },
  })
  // The person of another event, by their number.
  const ids = { ids: [author.applicantId, stranger?.applicantId] }
  expect((await zainab.act('SegmentCount', { eventId, ...words, audience: ids })).body).toMatchObject({ matched: 1 })
  const other = await anOrganiser(app, world, { role: 'organiser', eventId: elsewhere })
  expect((await other.act('MailingCheck', { eventId: elsewhere, mailingId: ofAll.id, version: 1 })).status).toBe(404)
  expect((await other.ask('MailingShow', { mailingId: ofAll.id })).status).toBe(404)
  expect((await other.ask('OutboxList', { eventId })).status).toBe(404)
})

test('CON-052: an unknown fact, half a fact, logic and a line end in the subject are refused by name', async () => {
  const { eventId, zainab } = await anOffice()
  const save = (change: object) => zainab.act('MailingSave', { eventId, audience: {}, ...words, ...change })
  for (const body of ['{nmae}', 'Dear {name', '{{name}}', '{#if paid}x{/if}', '{constructor}', '{}'])
    expect([body, paths(await save({ body }))]).toEqual([body, ['body']])
  expect((await save({ body: 'Dear {nmae}' })).body.fields).toEqual([
    { path: 'body', message: 'We do not know “nmae”. Insert a fact from the list.' },
  ])
  expect((await save({ body: 'x'.repeat(20_001) })).status).toBe(422)
  const { body } = await save({ subject: 'Hello\r\nBcc: everybody@example.org' })
  expect((body.mailing as { subject: string }).subject).toBe('Hello Bcc: everybody@example.org')
})

test('whoever lacks a fact, has no mailbox or is not verified is left out and counted', async () => {
  const { world, eventId, zainab } = await anOffice()
  const people = await buyers(world, eventId, 4)
  const workshopId = await aWorkshop(world, eventId)
  for (const person of people.slice(0, 3)) await order(world, person, [workshopId])
  await world.db
    .updateTable('account')
    .set({ verifiedAt: null })
    .where('id', '=', people[0]?.accountId ?? 0)
    .execute()
  await post(world, { kind: 'mail_test', to: people[1]?.email ?? '', subject: 'S', text: 'T', html: 'H' })
  await world.db.updateTable('mail').set({ givenUpAt: world.now(), cause: 'no_mailbox' }).execute()
  const { counted } = await checked(zainab, eventId, { body: 'You owe {amount due} for {workshops}.' })
  expect(counted).toEqual({
    matched: 4,
    toSend: 1,
    leftOut: [
      { why: 'no_mailbox', count: 1 },
      { why: 'not_verified', count: 1 },
      { why: 'fact', count: 1 },
    ],
  })
})
