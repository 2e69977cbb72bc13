import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { anEvent, call, pinFor } from '#server/testing/people.ts'
import { makeWorld } from '#server/testing/world.ts'

const address = '203.0.113.7'

/** A campus behind one address. Not everybody waits for their password to be hashed: what was sent before is counted as if it had been. */
async function campus({ sent = 0, unanswered = 0 } = {}) {
  const world = await makeWorld()
  await anEvent(world)
  const app = await makeTestApp(world)
  const signUp = (at: number) =>
    call(app, 'EventRegister', {
      UserID: `p${at}@example.org`,
      Fullname: 'P',
      Password: 'x',
      DeviceID: `d${at}`,
      address,
    })
  await signUp(0)
  const before = async (name: string, hits: number) => {
    if (hits > 0) await world.db.updateTable('attempt').set({ hits }).where('key', 'like', `${name}:%`).execute()
  }
  await before(limits.mailOfAddress.name, sent)
  await before(limits.unansweredOfAddress.name, unanswered)
  return { world, app, signUp }
}

test('a campus behind one address signs up in one hour: the sixty-first and the six-hundredth get their letter', async () => {
  const { signUp } = await campus({ sent: 60, unanswered: 30 })
  expect(await signUp(1)).toMatchObject({ http: 200, Status: 'Success' })

  const later = await campus({ sent: 599, unanswered: 200 })
  expect(await later.signUp(1)).toMatchObject({ http: 200, Status: 'Success' })
  expect(await later.signUp(2)).toMatchObject({ http: 429 })
})

test('a network whose letters nobody answers gets sixty an hour', async () => {
  const { signUp } = await campus({ sent: 58, unanswered: limits.unansweredOfAddress.hits + 1 })

  expect([(await signUp(1)).http, (await signUp(2)).http, (await signUp(3)).http]).toEqual([200, 200, 429])
})

test('each PIN that is typed in speaks for the network that it was asked from, wherever it is typed', async () => {
  const { world, app, signUp } = await campus({ sent: 100, unanswered: limits.unansweredOfAddress.hits + 1 })
  expect((await signUp(1)).http).toBe(429)
  const OTP = await pinFor(world, 'p0@example.org')
  const onThePhone = { UserID: 'p0@example.org', OTP, DeviceID: 'd0', address: '198.51.100.1' }
  expect(await call(app, 'EventEmailVerify', onThePhone)).toMatchObject({ Status: 'Success' })

  expect(await signUp(2)).toMatchObject({ http: 200, Status: 'Success' })
})

test('whoever asks too often for one address uses up none of the letters of the network', async () => {
  const { world, app, signUp } = await campus({ sent: 10 })
  for (let at = 0; at < 5; at += 1) await signUp(0)
  for (let at = 0; at < 5; at += 1) await call(app, 'EventResendPin', { UserID: 'p0@example.org', address })

  // One more sign-up of the two that an address has, and one more PIN.
  const [row] = await world.db
    .selectFrom('attempt')
    .select('hits')
    .where('key', '=', `${limits.mailOfAddress.name}: ${address}`)
    .execute()
  expect(row?.hits).toBe(12)
})

test('the address of a network is not kept beside a PIN', async () => {
  const { world } = await campus()
  const pins = await world.db.selectFrom('pin').select('askedFrom').execute()

  expect(pins).toEqual([{ askedFrom: expect.stringMatching(/^[\w-]{43}$/) as string }])
})
