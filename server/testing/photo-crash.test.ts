import { randomInt } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
/** The server is killed while a photo arrives, is worked on, is stored, is committed: afterwards there is the old one or the new one, whole. */
import { sweepFiles } from '#server/backup/sweep-files.ts'
import type { Tables } from '#server/database/tables.ts'
import { demoPerson } from '#server/demo/seed.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { filesIn, sweepIncoming } from '#server/platform/files/files.ts'
import { withLedger } from '#server/platform/files/ledger.ts'
import { prepareHome } from '#server/platform/postgres/home.ts'
import { blue, colourOf, noisy, photo, red } from './pictures.ts'
import { freePort } from './ports.ts'
import { kill } from './power-cut.ts'
import { aUsedFolder, childrenOf, opened, start, tell, until } from './process.ts'
import { formOf, someValues } from './profiles.ts'
import { stillWorld } from './world.ts'

/** Where the server dies: the sign that we wait for, and how many milliseconds later. */
const points = [
  { name: 'while the file arrives', sign: 'half is sent', after: [0, 40] },
  { name: 'while it is made into a PNG', sign: 'all is sent', after: [0, 150] },
  { name: 'between the new file and the commit', sign: 'the new file is there', after: [0, 3] },
  { name: 'around the commit', sign: 'the new file is there', after: [4, 80] },
  { name: 'right after the answer', sign: 'it is answered', after: [0, 3] },
] as const
const roundsOfEach = 2

test.runIf(process.env.TEST_LONG)(
  'killed at five points of an upload, it keeps the old photo or the new one, whole (needs npm run test:long)',
  async () => {
    const dataFolder = await aUsedFolder()
    const portal = start({ program: 'scripts/start.ts', dataFolder, port: await freePort() })
    await opened(portal)
    const token = await signInAt(portal.address)
    // A larger picture takes longer, which gives the killer time.
    const pictures = { red: await noisy(red), blue: await noisy(blue) }
    expect(await send(portal.address, { token, name: 'round 0', picture: await photo(red) })).toBe('Success')

    const counts = { old: 0, new: 0, answered: 0 }
    let known = 'round 0'
    for (let round = 1; round <= points.length * roundsOfEach; round += 1) {
      const point = points[round % points.length] as (typeof points)[number]
      const name = `round ${round}`
      const [server] = childrenOf(portal.pid)
      const killed = async () => {
        if (point.sign === 'the new file is there') await aNewPhoto(dataFolder)
        await pause(randomInt(point.after[0], point.after[1]))
        kill(server)
      }
      const picture = round % 2 ? pictures.blue : pictures.red
      const halfWay = point.sign === 'half is sent'
      const isLate = point.sign === 'it is answered'
      const answered = await send(portal.address, {
        token,
        name,
        picture,
        halfWay,
        ...(!isLate && { meanwhile: killed }),
      })
      if (isLate) await killed()
      await until(() => !childrenOf(portal.pid).includes(server as number))
      await opened(portal)
      const now = await look(portal.address, token)
      expect([point.name, [known, name].includes(now.name)]).toEqual([point.name, true])
      // What was promised is kept, and the picture is that of the same form as the name.
      const promised = answered === 'Success' ? name : now.name
      expect([now.name, now.colour]).toEqual([promised, Number(now.name.slice(6)) % 2 ? 'blue' : 'red'])
      counts[now.name === name ? 'new' : 'old'] += 1
      if (answered === 'Success') counts.answered += 1
      known = now.name
    }

    tell(
      `${points.length * roundsOfEach} kills: ${counts.old} left the old photo, ${counts.new} the new one, ${counts.answered} had been answered`,
    )
    // The first point always leaves the old one, the last the new one; what the others leave is chance.
    expect([counts.old >= roundsOfEach, counts.answered >= roundsOfEach]).toEqual([true, true])
    expect(await leftovers(dataFolder)).toEqual({ photos: 1, incoming: 0 })
    expect((await look(portal.address, token)).name).toBe(known)
  },
)

async function signInAt(address: string): Promise<string> {
  const reply = await fetch(`${address}/api/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserID: demoPerson.email, Password: demoPerson.password }),
  })
  return ((await reply.json()) as { Table: { Column1: string }[] }).Table[0]?.Column1 ?? ''
}

type Sending = { token: string; name: string; picture: Buffer; halfWay?: boolean; meanwhile?: () => Promise<void> }

/** Gives the status, or `nothing` where the connection broke. */
async function send(address: string, { token, name, picture, halfWay = false, meanwhile }: Sending): Promise<string> {
  const { type, body } = await formOf({ ...someValues, Name: name }, { bytes: picture, name: 'me.png' })
  return new Promise((done) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
    const call = request(`${address}/api/ProfileCreate`, { method: 'POST', headers, agent: false }, (reply) => {
      let text = ''
      reply.on('data', (part: Buffer) => (text += part.toString()))
      reply.once('error', () => done('nothing'))
      reply.once('end', () => done((JSON.parse(text) as { Table: { Status: string }[] }).Table[0]?.Status ?? 'nothing'))
    })
    call.once('error', () => done('nothing'))
    if (halfWay) call.write(body.subarray(0, body.length / 2), () => void meanwhile?.())
    else call.end(body, () => void meanwhile?.())
  })
}

async function look(address: string, token: string): Promise<{ name: string; colour: 'red' | 'blue' }> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const profile = (await (await fetch(`${address}/api/GetProfile`, { headers })).json()) as {
    Table: { Name: string }[]
  }
  const picture = await fetch(`${address}/api/ProfilePhoto`, { headers })
  const { r, b } = await colourOf(Buffer.from(await picture.arrayBuffer()))
  return { name: profile.Table[0]?.Name ?? '', colour: r > b ? 'red' : 'blue' }
}

/** Looked for all the time: the moment is a few milliseconds long. */
async function aNewPhoto(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'files/photos')
  const names = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 3)
  const before = new Set(names())
  const until = performance.now() + 5000
  while (performance.now() < until && names().every((name) => before.has(name))) await pause(1)
}

/** After the sweep that comes by the clock, two hours later. */
async function leftovers(dataFolder: string): Promise<{ photos: number; incoming: number }> {
  const { url } = await prepareHome(join(dataFolder, 'postgres'))
  const { db, pool } = openDatabase<Tables>({ url, poolSize: 1, log: { warn: () => {} } })
  const files = filesIn(join(dataFolder, 'files'))
  const later = new Date(Date.now() + 2 * 3_600_000)
  const now = () => later
  await sweepFiles({ ...stillWorld(db), files: withLedger(files, { db, now }), now }).finally(() => pool.end())
  await sweepIncoming(files, later)
  let photos = 0
  for await (const _ of files.list('photos')) photos += 1
  return { photos, incoming: readdirSync(files.incoming).length }
}
