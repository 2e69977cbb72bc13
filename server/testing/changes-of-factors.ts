/** How each change of a second factor is made, for the test that looks for its act. */
import { aDevice } from './authenticator.ts'
import { anApp, setUpPasskey, setUpTotp, visitor, type Visitor } from './factors.ts'
import { callsWith, staffCaller } from './finance.ts'
import { aStaffPerson, giveFactor, staffToken, stepUp } from './staff.ts'
import type { ChangeOfStaff, Team } from './team.ts'

async function member({ app, world }: Team): Promise<Visitor & { post: ReturnType<typeof callsWith>['post'] }> {
  const { token, post } = await staffCaller(app, world, { role: 'finance' })
  return { ...visitor(app, token), post }
}

async function withTotp(team: Team) {
  const person = await aStaffPerson(team.world, 'finance')
  const token = await staffToken(team.world, person)
  const { app } = await setUpTotp(visitor(team.app, token), team.world.now)
  const { post } = callsWith(team.app, { cookie: `${team.app.staffCookie}=${token}` })
  return { person, token, app, post }
}

export const changesOfFactors: Record<string, ChangeOfStaff> = {
  TotpBegin: { prepare: async (team) => ({ by: await member(team), input: {}, changes: ['totp'] }) },
  TotpConfirm: {
    prepare: async (team) => {
      const by = await member(team)
      const { secret } = await by.ask('TotpBegin')
      const input = () => ({ code: anApp(String(secret), team.world.now).code() })
      return { by, input, changes: ['recovery_code', 'totp'] }
    },
  },
  FactorPinSend: { prepare: async () => ({ input: {}, asksOnly: true }) },
  PasskeyBegin: { prepare: async () => ({ input: { purpose: 'add' }, asksOnly: true }) },
  PasskeyAdd: {
    prepare: async (team) => {
      const by = await member(team)
      const passkey = aDevice().create(await by.options('add'))
      return { by, input: { name: 'Office laptop', passkey }, changes: ['passkey', 'recovery_code'] }
    },
  },
  PasskeySignInBegin: { prepare: async () => ({ input: {}, asksOnly: true }) },
  PasskeySignIn: {
    prepare: async (team) => {
      const { device } = await setUpPasskey(await member(team))
      const by = callsWith(team.app, {})
      const { body } = await by.post('/staff/PasskeySignInBegin')
      const input = { passkey: device.sign(body.options as Parameters<typeof device.sign>[0]) }
      return { by, input, changes: ['passkey'] }
    },
  },
  RecoveryCodes: {
    prepare: async (team) => {
      const { token, post } = await withTotp(team)
      await stepUp(team.world, token)
      return { by: { post }, input: {}, changes: ['recovery_code'] }
    },
  },
  FactorRemove: {
    prepare: async (team) => {
      const { token, post } = await withTotp(team)
      await stepUp(team.world, token)
      return { by: { post }, input: { factor: 'totp' }, changes: ['recovery_code', 'totp'] }
    },
  },
  FactorReset: {
    prepare: async ({ world }) => {
      const { accountId } = await aStaffPerson(world, 'finance')
      await giveFactor(world, accountId)
      return { input: { accountId, reason: 'lost the telephone' }, changes: ['totp'] }
    },
  },
  StaffSecondFactor: {
    prepare: async (team) => {
      const { person, app } = await withTotp(team)
      const token = await staffToken(team.world, person)
      const by = callsWith(team.app, { cookie: `${team.app.staffCookie}=${token}` })
      return { by, input: () => ({ code: app.code() }), changes: ['totp'] }
    },
  },
  StaffStepUp: {
    prepare: async (team) => {
      const { app, post } = await withTotp(team)
      return { by: { post }, input: () => ({ code: app.code() }), changes: ['totp'] }
    },
  },
  StaffEndSession: {
    prepare: async ({ world, owner }) => {
      const sessions = world.db.selectFrom('staffSession').select('id').where('accountId', '=', owner.accountId)
      const { id } = await sessions.executeTakeFirstOrThrow()
      return { input: { sessionIds: [id] }, changes: [] }
    },
  },
}
