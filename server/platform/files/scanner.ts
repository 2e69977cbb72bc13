/** ClamAV, spoken to directly: the file goes to clamd in chunks, and it answers with one line. */
import { createReadStream } from 'node:fs'
import net from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** `failed` when the scanner did not answer: whoever asks decides what that means. */
export type Scanner = (path: string) => Promise<'clean' | 'infected' | 'failed'>

const timeout = 60_000

export function openScanner(url: string | undefined): Scanner | undefined {
  if (!url) return undefined
  const { protocol, hostname, port, pathname } = new URL(url)
  const where =
    protocol === 'unix:' ? { path: decodeURIComponent(pathname) } : { host: hostname, port: Number(port || 3310) }
  return async (path) => {
    try {
      const answer = await ask(where, path)
      if (answer === 'stream: OK') return 'clean'
      return answer.endsWith(' FOUND') ? 'infected' : 'failed'
    } catch {
      return 'failed'
    }
  }
}

/** It may answer and hang up before it has read everything, which breaks our sending and is no failure. */
async function ask(where: net.NetConnectOpts, path: string): Promise<string> {
  const socket = net.connect(where)
  socket.setTimeout(timeout, () => socket.destroy(new Error('the scanner does not answer')))
  let answer = ''
  const heard = new Promise<void>((done, fail) => {
    socket.on('data', (part: Buffer) => (answer += part.toString('utf8')))
    socket.once('error', (error) => (answer ? done() : fail(error)))
    socket.once('close', () => done())
  })
  const sent = send(socket, path).catch((error: unknown) => {
    if (!answer) throw error
  })
  await Promise.all([heard, sent]).finally(() => socket.destroy())
  return answer.replace(/\0.*$/s, '').trim()
}

async function send(socket: net.Socket, path: string): Promise<void> {
  socket.write('zINSTREAM\0')
  const framed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(chunk.length)
      this.push(length)
      done(null, chunk)
    },
    flush(done) {
      done(null, Buffer.alloc(4))
    },
  })
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), framed, socket, { end: false })
}
