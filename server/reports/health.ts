import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/health.ts'
import { serve } from '#server/kernel/serve.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Metrics } from '#server/platform/process/metrics.ts'

type Health = { metrics: Metrics; canWork: () => Promise<boolean> }

export function healthRoutes(app: FastifyInstance, { metrics, canWork }: Health): void {
  serve(app, contract.healthz, () => ({ Status: 'alive' as const }))
  serve(app, contract.readyz, async () => {
    if (!(await canWork())) refuse('unavailable', { retryAfter: 2 })
    return { Status: 'ready' as const }
  })
  serve(app, contract.metrics, ({ reply }) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return metrics.text()
  })
}
