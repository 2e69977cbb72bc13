/** SEC-081: fifteen hundred callers who are slow on purpose, and what they do to people who register meanwhile. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { p99Of } from './crowd.ts'
import { inTurns, start } from './measure.ts'
import { password, signedInPeople } from './people.ts'
import { setStage } from './stage.ts'

const ofEach = 500
const rounds = 5
/** A fifth of the crowd of the first minute. */
const crowd = { password, perSecond: 2, seconds: 10 }
const people = 300
const beginnings = {
  header: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  body: 'POST /api/LastDates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
  reading: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50),
}

export async function slowCallers(): Promise<string[]> {
  await using stage = await setStage()
  await signedInPeople(stage, people)
  await using server = await start(stage.ours)
  const { port } = server
  let next = 1
  const register = () => {
    const first = next
    next += crowd.perSecond * crowd.seconds
    return p99Of({ ...crowd, port, first })
  }
  const { ours, baseline, ratio } = await inTurns(rounds, {
    baseline: register,
    ours: async () => {
      await using slow = await slowCrowd(port)
      const p99 = await register()
      if (slow.left() < ofEach * 3) throw new Error('Some were sent away before they could do harm.')
      return p99
    },
  })
  return [
    `people who register, beside ${ofEach * 3} slow callers: p99 ${ratio.toFixed(1)} times without (goal 2); ${ours.toFixed(1)} ms against ${baseline.toFixed(1)} ms`,
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
