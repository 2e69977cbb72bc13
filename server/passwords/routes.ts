import type { FastifyInstance } from 'fastify'
import { ChangePassword, EndOtherSessions } from '#contract/account-changes.ts'
import {
  CommonPasswords,
  EventForgotPassword,
  EventForgotPasswordVerify,
  EventUpdatePassword,
} from '#contract/accounts.ts'
import { commonPasswordsIn } from '#server/platform/common-passwords.ts'
import { originOf } from '#server/platform/origin.ts'
import { serve } from '#server/platform/serve.ts'
import { freeWhenBusy } from '#server/tries/service.ts'
import type { World } from '#server/world.ts'
import { changePassword, forgotPassword, signOutElsewhere, updatePassword, verifyResetPin } from './service.ts'

export function passwordRoutes(app: FastifyInstance, world: World): void {
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
