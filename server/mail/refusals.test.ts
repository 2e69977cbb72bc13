import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
/** What the mail server refuses: only an unknown mailbox ends an email, everything else is retried and reported. */
import { minute } from '#contract/durations.ts'
import { deliver, post } from '#server/kernel/outbox/outbox.ts'
import { nextTry } from '#server/kernel/outbox/rules.ts'
import type { World } from '#server/kernel/world.ts'
import { letter } from '#server/platform/mail/letter.ts'
import { openPostOffice } from '#server/platform/mail/smtp.ts'
import { mailPart } from '#server/reports/health-sentences.ts'
import { aCertificate } from '#server/testing/certificate.ts'
import { openMailServer, type Refusal } from '#server/testing/mail-server.ts'
import { makeWorld } from '#server/testing/world.ts'
import { mailFigures, mailState } from './figures.ts'

const began = new Date('2026-11-01T09:00:00Z')
const words = letter({ subject: 'Your receipt', paragraphs: ['Thank you.'] })
const theMail = (world: World) => world.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()

async function worldWith(url: string, now = () => began): Promise<World> {
  const postOffice = openPostOffice({ url, from: 'office@example.edu' })
  onTestFinished(() => postOffice.close())
  return makeWorld({ postOffice, now })
}

async function refusedWith(refuses: Refusal): Promise<World> {
  const { url, close } = await openMailServer({ refuses })
  onTestFinished(close)
  const world = await worldWith(url)
  await post(world, { kind: 'mail_test', to: 'sana@example.org', ...words })
  await deliver(world, 1)
  return world
}

test.each([
  ['recipient', 550, '5.1.1 <sana@example.org>: Recipient address rejected: User unknown in local recipient table'],
  ['recipient', 550, 'No such user here'],
  ['recipient', 553, 'Mailbox name invalid'],
  ['recipient', 550, '5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
] as const)('an email to a mailbox that does not exist is given up at once: %s %i %s', async (at, code, text) => {
  const world = await refusedWith({ at, code, text })

  expect(await theMail(world)).toMatchObject({ tries: 1, cause: 'no_mailbox', givenUpAt: began })
})

test.each([
  ['recipient', 451, '4.7.1 Greylisted, try again later', 'refused'],
  ['recipient', 550, 'refused', 'refused'],
  ['recipient', 550, '5.2.2 Mailbox quota exceeded', 'full'],
  ['recipient', 550, 'Sending quota exceeded for this account', 'full'],
  ['recipient', 554, '5.7.1 <sana@example.org>: Relay access denied', 'not_accepted'],
  ['recipient', 550, 'relay not permitted', 'not_accepted'],
  ['recipient', 554, '5.7.1 Message rejected as spam', 'refused'],
  ['recipient', 530, '5.7.0 Authentication required', 'not_accepted'],
  ['sender', 553, '5.7.1 Sender address rejected: not owned by user', 'not_accepted'],
  ['sender', 550, '5.1.8 Sender address unknown', 'not_accepted'],
] as const)('an email is retried when the mail server says: %s %i %s', async (at, code, text, cause) => {
  const world = await refusedWith({ at, code, text })

  expect(await theMail(world)).toMatchObject({
    tries: 1,
    cause,
    sentAt: null,
    givenUpAt: null,
    nextTryAt: new Date('2026-11-01T09:00:05Z'),
  })
})

test('an email is retried when the mail server offers no STARTTLS for our password', async () => {
  const { url, close } = await openMailServer()
  onTestFinished(close)
  const world = await worldWith(url.replace('smtp://', 'smtp://portal:secret@'))
  await post(world, { kind: 'mail_test', to: 'sana@example.org', ...words })

  await deliver(world, 1)

  expect(await theMail(world)).toMatchObject({ cause: 'not_accepted', givenUpAt: null })
})

test('nothing is given up before three days of trying', () => {
  let now = began
  let tries = 0
  for (;;) {
    const again = nextTry(++tries, now)
    if (!again) break
    now = again
  }
  expect((now.getTime() - began.getTime()) / (24 * 60 * minute)).toBeGreaterThan(3)
})

test('after an hour with the wrong mail password every email arrives once; health and the figure of the alert told of it meanwhile', async () => {
  const certificate = aCertificate()
  const authorities = getCACertificates('default')
  setDefaultCACertificates([...authorities, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(authorities))
  const server = await openMailServer({ password: 'right', certificate })
  onTestFinished(server.close)
  const withPassword = (password: string) => server.url.replace('smtp://', `smtp://portal:${password}@`)
  const ids = [1, 2, 3]
  let now = began
  const world = await worldWith(withPassword('wrong'), () => now)
  for (const id of ids) await post(world, { kind: 'mail_test', to: `person${id}@example.org`, ...words })

  for (; now.getTime() < began.getTime() + 60 * minute; now = new Date(now.getTime() + minute))
    for (const id of ids) await deliver(world, id)

  const told = { now, hasServer: true, production: true }
  expect(mailPart(await mailState(world), told)).toMatchObject({
    state: 'bad',
    says: 'The mail server refuses our account or settings (535). 3 emails wait.',
  })
  const figure = async () =>
    (await mailFigures(world)).find(({ name }) => name === 'colloquium_mail_not_accepted')?.values
  expect(await figure()).toBe(3)
  expect(await server.letters()).toEqual([])

  const postOffice = openPostOffice({ url: withPassword('right'), from: 'office@example.edu' })
  onTestFinished(() => postOffice.close())
  now = new Date(now.getTime() + 5 * minute)
  for (const id of [...ids, ...ids]) await deliver({ ...world, postOffice }, id)

  const received = (await server.letters()).map(({ to }) => to?.[0]?.address)
  expect(received).toEqual(ids.map((id) => `person${id}@example.org`))
  expect(mailPart(await mailState(world), told)).toMatchObject({ state: 'good' })
  expect(await figure()).toBe(0)
})
