import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { staffRoles } from '#contract/accounts/permissions.ts'
import { jobsOf } from '#server/schedule.ts'
import { makeTestApp } from '#server/testing/app.ts'
import {
  aWrongAmount,
  anOrphan,
  callsWith,
  staffCaller,
  type StaffCaller,
  theNextEvent,
} from '#server/testing/finance.ts'
import { tokens } from '#server/testing/people.ts'
import { aWorkshop, openShop } from '#server/testing/shop.ts'
import type { World } from '#server/world.ts'
import { sweepExports } from './exports.ts'
import { writeExport } from './write.ts'

const begin = '/staff/ExportBegin'
const wish = { list: 'ExceptionsList', filter: {}, format: 'csv' }

async function anOffice(change: Partial<World> = {}) {
  const shop = await openShop(change)
  const app = await makeTestApp(shop.world)
  return { ...shop, app, finance: await staffCaller(app, shop.world, { role: 'finance' }) }
}
type Office = Awaited<ReturnType<typeof anOffice>>

const begun = async ({ post }: Pick<StaffCaller, 'post'>, change: object = {}): Promise<number> => {
  const { status, body } = await post(begin, { ...wish, ...change })
  expect(status).toBe(200)
  return body.exportId as number
}
const stateOf = async ({ get }: Pick<StaffCaller, 'get'>, exportId: number) =>
  (await get('/staff/ExportState', { exportId })).body

const download = ({ app }: Pick<Office, 'app'>, { token }: Pick<StaffCaller, 'token'>, exportId: number) =>
  app.inject({
    url: `/staff/ExportDownload?exportId=${exportId}`,
    headers: { host: 'localhost', cookie: `${app.staffCookie}=${token}` },
  })

const linesOf = (text: string) => text.replace('\uFEFF', '').split('\r\n').slice(0, -1)

async function acts(world: World) {
  return world.db
    .selectFrom('act')
    .select(['operation', 'outcome', 'refusal', 'reason', 'accountId', 'eventId'])
    .where('operation', 'in', ['ExportBegin', 'ExportDownload', 'ExportStop', 'write-export'])
    .orderBy('id')
    .execute()
}

test('what the list shows is written by a job, told as it goes on, and taken along by whoever asked', async () => {
  const office = await anOffice()
  const { world, finance, eventId } = office
  const { id, code, transaction } = await aWrongAmount(office, { fullName: 'Komal "K" Bhutto' })
  await anOrphan(world)
  const exportId = await begun(finance, { filter: { state: 'open', sort: '-amount', eventId: String(eventId) } })
  expect(await stateOf(finance, exportId)).toEqual({ state: 'waiting', rows: 0, of: 0 })
  expect((await download(office, finance, exportId)).statusCode).toBe(404)

  const job = jobsOf(world).find(({ name }) => name === 'write-export')
  await job?.work({ exportId })
  expect(await stateOf(finance, exportId)).toEqual({ state: 'ready', rows: 1, of: 1 })
  const file = await download(office, finance, exportId)
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining(
      'attachment; filename="payments-that-need-a-person-2026-11-01.csv"',
    ) as string,
    'cache-control': 'private, no-store',
    'content-length': String(file.rawPayload.length),
  })
  expect(linesOf(file.body)).toEqual([
    'Number,Kind,Opened (Asia/Karachi),Resolved (Asia/Karachi),Event,Person,Email,Payment code,Gateway,Number at the bank,Amount,Currency,Found,What was done,By',
    expect.stringMatching(
      new RegExp(
        `^${id},wrong amount,2026-11-01 14:00,,Annual Medical Conference,"Komal ""K"" Bhutto",[^,]+@example.org,${code},sandbox,${transaction},2499,PKR,"RS 2,499 was captured, RS 2,500 was asked for.",,$`,
      ),
    ),
  ])
})

test('CON-048: an export and each download are in the trail, with what was asked for and how many rows left', async () => {
  const office = await anOffice()
  const { world, finance } = office
  await aWrongAmount(office)
  const exportId = await begun(finance, { filter: { search: 'mehak' } })
  await writeExport(world, exportId)
  await download(office, finance, exportId)
  const by = { accountId: finance.accountId, eventId: null, refusal: '' }

  expect(await acts(world)).toEqual([
    { ...by, operation: 'ExportBegin', outcome: 'done', reason: 'ExceptionsList as csv, search mehak' },
    { ...by, operation: 'write-export', outcome: 'read', reason: 'ExceptionsList, 1 rows' },
    { ...by, operation: 'ExportDownload', outcome: 'read', reason: 'ExceptionsList' },
  ])
})

test('only the events where they may: another event is not found, and its canary is in no file', async () => {
  const office = await anOffice()
  const { world, app, eventId } = office
  await aWrongAmount(office, { fullName: 'Canary Bird' })
  await anOrphan(world, 'CANARYORPHAN')
  const other = await theNextEvent(world)
  await aWrongAmount({ world, eventId: other }, { fullName: 'Saima Lashari' })
  const finance = await staffCaller(app, world, { role: 'finance', eventId: other })

  expect((await finance.post(begin, { ...wish, filter: { eventId: String(eventId) } })).status).toBe(404)
  const exportId = await begun(finance)
  await writeExport(world, exportId)
  const { body } = await download(office, finance, exportId)
  expect(body).toContain('Saima Lashari')
  expect(body.toLowerCase()).not.toContain('canary')
})

test('each role, a weak password, a stranger, a participant and a colleague: whose file is it', async () => {
  const office = await anOffice()
  const { world, app, finance, eventId } = office
  const exportId = await begun(finance)
  await writeExport(world, exportId)
  const doors = async ({ get, post }: Pick<StaffCaller, 'get' | 'post'>) => [
    (await post(begin, wish)).status,
    (await get('/staff/ExportState', { exportId })).status,
    (await post('/staff/ExportStop', { exportId })).status,
    (await get('/staff/ExportDownload', { exportId })).status,
  ]
  const answers: Record<string, number[]> = {}
  for (const role of staffRoles)
    answers[role] = await doors(await staffCaller(app, world, { role, eventId: role === 'owner' ? null : eventId }))
  answers.weak = await doors(await staffCaller(app, world, { role: 'owner', password: 'password1' }))
  answers.stranger = await doors(callsWith(app, {}))
  answers.participant = await doors(callsWith(app, { authorization: `Bearer ${(await tokens(world)).applicant}` }))

  const ofAnother = [200, 404, 404, 404]
  const notThisList = [403, 404, 404, 404]
  expect(answers).toEqual({
    owner: ofAnother,
    organiser: notThisList,
    chair: notThisList,
    finance: ofAnother,
    desk: [403, 403, 403, 403],
    weak: [403, 403, 403, 403],
    stranger: [401, 401, 401, 401],
    participant: [401, 401, 401, 401],
  })
  expect((await download(office, finance, exportId)).statusCode).toBe(200)
})

test('a filter that does not fit is named by its path, and nothing is begun', async () => {
  const { world, finance } = await anOffice()
  const fieldsOf = async (filter: Record<string, unknown>, change: object = {}) => {
    const { status, body } = await finance.post(begin, { ...wish, filter, ...change })
    return [status, ((body.fields ?? []) as { path: string }[]).map(({ path }) => path)]
  }
  expect(await fieldsOf({ kind: 'x', eventId: '9223372036854775808' })).toEqual([
    422,
    ['filter.kind', 'filter.eventId'],
  ])
  expect(await fieldsOf({ cursor: 'x' })).toEqual([422, ['filter.cursor']])
  expect(await fieldsOf({ state: 7 })).toEqual([422, ['filter.state']])
  expect(await fieldsOf({}, { list: 'PeopleList', format: 'exe' })).toEqual([422, ['list', 'format']])
  expect(await world.db.selectFrom('exportFile').select('id').execute()).toEqual([])
})

test('CON-051: names that begin like formulas are harmless in the file, in CSV and XLSX', async () => {
  const office = await anOffice()
  const { world, finance } = office
  const corpus = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '<script>alert(1)</script>', '=HYPERLINK("http://x")']
  for (const fullName of corpus) await aWrongAmount(office, { fullName })
  const csv = await begun(finance)
  await writeExport(world, csv)
  const { body } = await download(office, finance, csv)
  expect(body.match(/,"?'[=+\-@＝]/g)).toHaveLength(6)
  expect(body).not.toMatch(/(^|,|\r\n)"?[=+@＝]/)
  const xlsx = await begun(finance, { format: 'xlsx' })
  await writeExport(world, xlsx)
  const file = await download(office, finance, xlsx)
  expect(file.headers['content-type']).toContain('spreadsheetml.sheet')
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('one at a time for each person, of two begun at once too; another begins when it is over', async () => {
  const { world, finance, app } = await anOffice()
  const answers = await Promise.all([1, 2, 3, 4].map(() => finance.post(begin, wish)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.body.message).toBe(
    'Another export of yours is being written. Wait for it, or stop it.',
  )
  expect((await (await staffCaller(app, world, { role: 'owner' })).post(begin, wish)).status).toBe(200)
  const { exportId } = answers.find(({ status }) => status === 200)?.body as { exportId: number }
  await writeExport(world, exportId)
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
