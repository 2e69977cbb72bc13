import { expect, test } from 'vitest'
import { staffRoles } from '#contract/accounts/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { jobsOf } from '#server/schedule.ts'
import { anOffice, begin, begun, download, linesOf, stateOf, wish } from '#server/testing/exports.ts'
import {
  aWrongAmount,
  anOrphan,
  callsWith,
  staffCaller,
  type StaffCaller,
  theNextEvent,
} from '#server/testing/finance.ts'
import { tokens } from '#server/testing/people.ts'
import { writeExport } from './write.ts'

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
        `^${id},Another amount came,2026-11-01 14:00,,Annual Medical Conference,"Komal ""K"" Bhutto",[^,]+@example.org,${code},sandbox,${transaction},2499,PKR,"RS 2,499 was captured, RS 2,500 was asked for.",,$`,
      ),
    ),
  ])
})

test('CON-048: an export and each download are in the trail, with what was asked for and how many rows left, and no word that was searched for', async () => {
  const office = await anOffice()
  const { world, finance } = office
  await aWrongAmount(office)
  const exportId = await begun(finance, { filter: { search: 'mehak', state: 'open' } })
  await writeExport(world, exportId)
  await download(office, finance, exportId)
  const by = { accountId: finance.accountId, eventId: null, refusal: '' }

  expect(await acts(world)).toEqual([
    { ...by, operation: 'ExportBegin', outcome: 'done', reason: 'ExceptionsList as csv, search, state open' },
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
  const routes = async ({ get, post }: Pick<StaffCaller, 'get' | 'post'>) => [
    (await post(begin, wish)).status,
    (await get('/staff/ExportState', { exportId })).status,
    (await post('/staff/ExportStop', { exportId })).status,
    (await get('/staff/ExportDownload', { exportId })).status,
  ]
  const answers: Record<string, number[]> = {}
  for (const role of staffRoles)
    answers[role] = await routes(await staffCaller(app, world, { role, eventId: role === 'owner' ? null : eventId }))
  answers.weak = await routes(await staffCaller(app, world, { role: 'owner', password: 'password1' }))
  answers.stranger = await routes(callsWith(app, {}))
  answers.participant = await routes(callsWith(app, { authorization: `Bearer ${(await tokens(world)).applicant}` }))

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
  expect(await fieldsOf({}, { list: 'NobodysList', format: 'exe' })).toEqual([422, ['list', 'format']])
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
