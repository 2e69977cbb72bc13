/** How the portal goes: nothing that was asked is cut, and no database stays behind. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { often } from './counts.ts'
import { freePort } from './ports.ts'
import { kill, postmasterOf } from './power-cut.ts'
import { aFolder, aUsedFolder, childrenOf, opened, type Running, start, statusOf, tell, until } from './process.ts'
import { firstRow, send } from './shoppers.ts'

const page = { method: 'GET', path: '/' }
const question = { method: 'POST', path: '/api/LastDates', body: JSON.stringify({ EventID: '1', typ: '2' }) }

test('asked to stop under load, it cuts nobody off, and ends in time with its database', async () => {
  const dataFolder = await aUsedFolder()
  const portal = start({ program: 'server/main.ts', dataFolder, port: await freePort() })
  await opened(portal)
  const answers: string[] = []
  const callers = Array.from({ length: 30 }, () => aCaller(portal))
  const [busy, slow, quiet] = [callers.slice(0, 18), callers.slice(18, 24), callers.slice(24)]
  for (const caller of callers) expect(await caller(page)).toBe('200')
  const talking = busy.map(async (caller, at) => {
    for (let answer = '200'; answer === '200'; answers.push(answer))
      answer = await caller(at % 3 === 0 ? page : question)
  })
  const sending = slow.map(async (caller, at) =>
    answers.push(await caller({ ...question, halfWayFor: 600 + at * 400 })),
  )
  await pause(500)

  kill(portal.pid, 'SIGTERM')
  const asked = performance.now()
  const waking = quiet.slice(0, 3).map(async (caller, at) => {
    await pause(50 + at * 100)
    answers.push(await caller(page))
  })
  expect(await portal.ended).toBe(0)
  const took = performance.now() - asked
  await Promise.all([...talking, ...sending, ...waking])

  tell(`stopped after ${Math.round(took)} ms; ${answers.filter((answer) => answer === '200').length} calls answered`)
  expect([...new Set(answers)].toSorted()).toEqual(['200', 'refused'])
  expect(answers.filter((answer) => answer === 'refused').length).toBe(busy.length)
  expect(took).toBeLessThan(10_000)
  expect(postmasterOf(dataFolder)).toBeUndefined()
  expect(portal.output()).not.toMatch(/"level":50|Error/)
})

test('who already stands at the door when it is asked to stop still comes in', async () => {
  const portal = start({ program: 'server/main.ts', dataFolder: await aUsedFolder(), port: await freePort() })
  await opened(portal)
  expect(await aCaller(portal)(question)).toBe('200')

  kill(portal.pid, 'SIGSTOP')
  const calls = Promise.all(Array.from({ length: 20 }, () => aCaller(portal)(question)))
  await pause(300)
  kill(portal.pid, 'SIGTERM')
  kill(portal.pid, 'SIGCONT')

  expect(new Set(await calls)).toEqual(new Set(['200']))
  expect(await portal.ended).toBe(0)
})

test.runIf(process.env.TEST_LONG)(
  'of two servers that share a folder the first may go, and the second takes the database with it (needs npm run test:long)',
  async () => {
    const dataFolder = aFolder()
    const first = start({ program: 'server/main.ts', dataFolder, port: await freePort() })
    const second = start({ program: 'server/main.ts', dataFolder, port: await freePort() })
    await Promise.all([opened(first), opened(second)])

    kill(first.pid, 'SIGTERM')
    expect(await first.ended).toBe(0)
    expect(await statusOf(`${second.address}/readyz`)).toBe(200)
    expect(await statusOf(`${second.address}/`)).toBe(200)

    kill(second.pid, 'SIGTERM')
    expect(await second.ended).toBe(0)
    expect(postmasterOf(dataFolder)).toBeUndefined()
  },
)

test('a letter to a mail server that says nothing does not hold up a stop for ever', async () => {
  const calls: Socket[] = []
  const silent = createServer((socket) => {
    calls.push(socket)
    socket.write('220 hello\r\n')
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    for (const call of calls) call.destroy()
    silent.close()
  })
  const env = { SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` }
  const portal = start({ program: 'server/main.ts', dataFolder: await aUsedFolder(), port: await freePort(), env })
  await opened(portal)
  const person = { DeviceID: 'd', UserID: 'sana@example.edu', Fullname: 'Sana Memon', Password: 'correct horse' }
  expect(firstRow((await send(portal.address, '/api/EventRegister', person)).body)).toEqual({ Status: 'Success' })
  await until(() => calls.length > 0)

  kill(portal.pid, 'SIGTERM')

  expect(await portal.ended).toBe(1)
  expect(portal.output()).toContain('The stop took too long.')
})

test('Ctrl-C in a terminal, which supervisor and server both hear, is one wish and not two', async () => {
  const dataFolder = await aUsedFolder()
  const supervisor = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
  await opened(supervisor)
  const late = aCaller(supervisor)({ ...question, halfWayFor: 800 })
  await pause(300)

  process.kill(-supervisor.pid, 'SIGINT')
  expect(await supervisor.ended).toBe(0)
  expect(await late).toBe('200')
  expect(postmasterOf(dataFolder)).toBeUndefined()
})

test.runIf(process.env.TEST_LONG)(
  'whoever stops npm stops the portal, even where its shell keeps the signal to itself (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const shell = join(aFolder(), 'shell')
    // Most shells become the program they are given, and then get its signals; this one waits for it.
    writeFileSync(shell, '#!/bin/sh\neval "$2"\nexit $?\n', { mode: 0o755 })
    const env = { npm_config_script_shell: shell }
    const npm = start({ program: 'npm start', dataFolder, port: await freePort(), env })
    await opened(npm)

    kill(npm.pid, 'SIGTERM')

    await until(() => postmasterOf(dataFolder) === undefined)
    expect(await statusOf(npm.address)).toBe('ECONNREFUSED')
  },
)

test('asked to stop while it is still starting, it leaves no database behind', async () => {
  const dataFolder = await aUsedFolder()
  for (const moment of [100, 300, 500, 800].slice(-often(2, 4))) {
    const portal = start({ program: 'server/main.ts', dataFolder, port: await freePort() })
    await pause(moment)
    kill(portal.pid, 'SIGTERM')
    await portal.ended
    expect([moment, postmasterOf(dataFolder)]).toEqual([moment, undefined])
  }
})

test.runIf(process.env.TEST_LONG)(
  'a port that is taken is said so, five times, and no database stays behind (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const { port } = await aTakenPort()
    const supervisor = start({ program: 'scripts/start.ts', dataFolder, port })

    expect(await supervisor.ended).toBe(1)
    expect(supervisor.output()).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`)
    expect(supervisor.output()).toContain('The server stopped five times in a row right after its start.')
    expect(postmasterOf(dataFolder)).toBeUndefined()
  },
)

test.runIf(process.env.TEST_LONG)(
  'a supervisor that waits to try again stops when it is asked to (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const { port, free } = await aTakenPort()
    const supervisor = start({ program: 'scripts/start.ts', dataFolder, port })
    const tries = () => supervisor.output().split('is started again').length - 1
    // It waits for a second only.
    await until(() => tries() === 2 && childrenOf(supervisor.pid).length === 0, { every: 25 })

    kill(supervisor.pid, 'SIGTERM')
    await free()
    expect(await supervisor.ended).toBe(0)
    expect(tries()).toBe(2)
    expect(childrenOf(supervisor.pid)).toEqual([])
  },
)

type Call = { method: string; path: string; body?: string; halfWayFor?: number }

/** Somebody with one connection, kept open between calls. Each call gives its status, `refused` for a closed route, or what went wrong. */
function aCaller({ address }: Running): (call: Call) => Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return ({ method, path, body = '', halfWayFor = 0 }) =>
    new Promise((done) => {
      const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
      const call = request(`${address}${path}`, { agent, method, headers, timeout: 15_000 }, (reply) => {
        reply.once('end', () => done(reply.complete ? String(reply.statusCode) : 'half an answer'))
        reply.once('error', (error) => done(`in the answer: ${error.message}`))
        reply.resume()
      })
      call.once('timeout', () => call.destroy(new Error('no answer')))
      call.once('error', (error: NodeJS.ErrnoException) =>
        done(
          error.code === 'ECONNREFUSED' ? 'refused' : `${error.code ?? ''} ${error.message} (${path}, ${halfWayFor})`,
        ),
      )
      const middle = halfWayFor > 0 ? body.length / 2 : 0
      if (middle > 0) call.write(body.slice(0, middle))
      setTimeout(() => call.end(body.slice(middle)), halfWayFor)
    })
}

async function aTakenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const port = await freePort()
  const stranger = createServer()
  await new Promise<void>((taken) => stranger.listen(port, '127.0.0.1', taken))
  const free = () => new Promise<void>((done) => stranger.close(() => done()))
  onTestFinished(() => void stranger.close())
  return { port, free }
}
