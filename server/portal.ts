/** The portal as one thing that starts and stops: database, pages, jobs, then the doors. */
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setImmediate as oneTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { PageAssets } from '#contract/pages.ts'
import { renewEmailKeys } from '#server/accounts/account.ts'
import { makeApp, poolGauges } from './app.ts'
import { tryBackups } from './backup/at-start.ts'
import type { Tables } from './database/tables.ts'
import { seed } from './demo/seed.ts'
import { keepContent } from './events/site-content.ts'
import { sweepMail } from './kernel/outbox/outbox.ts'
import type { Config } from './kernel/settings.ts'
import { readFiles, type RenderPage, type SiteSource, withOldParts } from './kernel/site.ts'
import type { World } from './kernel/world.ts'
import { takeUpMailings } from './mail/run-mailings.ts'
import { contentFolder } from './pages/files.ts'
import { firstVersions } from './pages/words.ts'
import { reconcileSoon } from './payments/card/reconcile.ts'
import { endOffline } from './payments/desk/offline-end.ts'
import { openCostlyWork } from './platform/costly-work/costly-work.ts'
import { connect } from './platform/database/connect.ts'
import { openDatabase } from './platform/database/database.ts'
import { prepareLesserRole } from './platform/database/lesser-role.ts'
import { migrate, migrationsFolder } from './platform/database/migrate.ts'
import { tryDatabase } from './platform/database/try-database.ts'
import { inTurn } from './platform/database/turn.ts'
import { withLedger } from './platform/files/ledger.ts'
import { openOffice } from './platform/files/office.ts'
import { keepParts } from './platform/files/old-parts.ts'
import { openFiles } from './platform/files/open-files.ts'
import { openScanner } from './platform/files/scanner.ts'
import { openGeonames } from './platform/gateways/geonames.ts'
import { openGateway } from './platform/gateways/open.ts'
import { prepareJobs, startJobs } from './platform/jobs/jobs.ts'
import { openPostOffice } from './platform/mail/smtp.ts'
import { giveBackAtRest } from './platform/process/engine.ts'
import { makeLog } from './platform/process/log.ts'
import { makeMetrics } from './platform/process/metrics.ts'
import { unsafeAllowed } from './platform/process/unsafe.ts'
import { captchaHosts, makeCaptcha, withOwnCaptcha } from './platform/security/captcha.ts'
import { watchSecrets } from './platform/security/secret-differences.ts'
import { openSecrets } from './platform/security/secrets.ts'
import { tellFigures } from './reports/figures.ts'
import { blindSide, oneWall } from './reviews/blind-world.ts'
import { workOf } from './schedule.ts'
import { admitStore } from './stores.ts'

const root = join(import.meta.dirname, '..')
const stopWithin = 10_000
/** How long a quiet connection may still ask something after the stop began. */
const idleMayAsk = 1000

export type Portal = { app: FastifyInstance; address: string; config: Config; stop: () => Promise<void> }

/** What `npm run dev` does differently: it draws pages from the sources, and puts its own files before ours. */
type Workbench = {
  draw: (world: World) => Promise<SiteSource>
  prepare: (app: FastifyInstance) => Promise<void>
}
/** `asked` to stop while another server is waited for, it gives up. */
type StartOptions = Partial<Workbench> & { asked?: AbortSignal }

export async function startPortal(config: Config, options: StartOptions = {}): Promise<Portal> {
  const { draw = siteOverOldOnes(config), prepare, asked } = options
  const log = makeLog(config.LOG_LEVEL)
  const metrics = makeMetrics()
  for (const sentence of unsafeAllowed(config)) log.warn(sentence)
  // What was opened last is closed first. A start that fails half way (the port is taken) must leave no database running either.
  await using opened = new AsyncDisposableStack()
  const { url, db, pool, clock, leave } = await connect<Tables>(config, log, { forCalls: true })
  opened.defer(leave)
  if (config.DATABASE_URL) await tryDatabase(pool)
  const road = { db, log, now: clock.now }
  const world = await inTurn(pool, { log, asked }, () => prepareDatabase(config, road, url))
  opened.defer(() => world.postOffice.close())
  opened.defer(() => world.costlyWork.stop())

  const isPortal = config.SERVICES.includes('portal')
  // A payment service has nobody's PIN to compare.
  if (isPortal) {
    const instance = `${hostname()}:${config.PORT}`
    const watch = await watchSecrets(road, { instance, secrets: await openSecrets(road, config) })
    opened.defer(() => watch.stop())
  }
  let stopping = false
  const canWork = async () => !stopping && (await answersSoon(pool))
  const site = isPortal ? { site: await draw(world) } : {}
  const app = makeApp(world, { config, metrics, canWork, ...site })
  poolGauges(metrics, pool)
  metrics.gauge({
    name: 'clock_difference_seconds',
    help: "By how much the database's clock is ahead of this machine's",
    read: clock.difference,
  })
  // A server that was killed may have had letters and payments in hand; so may this one when it loses its database.
  const takeUp = async () => {
    if (isPortal) await sweepMail(world)
    if (isPortal) await takeUpMailings(world)
    if (config.SERVICES.includes('payments')) await reconcileSoon(world)
  }
  await takeUp()
  // Connections of their own: letters and payments go on while a crowd waits for those of the pages, and the other way round.
  const aside = openDatabase<Tables>({ url, isServer: true, log })
  opened.defer(() => aside.pool.end())
  const work = workOf({ ...world, db: aside.db }, { config, url })
  const jobs = startJobs({ pool: aside.pool, ...work, log, afterOutage: takeUp })
  tellFigures(metrics, { ...world, db: aside.db }, config)
  opened.defer(() => jobs.stop())
  await prepare?.(app)
  const address = await app.listen({ port: config.PORT, host: config.HOST })
  opened.defer(() => stopListening(app))
  const memory = giveBackAtRest()
  opened.defer(() => memory.stop())

  const toClose = opened.move()
  const stop = async () => {
    stopping = true
    await toClose.disposeAsync()
  }
  return { app, address, config, stop }
}

type Road = Pick<World, 'db' | 'log' | 'now'>

/** With longer timeouts than a web request has: a migration of a large table may take minutes. What the world is made of may be in a table that is new. */
async function prepareDatabase(config: Config, road: Road, url: string): Promise<World> {
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 2, isServer: true, timeoutFactor: 60, log: road.log })
  try {
    await migrate(pool, migrationsFolder, road.log)
    await prepareJobs(pool)
    const world = await makeWorld(config, { ...road, hasBlindRole: await prepareLesserRole(pool, blindSide) })
    if (!world.hasBlindRole) road.log.warn(oneWall)
    await renewEmailKeys({ ...world, db })
    if (config.SERVICES.includes('portal')) {
      await admitStore({ ...world, db }, config)
      await tryBackups({ ...world, db }, { config, url })
      await firstVersions({ ...world, db }, contentFolder)
      await seed({ ...world, db }, config.production ? undefined : config.DEMONSTRATION)
    }
    return world
  } finally {
    await pool.end()
  }
}

/** A database that is frozen counts as away: whoever asks must not wait with it. */
function answersSoon(pool: pg.Pool): Promise<boolean> {
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, pause(2000, false, { ref: false })])
}

/** Whoever runs a command reads nothing as a reviewer. */
export async function makeWorld(
  config: Config,
  { db, log, now, hasBlindRole = false }: Road & Partial<Pick<World, 'hasBlindRole'>>,
): Promise<World> {
  const secrets = await openSecrets({ db, now }, config)
  return {
    db,
    log,
    now,
    inside: { calls: 0 },
    captcha: makeCaptcha({ config, key: secrets.captcha, db, now, log }),
    consoleCaptcha: makeCaptcha({ config: withOwnCaptcha(config), key: secrets.captcha, db, now, log }),
    postOffice: openPostOffice({ url: config.SMTP_URL, from: config.MAIL_FROM }),
    files: withLedger(openFiles(config), { db, now }),
    costlyWork: openCostlyWork({ log }),
    geonames: openGeonames({ username: config.GEONAMES_USERNAME, log }),
    gateway: openGateway({ config, db, now, log }),
    holdMinutes: config.HOLD_MINUTES,
    graceMinutes: config.ABSTRACT_GRACE_MINUTES,
    abstractsPerPerson: config.ABSTRACTS_PER_PERSON,
    bytesPerPerson: config.FILES_PER_PERSON_MB * 1024 * 1024,
    lettersPerMinute: config.LETTERS_PER_MINUTE,
    scanner: openScanner(config.CLAMAV_URL),
    office: openOffice(config.OFFICE),
    pinKey: secrets.pins,
    factorKey: secrets['second-factor'],
    publicUrl: config.PUBLIC_URL,
    passwordRule: config.PASSWORD_RULE,
    hasBlindRole,
    endDeskPayments: endOffline,
    secondFactor: {
      forcedFor: config.STAFF_SECOND_FACTOR ?? (config.production ? 'owner-finance' : 'off'),
      passwordStepsUp: !config.production,
    },
  }
}

/** Nothing that was asked is cut: new connections go elsewhere, open ones get their answer and the word that it is the last. */
async function stopListening(app: FastifyInstance): Promise<void> {
  await letIn(app)
  app.lastAnswers.on = true
  // The server's own close() would also drop idle connections, one of which may just be sending its next request.
  net.Server.prototype.close.call(app.server)
  const cutOff = setTimeout(() => app.server.closeAllConnections(), stopWithin)
  for (let waited = 0; waited < idleMayAsk && (await openConnections(app)) > 0; waited += 50) await pause(50)
  await app.close()
  clearTimeout(cutOff)
}

/** Closing the door breaks the connections that stand before it: who came before the stop is taken in first. */
async function letIn(app: FastifyInstance): Promise<void> {
  let came = 0
  const count = () => came++
  app.server.on('connection', count)
  for (let seen = -1, turns = 0; seen < came && turns < 20; turns++) {
    seen = came
    await pause(20)
    await oneTurn()
  }
  app.server.off('connection', count)
}

function openConnections(app: FastifyInstance): Promise<number> {
  return new Promise((done) => app.server.getConnections((_, count) => done(count)))
}

/** The same, for pages too that were opened before the last upgrade. */
function siteOverOldOnes(config: Config): (world: World) => Promise<SiteSource> {
  const where = { build: join(root, 'dist/web'), inside: 'assets', home: join(config.DATA_DIR, 'assets') }
  return async (world) =>
    withOldParts(await builtSite(config)(world), {
      folders: () => keepParts({ ...where, now: world.now() }),
      log: world.log,
    })
}

/** The site as `npm run build` left it. */
export function builtSite(config: Config): (world: World) => Promise<SiteSource> {
  return async (world) => {
    const dist = join(root, 'dist')
    const { renderPage } = (await import(join(dist, 'render/render.js'))) as { renderPage: RenderPage }
    return {
      assets: JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8')) as PageAssets,
      render: renderPage,
      files: readFiles(join(dist, 'web')),
      content: keepContent({ ...world, publicUrl: config.PUBLIC_URL }),
      development: !config.production,
      captchaHosts: captchaHosts[config.CAPTCHA_PROVIDER],
      paymentPortals: config.PAYMENT_PROVIDER === 'epg' ? config.EPG_PORTALS.join(' ') : undefined,
    }
  }
}
