import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { abstractRoutes } from './abstracts/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { closureRoutes } from './closures/routes.ts'
import { copyRoutes } from './copies/routes.ts'
import { emailChangeRoutes } from './email-changes/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { resetterOf } from './passwords/service.ts'
import { paymentRoutes } from './payments/routes.ts'
import { placeRoutes } from './places/routes.ts'
import type { Config } from './platform/config.ts'
import type { ConnectionRules } from './platform/connections.ts'
import { sandboxRoutes } from './platform/gateways/sandbox-page.ts'
import { healthRoutes } from './platform/health.ts'
import { makeHttp } from './platform/http.ts'
import type { Metrics } from './platform/metrics.ts'
import { errorPageFrom, type SiteSource, siteRoutes } from './platform/site.ts'
import { profileRoutes } from './profiles/routes.ts'
import { purchaseRoutes } from './purchases/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { callerAt, callerOf } from './sessions/service.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { versionRoutes } from './versions/routes.ts'
import { workshopRoutes } from './workshops/routes.ts'
import type { World } from './world.ts'

export type AppOptions = {
  config: Config
  metrics: Metrics
  /** The database answers and no stop has been asked for. */
  canWork: () => Promise<boolean>
  /** The pages; calls can be served without them. */
  site?: SiteSource
  connections?: ConnectionRules
}

/** Everything the server answers, in one place. */
export function makeApp(world: World, { config, metrics, canWork, site, connections }: AppOptions): FastifyInstance {
  const app = makeHttp({
    config,
    log: world.log,
    metrics,
    now: world.now,
    incoming: world.files.incoming,
    connections,
    identify: {
      applicant: (token) => callerOf(world, token),
      resetter: (token) => resetterOf(world, token),
      at: (caller, sent) => callerAt(world, caller, sent),
    },
    ...(site && { errorPage: errorPageFrom(site) }),
  })
  healthRoutes(app, { metrics, canWork })
  if (config.SERVICES.includes('payments')) {
    paymentRoutes(app, world)
    // The settings refuse it in production unless they are told twice.
    if (config.PAYMENT_PROVIDER === 'sandbox') sandboxRoutes(app, world)
  }
  if (config.SERVICES.includes('portal')) {
    for (const routes of portalRoutes) routes(app, world)
    if (!config.production && !world.postOffice.carry) mailRoutes(app, world)
  }
  if (site) siteRoutes(app, site)
  return app
}

const portalRoutes = [
  eventRoutes,
  accountRoutes,
  passwordRoutes,
  sessionRoutes,
  emailChangeRoutes,
  copyRoutes,
  closureRoutes,
  profileRoutes,
  placeRoutes,
  abstractRoutes,
  versionRoutes,
  uploadRoutes,
  workshopRoutes,
  orderRoutes,
  purchaseRoutes,
]

export function poolGauges(metrics: Metrics, pool: Pool): void {
  metrics.gauge({ name: 'database_connections', help: 'Open connections', read: () => pool.totalCount })
  metrics.gauge({
    name: 'database_waiting',
    help: 'Requests that wait for a connection',
    read: () => pool.waitingCount,
  })
}
