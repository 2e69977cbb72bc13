/** The portal as it runs in production, and one call more that does nothing, to be compared with those that do. */
import { z } from 'zod'
import { openRead } from '#contract/heads.ts'
import { nothing, operation } from '#contract/operation.ts'
import { serve } from '#server/kernel/serve.ts'
import { readConfig } from '#server/kernel/settings.ts'
import { builtSite, startPortal } from '#server/portal.ts'
import { contend } from '../measure.ts'

const empty = operation('empty', openRead({ method: 'POST', path: '/bench/empty', priority: 'uncounted' }), {
  input: nothing,
  reply: z.object({ Status: z.literal('alive') }),
})

const config = readConfig({ ...process.env, PORT: '0' })
const { app, stop } = await startPortal(config, {
  draw: builtSite(config),
  prepare: async (app) => serve(app, empty, () => ({ Status: 'alive' as const })),
})
contend((app.server.address() as { port: number }).port, stop)
