/** Somebody of the staff with a second factor, who asks as the console does. */
import type { FastifyInstance } from 'fastify'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { totpCode, totpStep } from '#server/platform/security/totp.ts'
import { makeTestApp } from './app.ts'
import { asInProduction } from './askers.ts'
import { aDevice, type Device } from './authenticator.ts'
import { callsWith } from './finance.ts'
import type { Person } from './people.ts'
import { aClock } from './shop.ts'
import { aStaffPerson, staffToken } from './staff.ts'
import { makeWorld } from './world.ts'

/** As in production, with a clock that a test moves. */
export async function aPortalOfStaff(change: Partial<World> = {}) {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now, ...asInProduction, ...change })
  const app = await makeTestApp(world)
  const enter = async (person: Person) => visitor(app, await staffToken(world, person))
  const newcomer = async (role: StaffRole) => {
    const person = await aStaffPerson(world, role)
    return { person, ...(await enter(person)) }
  }
  return { world, app, clock, enter, newcomer }
}

type Body = Record<string, unknown>

/** Whoever holds this token: asks by the name of a call, and is answered with its HTTP status and its body in one. */
export function visitor(app: FastifyInstance, token: string) {
  const { get, post } = callsWith(app, { cookie: `${app.staffCookie}=${token}` })
  const ask = async (name: string, input: Body = {}) => {
    const { status, body } = await post(`/staff/${name}`, input)
    return { http: status, ...body } as Body & { http: number }
  }
  const read = async (name: string) => {
    const { status, body } = await get(`/staff/${name}`)
    return { http: status, ...body } as Body & { http: number }
  }
  const needs = async () => (await read('StaffMe')).needs
  const options = async (purpose: string) => (await ask('PasskeyBegin', { purpose })).options as Body
  return { token, ask, read, needs, options }
}
export type Visitor = ReturnType<typeof visitor>

/** An app that shows codes for a secret as it was typed into it. */
export function anApp(secret: string, now: () => Date) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return { code: (steps = 0) => totpCode(bytes, totpStep(now()) + steps) }
}
export type App = ReturnType<typeof anApp>

export async function setUpTotp({ ask }: Visitor, now: () => Date): Promise<{ app: App; codes: string[] }> {
  const { secret } = await ask('TotpBegin')
  const app = anApp(String(secret), now)
  const { recoveryCodes } = await ask('TotpConfirm', { code: app.code() })
  return { app, codes: recoveryCodes as string[] }
}

export async function setUpPasskey({ ask, options }: Visitor): Promise<{ device: Device; codes: string[] }> {
  const device = aDevice()
  const passkey = device.create(await options('add'))
  const { recoveryCodes } = await ask('PasskeyAdd', { name: 'Office laptop', passkey })
  return { device, codes: recoveryCodes as string[] }
}

/** What staff did and were refused, a line each. */
export const actsOfStaff = async (world: World) =>
  (
    await world.db
      .selectFrom('act')
      .select(['operation', 'outcome', 'refusal', 'steppedUp'])
      .where('actorKind', '=', 'staff')
      .orderBy('id')
      .execute()
  ).map(({ operation, outcome, refusal, steppedUp }) =>
    [operation, outcome, refusal, ...(steppedUp ? ['stepped up'] : [])].filter(Boolean).join(', '),
  )
