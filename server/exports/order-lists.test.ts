/** Orders, receipts and rosters as files: of one moment, as filtered, and without a formula in any field. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KyselyPlugin, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { anOffice, begun, download, linesOf } from '#server/testing/exports.ts'
import { anOrphan, staffCaller, theNextEvent } from '#server/testing/finance.ts'
import { hasProgram } from '#server/testing/needs.ts'
import { anOrder } from '#server/testing/orders.ts'
import { aWorkshop, buyers } from '#server/testing/shop.ts'
import { changeSession } from '#server/testing/staff.ts'
import { writeExport } from './write.ts'

const corpus = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '＝1+1',
  '＠SUM(A1)',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://example.org?"&A1,"Click")',
  '<script>alert(1)</script>',
]

/** Every field that people or staff can write, full of formulas. */
async function anOfficeOfFormulas() {
  const office = await anOffice()
  const { world, eventId } = office
  const workshopId = await aWorkshop(world, eventId, { topic: '=1+1', seats: 50 })
  for (const fullName of corpus) {
    const { accountId, applicantId } = await anOrder(office, [workshopId], { fullName })
    await world.db
      .updateTable('account')
      .set({ email: `=${applicantId}@example.org`, emailKey: `=${applicantId}@example.org` })
      .where('id', '=', accountId)
      .execute()
  }
  const eventFilter = { eventId: String(eventId) }
  const lists = [
    { list: 'OrdersList', filter: eventFilter },
    { list: 'ReceiptsRegister', filter: eventFilter },
    { list: 'RosterList', filter: { ...eventFilter, workshopId: String(workshopId) } },
  ]
  return { ...office, lists }
}

test('CON-051: formulas in every field of orders, receipts and rosters are harmless in CSV; times say their zone, and one’s own event alone is found', async () => {
  const office = await anOfficeOfFormulas()
  const { world, app, finance, lists } = office
  for (const { list, filter } of lists) {
    const exportId = await begun(finance, { list, filter })
    await writeExport(world, exportId)
    const { body } = await download(office, finance, exportId)
    expect([list, linesOf(body).length]).toEqual([list, corpus.length + 1])
    expect(body).not.toMatch(/(^|,|\r\n)"?\s*[=+@＝＠]/)
    expect(body).toMatch(/\(Asia\/Karachi\)/)
  }
  const stranger = await staffCaller(app, world, { role: 'finance', eventId: await theNextEvent(world) })
  for (const each of lists)
    expect((await stranger.post('/staff/ExportBegin', { ...each, format: 'csv' })).status).toBe(404)
  const narrowed = await begun(finance, { list: 'OrdersList', filter: { ...lists[0]?.filter, search: 'hyper click' } })
  await writeExport(world, narrowed)
  expect(linesOf((await download(office, finance, narrowed)).body)).toHaveLength(2)
  const odd = { list: 'OrdersList', filter: { ...lists[0]?.filter, state: 'x' }, format: 'csv' }
  expect((await finance.post('/staff/ExportBegin', odd)).status).toBe(422)
})

test('the file of people has the columns that somebody left in the list, in its own order, and no others', async () => {
  const office = await anOffice()
  const { world, finance, eventId } = office
  await anOrder(office, [await aWorkshop(world, eventId)], { fullName: 'Sana Abro' })
  const fileOf = async (more: { columns?: string }) => {
    const exportId = await begun(finance, { list: 'PeopleList', filter: { eventId: String(eventId), ...more } })
    await writeExport(world, exportId)
    return linesOf((await download(office, finance, exportId)).body).map((line) => line.split(','))
  }
  const [heads, person] = await fileOf({ columns: 'State,Seats' })
  expect(heads?.slice(1)).toEqual(['Name', 'Email', 'Seats paid', 'Seats held', 'Profile'])
  expect([person?.[1], person?.length]).toEqual(['Sana Abro', 6])
  expect((await fileOf({ columns: '' })).map((cells) => cells.length)).toEqual([3, 3])
  expect((await fileOf({})).map((cells) => cells.length)).toEqual([14, 14])
  const odd = { list: 'PeopleList', filter: { eventId: String(eventId), columns: 'Seats,Mobile' }, format: 'csv' }
  expect((await finance.post('/staff/ExportBegin', odd)).status).toBe(422)
})

test('more than 500 people are taken along by whoever has just proven who they are, from every list', async () => {
  const office = await anOffice()
  const { world, finance, eventId } = office
  const workshopId = await aWorkshop(world, eventId, { seats: 600, price: 0 })
  const many = await buyers(world, eventId, 501)
  await sql`
    with made as (
      insert into orders (payment_code, applicant_id, state, total, created_at, hold_until, paid_at)
      select translate(lpad(id::text, 13, 'Z'), '01', 'AB'), id, 'paid', 0, ${world.now()}, ${world.now()}, ${world.now()}
      from unnest(${many.map(({ applicantId }) => applicantId)}::int[]) as id returning id, applicant_id),
    numbered as (insert into receipt (order_id, event_id, number, issued_at)
      select id, ${eventId}, row_number() over (order by id), ${world.now()} from made),
    told as (insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at, sent_at, kind, order_id)
      select 'm' || id, '', '', '', '', ${world.now()}, ${world.now()}, ${world.now()}, 'order_paid', id from made)
    insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds) select id, ${workshopId}, applicant_id, 'T', 0, true from made`.execute(
    world.db,
  )
  const of = { eventId: String(eventId) }
  const lists = [
    { list: 'OrdersList', filter: of },
    { list: 'ReceiptsRegister', filter: of },
    { list: 'RosterList', filter: { ...of, workshopId: String(workshopId) } },
    { list: 'PeopleList', filter: of },
  ]
  await changeSession(world, finance.token, { steppedUpUntil: null })
  const begin = async (each: object) => (await finance.post('/staff/ExportBegin', { ...each, format: 'csv' })).body.code
  for (const each of lists) expect([each.list, await begin(each)]).toEqual([each.list, 'step_up'])
  expect(await world.db.selectFrom('exportFile').select('id').execute()).toEqual([])
  // A few of them need no proof.
  await begun(finance, { list: 'OrdersList', filter: { ...of, search: many[0]?.email ?? '' } })
})

/** Does something once the first statement of the transaction of an export has been answered: its moment is over then. */
function afterItsMoment(world: World, work: () => Promise<unknown>): World {
  let isDone = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && result.rows.some((row) => 'timeZone' in row)) {
        isDone = true
        await work()
      }
      return result
    },
  }
  return { ...world, db: world.db.withPlugin(plugin) }
}

test('what is changed while an export is written is not in it: the file is of one moment', async () => {
  const office = await anOffice()
  const { world, finance } = office
  await anOrphan(world, 'BEFORE1')
  const exportId = await begun(finance)
  await writeExport(
    afterItsMoment(world, () => anOrphan(world, 'MEANWHILE')),
    exportId,
  )
  const { body } = await download(office, finance, exportId)
  expect(linesOf(body)).toHaveLength(2)
  expect(body).not.toContain('MEANWHILE')
  expect(await world.db.selectFrom('paymentException').select('id').execute()).toHaveLength(2)
})

test.runIf(hasProgram('soffice', '--version'))(
  'LibreOffice opens the files, and calculates nothing in them (needs soffice)',
  async () => {
    const office = await anOfficeOfFormulas()
    const { world, finance, lists } = office
    const folder = mkdtempSync(join(tmpdir(), 'soffice-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const exportId = await begun(finance, { ...lists[0], format: 'xlsx' })
    await writeExport(world, exportId)
    writeFileSync(join(folder, 'orders.xlsx'), (await download(office, finance, exportId)).rawPayload)
    execFileSync('soffice', ['--headless', '--convert-to', 'csv', '--outdir', folder, join(folder, 'orders.xlsx')])
    const text = readFileSync(join(folder, 'orders.csv'), 'utf8')
    expect(text.split('\n').length).toBeGreaterThan(corpus.length)
    for (const formula of corpus.filter((each) => each.startsWith('='))) expect(text).toContain(formula.slice(0, 5))
  },
)
