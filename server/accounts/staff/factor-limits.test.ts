/** What the second factor costs the server is counted for each person. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { keyOf } from '#server/platform/security/rate-limits.ts'
import { aPortalOfStaff, setUpTotp } from '#server/testing/factors.ts'
import { stepUp } from '#server/testing/staff.ts'

test('a device is asked sixty times in ten minutes, and a factor changed twenty times an hour, not more', async () => {
  const { world, clock, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  await setUpTotp(owner, clock.now)
  await stepUp(world, owner.token)
  const countedTo = (limit: (typeof limits)[keyof typeof limits], hits: number) => {
    const resetsAt = new Date(world.now().getTime() + limit.seconds * 1000)
    return sql`insert into attempt values (${keyOf({ limit, of: String(owner.person.accountId) })}, ${hits}, ${resetsAt})
      on conflict (key) do update set hits = excluded.hits`.execute(world.db)
  }
  const asked = [
    [limits.challengesOfStaff, () => owner.ask('PasskeyBegin', { purpose: 'add' })],
    [limits.factorChangesOfStaff, () => owner.ask('TotpBegin')],
    [limits.factorChangesOfStaff, () => owner.ask('RecoveryCodes')],
    [limits.stepUpOfStaff, () => owner.ask('TotpConfirm', { code: '000000' })],
  ] as const
  for (const [limit, ask] of asked) {
    await countedTo(limit, limit.hits - 1)
    expect((await ask()).http).not.toBe(429)
    await countedTo(limit, limit.hits)
    expect((await ask()).http).toBe(429)
  }
})

test('codes are tried sixty times a day, however often the quarter of an hour begins anew', async () => {
  const { world, clock, enter, newcomer } = await aPortalOfStaff()
  const owner = await newcomer('owner')
  const { app } = await setUpTotp(owner, clock.now)
  const again = await enter(owner.person)
  await again.ask('StaffSecondFactor', { code: '000000' })
  await sql`update attempt set hits = 60 where key like ${`${limits.proofOfStaffDaily.name}%`}`.execute(world.db)
  clock.pass(20)
  expect(await again.ask('StaffSecondFactor', { code: app.code() })).toMatchObject({ http: 429 })
  clock.pass(24 * 60)
  const tomorrow = await enter(owner.person)
  expect((await tomorrow.ask('StaffSecondFactor', { code: app.code() })).http).toBe(200)
})
