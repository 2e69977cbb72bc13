/** What one person can make a server spend on exports, and what becomes of one that does not come to its end. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { Refusal } from '#server/platform/http/refuse.ts'
import { anOffice, begin, begun, download, linesOf, stateOf, wish } from '#server/testing/exports.ts'
import { aWrongAmount, staffCaller } from '#server/testing/finance.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { aWorkshop } from '#server/testing/shop.ts'
import { grant, staffWith } from '#server/testing/staff.ts'
import { beginExport, sweepExports } from './exports.ts'
import { writeExport } from './write.ts'

test('one at a time for each person, of two begun at once too; another begins when it is over', async () => {
  const { world, finance, app } = await anOffice()
  const answers = await Promise.all([1, 2, 3, 4].map(() => finance.post(begin, wish)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.body.message).toBe(
    'Another export of yours is being written. Wait for it, or stop it.',
  )
  expect((await (await staffCaller(app, world, { role: 'owner' })).post(begin, wish)).status).toBe(200)
  const first = answers.find(({ status }) => status === 200)
  await writeExport(world, Number(first?.body.exportId))
  await begun(finance)
})

test('thirty in an hour, and no more', async () => {
  const { world, finance } = await anOffice()
  for (let round = 0; round < 30; round += 1)
    expect((await finance.post('/staff/ExportStop', { exportId: await begun(finance) })).status).toBe(200)
  expect((await finance.post(begin, wish)).status).toBe(429)
  expect(await world.db.selectFrom('exportFile').select('id').where('state', '=', 'waiting').execute()).toEqual([])
})

/** Holds each file until it is let go, as a slow disk would. */
function slowFiles({ files }: World) {
  let letGo = () => {}
  let arrived = 0
  const open = new Promise<void>((done) => (letGo = done))
  const adopt: World['files']['adopt'] = async (key, file) => {
    arrived += 1
    await open
    return files.adopt(key, file)
  }
  onTestFinished(() => letGo())
  return { files: { ...files, adopt }, letGo: () => letGo(), arrived: () => arrived }
}

test('two at a time on a server: the third waits its turn, and comes again by itself', async () => {
  const { world, app } = await anOffice()
  const slow = slowFiles(world)
  const ids: number[] = []
  for (const _ of [1, 2, 3]) ids.push(await begun(await staffCaller(app, world, { role: 'finance' })))
  const busy = { ...world, files: slow.files }
  const writing = ids.slice(0, 2).map((id) => writeExport(busy, id))
  await expect.poll(() => slow.arrived()).toBe(2)
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)

  await writeExport(busy, ids[2] as number)
  const states = () => world.db.selectFrom('exportFile').select('state').orderBy('id').execute()
  expect((await states()).map(({ state }) => state)).toEqual(['running', 'running', 'waiting'])
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs`.execute(world.db)
  expect(rows).toEqual([{ payload: { exportId: ids[2] } }])
  slow.letGo()
  await Promise.all(writing)
  await writeExport(world, ids[2] as number)
  expect((await states()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
})

test('an export that is stopped while it is written is no file', async () => {
  const office = await anOffice()
  const { world, finance } = office
  const slow = slowFiles(world)
  const before = await keysOf(world)
  const exportId = await begun(finance)
  const writing = writeExport({ ...world, files: slow.files }, exportId)
  await expect.poll(() => slow.arrived()).toBe(1)
  await finance.post('/staff/ExportStop', { exportId })
  slow.letGo()
  await writing

  expect(await stateOf(finance, exportId)).toMatchObject({ state: 'stopped' })
  expect((await download(office, finance, exportId)).statusCode).toBe(404)
  expect(await keysOf(world)).toEqual(before)
})

async function keysOf({ files }: World): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list('exports')) keys.push(key)
  return keys
}

test('CON-007: a grant that is revoked ends the export that runs, and takes the finished file along', async () => {
  const office = await anOffice()
  const { world, app, eventId } = office
  await aWrongAmount(office)
  const revoke = (accountId: number) =>
    world.db
      .updateTable('staffGrant')
      .set({ revokedAt: world.now() })
      .where('accountId', '=', accountId)
      .where('role', '=', 'finance')
      .execute()
  const desk = async () => {
    const person = await staffCaller(app, world, { role: 'finance', eventId })
    await sql`insert into staff_grant (account_id, role, event_id, granted_at) values (${person.accountId}, 'organiser', ${eventId}, ${world.now()})`.execute(
      world.db,
    )
    return person
  }
  const first = await desk()
  const running = await begun(first)
  await revoke(first.accountId)
  await writeExport(world, running)
  expect(await stateOf(first, running)).toMatchObject({ state: 'stopped' })

  const second = await desk()
  const ready = await begun(second)
  await writeExport(world, ready)
  expect((await download(office, second, ready)).statusCode).toBe(200)
  await revoke(second.accountId)
  expect((await download(office, second, ready)).statusCode).toBe(403)
})

test('what ended with a role stays ended: neither the file nor the job comes back with the role, and another role is no way to it', async () => {
  const office = await anOffice()
  const { world, app, eventId } = office
  await aWrongAmount(office)
  const ends = (accountId: number) =>
    world.db.updateTable('staffGrant').set({ revokedAt: world.now() }).where('accountId', '=', accountId).execute()
  const again = (accountId: number) => grant(world, { accountId, role: 'finance', eventId })
  const begins = async () => {
    const person = await staffCaller(app, world, { role: 'finance', eventId })
    return { person, exportId: await begun(person) }
  }
  const before = await keysOf(world)
  const { person: one, exportId: ready } = await begins()
  await writeExport(world, ready)
  await ends(one.accountId)
  await again(one.accountId)
  expect((await download(office, one, ready)).body).toContain('This file is gone.')
  await sweepExports(world)
  expect(await keysOf(world)).toEqual(before)

  const { person: two, exportId: waiting } = await begins()
  await ends(two.accountId)
  await again(two.accountId)
  await writeExport(world, waiting)
  expect(await stateOf(two, waiting)).toMatchObject({ state: 'stopped' })

  // The last rows are written, the file is about to be offered, and the role ends.
  const slow = slowFiles(world)
  const { person: three, exportId: written } = await begins()
  const writing = writeExport({ ...world, files: slow.files }, written)
  await expect.poll(() => slow.arrived()).toBe(1)
  await ends(three.accountId)
  await again(three.accountId)
  slow.letGo()
  await writing
  expect(await stateOf(three, written)).toMatchObject({ state: 'stopped' })
  expect(await keysOf(world)).toEqual(before)
})

test('whoever begins an export while their role ends has none: it waits for the end, and finds no role', async () => {
  const office = await anOffice()
  const { world, app, eventId } = office
  const round = async (beginning: World) => {
    const person = await staffCaller(app, world, { role: 'organiser', eventId })
    await grant(world, { accountId: person.accountId, role: 'finance', eventId })
    const staff = await staffWith(world, person.token)
    const revoke = () =>
      world.db
        .updateTable('staffGrant')
        .set({ revokedAt: world.now() })
        .where('accountId', '=', person.accountId)
        .where('role', '=', 'finance')
        .execute()
        .then(() => 'revoked')
    const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const
    const begins = () =>
      inAct(beginning, byTest, (world) =>
        beginExport(world, staff, { list: 'ExceptionsList', filter: {}, format: 'csv' }),
      ).then(
        () => 'begun',
        (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
      )
    const row = sql`select from staff_grant where account_id = ${person.accountId} and role = 'finance' for update`
    return inOrder(world, row, [revoke, begins])
  }
  expect(await round(world)).toEqual(['revoked', 'not_allowed'])
  expect(await round(withoutLocks(world))).toEqual(['revoked', 'begun'])
})

test('the file is there for an hour, and then neither file nor row is', async () => {
  const office = await anOffice()
  const { world, clock, app } = office
  const ofToday = await staffCaller(app, world, { role: 'finance' })
  const exportId = await begun(ofToday)
  await writeExport(world, exportId)
  const { fileKey } = await world.db.selectFrom('exportFile').select('fileKey').executeTakeFirstOrThrow()
  clock.pass(59)
  await sweepExports(world)
  expect((await download(office, ofToday, exportId)).statusCode).toBe(200)
  clock.pass(1)
  expect((await download(office, ofToday, exportId)).statusCode).toBe(404)
  await sweepExports(world)
  expect(await keysOf(world)).not.toContain(fileKey)
  expect(await world.db.selectFrom('exportFile').select('id').execute()).toEqual([])
  expect((await ofToday.get('/staff/ExportState', { exportId })).status).toBe(404)
})

test('an export whose server was killed is given up, and its person can begin another', async () => {
  const { world, clock, finance } = await anOffice()
  const exportId = await begun(finance)
  await sql`update export_file set state = 'running'`.execute(world.db)
  expect((await finance.post(begin, wish)).status).toBe(429)
  clock.pass(3)
  await begun(finance)
  expect(await stateOf(finance, exportId)).toMatchObject({ state: 'failed' })
})

test('a disk that is full fails the export, and says so', async () => {
  const { world, finance } = await anOffice()
  const exportId = await begun(finance)
  const full = { ...world.files, adopt: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })) }
  await writeExport({ ...world, files: full }, exportId)
  expect(await stateOf(finance, exportId)).toMatchObject({ state: 'failed' })
})

test('a thousand rows come in batches, all of them, in the order of the list', async () => {
  const office = await anOffice()
  const { world, finance, eventId } = office
  await aWorkshop(world, eventId)
  await sql`insert into payment_exception (kind, gateway, gateway_reference, opened_at)
    select 'orphan_capture', 'sandbox', 'R' || each, ${world.now()}::timestamptz + each * interval '1 second' from generate_series(1, 1203) as each`.execute(
    world.db,
  )
  const exportId = await begun(finance, { filter: { sort: '-openedAt' } })
  await writeExport(world, exportId)
  expect(await stateOf(finance, exportId)).toEqual({ state: 'ready', rows: 1203, of: 1203 })
  const lines = linesOf((await download(office, finance, exportId)).body).slice(1)
  expect(lines.map((line) => line.split(',')[9])).toEqual(Array.from({ length: 1203 }, (_, at) => `R${1203 - at}`))
})
