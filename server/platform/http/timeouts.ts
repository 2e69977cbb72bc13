/** How long we wait for a body to arrive, and for a sender who has been refused to fall silent. See docs/decisions/0034. */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { Refusal } from './refuse.ts'
import type { Uploads } from './uploads.ts'

const bodyMustArriveWithin = 20_000

/** What is slower only holds a socket, at any time of an upload. */
const slowestMoment = 1000
/** A phone on a bad line sends this much a second on the whole: a piece of 5 MB in eleven minutes. */
const slowestUpload = 8000

/** Read and thrown away after a file that is too large, so that the sender hears why instead of a broken connection. */
const mostReadInVain = 32 * 1024 * 1024
const mostFields = 4 * 1024 * 1024
/** What no call may ask for more than: the server gives up on any request after the time that this takes. */
const largestUpload = 64 * 1024 * 1024

/** How long a body of so many bytes may take: a request that began in time must not bring its words hours later. */
export function timeToSend(bytes: number, uploads: Pick<Uploads, 'timeout'>): number {
  return uploads.timeout + (bytes / slowestUpload) * 1000
}

export function longestUpload(uploads: Pick<Uploads, 'timeout'>): number {
  return timeToSend(largestUpload, uploads)
}

export function refuseEndlessUpload({ name, upload }: Operation): void {
  if (upload && upload.limit + mostFields > largestUpload)
    throw new Error(`${name} takes larger files than the server waits for: see largestUpload.`)
}

export function isMultipart({ headers }: FastifyRequest): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** A sender of one byte every ten seconds would otherwise hold a socket for ever. */
export function watchBody(request: FastifyRequest, reply: FastifyReply, uploads: Uploads): void {
  if (!announcesBody(request)) return expectNoBody(request)
  // Nobody reads the body of a GET; its connection must not stay open for the rest of it.
  if (request.method === 'GET') return void reply.raw.setHeader('connection', 'close')
  const upload = isMultipart(request) && request.routeOptions.config.operation?.upload
  if (upload) watchUpload(request, reply, { upload, uploads })
  else watchPlainBody(request, reply)
  leaveWhenRefused(request, reply, uploads)
}

const senders = new WeakMap<Socket, FastifyReply['raw']>()

/** Refused early, somebody may still be sending: what breaks from there on must not be answered a second time. */
export function hasBeenAnswered(socket: Socket): boolean {
  return senders.get(socket)?.headersSent === true
}

/** Somebody whom `leaveWhenRefused` sees off. */
export function isStillSending({ raw }: FastifyRequest): boolean {
  return !raw.complete && senders.has(raw.socket)
}

/** In HTTP/1.1 a request that says neither has no body. */
export function announcesBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Fastify reads what has a type, and refuses a type that it does not know, also where nothing comes. */
function expectNoBody({ raw }: FastifyRequest): void {
  delete raw.headers['content-type']
}

function watchPlainBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const timer = setTimeout(() => giveUp(raw, reply, 'too_slow'), bodyMustArriveWithin)
  whenArrived(raw, reply, () => clearTimeout(timer))
}

type Watched = { upload: NonNullable<Operation['upload']>; uploads: Uploads }

/** A file must keep coming, and be here in the time that its size allows; one that did not say its size, in what has come of it. */
function watchUpload({ raw, headers }: FastifyRequest, reply: FastifyReply, { upload, uploads }: Watched): void {
  const { socket } = raw
  const most = upload.limit + mostReadInVain + mostFields
  const announced = Math.min(Number(headers['content-length'] ?? 0), upload.limit + mostFields)
  const begun = performance.now()
  const first = socket.bytesRead
  let last = first
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - last
    last = socket.bytesRead
    const time = timeToSend(Math.max(announced, last - first), uploads)
    if (arrived < (slowestMoment * uploads.timeout) / 1000 || performance.now() - begun > time)
      giveUp(raw, reply, 'too_slow')
    else if (last - first > most) giveUp(raw, reply, 'too_large')
  }, uploads.timeout)
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

/**
 * Whoever is refused before the body has come is not waited for. Our side is closed at once; what is still on its way is read for a moment and thrown
 * away, because a connection that is cut while somebody sends takes the answer with it.
 */
function leaveWhenRefused({ raw }: FastifyRequest, reply: FastifyReply, { goodbye }: Uploads): void {
  const { socket } = raw
  reply.raw.once('finish', () => {
    if (raw.complete || socket.destroyed) return
    socket.end()
    const timer = setTimeout(() => socket.destroy(), goodbye)
    socket.once('close', () => clearTimeout(timer))
    raw.once('end', () => socket.destroy())
    raw.unpipe()
    raw.resume()
  })
}

/** Whoever has had an answer already and still sends is only holding the socket. */
function giveUp(raw: FastifyRequest['raw'], reply: FastifyReply, why: 'too_slow' | 'too_large'): void {
  if (reply.sent) raw.destroy()
  else void reply.header('connection', 'close').send(new Refusal(why))
}
