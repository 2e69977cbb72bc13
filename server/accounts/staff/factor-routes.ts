/** The calls of the second factor, of step-up and of one's own sessions. */
import type { FastifyInstance } from 'fastify'
import {
  FactorPinSend,
  FactorRemove,
  FactorsList,
  PasskeyAdd,
  PasskeyBegin,
  PasskeySignIn,
  PasskeySignInBegin,
  RecoveryCodes,
  StaffEndSession,
  StaffSecondFactor,
  StaffSessions,
  StaffStepUp,
  TotpBegin,
  TotpConfirm,
} from '#contract/accounts/factors.ts'
import { limits } from '#server/kernel/limits.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { proveAddress, sendFactorPin } from './address-proof.ts'
import { cookiesAfterSetUp } from './code-tries.ts'
import {
  addPasskey,
  type Added,
  askBeforeAdding,
  beginTotp,
  confirmTotp,
  listFactors,
  newCodes,
  removeFactor,
} from './factors.ts'
import { beginPasskeySignIn, passkeySignIn } from './passkey-sign-in.ts'
import { askForPasskey } from './passkeys.ts'
import { type Proof, showSecondFactor, stepUp } from './proofs.ts'
import { staffCookie } from './staff-cookie.ts'
import { endStaffSessions, listStaffSessions } from './staff-sessions.ts'
import { staffOf } from './staff.ts'

export function factorRoutes(app: FastifyInstance, world: World): void {
  proofRoutes(app, world)
  setUpRoutes(app, world)
  passkeySignInRoutes(app, world)
  serve(app, StaffSessions, async ({ caller }) => ({ sessions: await listStaffSessions(world, caller) }))
  serve(app, StaffEndSession, async ({ caller, input }) => ({
    ended: await endStaffSessions(world, caller, input.sessionIds),
  }))
}

function proofRoutes(app: FastifyInstance, world: World): void {
  serve(app, StaffSecondFactor, async ({ caller, input, request, reply }) => {
    const way = onlyOne(input)
    const { proof, cookies } = await showSecondFactor(world, caller, { ...input, origin: originOf(request, '') })
    refuseUnless(proof, way)
    if (cookies) reply.header('set-cookie', cookies)
    return {}
  })
  serve(app, StaffStepUp, async ({ caller, input }) => {
    const way = onlyOne(input)
    if (caller.needs === 'set-up' && way !== 'pin') return refuse('second_factor')
    const { pin, ...shown } = input
    const { proof, until } = await (pin === undefined ? stepUp(world, caller, shown) : proveAddress(world, caller, pin))
    refuseUnless(proof, way)
    return { until: until.toISOString() }
  })
  serve(app, FactorPinSend, async ({ caller, request }) => {
    const origin = originOf(request, '')
    origin.noted.event = 'PIN for a second factor'
    await sendFactorPin(world, caller, origin)
    origin.noted.outcome = 'PIN Generated'
    return {}
  })
}

function setUpRoutes(app: FastifyInstance, world: World): void {
  serve(app, PasskeyBegin, async ({ caller, input: { purpose } }) => {
    // Before the factor was shown, or while one is to be set up, a device is asked for nothing else.
    if ((caller.needs === 'proof') !== (purpose === 'second-factor') || (caller.needs && purpose === 'step-up'))
      return refuse('second_factor')
    if (purpose === 'add') askBeforeAdding(world, caller)
    await count(world, limits.challengesOfStaff, String(caller.accountId))
    return { options: { ...(await askForPasskey(world, caller, purpose)) } }
  })
  serve(app, PasskeyAdd, async ({ caller, input, request, reply }) => {
    const added = shown(await addPasskey(world, caller, input))
    reply.header('set-cookie', await cookiesAfterSetUp(world, caller.accountId, originOf(request, '').cookie))
    return added
  })
  serve(app, TotpBegin, async ({ caller }) => beginTotp(world, caller))
  serve(app, TotpConfirm, async ({ caller, input, request, reply }) => {
    const added = shown(await confirmTotp(world, caller, input.code))
    reply.header('set-cookie', await cookiesAfterSetUp(world, caller.accountId, originOf(request, '').cookie))
    return added
  })
  serve(app, RecoveryCodes, async ({ caller }) => {
    const recoveryCodes = await newCodes(world, caller)
    return recoveryCodes ? { recoveryCodes } : refuse('second_factor')
  })
  serve(app, FactorRemove, async ({ caller, input }) => {
    const removed = await removeFactor(world, caller, input)
    if (removed === 'not there') return refuse('not_found')
    if (removed === 'last factor')
      return refuse('not_allowed', { sentence: 'This is your last second factor. Add another one first.' })
    return {}
  })
  serve(app, FactorsList, async ({ caller }) => {
    const { passkeys, totpSince, ...rest } = await listFactors(world, caller)
    const inText = passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
      ...passkey,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    }))
    return { ...rest, passkeys: inText, totpSince: totpSince?.toISOString() ?? null }
  })
}

function passkeySignInRoutes(app: FastifyInstance, world: World): void {
  serve(app, PasskeySignInBegin, async ({ request }) => ({
    options: { ...(await beginPasskeySignIn(world, originOf(request, ''))) },
  }))
  serve(app, PasskeySignIn, async ({ input, request, reply }) => {
    const origin = originOf(request, '')
    origin.noted.event = 'console sign-in'
    const answer = await passkeySignIn(world, input.passkey, origin)
    origin.noted.outcome = answer.kind === 'in' ? 'Success' : answer.kind === 'wrong' ? 'wrong passkey' : answer.kind
    if (answer.kind === 'wrong') return refuse('sign_in_first', { sentence: notAccepted })
    if (answer.kind !== 'in')
      return refuse('not_allowed', { sentence: 'This account has no role here. An owner can give it one.' })
    reply.header('set-cookie', [staffCookie(app, answer.token), answer.cookie])
    return { name: answer.name, needs: (await staffOf(world, answer.token))?.needs ?? null }
  })
}

const notAccepted = 'This passkey was not accepted. Please try again.'

type Ways = { code?: unknown; recoveryCode?: unknown; passkey?: unknown; password?: unknown; pin?: unknown }

/** Two proofs at once would leave open which of them counted. */
function onlyOne(input: Ways): keyof Ways {
  const given = (Object.keys(input) as (keyof Ways)[]).filter((way) => input[way] !== undefined)
  const [way] = given
  return way && given.length === 1 ? way : refuse('bad_input')
}

const wrong: Record<Exclude<keyof Ways, 'passkey'>, string> = {
  code: 'This code is not correct.',
  recoveryCode: 'This recovery code is not correct.',
  password: 'This password is not correct.',
  pin: 'This PIN is not correct, or is older than ten minutes.',
}

function refuseUnless(proof: Proof, way: keyof Ways): void {
  if (proof === 'right') return
  if (proof === 'gone') refuse('sign_in_first')
  if (way === 'passkey') refuse('not_allowed', { sentence: notAccepted })
  const used = way === 'code' ? 'This code was used already. Wait for the next one.' : 'This code was used already.'
  refuse('invalid', { fields: [{ path: way, message: proof === 'used' ? used : wrong[way] }] })
}

function shown(added: Added): { recoveryCodes: string[] } {
  if (added.kind === 'added') return { recoveryCodes: added.recoveryCodes }
  if (added.kind === 'locked out') return refuse('second_factor', { sentence: 'Please show your second factor first.' })
  if (added.kind === 'wrong code') return refuse('invalid', { fields: [{ path: 'code', message: wrong.code }] })
  const sentence = {
    'wrong passkey': notAccepted,
    known: 'This passkey is here already.',
    'too many': 'You have twenty passkeys already. Remove one first.',
  }
  return refuse('not_allowed', { sentence: sentence[added.kind] })
}
