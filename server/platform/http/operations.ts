import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPlain } from '#contract/heads.ts'
import { DownloadedFile, type Operation, type ParsedInputOf, type ReplyOf } from '#contract/operation.ts'
import { withAdmission } from './admission.ts'
import { type Bytes, jsonBytes, sendBytes } from './bytes.ts'
import { downloadPolicy } from './headers.ts'
import type {} from './http.ts'
import { refuse, refuseFields, refuseInput } from './refuse.ts'
import { isMultipart } from './timeouts.ts'
import { acceptUploads, receive, type Upload } from './uploads.ts'

/** What came with a call: its input, read as the contract says, and perhaps a file. */
export type Arrived<O extends Operation> = {
  input: ParsedInputOf<O>
  /** The file that came with the call, for an operation with `upload`. */
  file: Upload | undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Asked = { request: FastifyRequest; reply: FastifyReply }
type Downloaded = ReplyOf<{ reply: typeof DownloadedFile } & Operation>
type Sent = { body: unknown; file?: Upload | undefined }

export type Answering<O extends Operation, Caller> = {
  /** Finds out who asks, before anything else is read; refuses whoever may not. */
  admit: (request: FastifyRequest) => Promise<Caller>
  /** Whose files they are, for the limits of what arrives. */
  senderOf: (caller: Caller) => string | undefined
  answer: (caller: Caller, arrived: Arrived<O>) => Promise<ReplyOf<O>>
}

/** Answers one operation of the contract: lets the caller in, reads the input, and lets out only what `reply` names. */
export function answerOperation<O extends Operation, Caller>(
  app: FastifyInstance,
  op: O,
  { admit, senderOf, answer }: Answering<NoInfer<O>, Caller>,
): void {
  const bytesOf = keepBytes((answered) => allowedOf(app, op, answered))
  const letOut = ({ request, reply }: Asked, caller: Caller, answered: ReplyOf<O>) => {
    if (op.cached !== undefined || (op.shared && !caller))
      return sendBytes(request, reply, { bytes: bytesOf(answered as object), headers: cacheHeaders(op) })
    const allowed = allowedOf(app, op, answered)
    return op.reply === DownloadedFile ? sendFile(reply, allowed as Downloaded) : allowed
  }
  const finish = async (asked: Asked, caller: Caller, { body, file }: Sent) => {
    const input = readInput(op, asked, body) as ParsedInputOf<O>
    return letOut(asked, caller, await answer(caller, { ...asked, file, input }))
  }
  const finishUpload = async (asked: Asked, caller: Caller, rule: NonNullable<Operation['upload']>) => {
    const sender = senderOf(caller) ?? asked.request.ip
    await using arrived = await receive(app.uploads, asked.request, { rule, sender })
    // Given up on meanwhile: what had come of it by then is not the form that was meant.
    if (asked.reply.sent) return asked.reply
    if (arrived.isTooLarge) {
      if (isPlain(op)) refuse('too_large', { sentence: rule.tooLarge })
      return op.reply.parse({ Table: [{ Status: rule.tooLarge }] })
    }
    return await finish(asked, caller, { body: arrived.fields, file: arrived.file })
  }
  const handler = withAdmission(app, op, async (request, reply) => {
    if (op.method !== 'GET' && app.isForeignPage(request.headers)) refuse('not_allowed')
    const caller = await admit(request)
    if (op.upload && isMultipart(request)) return finishUpload({ request, reply }, caller, op.upload)
    return finish({ request, reply }, caller, { body: request.body })
  })
  const config = { token: op.token, operation: op }
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
function keepBytes(allowed: (answered: object) => unknown): (answered: object) => Bytes {
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
  if (!read.success) return isPlain(op) ? refuseFields(read.error) : refuseInput(read.error)
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
      'content-security-policy': file.policy ?? downloadPolicy,
      'cache-control': 'private, no-store',
    })
    .send(file.bytes instanceof Readable ? file.bytes : Readable.from(file.bytes))
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
    input[name] = wholeText(op, name, query[name])
  }
  for (const name of Object.keys(body)) input[name] = wholeText(op, name, body[name])
  return input
}

/** PostgreSQL keeps neither NUL nor half a character: say so here rather than fail there. */
function wholeText(op: Operation, path: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    const sentence = 'The text has characters that cannot be stored.'
    refuse('bad_input', { sentence, ...(isPlain(op) && { fields: [{ path, message: sentence }] }) })
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
