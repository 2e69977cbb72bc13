import type { FastifyInstance } from 'fastify'
import { CaptchaChallenge, EventEmailVerify, EventRegister, EventResendPin, Login } from '#contract/accounts.ts'
import { originOf } from '#server/platform/origin.ts'
import { serve } from '#server/platform/serve.ts'
import { freeWhenBusy } from '#server/tries/service.ts'
import type { World } from '#server/world.ts'
import { login, register, resendPin, verifyEmail } from './service.ts'

export function accountRoutes(app: FastifyInstance, world: World): void {
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
