import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  AccountStanding,
  AskDataCopy,
  AskEmailChange,
  ChangePassword,
  ChooseAnnouncements,
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
import { StaffMe, StaffSetPassword, StaffSignIn, StaffSignOut, StaffWelcome } from '#contract/accounts/staff.ts'
import { chooseAnnouncements } from '#server/kernel/outbox/announcements.ts'
import { serve } from '#server/kernel/serve.ts'
import type { World } from '#server/kernel/world.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { askEmailChange, confirmEmailChange, undoEmailChange } from './addresses/email-change.ts'
import { closeAccount, keepAccount, standingOf } from './closure/closure.ts'
import { askDataCopy, dataCopy } from './closure/data-copy.ts'
import { commonPasswordsIn } from './sign-in/common-passwords.ts'
import {
  changePassword,
  forgotPassword,
  signOutElsewhere,
  updatePassword,
  verifyResetPin,
} from './sign-in/passwords.ts'
import { captchaFor, freeWhenBusy } from './sign-in/rate-limits.ts'
import { register, resendPin, verifyEmail } from './sign-in/register.ts'
import { endSession, endSessions, listSessions } from './sign-in/sessions.ts'
import { login } from './sign-in/sign-in.ts'
import { staffCookie } from './staff/staff-cookie.ts'
import { staffSignIn } from './staff/staff-sign-in.ts'
import { staffMe, staffOf, type StaffSession, staffSetPassword, staffSignOut, staffWelcome } from './staff/staff.ts'

export function accountRoutes(app: FastifyInstance, world: World): void {
  signInRoutes(app, world)
  passwordRoutes(app, world)
  sessionRoutes(app, world)
  emailChangeRoutes(app, world)
  dataCopyRoutes(app, world)
  closureRoutes(app, world)
  staffRoutes(app, world)
}

function signInRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventRegister, async ({ input, request }) => {
    const { UserID: email, Fullname: fullName, Password: password, Captcha: proof } = input
    const signUp = { email, fullName, password, proof, extension: input.Extension, eventId: input.EventID }
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
    const status = await freeWhenBusy(world, (world) =>
      resendPin(world, { email: input.UserID, eventId: input.EventID }, origin),
    )
    origin.noted.outcome = status
    return { Table: [{ Status: status }] }
  })
  serve(app, Login, async ({ input, request, reply }) => {
    const ask = { email: input.UserID, password: input.Password, proof: input.Captcha, eventId: input.EventID }
    const origin = originOf(request, input.DeviceID)
    origin.noted.event = 'sign-in'
    const answer = await freeWhenBusy(world, (world) => login(world, ask, origin))
    origin.noted.outcome = answer.status
    if (answer.status !== 'Success') return { Table: [{ Status: answer.status }] }
    reply.header('set-cookie', answer.cookie)
    return {
      Table: [
        {
          Status: answer.status,
          Column1: answer.token,
          EventID: answer.eventId,
          ApplicantID: answer.applicantId,
          UserID: answer.email,
        },
      ],
    }
  })
  serve(app, CaptchaChallenge, async ({ input }) => {
    const { provider, siteKey, challenge } = captchaFor(world, input.purpose)
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
  serve(app, AskEmailChange, async ({ caller, input, request }) =>
    askEmailChange(world, caller, { ...input, origin: originOf(request, '') }),
  )
  serve(app, ConfirmEmailChange, async ({ caller, input }) => confirmEmailChange(world, caller, input.pin))
  serve(app, UndoEmailChange, async ({ input, request }) => undoEmailChange(world, input.key, originOf(request, '')))
}

function dataCopyRoutes(app: FastifyInstance, world: World): void {
  serve(app, AskDataCopy, async ({ caller, input, request }) =>
    askDataCopy(world, caller, { ...input, origin: originOf(request, '') }),
  )
  serve(app, DataCopy, async ({ input }) => ({
    type: 'application/zip',
    name: 'colloquium.zip',
    inline: false,
    bytes: await dataCopy(world, input.key),
  }))
}

function closureRoutes(app: FastifyInstance, world: World): void {
  serve(app, AccountStanding, async ({ caller }) => standingOf(world, caller))
  serve(app, ChooseAnnouncements, async ({ caller, input }) => {
    await chooseAnnouncements(world, caller.accountId, { ...input, way: 'profile' })
    return { status: 'Success' as const }
  })
  serve(app, CloseAccount, async ({ caller, input, request }) =>
    closeAccount(world, caller, { ...input, origin: originOf(request, '') }),
  )
  serve(app, KeepAccount, async ({ caller }) => {
    await keepAccount(world, caller)
    return { status: 'Success' as const }
  })
}

function staffRoutes(app: FastifyInstance, world: World): void {
  const letIn = (reply: FastifyReply, { token, cookie }: StaffSession) =>
    reply.header('set-cookie', [staffCookie(app, token), cookie])
  serve(app, StaffSignIn, async ({ input, request, reply }) => {
    const { email, password, captcha: proof } = input
    const origin = originOf(request, '')
    origin.noted.event = 'console sign-in'
    const answer = await freeWhenBusy(world, (world) => staffSignIn(world, { email, password, proof }, origin))
    if (answer.kind === 'wrong') return refuse('sign_in_first', { sentence: notLetIn })
    letIn(reply, answer)
    return { name: answer.name, needs: (await staffOf(world, answer.token))?.needs ?? null }
  })
  serve(app, StaffWelcome, async ({ input, request, reply }) => {
    const wish = { token: input.link, password: input.password }
    const origin = originOf(request, '')
    origin.noted.event = 'console password set by link'
    const answer = await staffWelcome(world, wish, origin)
    origin.noted.outcome = answer.kind === 'in' ? 'Success' : answer.kind
    if (answer.kind === 'gone')
      return refuse('not_found', { sentence: 'This link was used, or is older than a day. Ask for a new one.' })
    if (answer.kind === 'weak') return refuseWeak(answer.why)
    letIn(reply, answer)
    return { name: answer.name }
  })
  serve(app, StaffSetPassword, async ({ input, caller, request, reply }) => {
    const answer = await staffSetPassword(world, caller, { password: input.password, origin: originOf(request, '') })
    if (answer.kind === 'gone') return refuse('sign_in_first')
    if (answer.kind === 'weak') return refuseWeak(answer.why)
    letIn(reply, answer)
    return {}
  })
  serve(app, StaffSignOut, async ({ caller, reply }) => {
    await staffSignOut(world, caller)
    reply.header('set-cookie', staffCookie(app, ''))
    return {}
  })
  serve(app, StaffMe, async ({ caller }) => ({
    ...(await staffMe(world, caller)),
    needs: caller.needs ?? null,
  }))
}

/** The same whether the password is wrong or the account has no role: it must not tell which. */
const notLetIn = 'The email or password is incorrect, or this account has no role in the console.'

function refuseWeak(why: string): never {
  return refuse('invalid', { fields: [{ path: 'password', message: why }] })
}
