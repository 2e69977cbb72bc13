/** Asks over a few connections as fast as it is answered. It looks at lengths only: a client that reads answers takes the place of the server. */
import { connect } from 'node:net'
import type { Ask, Running } from './measure.ts'

type Flood = { seconds?: number; connections?: number }

/** The answers of a second. One question again and again, or several in turn; anything but 200 is an error of the bench. */
export async function flood(
  { port }: Pick<Running, 'port'>,
  asks: Ask | Ask[],
  { seconds = 2, connections = 20 }: Flood = {},
): Promise<number> {
  const questions = [asks].flat().map(written)
  let asked = 0
  const next = () => questions[asked++ % questions.length] as string
  const began = performance.now()
  const until = began + seconds * 1000
  const answers = await Promise.all(Array.from({ length: connections }, () => one(port, next, until)))
  return (answers.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - began)
}

function written({ path, method = 'GET', headers = {}, body = '' }: Ask): string {
  // As browsers do, who send it with an empty body too.
  const length = method === 'POST' && { 'content-length': body.length }
  const lines = Object.entries({ host: 'localhost', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function one(port: number, next: () => string, until: number): Promise<number> {
  return new Promise((done, fail) => {
    let count = 0
    let left = 0
    const read = (length: number, buffer: Uint8Array) => {
      try {
        left = (left > 0 ? left : lengthOf(buffer as Buffer)) - length
      } catch (error) {
        socket.destroy(error as Error)
        return false
      }
      if (left > 0) return true
      count += 1
      if (performance.now() < until) socket.write(next(), 'latin1')
      else socket.end(() => done(count))
      return true
    }
    // Everything is read into one place: making new ones takes the client as long as the rest of its work.
    const onread = { buffer: Buffer.alloc(64 * 1024), callback: read }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => socket.write(next(), 'latin1'))
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server has hung up')))
  })
}

/** Of the whole answer, told by its beginning. */
function lengthOf(beginning: Buffer): number {
  const end = beginning.indexOf('\r\n\r\n') + 4
  const head = beginning.toString('latin1', 0, end)
  const body = /\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || end < 4 || body === undefined) throw new Error(`not an answer: ${head}`)
  return end + Number(body)
}
