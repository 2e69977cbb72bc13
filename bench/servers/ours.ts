/** The portal as it runs in production. */
import { readConfig } from '#server/platform/config.ts'
import { startPortal } from '#server/portal.ts'
import { contend } from '../measure.ts'

const { app, stop } = await startPortal(readConfig({ ...process.env, PORT: '0' }))
contend((app.server.address() as { port: number }).port, stop)
