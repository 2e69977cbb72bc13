import { expect, test } from 'vitest'
import { jobsOf } from '#server/schedule.ts'
import { portalWithAccount } from '#server/testing/account.ts'
import { call, pinFor } from '#server/testing/people.ts'
import { removeUnverified } from './unverified.ts'

const person = { DeviceID: 'd', Fullname: 'Hina Baloch', Password: 'correct horse' }

test('a sign-up that nobody verified is removed after 30 days, with its emails; verified people, new tries and what is referred to stay', async () => {
  const { world, app, sana, clock } = await portalWithAccount()
  const signUp = (UserID: string) => call(app, 'EventRegister', { ...person, UserID })
  for (const email of ['old@example.edu', 'again@example.edu', 'noted@example.edu']) await signUp(email)
  const { id: noted } = await world.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'noted@example.edu')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('closure')
    .values({ accountId: noted, askedAt: world.now(), dueAt: new Date('2100-01-01'), keepsAbstracts: false })
    .execute()
  clock.pass(29 * 24 * 60)
  await signUp('again@example.edu')
  await removeUnverified(world)
  expect(await emails(world)).toEqual(['again@example.edu', 'noted@example.edu', 'old@example.edu', sana.email])

  clock.pass(2 * 24 * 60)
  const sweep = jobsOf(world).find(({ name }) => name === 'sweep-accounts')
  await sweep?.work({} as never)
  expect(await emails(world)).toEqual(['again@example.edu', 'noted@example.edu', sana.email])
  const left = await world.db.selectFrom('mail').select('recipient').distinct().execute()
  expect(left.map(({ recipient }) => recipient)).not.toContain('old@example.edu')

  // Nothing stands in the way of another try.
  await signUp('old@example.edu')
  const verified = await call(app, 'EventEmailVerify', {
    ...person,
    UserID: 'old@example.edu',
    OTP: await pinFor(world, 'old@example.edu'),
  })
  expect(verified.reply.body).toContain('Success')
})

async function emails({ db }: Awaited<ReturnType<typeof portalWithAccount>>['world']): Promise<string[]> {
  const rows = await db.selectFrom('account').select('email').execute()
  return rows.map(({ email }) => email).toSorted()
}
