/** The HTTP server with every default that is unsafe or unkind set to what we mean. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import { isPlain, type Token } from '#contract/heads.ts'
import type { Operation } from '#contract/operation.ts'
import { type RefusalBody, type RefusalCode, refusals } from '#contract/refusals.ts'
import { turnHeader, waitHeader } from '#contract/turn.ts'
import { isUnavailable } from '#server/platform/database/database.ts'
import { tellingOfOutages } from '#server/platform/database/outage.ts'
import { freeBytes } from '#server/platform/files/files.ts'
import type { Config } from '#server/platform/process/config.ts'
import type { Logger } from '#server/platform/process/log.ts'
import type { Metrics } from '#server/platform/process/metrics.ts'
import { type Inside, type Lines, linesAt } from './admission.ts'
import { type Answer, answerOf, answersWith } from './answer.ts'
import { type CallPace, paceCalls, paceOfStaff, usualCallPace } from './call-pace.ts'
import { type ConnectionRules, connectionRules, watchConnections } from './connections.ts'
import { explain } from './explain.ts'
import { commonHeaders } from './headers.ts'
import { foreignPageCheck, hostCheck, operatorCheck } from './hosts.ts'
import type { Noted } from './origin.ts'
import { proxyCheck } from './proxies.ts'
import { Refusal, refuse } from './refuse.ts'
import { requestIds } from './request-ids.ts'
import {
  announcesBody,
  hasBeenAnswered,
  isStillSending,
  longestUpload,
  refuseEndlessUpload,
  watchBody,
} from './timeouts.ts'
import { tellingOfUnnamedProxies } from './unnamed-proxies.ts'
import { openUploads, type Uploads } from './uploads.ts'

/** One route, as the access list shows it. */
export type Route = { method: string; url: string; token: Token; operation: Operation | undefined }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which token the route needs. One that does not say so cannot be added. */
    token?: Token
    operation?: Operation
  }
  interface FastifyRequest {
    /** When a change began to arrive: what decides about a last date, however long the rest takes. */
    startedAt: Date
    /** What the line of the log says about it beside the route. */
    noted: Noted | undefined
  }
  interface FastifyInstance {
    isOperator: (request: FastifyRequest) => boolean
    /** A page of another site made a browser send this. */
    isForeignPage: (headers: IncomingHttpHeaders) => boolean
    strictReplies: boolean
    /** Every route and who may call it. */
    routes: Route[]
    /** Set when the server is about to stop: each answer tells its connection that it was the last. */
    lastAnswers: { on: boolean }
    uploads: Uploads
    inside: Inside
    lines: Lines
    /** Waits until it is the turn of the caller's next call. */
    pace: (caller: string) => Promise<void>
    paceOfStaff: (caller: string) => Promise<void>
  }
}

export type HttpOptions = {
  config: Config
  log: Logger
  metrics: Metrics
  now: () => Date
  /** The folder for files that are still arriving. */
  incoming: string
  inside: Inside
  /** Signs the turns in the line at a full server; the same on every instance. */
  turnKey: Buffer
  /** Hears of each answer that was about an account. */
  heard?: (noted: Noted) => void
  /** Both others than those of every server, for tests. */
  connections?: ConnectionRules | undefined
  pace?: CallPace | undefined
  /** Draws the page that a person sees when a page cannot be had; calls get the envelope instead. */
  errorPage?: (status: number, requestId: string) => Promise<{ html: string; policy: string }>
}

const longestAddress = 16_384
const largestBody = 256 * 1024
const mostHeaders = 2000
const slow = 1

const refusalCounter = {
  name: 'colloquium_refused_total',
  help: 'Answers that were a no, by its reason',
  label: 'why',
  of: Object.keys(refusals) as RefusalCode[],
}

/** The contract checks what comes and what goes. Fastify would read a hundred files at every start to be able to do it too. */
function refuseSchema(): never {
  throw new Error('A route has a schema of its own: what it takes and gives belongs in the contract.')
}

export function makeHttp(given: HttpOptions): FastifyInstance {
  const { config, metrics } = given
  const options = { ...given, refused: metrics.counter(refusalCounter) }
  const lastAnswers = { on: false }
  const uploads = openUploads(options.incoming, config.FREE_DISK_MB * 1024 * 1024)
  const isProxy = proxyCheck(config.TRUSTED_PROXIES)
  const answers = answersWith({ common: commonHeaders(config.PUBLIC_URL), lastAnswers })
  const app = fastify({
    // We write our own lines (below): a logger for each request costs more than the request.
    logger: false,
    bodyLimit: largestBody,
    keepAliveTimeout: 72_000,
    // What is not a file is given up on much sooner.
    requestTimeout: longestUpload(uploads),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? isProxy : false,
    requestIdHeader: false,
    genReqId: requestIds(isProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // A second Host (or Authorization) header is joined to the first, so that the check below sees both and refuses.
    http: {
      joinDuplicateHeaders: true,
      headersTimeout: 15_000,
      maxHeaderSize: longestAddress,
      requireHostHeader: true,
      ServerResponse: answers.class,
    },
    frameworkErrors: (error, request, reply) => {
      // No hook has run that would watch a body.
      reply.raw.setHeader('connection', 'close')
      return answerWithError(options, error, { request, reply })
    },
    clientErrorHandler: refuseBrokenHttp,
  })
  app.decorateRequest('startedAt')
  app.decorateRequest('noted')
  app.decorate('isOperator', operatorCheck(config))
  app.decorate('isForeignPage', foreignPageCheck(config))
  app.decorate('strictReplies', !config.production)
  app.decorate('lastAnswers', lastAnswers)
  app.decorate('routes', [])
  app.decorate('inside', options.inside)
  const lines = linesAt({ inside: options.inside, key: options.turnKey, now: options.now })
  app.decorate('lines', lines)
  app.decorate('pace', paceCalls(options.pace ?? usualCallPace))
  app.decorate('paceOfStaff', paceCalls(options.pace ?? paceOfStaff))
  app.decorate('uploads', uploads)
  const noteStart: onRequestHookHandler = (request, _reply, done) => {
    request.startedAt = options.now()
    done()
  }
  app.addHook('onRoute', (route) => {
    const { method, url } = route
    const { token, operation } = route.config ?? {}
    if (!token) throw new Error(`${String(method)} ${url} does not declare who may call it`)
    for (const each of [method].flat()) app.routes.push({ method: each, url, token, operation })
    if (operation) refuseEndlessUpload(operation)
    if (operation?.kind === 'change') route.onRequest = [route.onRequest ?? [], noteStart].flat()
  })
  addParsers(app)
  addHooks(app, options)
  const stopWatching = answers.watch((answer) => tellOf(answer, options))
  app.addHook('onClose', async () => stopWatching())
  app.setErrorHandler((error, request, reply) => answerWithError(options, error, { request, reply }))
  app.setNotFoundHandler((request, reply) => answerWithError(options, new Refusal('not_found'), { request, reply }))
  // Node would only hide the rest, and with it a length that it obeys: a body that nobody waits for. We refuse.
  app.server.maxHeadersCount = 0
  watchConnections(app.server, { rules: options.connections ?? connectionRules, isProxy, log: options.log })
  const free = () => freeBytes(options.incoming)
  metrics.gauge({ name: 'files_free_bytes', help: 'Room where files arrive', read: free })
  metrics.gauge({ name: 'http_line_seconds', help: 'Wait of a newcomer at a full server', read: lines.comingIn.length })
  metrics.gauge({ name: 'http_open_connections', help: 'Open connections', read: () => countConnections(app) })
  return app
}

function addHooks(app: FastifyInstance, { config, log }: HttpOptions): void {
  const isOurs = hostCheck(config)
  const tellOfProxy = config.production ? tellingOfUnnamedProxies(config, log) : undefined
  app.addHook('onRequest', (request, reply, done) => {
    answerOf(reply).question = request
    tellOfProxy?.(request.raw)
    watchBody(request, reply, app.uploads)
    if (request.raw.rawHeaders.length > mostHeaders * 2) return done(new Refusal('too_large'))
    const host = request.raw.headers.host
    if (!isOurs(host)) return done(new Refusal(host?.includes(',') ? 'bad_input' : 'wrong_host'))
    // Nobody waits for what comes with a call that there is not.
    if (request.is404 && request.method !== 'GET' && announcesBody(request)) return done(new Refusal('not_found'))
    if (!isNameable(request.params)) return done(new Refusal('not_found'))
    done()
  })
}

/** The database keeps neither NUL nor half a character: nothing can be called so, and it need not be asked. */
function isNameable(params: unknown): boolean {
  return Object.values(params as Record<string, string>).every((part) => !part.includes('\0') && part.isWellFormed())
}

/** Counts an answer, and writes the line of one that changed something, was a refusal or took long. */
function tellOf({ question, begun, statusCode }: Answer, { metrics, log, heard }: HttpOptions): void {
  const { url = 'nothing', config: route } = question?.routeOptions ?? {}
  const seconds = (performance.now() - begun) / 1000
  metrics.answered(url, statusCode, seconds)
  if (question?.noted?.event) heard?.(question.noted)
  if (!question || (statusCode < 400 && route?.operation?.kind !== 'change' && seconds <= slow)) return
  log.info({
    request: question.id,
    method: question.method,
    route: url,
    status: statusCode,
    ms: Math.round(seconds * 1000),
    ip: question.ip,
    // Whoever looks for what happened to an account finds also what was refused.
    ...(question.noted?.event && { outcome: 'refused', ...question.noted }),
  })
}

function addParsers(app: FastifyInstance): void {
  const readJson = app.getDefaultJsonParser('error', 'error')
  // Cross-site pages can post text/plain without asking; nothing of ours sends it.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    void readJson(request, body as string, done)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readForm(body as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** The pairs of a form; a name that comes twice is refused, because two readers could pick different ones. */
function readForm(text: string): Record<string, string> {
  const pairs: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in pairs) refuse('bad_input', { sentence: 'The same field was sent twice.' })
    pairs[name] = value
  }
  return pairs
}

type Answering = HttpOptions & { refused: (why: RefusalCode) => void }

async function answerWithError(
  options: Answering,
  error: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { code, status, sentence, retryAfter, turn } = explain(error)
  options.refused(code)
  if (code === 'too_many') await pause((options.pace ?? usualCallPace).noAfter)
  const requestId = request.id
  const about = { request: requestId, route: request.routeOptions.url }
  if (status === 500) options.log.error({ ...about, err: error })
  // Each has its line with its status and id; why, a crowd need not be told more than once a second.
  else if (status > 500)
    tellingOfOutages(options.log).tell(error, 'a call was refused', { about, isAway: isUnavailable(error) })
  answerOf(reply).question = request
  reply.headers(commonHeaders(options.config.PUBLIC_URL)).code(status)
  if (retryAfter) reply.header('retry-after', retryAfter)
  if (turn) reply.headers({ [turnHeader]: turn.text, [waitHeader]: turn.wait })
  // Fastify would cut the connection while somebody still sends, and the answer with it: see leaveWhenRefused.
  if (isStillSending(request) && !(error instanceof Refusal)) reply.removeHeader('connection')
  // A page that cannot be drawn either (the database never answered) must not become a second error with its own words.
  const page = wantsPage(request) ? await options.errorPage?.(status, requestId).catch(() => undefined) : undefined
  if (page) return reply.header('content-security-policy', page.policy).type('text/html; charset=utf-8').send(page.html)
  if (!speaksPlainly(request)) return reply.send({ Table: [{ Status: sentence }], RequestID: requestId })
  const { fields, stored } = error instanceof Refusal ? error.why : {}
  return reply.send({ code, message: sentence, fields, stored, requestId } satisfies RefusalBody)
}

/** The calls of the specification keep their envelope; those of staff are refused by a code. */
function speaksPlainly({ url, routeOptions }: FastifyRequest): boolean {
  const operation = routeOptions.config?.operation
  return operation ? isPlain(operation) : callFolder(url) === 'staff'
}

/** The folder of an address below which there are no pages. Only what no operation answers is judged by its address. */
const callFolder = (url: string): string | undefined => /^\/(api|staff|payments|geo|assets|art)\//.exec(url)?.[1]

function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (callFolder(url)) return false
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
}

/** What does not parse as HTTP gets a short answer and no second chance on the same connection. */
function refuseBrokenHttp(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || socket.destroyed) return
  if (hasBeenAnswered(socket)) return void socket.destroy()
  const status =
    { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[
      error.code ?? ''
    ] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\n\r\n`)
}

function countConnections(app: FastifyInstance): Promise<number> {
  return new Promise((done, fail) => app.server.getConnections((error, count) => (error ? fail(error) : done(count))))
}
