/** Five people send everything hostile that we know, at once: each gets the right answer, and the server stays what it was. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Attacker, fireAll, hostileShots } from './attack.ts'
import { makeDatabase } from './database.ts'
import { photo } from './pictures.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aFolder, childrenOf, opened, start, tell, until } from './process.ts'
import { aWorkshopIn, password, send, type Shopper, shoppersIn } from './shoppers.ts'

const attackers = 5
const megabyte = 1_048_576

async function portal() {
  const { url } = await makeDatabase()
  const env = { DATABASE_URL: url }
  const running = start({ program: 'server/main.ts', dataFolder: aFolder(), port: await freePort(), env })
  await opened(running)
  return { running, url }
}

/** In bytes, by the system's count. */
function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

const aPhoto = async () => ({
  route: 'photo' as const,
  name: 'a photo',
  file: { bytes: await photo(), name: 'me.jpg' },
  answer: 'Success',
})

test.runIf(process.env.TEST_LONG && existsSync('/proc/self/status'))(
  'five people send every hostile file through every door: each is answered rightly, others are served, and the memory of the server stays (needs npm run test:long)',
  async () => {
    const { running, url } = await portal()
    const { pid, address } = running
    const people = await shoppersIn(url, attackers + 1)
    const customer = people.pop() as Shopper
    const login = { UserID: customer.email, Password: password }
    const senders = people.map(({ token }): Attacker => ({ address, token }))
    const workshopIDs = await aWorkshopIn(url, { topic: 'Sutures', seats: 1000, price: 100_000 })
    const shots = await hostileShots()
    expect(shots.length).toBeGreaterThan(200)
    // The first of each kind wakes what sleeps until it is needed.
    for (const sender of senders) expect(await fireAll(sender, [await aPhoto()])).toMatchObject([[{}, 'Success']])
    const before = memoryOf(pid)
    let most = before
    const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20)

    const attack = Promise.all(senders.map((sender) => fireAll(sender, shots)))
    let isOver = false
    const served = (async () => {
      let visits = 0
      for (; !isOver; visits += 1) {
        // Five times in a quarter of an hour is what one account may.
        const signedIn = visits < 4 ? (await send(address, '/api/Login', login)).status : 200
        expect([visits, signedIn]).toEqual([visits, 200])
        expect((await send(address, '/api/CheckOut', { token: customer.token, workshopIDs })).status).toBe(200)
      }
      return visits
    })()
    const heard = (await attack).flat()
    isOver = true
    clearInterval(watch)

    expect(await served).toBeGreaterThan(0)
    const wrong = heard.filter(([{ answer }, said]) => said !== answer)
    expect(wrong.map(([{ route, name, answer }, said]) => ({ route, name, answer, said }))).toEqual([])
    const growth = (most - before) / megabyte
    // What five uploads and their answers need is given back; a second attack finds the server as the first did.
    await until(() => memoryOf(pid) - before < 100 * megabyte, {
      otherwise: () => `${memoryOf(pid) / megabyte} MB are left`,
    })
    tell(
      `${heard.length} hostile files of ${attackers} people: the server grew by ${growth.toFixed(0)} MB, and kept ${((memoryOf(pid) - before) / megabyte).toFixed(0)}`,
    )
    expect(growth).toBeLessThan(200)
    expect(readFileSync(`/proc/${pid}/maps`, 'utf8')).not.toMatch(/vips|sharp/)
    expect(running.output()).not.toContain('"level":50')
  },
)

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that ends by %s leaves none of its processes behind',
  async (signal) => {
    const { running, url } = await portal()
    const [person] = await shoppersIn(url, 1)
    const sender = { address: running.address, token: person?.token ?? '' }
    expect(await fireAll(sender, [await aPhoto()])).toMatchObject([[{}, 'Success']])
    const helpers = childrenOf(running.pid)
    expect(helpers.length).toBe(2)

    kill(running.pid, signal)
    expect(await running.ended).toBe(signal === 'SIGTERM' ? 0 : 'SIGKILL')
    await until(() => helpers.every((pid) => !isRunning(pid)), { otherwise: () => 'something still runs' })
  },
)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
