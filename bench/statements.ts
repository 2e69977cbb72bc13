/** A wire to the database that counts what is asked over it: statements as PostgreSQL gets them, whatever sent them. */
import { once } from 'node:events'
import net from 'node:net'

export type Wire = AsyncDisposable & { url: string; asked: () => number }

const lengthBytes = 4
/** Execute, and a query in plain text. */
const asking = ['E', 'Q'].map((letter) => letter.charCodeAt(0))

export async function countingWire(databaseUrl: string): Promise<Wire> {
  // The embedded database listens at a socket file.
  const { searchParams, username, pathname } = new URL(databaseUrl)
  const socketFile = `${searchParams.get('host') ?? ''}/.s.PGSQL.5432`
  let asked = 0
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const database = net.connect(socketFile)
    const count = messageCounter((type) => {
      if (asking.includes(type)) asked += 1
    })
    client.on('data', count)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => [client, database].forEach((each) => each.destroy()))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The first message of a connection has no type; every other begins with one byte of it, and its length. */
function messageCounter(onMessage: (type: number) => void): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let typeBytes = 0
  return (part) => {
    rest = Buffer.concat([rest, part])
    while (rest.length >= typeBytes + lengthBytes) {
      const size = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < size) return
      if (typeBytes > 0) onMessage(rest[0] as number)
      rest = rest.subarray(size)
      typeBytes = 1
    }
  }
}
