import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { abstractRoutes } from './abstracts/routes.ts'
import { resetterOf } from './accounts/passwords.ts'
import { accountRoutes } from './accounts/routes.ts'
import { personOf } from './accounts/sessions.ts'
import { doAsStaff, mayAnywhere, staffOf } from './accounts/staff.ts'
import { bookingRoutes } from './booking/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { healthRoutes } from './health.ts'
import { mailRoutes } from './mail/routes.ts'
import { openApiRoutes } from './openapi.ts'
import { financeRoutes, paymentRoutes } from './payments/routes.ts'
import { whoAt } from './people/participants.ts'
import { peopleRoutes } from './people/routes.ts'
import { sandboxRoutes } from './platform/gateways/sandbox-page.ts'
import type { ConnectionRules } from './platform/http/connections.ts'
import { makeHttp } from './platform/http/http.ts'
import type { Metrics } from './platform/process/metrics.ts'
import { identifyBy } from './serve.ts'
import type { Config } from './settings.ts'
import { errorPageFrom, type SiteSource, siteRoutes } from './site.ts'
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
    ...(site && { errorPage: errorPageFrom(site) }),
  })
  identifyBy(app, config, {
    session: (token) => personOf(world, token),
    reset: (token) => resetterOf(world, token),
    staff: (token) => staffOf(world, token),
    at: (person, sent) => whoAt(world, person, sent),
    may: mayAnywhere,
    act: (doing, work) => doAsStaff(world, doing, work),
  })
  healthRoutes(app, { metrics, canWork })
  if (config.SERVICES.includes('payments')) {
    paymentRoutes(app, world)
    // The settings refuse it in production unless they are told twice.
    if (config.PAYMENT_PROVIDER === 'sandbox') sandboxRoutes(app, world)
  }
  if (config.SERVICES.includes('portal')) {
    for (const routes of portalRoutes) routes(app, world)
    openApiRoutes(app)
    if (!config.production && !world.postOffice.carry) mailRoutes(app, world)
  }
  if (site) siteRoutes(app, site)
  return app
}

const portalRoutes = [
  eventRoutes,
  accountRoutes,
  peopleRoutes,
  abstractRoutes,
  bookingRoutes,
  financeRoutes,
  exportRoutes,
]

export function poolGauges(metrics: Metrics, pool: Pool): void {
  metrics.gauge({ name: 'database_connections', help: 'Open connections', read: () => pool.totalCount })
  metrics.gauge({
    name: 'database_waiting',
    help: 'Requests that wait for a connection',
    read: () => pool.waitingCount,
  })
}
