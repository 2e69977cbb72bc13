/** Asks for the same address over a few connections as fast as it is answered. It looks at lengths only: a client that reads pages is slower than our server. */
import { connect } from 'node:net'
import type { Ask, Running } from './measure.ts'

const connections = 20

export async function flood(
  { port }: Running,
  { path, method = 'GET', headers = {}, body = '', seconds = 2 }: Ask & { seconds?: number },
): Promise<number> {
  const length = body && { 'content-length': body.length }
  const lines = Object.entries({ host: 'localhost', ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const question = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  const until = performance.now() + seconds * 1000
  const answers = await Promise.all(Array.from({ length: connections }, () => one(port, question, until)))
  return answers.reduce((sum, count) => sum + count, 0) / seconds
}

function one(port: number, question: string, until: number): Promise<number> {
  return new Promise((done, fail) => {
    let count = 0
    let left = 0
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(question))
    socket.on('error', fail)
    socket.on('data', (part) => {
      left = left > 0 ? left - part.length : lengthOf(part) - part.length
      if (left > 0) return
      count += 1
      if (performance.now() < until) socket.write(question)
      else socket.end(() => done(count))
    })
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
