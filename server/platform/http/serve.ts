import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sameEmail } from '#contract/accounts/accounts.ts'
import { DownloadedFile, type Operation, type ParsedInputOf, type ReplyOf } from '#contract/operation.ts'
import { withDoor } from './admission.ts'
import { type Bytes, jsonBytes, sendBytes } from './bytes.ts'
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
type Downloaded = ReplyOf<{ reply: typeof DownloadedFile } & Operation>
type Sent = { body: unknown; file?: Upload | undefined }

/** Answers one operation of the contract: checks who asks, reads the input, and lets out only what `reply` names. */
export function serve<O extends Operation>(
  app: FastifyInstance,
  op: O,
  answer: (call: Call<NoInfer<O>>) => ReplyOf<NoInfer<O>> | Promise<ReplyOf<NoInfer<O>>>,
): void {
  if (op.cached !== undefined && op.who !== 'anyone')
    throw new Error(`${op.name} is not for everybody: nobody may keep it`)
  const bytesOf = bytesKeeper((answered) => allowedOf(app, op, answered))
  const letOut = ({ request, reply, caller }: Asked, answered: ReplyOf<O>) => {
    if (op.cached !== undefined || (op.shared && !caller))
      return sendBytes(request, reply, { bytes: bytesOf(answered as object), headers: cacheHeaders(op) })
    const allowed = allowedOf(app, op, answered)
    return op.reply === DownloadedFile ? sendFile(reply, allowed as Downloaded) : allowed
  }
  const finish = async (asked: Asked, { body, file }: Sent) => {
    const input = readInput(op, asked, body)
    const caller = await callerMeant(app, op, { caller: asked.caller, input })
    return letOut(asked, await answer({ ...asked, caller, file, input } as Call<O>))
  }
  const finishUpload = async (asked: Asked, rule: NonNullable<Operation['upload']>) => {
    const sender = String(asked.caller?.accountId ?? asked.request.ip)
    await using arrived = await receive(app.uploads, asked.request, { rule, sender })
    // Given up on meanwhile: what had come of it by then is not the form that was meant.
    if (asked.reply.sent) return asked.reply
    if (arrived.isTooLarge) return op.reply.parse({ Table: [{ Status: rule.tooLarge }] })
    return await finish(asked, { body: arrived.fields, file: arrived.file })
  }
  const handler = withDoor(app, op, async (request, reply) => {
    if (op.method !== 'GET' && app.isForeignPage(request.headers)) refuse('not_allowed')
    const asked = { request, reply, caller: await admit(app, op, request) }
    if (op.upload && isMultipart(request)) return finishUpload(asked, op.upload)
    return finish(asked, { body: request.body })
  })
  const config = { who: op.who, operation: op }
  const add = (scope: FastifyInstance) => void scope.route({ method: op.method, url: op.path, config, handler })
  if (op.upload) acceptUploads(app, add)
  else add(app)
}

function allowedOf(app: FastifyInstance, { name, reply }: Operation, answered: unknown): unknown {
  const allowed = reply.parse(answered)
  if (app.strictReplies && reply !== DownloadedFile) refuseUndeclared(name, answered, allowed)
  return allowed
}

/** The bytes of a reply that is given again and again: checked and compressed once, and forgotten with the reply. */
function bytesKeeper(allowed: (answered: object) => unknown): (answered: object) => Bytes {
  const kept = new WeakMap<object, Bytes>()
  return (answered) => {
    const bytes = kept.get(answered) ?? jsonBytes(allowed(answered))
    kept.set(answered, bytes)
    return bytes
  }
}

function cacheHeaders({ cached }: Operation): Record<string, string> {
  if (cached === undefined) return {}
  return { 'cache-control': `public, max-age=${cached}, stale-while-revalidate=${cached * 30}` }
}

function readInput(op: Operation, { request }: Asked, body: unknown): Record<string, unknown> {
  const read = op.input.safeParse(inputOf(op, request.query as Query, body))
  if (!read.success) refuseInput(read.error)
  return read.data
}

/** What somebody uploaded is never a page: it runs nothing, and is shown only where it was re-made by us. */
function sendFile(reply: FastifyReply, file: Downloaded): FastifyReply {
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

async function admit(
  app: FastifyInstance,
  { who, cached }: Operation,
  request: FastifyRequest,
): Promise<Caller | Resetter | undefined> {
  if (who === 'operator') {
    // Whoever is not the operator must not even learn that there is something here.
    if (!app.isOperator(request)) refuse('not_found')
    return undefined
  }
  const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
  // What anybody on the way may keep must not depend on who asks.
  if (who === 'anyone') return token && cached === undefined ? app.identify.applicant(token) : undefined
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
