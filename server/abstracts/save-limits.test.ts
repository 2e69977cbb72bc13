/** What one person may have here. Counted under the lock on the person; without it these tests fail. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import {
  aPdf,
  download,
  inPieces,
  list,
  portalWithAuthors,
  saved,
  send,
  sendTo,
  someWords,
  statusOf,
} from '#server/testing/abstracts.ts'
import { ask, listen, makeTestApp } from '#server/testing/app.ts'
import { call } from '#server/testing/people.ts'
import { sweepRemoved } from './remove.ts'

type Portal = Awaited<ReturnType<typeof portalWithAuthors>>

const tooMany =
  'You have as many abstracts as one person can have. Please remove one from your list, or change one of them.'
const noRoom = 'Your files take up all the room there is for one person. Please attach a smaller one, or write to us.'
const overhead = 5000

/** Every server looks into three files of one person at a time. Here one stands for ten: each file comes as if from somebody else. */
async function portalWithTenServers(change: Partial<World> = {}): Promise<Portal> {
  const portal = await portalWithAuthors(change)
  const { ask: inTurn, ...costlyWork } = portal.world.costlyWork
  portal.world.costlyWork = { ...costlyWork, ask: (_who, name, input) => inTurn(randomUUID(), name, input) }
  return portal
}

/** Thirty saves of one person at once, over ten servers, because each takes three files at a time. */
async function thirtySaves({ world, app, ayesha }: Portal): Promise<{ told: string[]; has: number }> {
  const apps: FastifyInstance[] = [app]
  while (apps.length < 10) apps.push(await makeTestApp(world))
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => send(apps[at % 10] as FastifyInstance, { token: ayesha.token })),
  )
  return { told: answers.map(({ row }) => row.Status), has: (await list(app, ayesha.token)).length }
}

test('of thirty saves at once twenty are kept, and the others are told what to do', async () => {
  const { told, has } = await thirtySaves(await portalWithTenServers())

  expect(has).toBe(20)
  expect(told.toSorted()).toEqual([...Array<string>(20).fill('Success'), ...Array<string>(10).fill(tooMany)])
})

test('without the lock on the person, more would be kept', async () => {
  // So few that a busy machine need not do many things in one moment.
  const abstractsPerPerson = 2
  const portal = await portalWithTenServers({ abstractsPerPerson })
  const { db } = portal.world
  const withoutLock = db.withPlugin({
    transformQuery: ({ node }) => (node.kind === 'SelectQueryNode' ? { ...node, endModifiers: [] } : node),
    transformResult: async ({ result }) => {
      // Others come between the count and the row.
      if (result.rows.some((row) => 'has' in row)) await pause(100)
      return result
    },
  })
  Object.assign(portal.world, { db: withoutLock })

  const { has } = await thirtySaves(portal)
  Object.assign(portal.world, { db })
  expect(has).toBeGreaterThan(abstractsPerPerson)
})

test('a draft that is removed makes room for another, and one that is there can still be changed', async () => {
  const { app, ayesha } = await portalWithAuthors({ abstractsPerPerson: 2 })
  const { token } = ayesha
  const [first] = [await saved(app, { token }), await saved(app, { token })]

  expect((await send(app, { token })).row).toEqual({ Status: tooMany })
  expect((await send(app, { token, words: { pk: String(first), Title: 'Changed' } })).row.Status).toBe('Success')
  await statusOf(app, 'RemoveAbstract', { token, pk: first })
  expect((await send(app, { token })).row.Status).toBe('Success')
})

test('files count once, with all versions and with what was removed, until it is swept', async () => {
  const clock = { time: new Date('2026-11-01T09:00:00Z') }
  const portal = await portalWithAuthors({ bytesPerPerson: 100_000, now: () => clock.time })
  const { world, app, ayesha } = portal
  const { token } = ayesha
  const file = (name: string) => ({ name: `${name}.pdf`, bytes: Buffer.concat([aPdf(name), Buffer.alloc(40_000)]) })
  const pk = await saved(app, { token, file: file('one') })
  // The same file again is not kept twice.
  expect((await send(app, { token, words: { pk: String(pk) }, file: file('one') })).row.Status).toBe('Success')
  expect((await send(app, { token, words: { pk: String(pk) }, file: file('two') })).row.Status).toBe('Success')
  expect((await send(app, { token, words: { pk: String(pk) }, file: file('three') })).row).toEqual({ Status: noRoom })
  await statusOf(app, 'RemoveAbstract', { token, pk })
  expect((await send(app, { token, file: file('three') })).row).toEqual({ Status: noRoom })

  clock.time = new Date('2026-12-02T09:00:00Z')
  await sweepRemoved(world)
  const { Column1 } = await call(app, 'Login', { UserID: ayesha.email, Password: ayesha.password })
  expect((await send(app, { token: String(Column1), file: file('three') })).row.Status).toBe('Success')
  // Nothing that was refused is left in the store.
  const kept: string[] = []
  for await (const { key } of world.files.list('abstracts')) kept.push(key)
  const known = await world.db.selectFrom('abstractVersion').select('fileKey').execute()
  expect(known.every(({ fileKey }) => kept.includes(fileKey))).toBe(true)
})

test('a file on its way in pieces counts from its beginning, and once when it is saved', async () => {
  const { app, ayesha } = await portalWithAuthors({ bytesPerPerson: 60_000 + overhead })
  const { token } = ayesha
  const bytes = Buffer.concat([aPdf(), Buffer.alloc(40_000)])
  const UploadID = await inPieces(app, token, { bytes, name: 'one.pdf', piece: 30_000 })

  const begin = { token, FileName: 'two.pdf', FileSize: 30_000, FileKey: 'two' }
  expect(await call(app, 'UploadBegin', begin)).toMatchObject({ http: 200, Status: noRoom })
  expect((await send(app, { token, file: { name: 'two.pdf', bytes } })).row).toEqual({ Status: noRoom })
  expect((await send(app, { token, words: { UploadID }, file: null })).row.Status).toBe('Success')
  expect(await call(app, 'UploadBegin', begin)).toMatchObject({ Status: noRoom })
})

test('of ten files at once, no more are kept than there is room for', async () => {
  const { world, app, ayesha } = await portalWithTenServers({ bytesPerPerson: 100_000 })
  const apps = [app, await makeTestApp(world), await makeTestApp(world), await makeTestApp(world)]

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => {
      const bytes = Buffer.concat([aPdf(String(at)), Buffer.alloc(25_000)])
      return send(apps[at % 4] as FastifyInstance, { token: ayesha.token, file: { name: 'a.pdf', bytes } })
    }),
  )
  expect(answers.filter(({ row }) => row.Status === 'Success')).toHaveLength(3)
  expect(answers.filter(({ row }) => row.Status === noRoom)).toHaveLength(7)
})

test('the four texts together may have 40,000 characters', async () => {
  const { app, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  const text = (length: number) => 'a'.repeat(length)
  const words = { ...someWords, BackGround: text(20_000), Material: text(19_998), Results: 'b', Discussion: 'c' }

  expect((await sendTo(app, 'AbstractSave', { token, words })).row.Status).toBe('Success')
  const tooLong = await sendTo(app, 'AbstractSave', { token, words: { ...words, Results: 'bb' } })
  expect(tooLong).toEqual({
    http: 400,
    row: { Status: 'Please check the four texts: together at most 40000 characters.' },
  })
  expect(await list(app, token)).toHaveLength(1)
})

test('forty readers of a full list get what one list may hold, and a reader without end is asked to wait', async () => {
  const { app, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  const section = 'ب'.repeat(10_000)
  const words = { BackGround: section, Material: section, Results: section, Discussion: section }
  for (let at = 0; at < 20; at += 1) await saved(app, { token, words })
  await listen(app)
  const read = () =>
    ask(app, { url: '/api/GetAbstracts', headers: { host: 'localhost', authorization: `Bearer ${token}` } })

  const answers = await Promise.all(Array.from({ length: 40 }, read))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  // Twenty abstracts of 40,000 characters, two bytes each, and what stands round them.
  expect(Math.max(...answers.map(({ rawPayload }) => rawPayload.length))).toBeLessThan(20 * 82_000)
  for (let at = 0; at < 80; at += 1) await download(app, token, 1)
  expect((await read()).statusCode).toBe(429)
  expect((await download(app, token, 1)).statusCode).toBe(429)
})

test('while the disk is nearly full no file is taken, and everything else goes on', async () => {
  const { world, ayesha } = await portalWithAuthors()
  const app = await makeTestApp(world, { env: { FREE_DISK_MB: '1000000000' } })
  const { token } = ayesha

  expect(await send(app, { token })).toEqual({
    http: 503,
    row: { Status: 'There is no room for files at the moment. Please try again later.' },
  })
  expect(await list(app, token)).toEqual([])
  expect((await ask(app, { url: '/metrics' })).body).toMatch(/^files_free_bytes \d{6,}$/m)
})
