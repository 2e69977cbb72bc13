/** A wire to the database that counts what is asked over it: statements as PostgreSQL gets them, whatever sent them. */
import { once } from 'node:events'
import net from 'node:net'

export type Wire = AsyncDisposable & {
  url: string
  asked: () => number
  /** The texts of those since it was last asked. */
  texts: () => string[]
}

const lengthBytes = 4

export async function countingWire(databaseUrl: string): Promise<Wire> {
  // The embedded database listens at a socket file.
  const { searchParams, username, pathname } = new URL(databaseUrl)
  const socketFile = `${searchParams.get('host') ?? ''}/.s.PGSQL.5432`
  let asked = 0
  const texts: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const database = net.connect(socketFile)
    const count = messageReader(
      statementReader((text) => {
        asked += 1
        texts.push(text)
      }),
    )
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
    texts: () => texts.splice(0),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A statement is prepared under a name once, bound to values by it, and executed; or it is sent as plain text. */
function statementReader(onStatement: (text: string) => void): (type: string, body: Buffer) => void {
  const prepared = new Map<string, string>()
  let bound = ''
  return (type, body) => {
    if (type === 'Q') onStatement(wordsOf(body)[0] ?? '')
    if (type === 'E') onStatement(prepared.get(bound) ?? '')
    const [first = '', second = ''] = type === 'P' || type === 'B' ? wordsOf(body) : []
    if (type === 'P') prepared.set(first, second)
    // The first name is that of the portal.
    if (type === 'B') bound = second
  }
}

/** The first two: each ends with a zero. */
const wordsOf = (body: Buffer): string[] => body.toString('latin1').split('\0', 2)

/** The first message of a connection has no type; every other begins with one byte of it, and its length. */
function messageReader(onMessage: (type: string, body: Buffer) => void): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let typeBytes = 0
  return (part) => {
    rest = Buffer.concat([rest, part])
    while (rest.length >= typeBytes + lengthBytes) {
      const size = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < size) return
      if (typeBytes > 0) onMessage(String.fromCharCode(rest[0] as number), rest.subarray(1 + lengthBytes, size))
      rest = rest.subarray(size)
      typeBytes = 1
    }
  }
}
