/** How many connections may be open, and for how long one may stand there without taking its answer. See docs/decisions/0034. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '#server/platform/process/log.ts'

export type ConnectionRules = {
  /** Of all callers together: each takes memory, and the machine has only so many. */
  most: number
  /** Of one address; a campus has many people behind one. */
  mostOfAddress: number
  /** Milliseconds after which whoever has taken nothing of an answer that is waiting for them is let go. */
  readWithin: number
}

type Watch = { rules: ConnectionRules; isProxy: (address: string) => boolean; log: Logger }

export const connectionRules: ConnectionRules = { most: 5000, mostOfAddress: 500, readWithin: 30_000 }

const tellAgainAfter = 60_000

export function watchConnections(server: Server, { rules, isProxy, log }: Watch): void {
  const tell = tellSeldom(log)
  const open = new Map<string, number>()
  server.maxConnections = rules.most
  server.on('drop', () => tell('connections were refused: as many are open as may be'))
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    // Behind a proxy all callers have one address; it must count them itself.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const count = (open.get(remoteAddress) ?? 0) + 1
    if (count > rules.mostOfAddress) {
      tell('connections were refused: one address has as many open as it may', remoteAddress)
      return socket.destroy()
    }
    open.set(remoteAddress, count)
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1
      if (left > 0) open.set(remoteAddress, left)
      else open.delete(remoteAddress)
    })
  })
  endUnreadAnswers(server, rules)
}

/**
 * Node reports a connection that was idle for a while; one whose answer we are still working on has done nothing wrong.
 * To Node a byte that arrives is activity too. So nothing is read while an answer waits to be taken: one byte every few seconds would keep it for ever.
 */
function endUnreadAnswers(server: Server, { readWithin }: ConnectionRules): void {
  const inHand = new Map<Socket, number>()
  const unread = new Set<Socket>()
  const readOn = (socket: Socket) => unread.delete(socket) && socket.resume()
  const stopReading = (socket: Socket) => {
    unread.add(socket)
    socket.pause()
  }
  server.on('request', ({ socket }, answer) => {
    inHand.set(socket, (inHand.get(socket) ?? 0) + 1)
    answer.once('close', () => {
      const left = (inHand.get(socket) ?? 1) - 1
      if (left > 0) inHand.set(socket, left)
      else inHand.delete(socket)
      readOn(socket)
    })
  })
  const look = setInterval(() => {
    for (const socket of inHand.keys())
      if (socket.writableLength > 0) stopReading(socket)
      else readOn(socket)
  }, readWithin / 3).unref()
  server.once('close', () => clearInterval(look))
  server.setTimeout(readWithin, (socket) => {
    if (socket.writableLength > 0 || !inHand.has(socket)) socket.destroy()
  })
}

/** A flood must not fill the disk with lines about itself. */
function tellSeldom(log: Logger): (words: string, address?: string) => void {
  let silentUntil = 0
  let since = 0
  return (words, address) => {
    since += 1
    const now = performance.now()
    if (now < silentUntil) return
    silentUntil = now + tellAgainAfter
    log.warn({ refused: since, ...(address && { ip: address }) }, words)
    since = 0
  }
}
