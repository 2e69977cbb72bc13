import type { FastifyInstance } from 'fastify'
import { CaptchaChallenge, EventEmailVerify, EventRegister, EventResendPin, Login } from '#contract/accounts.ts'
import { originOf } from '#server/platform/origin.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { login, register, resendPin, verifyEmail } from './service.ts'

export function accountRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventRegister, async ({ input, request }) => {
    const signUp = { email: input.UserID, fullName: input.Fullname, password: input.Password, proof: input.Captcha }
    return { Table: [{ Status: await register(world, signUp, originOf(request, input.DeviceID)) }] }
  })
  serve(app, EventEmailVerify, async ({ input, request }) => {
    const ask = { email: input.UserID, pin: input.OTP, password: input.Password }
    const { status, passwordKept } = await verifyEmail(world, ask, originOf(request, input.DeviceID))
    return { Table: [{ Status: status, PasswordKept: passwordKept }] }
  })
  serve(app, EventResendPin, async ({ input, request }) => ({
    Table: [{ Status: await resendPin(world, input.UserID, originOf(request, input.DeviceID)) }],
  }))
  serve(app, Login, async ({ input, request }) => {
    const ask = { email: input.UserID, password: input.Password, proof: input.Captcha }
    const answer = await login(world, ask, originOf(request, input.DeviceID))
    if (answer.status !== 'Success') return { Table: [{ Status: answer.status }] }
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
