/** SEC-081: fifteen hundred callers who are slow on purpose, and what they do to everybody else. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { inTurns, p99OfOthers, start } from './measure.ts'
import { setStage } from './stage.ts'

const ofEach = 500
const beginnings = {
  header: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /api/LastDates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
  reading: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50),
}

export async function slowCallers(): Promise<string[]> {
  await using stage = await setStage()
  await using server = await start(stage.ours)
  const url = `http://127.0.0.1:${server.port}`
  const { ours, baseline, ratio } = await inTurns(5, {
    baseline: () => p99OfOthers(url, 3),
    ours: async () => {
      await using crowd = await slowCrowd(server.port)
      const p99 = await p99OfOthers(url, 3)
      if (crowd.left() < ofEach * 3) throw new Error('Some were sent away before they could do harm.')
      return p99
    },
  })
  return [
    `others beside ${ofEach * 3} slow callers: p99 ${ratio.toFixed(1)} times without (goal 2); ${ours.toFixed(1)} ms against ${baseline.toFixed(1)} ms`,
  ]
}

/** A third sends headers, a third a body, one byte a second; a third asks and does not read. */
async function slowCrowd(port: number): Promise<AsyncDisposable & { left: () => number }> {
  const sockets: Socket[] = []
  for (let at = 0; at < ofEach; at += 1)
    for (const words of Object.values(beginnings)) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.pause()
      socket.write(words)
      sockets.push(socket)
    }
  const drip = setInterval(() => sockets.forEach((socket, at) => at % 3 < 2 && socket.write('1')), 1000)
  return {
    left: () => sockets.filter((socket) => !socket.destroyed).length,
    [Symbol.asyncDispose]: async () => {
      clearInterval(drip)
      for (const socket of sockets) socket.destroy()
    },
  }
}
