import type { FastifyInstance } from 'fastify'
import {
  AccountStanding,
  AskDataCopy,
  AskEmailChange,
  ChangePassword,
  CloseAccount,
  ConfirmEmailChange,
  DataCopy,
  EndOtherSessions,
  EndSessions,
  KeepAccount,
  UndoEmailChange,
} from '#contract/accounts/account-changes.ts'
import {
  CaptchaChallenge,
  CommonPasswords,
  EndSession,
  EventEmailVerify,
  EventForgotPassword,
  EventForgotPasswordVerify,
  EventRegister,
  EventResendPin,
  EventUpdatePassword,
  Login,
  Sessions,
  SignOut,
} from '#contract/accounts/accounts.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { serve } from '#server/platform/http/serve.ts'
import { commonPasswordsIn } from '#server/platform/security/common-passwords.ts'
import type { World } from '#server/world.ts'
import { closeAccount, keepAccount, standingOf } from './closure.ts'
import { askDataCopy, dataCopy } from './data-copy.ts'
import { askEmailChange, confirmEmailChange, undoEmailChange } from './email-change.ts'
import { changePassword, forgotPassword, signOutElsewhere, updatePassword, verifyResetPin } from './passwords.ts'
import { freeWhenBusy } from './rate-limits.ts'
import { register, resendPin, verifyEmail } from './register.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'
import { login } from './sign-in.ts'

export function accountRoutes(app: FastifyInstance, world: World): void {
  signInRoutes(app, world)
  passwordRoutes(app, world)
  sessionRoutes(app, world)
  emailChangeRoutes(app, world)
  dataCopyRoutes(app, world)
  closureRoutes(app, world)
}

function signInRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventRegister, async ({ input, request }) => {
    const signUp = { email: input.UserID, fullName: input.Fullname, password: input.Password, proof: input.Captcha }
    const origin = originOf(request, input.DeviceID)
    origin.noted.event = 'sign-up'
    const status = await freeWhenBusy(world, (world) => register(world, signUp, origin))
    origin.noted.outcome = status
    return { Table: [{ Status: status }] }
  })
  serve(app, EventEmailVerify, async ({ input, request }) => {
    const ask = { email: input.UserID, pin: input.OTP, password: input.Password }
    const origin = originOf(request, input.DeviceID)
    origin.noted.event = 'PIN to verify'
    const { status, passwordKept } = await freeWhenBusy(world, (world) => verifyEmail(world, ask, origin))
    origin.noted.outcome = status
    return { Table: [{ Status: status, PasswordKept: passwordKept }] }
  })
  serve(app, EventResendPin, async ({ input, request }) => {
    const origin = originOf(request, input.DeviceID)
    origin.noted.event = 'PIN sent again'
    const status = await freeWhenBusy(world, (world) => resendPin(world, input.UserID, origin))
    origin.noted.outcome = status
    return { Table: [{ Status: status }] }
  })
  serve(app, Login, async ({ input, request, reply }) => {
    const ask = { email: input.UserID, password: input.Password, proof: input.Captcha }
    const origin = originOf(request, input.DeviceID)
    origin.noted.event = 'sign-in'
    const answer = await freeWhenBusy(world, (world) => login(world, ask, origin))
    origin.noted.outcome = answer.status
    if (answer.status !== 'Success') return { Table: [{ Status: answer.status }] }
    reply.header('set-cookie', answer.cookie)
    return {
      Table: [
        { Status: answer.status, Column1: answer.token, EventID: answer.eventId, ApplicantID: answer.applicantId },
      ],
    }
  })
  serve(app, CaptchaChallenge, async ({ input }) => {
    const { provider, siteKey, challenge } = world.captcha
    return { provider, siteKey, challenge: await challenge(input.purpose) }
  })
}

function passwordRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventForgotPassword, async ({ input, request, reply }) => {
    const ask = { email: input.UserID, proof: input.Captcha }
    const origin = originOf(request, input.DeviceID)
    origin.noted.event = 'PIN to reset asked for'
    const answer = await freeWhenBusy(world, (world) => forgotPassword(world, ask, origin))
    origin.noted.outcome = answer.status
    if ('cookie' in answer) reply.header('set-cookie', answer.cookie)
    return { Table: [{ Status: answer.status }] }
  })
  serve(app, EventForgotPasswordVerify, async ({ input, request }) => {
    const ask = { email: input.UserID, pin: input.OTP, proof: input.Captcha }
    const origin = originOf(request, input.DeviceID)
    origin.noted.event = 'PIN to reset'
    const answer = await freeWhenBusy(world, (world) => verifyResetPin(world, ask, origin))
    origin.noted.outcome = answer.status
    return { Table: [{ Status: answer.status, ...('token' in answer && { Column1: answer.token }) }] }
  })
  serve(app, EventUpdatePassword, async ({ input, caller, request, reply }) => {
    const origin = originOf(request, input.DeviceID)
    Object.assign(origin.noted, { event: 'password changed', account: caller.accountId })
    reply.header('set-cookie', await updatePassword(world, caller, { password: input.Password, origin }))
    origin.noted.outcome = 'Success'
    return { Table: [{ Status: 'Success' as const }] }
  })
  serve(app, CommonPasswords, async ({ input }) => ({
    rule: world.passwordRule,
    common: await commonPasswordsIn(input.part),
  }))
  serve(app, ChangePassword, async ({ caller, input, request, reply }) => {
    const origin = originOf(request, '')
    const { cookie, ...answer } = await changePassword(world, caller, { ...input, origin })
    if (cookie) reply.header('set-cookie', cookie)
    return answer
  })
  serve(app, EndOtherSessions, async ({ caller, input }) => signOutElsewhere(world, caller, input.password))
}

function sessionRoutes(app: FastifyInstance, world: World): void {
  serve(app, SignOut, async ({ caller, request }) => {
    await endSession(world, caller, caller.sessionId)
    request.noted = { event: 'sign-out', outcome: 'Success', account: caller.accountId }
    return { Table: [{ Status: 'Success' as const }] }
  })
  serve(app, Sessions, async ({ caller }) => {
    const sessions = await listSessions(world, caller)
    return {
      Table: sessions.map(({ sessionId, device, signedInAt, lastSeenAt, isThis }) => ({
        SessionID: sessionId,
        Device: device,
        SignedInAt: signedInAt.toISOString(),
        LastSeenAt: lastSeenAt.toISOString(),
        IsThis: isThis,
      })),
    }
  })
  serve(app, EndSession, async ({ caller, input, request }) => {
    const isEnded = await endSession(world, caller, input.SessionID)
    request.noted = {
      event: 'session ended',
      outcome: isEnded ? 'Success' : 'no such session',
      account: caller.accountId,
    }
    return { Table: [{ Status: 'Success' as const }] }
  })
  serve(app, EndSessions, async ({ caller, input }) => ({
    ended: await endSessions(world, caller, input.sessionIds),
  }))
}

function emailChangeRoutes(app: FastifyInstance, world: World): void {
  serve(app, AskEmailChange, async ({ caller, input, request }) => ({
    status: await askEmailChange(world, caller, { ...input, origin: originOf(request, '') }),
  }))
  serve(app, ConfirmEmailChange, async ({ caller, input }) => confirmEmailChange(world, caller, input.pin))
  serve(app, UndoEmailChange, async ({ input, request }) => undoEmailChange(world, input.key, originOf(request, '')))
}

function dataCopyRoutes(app: FastifyInstance, world: World): void {
  serve(app, AskDataCopy, async ({ caller, input }) => askDataCopy(world, caller, input.password))
  serve(app, DataCopy, async ({ input }) => ({
    type: 'application/zip',
    name: 'colloquium.zip',
    inline: false,
    bytes: await dataCopy(world, input.key),
  }))
}

function closureRoutes(app: FastifyInstance, world: World): void {
  serve(app, AccountStanding, async ({ caller }) => standingOf(world, caller))
  serve(app, CloseAccount, async ({ caller, input }) => closeAccount(world, caller, input))
  serve(app, KeepAccount, async ({ caller }) => {
    await keepAccount(world, caller)
    return { status: 'Success' as const }
  })
}
