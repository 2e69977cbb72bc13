import type { FastifyInstance } from 'fastify'
import { ChangePassword, EndOtherSessions } from '#contract/account-changes.ts'
import { EventForgotPassword, EventForgotPasswordVerify, EventUpdatePassword } from '#contract/accounts.ts'
import { originOf } from '#server/platform/origin.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { changePassword, forgotPassword, signOutElsewhere, updatePassword, verifyResetPin } from './service.ts'

export function passwordRoutes(app: FastifyInstance, world: World): void {
  serve(app, EventForgotPassword, async ({ input, request }) => {
    const ask = { email: input.UserID, proof: input.Captcha }
    return { Table: [{ Status: await forgotPassword(world, ask, originOf(request, input.DeviceID)) }] }
  })
  serve(app, EventForgotPasswordVerify, async ({ input, request }) => {
    const ask = { email: input.UserID, pin: input.OTP, proof: input.Captcha }
    const answer = await verifyResetPin(world, ask, originOf(request, input.DeviceID))
    return { Table: [{ Status: answer.status, ...('token' in answer && { Column1: answer.token }) }] }
  })
  serve(app, EventUpdatePassword, async ({ input, caller }) => {
    await updatePassword(world, caller, input.Password)
    return { Table: [{ Status: 'Success' as const }] }
  })
  serve(app, ChangePassword, async ({ caller, input }) => ({ status: await changePassword(world, caller, input) }))
  serve(app, EndOtherSessions, async ({ caller, input }) => signOutElsewhere(world, caller, input.password))
}
