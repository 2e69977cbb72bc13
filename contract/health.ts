import { z } from 'zod'
import { openRead, operatorRead, staffRead } from './heads.ts'
import { healthStates, healthTopics } from './health-topics.ts'
import { nothing, operation, type ReplyOf } from './operation.ts'

/** The process answers. */
export const healthz = operation('healthz', openRead({ path: '/healthz', priority: 'uncounted' }), {
  input: nothing,
  reply: z.object({ Status: z.literal('alive') }),
})

/** It can do its work: the database answers and the server is not about to stop. A proxy sends visitors only here. */
export const readyz = operation('readyz', openRead({ path: '/readyz', priority: 'uncounted' }), {
  input: nothing,
  reply: z.object({ Status: z.literal('ready') }),
})

export const metrics = operation('metrics', operatorRead({ path: '/metrics' }), {
  input: nothing,
  reply: z.string(),
})

/** How the portal is doing, part by part. The same sentences as `npm run doctor` says; asked of the database a few times a minute, however many look. */
export const HealthShow = operation('HealthShow', staffRead('health.read'), {
  input: nothing,
  reply: z.object({
    lookedAt: z.iso.datetime(),
    parts: z.array(
      z.object({
        topic: z.enum(healthTopics),
        state: z.enum(healthStates),
        says: z.string(),
        /** What to do; empty where there is nothing to do. */
        next: z.string(),
        /** Each thing that was found, where there are several. */
        details: z.array(z.string()),
        /** When it was last done or checked. */
        at: z.iso.datetime().nullable(),
      }),
    ),
  }),
})
export type HealthPart = ReplyOf<typeof HealthShow>['parts'][number]
