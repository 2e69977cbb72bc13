/** The portal as one thing that starts and stops: database, pages, jobs, then the doors. */
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { setImmediate as oneTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { PageAssets } from '#contract/pages.ts'
import { renewEmailKeys } from '#server/accounts/account.ts'
import { makeApp, poolGauges } from './app.ts'
import { seed } from './demo/seed.ts'
import { keepContent, readWords } from './events/site-content.ts'
import { sweepMail } from './mail/outbox.ts'
import { reconcileSoon } from './payments/reconcile.ts'
import { openCostlyWork } from './platform/costly-work/costly-work.ts'
import { connect } from './platform/database/connect.ts'
import { openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { inTurn } from './platform/database/turn.ts'
import { openFiles } from './platform/files/open-files.ts'
import { openScanner } from './platform/files/scanner.ts'
import { openGeonames } from './platform/gateways/geonames.ts'
import { openGateway } from './platform/gateways/open.ts'
import { prepareJobs, startJobs } from './platform/jobs/jobs.ts'
import { openPostOffice } from './platform/mail/smtp.ts'
import { makeLog } from './platform/process/log.ts'
import { makeMetrics } from './platform/process/metrics.ts'
import { unsafeAllowed } from './platform/process/unsafe.ts'
import { captchaHosts, makeCaptcha } from './platform/security/captcha.ts'
import { secretNamed } from './platform/security/secrets.ts'
import { workOf } from './schedule.ts'
import type { Config } from './settings.ts'
import { readFiles, type RenderPage, type SiteSource } from './site.ts'
import type { Tables } from './tables.ts'
import type { World } from './world.ts'

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
  const { draw = builtSite(config), prepare, asked } = options
  const log = makeLog(config.LOG_LEVEL)
  const metrics = makeMetrics()
  for (const sentence of unsafeAllowed(config)) log.warn(sentence)
  // What was opened last is closed first. A start that fails half way (the port is taken) must leave no database running either.
  await using opened = new AsyncDisposableStack()
  const { url, db, pool, clock, leave } = await connect<Tables>(config, log, { forCalls: true })
  opened.defer(leave)
  const world = makeWorld(config, { db, log, now: clock.now })
  opened.defer(() => world.postOffice.close())
  opened.defer(() => world.costlyWork.stop())
  await inTurn(pool, { log, asked }, () => prepareDatabase(world, { url, config }))

  const isPortal = config.SERVICES.includes('portal')
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
  // A server that was killed may have had letters and payments in hand.
  if (isPortal) await sweepMail(world)
  if (config.SERVICES.includes('payments')) await reconcileSoon(world)
  // Connections of their own: letters and payments go on while a crowd waits for those of the pages, and the other way round.
  const aside = openDatabase<Tables>({ url, isServer: true, log })
  opened.defer(() => aside.pool.end())
  const jobs = startJobs({ pool: aside.pool, ...workOf({ ...world, db: aside.db }, config), log, metrics })
  opened.defer(() => jobs.stop())
  await prepare?.(app)
  const address = await app.listen({ port: config.PORT, host: config.HOST })
  opened.defer(() => stopListening(app))

  const toClose = opened.move()
  const stop = async () => {
    stopping = true
    await toClose.disposeAsync()
  }
  return { app, address, config, stop }
}

/** With longer timeouts than a web request has: a migration of a large table may take minutes. */
async function prepareDatabase(world: World, { url, config }: { url: string; config: Config }): Promise<void> {
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 2, isServer: true, timeoutFactor: 60, log: world.log })
  try {
    await migrate(pool)
    await prepareJobs(pool)
    await renewEmailKeys({ ...world, db })
    if (config.SERVICES.includes('portal')) await seed({ ...world, db }, { demo: !config.production })
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

export function makeWorld(config: Config, { db, log, now }: Pick<World, 'db' | 'log' | 'now'>): World {
  return {
    db,
    log,
    now,
    captcha: makeCaptcha({ config, key: secretNamed('captcha', config.DATA_DIR), db, now, log }),
    postOffice: openPostOffice({ url: config.SMTP_URL, from: config.MAIL_FROM }),
    files: openFiles(config),
    costlyWork: openCostlyWork({ log }),
    geonames: openGeonames({ username: config.GEONAMES_USERNAME, log }),
    gateway: openGateway({ config, db, now, log }),
    holdMinutes: config.HOLD_MINUTES,
    graceMinutes: config.ABSTRACT_GRACE_MINUTES,
    abstractsPerPerson: config.ABSTRACTS_PER_PERSON,
    bytesPerPerson: config.FILES_PER_PERSON_MB * 1024 * 1024,
    scanner: openScanner(config.CLAMAV_URL),
    pinKey: secretNamed('pins', config.DATA_DIR),
    publicUrl: config.PUBLIC_URL,
    passwordRule: config.PASSWORD_RULE,
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

/** The site as `npm run build` left it. */
export function builtSite(config: Config): (world: World) => Promise<SiteSource> {
  return async (world) => {
    const dist = join(root, 'dist')
    const { renderPage } = (await import(join(dist, 'render/render.js'))) as { renderPage: RenderPage }
    return {
      assets: JSON.parse(readFileSync(join(dist, 'assets.json'), 'utf8')) as PageAssets,
      render: renderPage,
      files: readFiles(join(dist, 'web')),
      content: keepContent(world, readWords(join(root, 'content')), config.PUBLIC_URL),
      development: !config.production,
      captchaHosts: captchaHosts[config.CAPTCHA_PROVIDER],
      paymentPortals: config.PAYMENT_PROVIDER === 'epg' ? config.EPG_PORTALS.join(' ') : undefined,
    }
  }
}
