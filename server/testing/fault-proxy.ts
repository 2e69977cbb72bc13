/** A wire that breaks when told: everything passes until so many bytes have gone up on one connection, and then it is cut. */
import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'

export type FaultProxy = {
  port: number
  /** Bytes that clients have sent so far, cut or not. */
  sent: () => number
  /** The next connection that sends this many bytes is cut, once. */
  cutAfter: (bytes: number) => void
}

export async function faultProxy(target: number): Promise<FaultProxy> {
  let sent = 0
  let cut = Number.POSITIVE_INFINITY
  const server = net.createServer((client) => {
    const portal = net.connect({ port: target, host: '127.0.0.1' })
    let up = 0
    const breakOff = () => {
      client.resetAndDestroy()
      portal.resetAndDestroy()
    }
    for (const side of [client, portal]) side.on('error', breakOff)
    client.on('data', (part: Buffer) => {
      up += part.length
      sent += part.length
      if (up >= cut) {
        cut = Number.POSITIVE_INFINITY
        return breakOff()
      }
      if (portal.write(part)) return
      client.pause()
      portal.once('drain', () => client.resume())
    })
    portal.pipe(client)
    client.on('end', () => portal.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as net.AddressInfo).port, sent: () => sent, cutAfter: (bytes) => void (cut = bytes) }
}
