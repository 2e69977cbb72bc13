import { expect, onTestFinished, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { letter } from '#server/platform/mail/letter.ts'
import { openPostOffice } from '#server/platform/mail/smtp.ts'
import { jobsOf } from '#server/schedule.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { makeWorld } from '#server/testing/world.ts'
import { deliver, post, sweepMail } from './outbox.ts'

async function mailServer() {
  const server = await openMailServer()
  onTestFinished(server.close)
  return server
}

async function worldWith(url: string, clock = () => new Date('2026-11-01T09:00:00Z')): Promise<World> {
  const postOffice = openPostOffice({ url, from: 'Colloquium <office@example.edu>' })
  onTestFinished(() => postOffice.close())
  return makeWorld({ postOffice, now: clock })
}

const words = letter({
  subject: 'دعوت: Your PIN',
  paragraphs: ['Hello <b>you</b>', { pin: '012345' }, { link: 'https://x.example/a?b=1&c=2', label: 'Go' }],
})
const theMail = (world: World) => world.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()

test('a letter arrives whole: sender, Urdu subject, both parts, markup as text, and a stable Message-ID', async () => {
  const { letters, url } = await mailServer()
  const world = await worldWith(url)
  await post(world, { kind: 'mail_test', to: 'ayesha@example.org', ...words })
  const { id, messageId } = await theMail(world)

  await deliver(world, id)
  await deliver(world, id)

  const received = await letters()
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    subject: words.subject,
    messageId,
    from: { address: 'office@example.edu' },
    to: [{ address: 'ayesha@example.org' }],
  })
  expect(received[0]?.text).toContain('    012345')
  expect(received[0]?.html).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
  expect(await theMail(world)).toMatchObject({
    sentAt: world.now(),
    bodyText: 'This email was sent, and its text is no longer kept.',
  })
})

test('while the mail server is down for an hour nothing is lost, and everything goes out once when it is back', async () => {
  let now = new Date('2026-11-01T09:00:00Z').getTime()
  const world = await worldWith('smtp://127.0.0.1:9', () => new Date(now))
  for (const to of ['a@example.org', 'b@example.org']) await post(world, { kind: 'mail_test', to, ...words })
  for (; now < new Date('2026-11-01T10:00:00Z').getTime(); now += 60_000)
    for (const id of [1, 2]) await deliver(world, id)
  expect(await theMail(world)).toMatchObject({ sentAt: null, givenUpAt: null })

  const { letters, url } = await mailServer()
  const healed = { ...world, postOffice: openPostOffice({ url, from: 'office@example.edu' }) }
  now += 5 * 60_000
  for (const id of [1, 2, 1, 2]) await deliver(healed, id)
  await healed.postOffice.close()

  expect((await letters()).map(({ to }) => to?.[0]?.address)).toEqual(['a@example.org', 'b@example.org'])
})

test('an expired PIN is never sent', async () => {
  const { letters, url } = await mailServer()
  let now = new Date('2026-11-01T09:00:00Z')
  const world = await worldWith(url, () => now)
  await post(world, { kind: 'mail_test', to: 'a@example.org', expiresAt: new Date('2026-11-01T09:10:00Z'), ...words })
  now = new Date('2026-11-01T09:10:00Z')

  await deliver(world, 1)

  expect(await letters()).toEqual([])
  expect(await theMail(world)).toMatchObject({ givenUpAt: now, sentAt: null })
})

test('two servers that try the same letter at once send it once', async () => {
  const { letters, url } = await mailServer()
  const world = await worldWith(url)
  await post(world, { kind: 'mail_test', to: 'a@example.org', ...words })

  await Promise.all([deliver(world, 1), deliver(world, 1), deliver(world, 1)])

  expect(await letters()).toHaveLength(1)
})

test('a letter whose job was lost with its server is found by the sweep', async () => {
  const { letters, url } = await mailServer()
  const world = await worldWith(url)
  await world.db
    .transaction()
    .execute((db) => post({ ...world, db }, { kind: 'mail_test', to: 'a@example.org', ...words }))

  await sweepMail(world)
  await jobsOf(world)
    .find(({ name }) => name === 'deliver-mail')
    ?.work({ mailId: 1 })

  expect(await letters()).toHaveLength(1)
})

test('an email whose next try was planned while the clock ran a day ahead is tried by the next sweep', async () => {
  const { letters, url } = await mailServer()
  const world = await worldWith(url)
  await world.db
    .transaction()
    .execute((db) => post({ ...world, db }, { kind: 'mail_test', to: 'a@example.org', ...words }))
  await world.db
    .updateTable('mail')
    .set({ nextTryAt: new Date('2026-11-02T09:05:00Z') })
    .execute()

  await sweepMail(world)
  await deliver(world, 1)

  expect(await letters()).toHaveLength(1)
})

test('a change that is taken back sends nothing', async () => {
  const world = await makeWorld()
  await world.db
    .transaction()
    .execute(async (db) => {
      await post({ ...world, db }, { kind: 'mail_test', to: 'a@example.org', ...words })
      throw new Error('taken back')
    })
    .catch(() => undefined)

  expect(await world.db.selectFrom('mail').selectAll().execute()).toEqual([])
})
