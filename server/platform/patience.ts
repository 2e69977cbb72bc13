/** How long we wait for a body to arrive. */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { Refusal } from './refuse.ts'
import type { Uploads } from './uploads.ts'

const bodyMustArriveWithin = 20_000

/** A phone on a bad line sends this much a second; what is slower only holds a socket. */
const slowestUpload = 1000

/** Read and thrown away after a file that is too large, so that the sender hears why instead of a broken connection. */
const mostReadInVain = 32 * 1024 * 1024
const mostFields = 4 * 1024 * 1024

export function isMultipart({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** A sender of one byte every ten seconds would otherwise hold a socket for ever. */
export function watchBody(request: FastifyRequest, reply: FastifyReply, uploads: Uploads): void {
  if (request.raw.readableEnded) return expectNoBody(request)
  if (request.method === 'GET') return closeAfterBody(request, reply)
  const upload = isMultipart(request) && request.routeOptions.config.operation?.upload
  if (upload) watchUpload(request, reply, { upload, uploads })
  else watchPlainBody(request, reply)
}

const senders = new WeakMap<Socket, FastifyReply['raw']>()

/** Refused early, somebody may still be sending: what breaks from there on must not be answered a second time. */
export function hasBeenAnswered(socket: Socket): boolean {
  return senders.get(socket)?.headersSent === true
}

/** None was announced, so Node made none (`optimizeEmptyRequests`). Fastify reads what has a type, and would wait for its end. */
function expectNoBody({ raw }: FastifyRequest): void {
  delete raw.headers['content-type']
}

/** Nobody reads the body of a GET; its connection must not stay open for the rest of it. */
function closeAfterBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  // Not among Fastify's headers, which an answer of kept bytes does not have.
  if (hasBody) reply.raw.setHeader('connection', 'close')
}

function watchPlainBody({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['content-length'] === '0' || raw.complete) return
  const timer = setTimeout(() => giveUp(raw, reply, 'too_slow'), bodyMustArriveWithin)
  whenArrived(raw, reply, () => clearTimeout(timer))
}

type Watched = { upload: NonNullable<Operation['upload']>; uploads: Uploads }

/** A file may take as long as it needs, as long as it keeps coming. */
function watchUpload({ raw }: FastifyRequest, reply: FastifyReply, { upload, uploads }: Watched): void {
  const { socket } = raw
  const most = upload.limit + mostReadInVain + mostFields
  const first = socket.bytesRead
  let last = first
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - last
    last = socket.bytesRead
    if (arrived < (slowestUpload * uploads.patience) / 1000) giveUp(raw, reply, 'too_slow')
    else if (last - first > most) giveUp(raw, reply, 'too_large')
  }, uploads.patience)
  whenArrived(raw, reply, () => clearInterval(timer))
}

function whenArrived(raw: FastifyRequest['raw'], reply: FastifyReply, done: () => void): void {
  const { socket } = raw
  senders.set(socket, reply.raw)
  raw.once('close', done)
  raw.once('end', () => {
    senders.delete(socket)
    done()
  })
}

/** Whoever has had an answer already and still sends is only holding the socket. */
function giveUp(raw: FastifyRequest['raw'], reply: FastifyReply, why: 'too_slow' | 'too_large'): void {
  if (reply.sent) raw.destroy()
  else void reply.header('connection', 'close').send(new Refusal(why))
}
