import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { captchaRefused } from '#contract/accounts/accounts.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import { abstractRoutes } from './abstracts/routes.ts'
import { isAddressOf } from './accounts/account.ts'
import { accountRoutes } from './accounts/routes.ts'
import { resetterOf } from './accounts/sign-in/passwords.ts'
import { personOf } from './accounts/sign-in/sessions.ts'
import { factorRoutes } from './accounts/staff/factor-routes.ts'
import { doAsStaff, refuseRole, stepUpRefusal } from './accounts/staff/staff-acts.ts'
import { staffOf } from './accounts/staff/staff.ts'
import { teamRoutes } from './accounts/staff/team-routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { orderConsoleRoutes } from './booking/console-routes.ts'
import { bookingRoutes } from './booking/routes.ts'
import { eventConsoleRoutes } from './events/console-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { workshopConsoleRoutes } from './events/workshop-routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { openApiRoutes } from './kernel/openapi.ts'
import { whoAt } from './kernel/participants.ts'
import { identifyBy } from './kernel/serve.ts'
import type { Config } from './kernel/settings.ts'
import { errorPageFrom, type SiteSource, siteRoutes } from './kernel/site.ts'
import type { World } from './kernel/world.ts'
import { mailConsoleRoutes } from './mail/console-routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { deskRoutes, refundRoutes } from './payments/finance-routes.ts'
import { purchaseRoutes } from './payments/purchase-routes.ts'
import { financeRoutes, paymentRoutes } from './payments/routes.ts'
import { peopleConsoleRoutes } from './people/console-routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { sandboxRoutes } from './platform/gateways/sandbox-page.ts'
import type { CallPace } from './platform/http/call-pace.ts'
import type { ConnectionRules } from './platform/http/connections.ts'
import { makeHttp } from './platform/http/http.ts'
import type { Noted } from './platform/http/origin.ts'
import type { Metrics } from './platform/process/metrics.ts'
import { hashPin } from './platform/security/tokens.ts'
import { healthConsoleRoutes } from './reports/health-parts.ts'
import { healthRoutes } from './reports/health.ts'
import { overviewRoutes } from './reports/overview.ts'
import { searchRoutes } from './reports/search.ts'
import { setupRoutes } from './reports/setup.ts'
import { chairRemarkRoutes } from './reviews/chair-routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { abstractConsoleRoutes } from './selection/abstracts/abstract-routes.ts'
import { assignmentRoutes } from './selection/assignment/assignment-routes.ts'
import { decisionRoutes } from './selection/decisions/decision-routes.ts'
import { toldRoutes } from './selection/decisions/told-routes.ts'
import { redactionRoutes } from './selection/redaction/redaction-routes.ts'
import { reviewerOf } from './selection/reviewers/reviewers.ts'
import { selectionRoutes } from './selection/routes.ts'

export type AppOptions = {
  config: Config
  metrics: Metrics
  /** The database answers and no stop has been asked for. */
  canWork: () => Promise<boolean>
  /** The pages; calls can be served without them. */
  site?: SiteSource
  connections?: ConnectionRules
  pace?: CallPace
}

/** Everything the server answers, in one place. */
export function makeApp(
  world: World,
  { config, metrics, canWork, site, connections, pace }: AppOptions,
): FastifyInstance {
  const app = makeHttp({
    config,
    log: world.log,
    metrics,
    now: world.now,
    incoming: world.files.incoming,
    inside: world.inside,
    turnKey: hashPin(world.pinKey, ['key of turns']),
    connections,
    pace,
    heard: countLogins(metrics),
    ...(site && { errorPage: errorPageFrom(site) }),
  })
  identifyBy(app, config, {
    session: (token) => personOf(world, token),
    reset: (token) => resetterOf(world, token),
    staff: (token) => staffOf(world, token),
    isAddressOf: (account, typed) => isAddressOf(world, account, typed),
    at: (person, asking) => whoAt(world, person, asking),
    reviewer: (person, assignmentId) => reviewerOf(world, person, assignmentId),
    may: mayAnywhere,
    act: (doing, work) => doAsStaff(world, doing, work),
    stepUpRefusal: (staff) => stepUpRefusal(world, staff),
    refuseRole: (staff, operation, requestId) => refuseRole(world, staff, { operation, requestId }),
  })
  healthRoutes(app, { metrics, canWork })
  if (config.SERVICES.includes('payments')) {
    paymentRoutes(app, world)
    refundRoutes(app, world)
    // The settings refuse it in production unless they are told twice.
    if (config.PAYMENT_PROVIDER === 'sandbox') sandboxRoutes(app, world)
  }
  if (config.SERVICES.includes('portal')) {
    for (const routes of portalRoutes) routes(app, world)
    pageRoutes(app, world, site)
    healthConsoleRoutes(app, world, config)
    openApiRoutes(app)
    if (!config.production && !world.postOffice.carry) mailRoutes(app, world)
  }
  if (site) siteRoutes(app, site)
  return app
}

/** Participants and staff who sign in, by how it ended. */
function countLogins(metrics: Metrics): (noted: Noted) => void {
  const count = metrics.counter({
    name: 'colloquium_logins_total',
    help: 'Sign-ins by how they ended',
    label: 'outcome',
    of: ['success', 'wrong', 'unverified', 'captcha', 'refused'],
  })
  const known: Record<string, 'success' | 'wrong' | 'unverified' | 'captcha'> = {
    Success: 'success',
    'Email not registered': 'wrong',
    'Email or password incorrect': 'wrong',
    'Email not verified': 'unverified',
    [captchaRefused]: 'captcha',
  }
  const countConsole = metrics.counter({
    name: 'colloquium_console_logins_total',
    help: 'Sign-ins to the console and accepted invitations by how they ended',
    label: 'outcome',
    of: ['success', 'wrong', 'refused'],
  })
  return ({ event, outcome = '' }) => {
    if (event === 'sign-in') count(known[outcome] ?? 'refused')
    if (event === 'console sign-in' || event === 'console invitation')
      countConsole(outcome === 'Success' ? 'success' : outcome ? 'wrong' : 'refused')
  }
}

const portalRoutes = [
  overviewRoutes,
  searchRoutes,
  setupRoutes,
  eventRoutes,
  eventConsoleRoutes,
  workshopConsoleRoutes,
  accountRoutes,
  factorRoutes,
  teamRoutes,
  peopleRoutes,
  peopleConsoleRoutes,
  abstractRoutes,
  selectionRoutes,
  toldRoutes,
  abstractConsoleRoutes,
  assignmentRoutes,
  decisionRoutes,
  redactionRoutes,
  reviewRoutes,
  chairRemarkRoutes,
  bookingRoutes,
  purchaseRoutes,
  orderConsoleRoutes,
  financeRoutes,
  deskRoutes,
  exportRoutes,
  auditRoutes,
  mailConsoleRoutes,
]

export function poolGauges(metrics: Metrics, pool: Pool): void {
  metrics.gauge({ name: 'database_connections', help: 'Open connections', read: () => pool.totalCount })
  metrics.gauge({
    name: 'database_waiting',
    help: 'Requests that wait for a connection',
    read: () => pool.waitingCount,
  })
}
