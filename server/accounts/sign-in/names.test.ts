/** Names and addresses with characters that nobody sees: what is kept is what is read. */
import { expect, onTestFinished, test } from 'vitest'
import { renewEmailKeys } from '#server/accounts/account.ts'
import { deliver, post } from '#server/kernel/outbox/outbox.ts'
import { letter } from '#server/platform/mail/letter.ts'
import { openPostOffice } from '#server/platform/mail/smtp.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { anEvent, aPerson, call, pinFor } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'

const ayesha = { DeviceID: 'phone', UserID: 'ayesha@example.org', Fullname: 'Ayesha Khan', Password: 'pass word' }

async function portal() {
  const world = await makeWorld()
  await anEvent(world)
  return { world, app: await makeTestApp(world) }
}

test('a name is kept without what nobody sees, and one of nothing else is missing', async () => {
  const { world, app } = await portal()
  const name = `Dr\u200b A\u202eyesha\u0007\r\nBcc: all@example.org \u200cعلی\u200cخان\u200c`

  expect(await call(app, 'EventRegister', { ...ayesha, Fullname: name })).toMatchObject({ Status: 'Success' })
  const { fullName } = await world.db.selectFrom('account').select('fullName').executeTakeFirstOrThrow()
  expect(fullName).toBe('Dr Ayesha Bcc: all@example.org علی\u200cخان')
  expect(
    await call(app, 'EventRegister', { ...ayesha, UserID: 'b@example.org', Fullname: '\u200b\u2060' }),
  ).toMatchObject({
    http: 400,
    Status: 'Please check Fullname: this field is required.',
  })
})

test('an address in other letters is the same account', async () => {
  const { world, app } = await portal()
  await call(app, 'EventRegister', { ...ayesha, UserID: 'ayesha@ｂücher.example\u200b' })
  const OTP = await pinFor(world, 'ayesha@xn--bcher-kva.example')
  const verify = { DeviceID: 'phone', UserID: 'Ayesha@xn--BCHER-kva.example', OTP }
  expect(await call(app, 'EventEmailVerify', verify)).toMatchObject({ Status: 'Success' })

  for (const UserID of ['ayesha@bücher.example', 'ＡYESHA@BÜCHER.EXAMPLE', 'ayesha@xn--bcher-kva.example'])
    expect(await call(app, 'Login', { ...ayesha, UserID })).toMatchObject({ Status: 'Success' })
  expect(await call(app, 'EventRegister', { ...ayesha, UserID: 'ayesha@Ｂücher.example' })).toMatchObject({
    Status: 'Email already in use',
  })
})

test('whoever signed up under 0.1 with a domain in its own letters still signs in, and nobody takes the place of another', async () => {
  const { world, app } = await portal()
  const of01 = async (email: string) => {
    const person = await aPerson(world, { email })
    const emailKey = email.normalize('NFC').toLowerCase()
    await world.db.updateTable('account').set({ emailKey }).where('id', '=', person.accountId).execute()
    return person
  }
  const [zoe] = [await of01('Zoë@bücher.example'), await of01('ali@ｇmail.com')]
  await aPerson(world, { email: 'ali@gmail.com' })

  await renewEmailKeys(world)
  await renewEmailKeys(world)

  expect(await world.db.selectFrom('account').select('emailKey').orderBy('id').execute()).toEqual([
    { emailKey: 'zoë@xn--bcher-kva.example' },
    { emailKey: 'ali@ｇmail.com' },
    { emailKey: 'ali@gmail.com' },
  ])
  expect(await call(app, 'Login', { UserID: zoe.email, Password: zoe.password })).toMatchObject({ Status: 'Success' })
})

test('a line end in a name or a title begins no header of a letter', async () => {
  const { url, letters, close } = await openMailServer()
  onTestFinished(close)
  const postOffice = openPostOffice({ url, from: 'Colloquium <office@example.edu>' })
  onTestFinished(() => postOffice.close())
  const world = await makeWorld({ postOffice })
  const trick = 'Ayesha\r\nBcc: all@example.org\r\n\r\nA body of my own'
  const { accountId } = await aPerson(world)
  await world.db.updateTable('account').set({ fullName: trick }).where('id', '=', accountId).execute()

  await post(world, {
    kind: 'mail_test',
    to: 'ayesha@example.org',
    accountId,
    ...letter({ subject: `For ${trick}`, paragraphs: ['Hello.'] }),
  })
  await deliver(world, 1)

  const [received] = await letters()
  expect(received?.subject).toBe('For Ayesha Bcc: all@example.org  A body of my own')
  expect(received?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(received?.text?.split('\n')[0]).toMatch(/^Dear Ayesha .*A body of my own,$/)
})
