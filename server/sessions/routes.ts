import type { FastifyInstance } from 'fastify'
import { EndSessions } from '#contract/account-changes.ts'
import { EndSession, Sessions, SignOut } from '#contract/accounts.ts'
import { serve } from '#server/platform/serve.ts'
import type { World } from '#server/world.ts'
import { endSession, endSessions, listSessions } from './service.ts'

export function sessionRoutes(app: FastifyInstance, world: World): void {
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
