/** Under which name the log tells of a request. A proxy that traces may put its trace behind it. */
import type { IncomingMessage } from 'node:http'

/** Of the W3C: version, trace, parent, flags. A later version may say more behind a hyphen. */
const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/** Random, and short to read out on the telephone. A number that counts up would tell anybody how many requests others made meanwhile. */
export function requestIds(isProxy: (address: string) => boolean): (request: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const id = crypto.randomUUID().slice(0, 13)
    const trace = traceIn(headers.traceparent)
    // Anybody can send the header: only a proxy of ours is believed, and our own id stays before it.
    return trace && isProxy(socket.remoteAddress ?? '') ? `${id}.${trace}` : id
  }
}

/** The trace of the header, if it is one. Sent twice, the two are joined and are none. */
export function traceIn(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, version, trace = '', parent = '', more] = traceparent.exec(String(header)) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return /[^0]/.test(trace) && /[^0]/.test(parent) ? trace : undefined
}
