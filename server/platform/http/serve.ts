import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { sameEmail } from '#contract/accounts/accounts.ts'
import { DownloadedFile, type Operation, type ParsedInputOf, type ReplyOf, type Who } from '#contract/operation.ts'
import { withDoor } from './admission.ts'
import { type Bytes, sendBytes } from './bytes.ts'
import { downloadPolicy } from './headers.ts'
import type { Caller, Resetter } from './http.ts'
import { refuse, refuseInput } from './refuse.ts'
import { isMultipart } from './timeouts.ts'
import { acceptUploads, receive, type Upload } from './uploads.ts'

export type Call<O extends Operation> = {
  input: ParsedInputOf<O>
  caller: O['who'] extends 'applicant' ? Caller : O['who'] extends 'resetter' ? Resetter : Caller | undefined
  /** The file that came with the call, for an operation with `upload`. */
  file: Upload | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Asked = { request: FastifyRequest; reply: FastifyReply; caller: Caller | Resetter | undefined }
type Sent = { body: unknown; file?: Upload | undefined }

/** Answers one operation of the contract: checks who asks, reads the input, and lets out only what `reply` names. */
export function serve<O extends Operation>(
  app: FastifyInstance,
  op: O,
  answer: (call: Call<NoInfer<O>>) => ReplyOf<NoInfer<O>> | Promise<ReplyOf<NoInfer<O>>>,
): void {
  const letOut = (reply: FastifyReply, answered: ReplyOf<O>): ReplyOf<O> | FastifyReply => {
    const allowed = op.reply.parse(answered)
    if (op.reply === DownloadedFile)
      return sendFile(reply, allowed as ReplyOf<{ reply: typeof DownloadedFile } & Operation>)
    if (app.strictReplies) refuseUndeclared(op.name, answered, allowed)
    return allowed as ReplyOf<O>
  }
  const finish = async (asked: Asked, { body, file }: Sent) => {
    const input = readInput(op, asked, body)
    const caller = await callerMeant(app, op, { caller: asked.caller, input })
    return letOut(asked.reply, await answer({ ...asked, caller, file, input } as Call<O>))
  }
  const handler = withDoor(app, op, (request, reply) => {
    refuseForeignPage(app, op, request)
    if (isStranger(op, request) && !op.upload)
      return finish({ request, reply, caller: undefined }, { body: request.body })
    return admitted(request, reply)
  })
  const admitted = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = { request, reply, caller: await admit(app, op.who, request) }
    if (op.upload && isMultipart(request)) return finishUpload(asked, op.upload)
    return finish(asked, { body: request.body })
  }
  const finishUpload = async (asked: Asked, rule: NonNullable<Operation['upload']>) => {
    const sender = String(asked.caller?.accountId ?? asked.request.ip)
    await using arrived = await receive(app.uploads, asked.request, { rule, sender })
    // Given up on meanwhile: what had come of it by then is not the form that was meant.
    if (asked.reply.sent) return asked.reply
    if (arrived.isTooLarge) return op.reply.parse({ Table: [{ Status: rule.tooLarge }] })
    return await finish(asked, { body: arrived.fields, file: arrived.file })
  }
  const add = (scope: FastifyInstance) => void scope.route({ ...routeOf(op), handler })
  if (op.upload) acceptUploads(app, add)
  else add(app)
}

const keptForADay = 'public, max-age=86400, stale-while-revalidate=2592000'

/** Answers with bytes that were made before, which anybody on the way may keep: for what is asked for often and holds nothing personal. */
export function serveReady<O extends Operation & { who: 'anyone' }>(
  app: FastifyInstance,
  op: O,
  answer: (input: ParsedInputOf<NoInfer<O>>) => Bytes | Promise<Bytes>,
): void {
  const check = bytesCheck(app, op)
  app.route({
    ...routeOf(op),
    handler: async (request, reply) => {
      const input = readInput(op, { request, reply, caller: undefined }, undefined) as ParsedInputOf<O>
      const bytes = check(await answer(input))
      sendBytes(request, reply, { bytes, headers: { 'cache-control': keptForADay } })
    },
  })
}

type Shared<O extends Operation> = {
  /** The same for all strangers. */
  shared: (input: ParsedInputOf<O>) => Promise<Bytes>
  /** For whoever is signed in; undefined when there is nothing of their own to say. */
  own: (call: Call<O>) => Promise<ReplyOf<O> | undefined>
}

/** Answers strangers with bytes that were made before, and whoever is signed in with a reply of their own. */
export function serveShared<O extends Operation & { who: 'anyone' }>(
  app: FastifyInstance,
  op: O,
  { shared, own }: Shared<NoInfer<O>>,
): void {
  const check = bytesCheck(app, op)
  const read = inputKeeper(op)
  const handler: RouteHandlerMethod = async (request, reply) => {
    refuseForeignPage(app, op, request)
    const caller = isStranger(op, request) ? undefined : await admit(app, op.who, request)
    const asked = { request, reply, caller }
    const input = read(asked) as ParsedInputOf<O>
    const answered = caller && (await own({ ...asked, file: undefined, input } as Call<O>))
    if (!answered) return sendBytes(request, reply, { bytes: check(await shared(input)) })
    const allowed = op.reply.parse(answered)
    if (app.strictReplies) refuseUndeclared(op.name, answered, allowed)
    return allowed
  }
  app.route({ ...routeOf(op), handler })
}

/** Reads the input; the same address without a body means the same, and is read once. */
function inputKeeper(op: Operation): (asked: Asked) => Record<string, unknown> {
  const known = new Map<string, Record<string, unknown>>()
  return (asked) => {
    const { body, raw } = asked.request
    const address = raw.url ?? ''
    if (!saysNothing(body)) return readInput(op, asked, body)
    const kept = known.get(address)
    if (kept) return kept
    const input = readInput(op, asked, body)
    // Whoever makes up addresses is read every time, and fills no memory.
    if (known.size < mostKept) known.set(address, input)
    return input
  }
}
const mostKept = 100

function saysNothing(body: unknown): boolean {
  if (body === undefined) return true
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0
}

/** Outside production, ready-made bytes are compared with the contract the first time that they are sent. */
function bytesCheck(app: FastifyInstance, op: Operation): (bytes: Bytes) => Bytes {
  const checked = new WeakSet<Bytes>()
  return (bytes) => {
    if (!app.strictReplies || checked.has(bytes)) return bytes
    const answered: unknown = JSON.parse(bytes.identity.toString())
    refuseUndeclared(op.name, answered, op.reply.parse(answered))
    checked.add(bytes)
    return bytes
  }
}

function routeOf(op: Operation) {
  return { method: op.method, url: op.path, config: { who: op.who, operation: op } }
}

/** Somebody without a token, where none is needed: there is nothing to find out. */
const isStranger = ({ who }: Operation, { headers }: FastifyRequest): boolean =>
  who === 'anyone' && headers.authorization === undefined

function readInput(op: Operation, { request }: Asked, body: unknown): Record<string, unknown> {
  const read = op.input.safeParse(inputOf(op, request.query as Query, body))
  if (!read.success) refuseInput(read.error)
  return read.data
}

/** What somebody uploaded is never a page: it runs nothing, and is shown only where it was re-made by us. */
function sendFile(reply: FastifyReply, file: ReplyOf<{ reply: typeof DownloadedFile } & Operation>): FastifyReply {
  const name = file.name.replace(/[^\w.-]/g, '_')
  return reply
    .headers({
      'content-type': file.type,
      ...(file.size !== undefined && { 'content-length': file.size }),
      'content-disposition': `${file.inline ? 'inline' : 'attachment'}; filename="${name}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'content-security-policy': downloadPolicy,
      'cache-control': 'private, no-store',
    })
    .send(file.bytes instanceof Readable ? file.bytes : Readable.from(file.bytes))
}

async function admit(app: FastifyInstance, who: Who, request: FastifyRequest): Promise<Caller | Resetter | undefined> {
  if (who === 'operator') {
    // Whoever is not the operator must not even learn that there is something here.
    if (!app.isOperator(request)) refuse('not_found')
    return undefined
  }
  const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
  if (who === 'anyone') return token ? app.identify.applicant(token) : undefined
  const caller = token ? await app.identify[who](token) : undefined
  return caller ?? refuse('sign_in_first')
}

type Meant = { caller: Caller | Resetter | undefined; input: Record<string, unknown> }

/** Ids that a client sends beside its token may say which event is meant and confirm who it is; they never decide who it is. */
async function callerMeant(app: FastifyInstance, { who }: Operation, { caller, input }: Meant) {
  if (!caller || (who !== 'applicant' && who !== 'resetter')) return caller
  const { UserID } = input
  if (typeof UserID === 'string' && sameEmail(UserID) !== caller.email) refuse('not_allowed')
  if (!('sessionId' in caller)) return caller
  return (await app.identify.at(caller, input)) ?? refuse('not_allowed')
}

function refuseForeignPage(app: FastifyInstance, op: Operation, { headers }: FastifyRequest): void {
  if (op.method !== 'GET' && app.isForeignPage(headers)) refuse('not_allowed')
}

type Query = Record<string, string | string[]>

function inputOf(op: Operation, query: Query, sent: unknown): Record<string, unknown> {
  // A caller who sends nothing has sent no body; `null` is a body, and not one with fields.
  if (sent === null || (sent !== undefined && typeof sent !== 'object') || Array.isArray(sent)) refuse('bad_input')
  const body = (sent ?? {}) as Record<string, unknown>
  const input: Record<string, unknown> = {}
  for (const name in query) {
    if (op.secrets?.includes(name)) refuse('bad_input', { sentence: `${name} must not be sent in the address.` })
    // Two readers of the same request could pick different ones.
    if (typeof query[name] !== 'string' || Object.hasOwn(body, name))
      refuse('bad_input', { sentence: 'The same field was sent twice.' })
    input[name] = wholeText(query[name])
  }
  for (const name of Object.keys(body)) input[name] = wholeText(body[name])
  return input
}

/** PostgreSQL keeps neither NUL nor half a character: say so here rather than fail there. */
function wholeText(value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    refuse('bad_input', { sentence: 'The text has characters that cannot be stored.' })
  }
  return value
}

/** Outside production, an answer with a field that the contract does not name is a bug to be seen, not only stripped. */
function refuseUndeclared(name: string, answered: unknown, allowed: unknown): void {
  if (typeof answered !== 'object' || answered === null || answered instanceof Date) return
  for (const [field, value] of Object.entries(answered)) {
    const kept = (allowed as Record<string, unknown>)[field]
    if (value !== undefined && kept === undefined)
      throw new Error(`${name} answers with "${field}", which its contract does not name`)
    refuseUndeclared(name, value, kept)
  }
}
