import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { Files } from '#server/platform/files/files.ts'
import { aPdf, saved, send, withThemes } from '#server/testing/abstracts.ts'
import { askAs, portalWithAccount } from '#server/testing/account.ts'
import { ask, listen } from '#server/testing/app.ts'
import { aPersonSignedIn, participantWith } from '#server/testing/people.ts'
import { createProfile, readPhoto } from '#server/testing/profiles.ts'
import { allAtOnce } from '#server/testing/races.ts'
import { aWorkshop, order, pay } from '#server/testing/shop.ts'

type Portal = Awaited<ReturnType<typeof portalWithAccount>>

const askCopy = ({ app, sana }: Portal, password = sana.password) =>
  askAs(app, 'AskDataCopy', { token: sana.token, password })

const takeCopy = (app: FastifyInstance, key: unknown) =>
  ask(app, {
    method: 'POST',
    url: '/api/DataCopy',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `key=${String(key)}`,
  })

async function unpacked(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}

test('a person takes everything along: a page to read, the same as JSON, photo, every version and file, and receipts', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, eventId } = portal
  const { token } = sana
  await withThemes(world, eventId)
  await createProfile(app, token, { Name: 'Sana <b>Memon</b>' })
  const pk = await saved(app, { token, file: { bytes: aPdf('first'), name: 'first.pdf' } })
  await send(app, {
    token,
    words: { pk: String(pk), Title: 'Second thoughts' },
    file: { bytes: aPdf('second'), name: 'two/../second.pdf' },
  })
  const caller = await participantWith(world, token)
  const code = await order(world, caller, [await aWorkshop(world, eventId)])
  await pay(world, caller, { code })

  const { key, ...asked } = await askCopy(portal)
  expect(asked).toEqual({ http: 200, status: 'Success' })
  const reply = await takeCopy(app, key)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringContaining('attachment; filename="colloquium.zip"') as string,
    'cache-control': 'private, no-store',
  })
  const files = await unpacked(reply.rawPayload)
  expect([...files.keys()].toSorted()).toEqual([
    `abstracts/${pk}/version-1 first.pdf`,
    `abstracts/${pk}/version-1.json`,
    expect.stringMatching(/^abstracts\/\d+\/version-2 .*second\.pdf$/) as string,
    `abstracts/${pk}/version-2.json`,
    'data.json',
    'index.html',
    `photo-of-event-${eventId}.png`,
    `receipts/R${eventId}-000001.html`,
  ])
  expect(files.get(`abstracts/${pk}/version-1 first.pdf`)).toBe(aPdf('first').toString())
  expect(JSON.parse(files.get('data.json') ?? '')).toMatchObject({
    account: { email: sana.email },
    profiles: [{ name: 'Sana <b>Memon</b>', fatherName: 'Imran Siddiqui' }],
    orders: [{ paymentCode: code, total: 5000, receipt: `R${eventId}-000001`, payments: [{ amount: 5000 }] }],
    abstracts: [{ title: 'Second thoughts', versions: [{ version: 1 }, { version: 2 }] }],
  })
  expect(files.get('index.html')).toContain('Sana &lt;b&gt;Memon&lt;/b&gt;')
  expect(files.get('index.html')).toMatch(/<dt>Verified at<\/dt><dd>\d+ \w+ \d{4} at \d\d:\d\d \(Asia\/Karachi\)<\/dd>/)
  expect(JSON.stringify([...files])).not.toMatch(/passwordHash|tokenHash|photos\//)
  expect((await readPhoto(app, token)).statusCode).toBe(200)
})

test('the key works once, for a minute, after the right password; and five copies a day are enough', async () => {
  const portal = await portalWithAccount()
  const { app, clock } = portal
  expect(await askCopy(portal, 'wrong')).toEqual({ http: 200, status: 'Password not correct' })
  expect((await takeCopy(app, 'made-up')).statusCode).toBe(404)

  const { key } = await askCopy(portal)
  expect((await takeCopy(app, key)).statusCode).toBe(200)
  expect((await takeCopy(app, key)).statusCode).toBe(404)
  const { key: old } = await askCopy(portal)
  clock.pass(1)
  expect((await takeCopy(app, old)).statusCode).toBe(404)
  for (let copies = 3; copies <= 5; copies += 1) expect((await askCopy(portal)).http).toBe(200)
  expect((await askCopy(portal)).http).toBe(429)
})

const copyIsHeld = sql`select from data_copy for update`

test('a key that is used twice at the same moment begins one copy', async () => {
  const portal = await portalWithAccount()
  const { key } = await askCopy(portal)
  const take = async () => (await takeCopy(portal.app, key)).statusCode
  expect(new Set(await allAtOnce(portal.world, copyIsHeld, [take, take]))).toEqual(new Set([200, 404]))
})

test('control: whoever looks first and begins then begins it twice', async () => {
  const portal = await portalWithAccount()
  const { db, now } = portal.world
  await askCopy(portal)
  const take = async () => {
    const waits = await db.selectFrom('dataCopy').select('accountId').where('begunAt', 'is', null).executeTakeFirst()
    if (waits) await db.updateTable('dataCopy').set({ begunAt: now() }).execute()
    return waits !== undefined
  }
  expect(await allAtOnce(portal.world, copyIsHeld, [take, take])).toEqual([true, true])
})

/** Asks on a real connection, and takes nothing of the answer yet. */
async function begunAt(port: number, key: unknown) {
  const asking = request({
    port,
    method: 'POST',
    path: '/api/DataCopy',
    agent: false,
    headers: { host: 'localhost', 'content-type': 'application/json' },
  })
  asking.end(JSON.stringify({ key }))
  const [reply] = (await once(asking, 'response')) as [NodeJS.ReadableStream & { destroy: () => void }]
  return reply
}

const largePdf = Buffer.concat([aPdf(), Buffer.alloc(8_000_000, '%'), Buffer.from('\n%%EOF\n')])

test('people who do not read their copies keep nobody else from theirs', async () => {
  const portal = await portalWithAccount()
  const { world, app, eventId } = portal
  await withThemes(world, eventId)
  const { port } = await listen(app)
  const unread = []
  for (let people = 0; people < 6; people += 1) {
    const sana = await aPersonSignedIn(world)
    await saved(app, { token: sana.token, file: { bytes: largePdf, name: 'large.pdf' } })
    const { key } = await askCopy({ ...portal, sana })
    unread.push(await begunAt(port, key))
  }
  await pause(100)
  expect(await world.db.selectFrom('dataCopy').select('accountId').execute()).toHaveLength(6)

  await saved(app, { token: portal.sana.token, file: { bytes: largePdf, name: 'large.pdf' } })
  const { key } = await askCopy(portal)
  const reply = await takeCopy(app, key)
  expect([reply.statusCode, reply.rawPayload.length > largePdf.length]).toEqual([200, true])
  for (const each of unread) each.destroy()
})

test('one copy at a time, read slowly, opens one file after another; whoever goes away may ask again', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, eventId } = portal
  const { get } = world.files
  const opened: string[] = []
  world.files.get = (async (key) => {
    opened.push(key)
    return get(key)
  }) satisfies Files['get']
  await withThemes(world, eventId)
  for (let count = 0; count < 4; count += 1)
    await saved(app, {
      token: sana.token,
      words: { Title: `Large ${count}` },
      file: { bytes: largePdf, name: 'large.pdf' },
    })
  const { key } = await askCopy(portal)
  const { port } = await listen(app)
  const reply = await begunAt(port, key)
  await pause(100)

  expect(await askCopy(portal)).toEqual({ http: 200, status: 'Another copy is on its way' })
  // What nobody reads is not opened: the lines between hold less than one of the four files.
  expect(opened.length).toBeLessThan(3)
  reply.destroy()
  for (let isOver = false; !isOver; await pause(10))
    isOver = (await world.db.selectFrom('dataCopy').selectAll().execute()).length === 0
  expect(await askCopy(portal)).toMatchObject({ status: 'Success' })
})
