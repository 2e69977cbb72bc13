/** What staff do with pages, by the calls that the console makes, on a real database. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { askingWith, faq, portalWithPages, published } from '#server/testing/pages.ts'
import { aStaffPerson, staffToken } from '#server/testing/staff.ts'
import { publishDue } from './publish.ts'
import { firstVersions, wordsFor, writeWords } from './words.ts'

const everything = async ({ world }: Awaited<ReturnType<typeof portalWithPages>>, eventId: number | null = null) =>
  wordsFor(world, eventId)

test('the files are the first version, and are read no more', async () => {
  const portal = await portalWithPages()
  const { world, owner } = portal
  const { site, prose } = await everything(portal)
  expect(prose.faq).toEqual({
    ...JSON.parse(readFileSync('content/sample/faq.json', 'utf8')),
    sections: expect.any(Array) as unknown[],
  })
  expect(site).toEqual({
    ...(JSON.parse(readFileSync('content/sample/site.json', 'utf8')) as object),
    paymentPartnerName: 'our payment partner',
  })
  await published(owner, { page: 'faq' }, faq('Is it new?'))
  await firstVersions(world, '/nowhere')
  expect((await everything(portal)).prose.faq).toEqual(faq('Is it new?'))

  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect((await writeWords(world, folder)).toSorted()).toEqual(
    ['abstract', 'faq', 'home', 'privacy', 'site', 'terms', 'travel'].map((name) => `${name}.json`),
  )
  expect(JSON.parse(readFileSync(join(folder, 'faq.json'), 'utf8'))).toEqual(faq('Is it new?'))
  // What was written can be read by another first start.
  const other = await portalWithPages()
  await sql`truncate page_version`.execute(other.world.db)
  await firstVersions(other.world, folder)
  expect(await everything(other)).toEqual(await everything(portal))
})

test('a draft is saved, looked at, published, compared and brought back', async () => {
  const portal = await portalWithPages()
  const { organiser, app } = portal
  const before = await everything(portal)
  const saved = await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Is it new?') })
  expect(saved).toEqual({ status: 200, body: { number: 2, version: 1, problems: [] } })
  expect(await everything(portal)).toEqual(before)
  const preview = await organiser('PagePreview', { page: 'faq' })
  expect([preview.status, String(preview.body).includes('Is it new?')]).toEqual([200, true])

  const { status, body } = await organiser('PagePublish', { page: 'faq', version: 1, when: 'now' })
  expect([status, body.draft, body.published.number]).toEqual([200, null, 2])
  const page = await app.inject({ url: '/faq', headers: { host: 'localhost' } })
  expect(page.body).toContain('Is it new?')

  const history = await organiser('PageHistory', { page: 'faq' })
  expect(history.body.versions.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
    [2, 'published'],
    [1, 'replaced'],
  ])
  const first = await organiser('PageVersion', { page: 'faq', number: 1 })
  const back = await organiser('PageBringBack', { page: 'faq', version: 0, number: 1 })
  expect([back.body.draft.number, back.body.draft.basedOn, back.body.draft.body]).toEqual([3, 1, first.body.body])
  await organiser('PagePublish', { page: 'faq', version: 1, when: 'now' })
  expect(await everything(portal)).toEqual(before)
})

test('the page of an act shows which lines of a text changed; lists compare nothing', async () => {
  const { world, organiser, owner } = await portalWithPages()
  await published(organiser, { page: 'faq' }, faq('Is it old?'))
  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Is it new?') })
  await organiser('PageDraftSave', { page: 'faq', version: 1, body: faq('Is it newer?') })
  await organiser('PagePublish', { page: 'faq', version: 2, when: 'now' })
  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Is it good?') })
  await organiser('PageDiscard', { page: 'faq', version: 1 })

  type Line = { label: string; before: string; after: string }
  type Change = { fields: { name: string }[]; textChanged: boolean; lines: Line[] | null }
  const { body } = await owner('AuditList', { about: 'pages', limit: 5 })
  const acts = body.rows as { id: number; operation: string; changes: Change[] }[]
  const read = (change: Change | undefined) => change?.lines?.map(({ before, after }) => [before, after])
  expect(acts.flatMap(({ changes }) => changes.map(({ lines }) => lines))).toEqual(
    acts.flatMap(({ changes }) => changes.map(() => null)),
  )
  expect(acts.map(({ changes }) => changes.some(({ textChanged }) => textChanged))).toEqual(acts.map(() => true))
  const shown = await Promise.all(
    acts.map(async ({ id, operation }) => {
      const { changes } = (await owner('AuditShow', { id })).body as { changes: Change[] }
      return [operation, read(changes.find(({ lines }) => lines))]
    }),
  )
  expect(shown).toEqual([
    ['PageDiscard', expect.arrayContaining([['Is it good? Yes.', '']])],
    ['PageDraftSave', [['Is it newer? Yes.', 'Is it good? Yes.']]],
    ['PagePublish', [['Is it old? Yes.', 'Is it newer? Yes.']]],
    ['PageDraftSave', [['Is it new? Yes.', 'Is it newer? Yes.']]],
    ['PageDraftSave', [['Is it old? Yes.', 'Is it new? Yes.']]],
  ])
  expect(acts.flatMap(({ changes }) => changes.flatMap(({ fields }) => fields.map(({ name }) => name)))).not.toContain(
    'body',
  )
  const whole = await owner('AuditShow', { id: acts[3]?.id ?? 0 })
  expect(whole.body.changes[0]).toMatchObject({ linesInAll: 1, lines: [{ before: 'Is it new? Yes.' }] })

  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Is it long?') })
  // Saved before pages had a largest size: 12,000 lines beside 12,000 others.
  await world.db.transaction().execute(async (db) => {
    await sql`select set_config('colloquium.server', '', true)`.execute(db)
    for (const word of ['a', 'b']) {
      const body = JSON.stringify({ lead: Array.from({ length: 12_000 }, () => word) })
      await sql`update page_version set body = ${body}::jsonb where page = 'faq' and state = 'draft'`.execute(db)
    }
  })
  const [latest] = (await owner('AuditList', { actor: 'database', limit: 1 })).body.rows as { id: number }[]
  const many = await owner('AuditShow', { id: latest?.id ?? 0 })
  expect(many.body.changes[1]).toMatchObject({ textChanged: true, lines: null, linesInAll: 0 })
})

test('a page has at most 500 lines; a longer draft is refused with a sentence', async () => {
  const { organiser } = await portalWithPages()
  const points = (count: number) => Array.from({ length: count }, (_, at) => `Is it ${at}? Yes.`)
  // The lead and each heading are lines too.
  const long = (last: number) => ({
    lead: 'Questions',
    sections: [100, 100, 100, 100, last].map((count) => ({ heading: 'Part', paragraphs: [], points: points(count) })),
  })
  const refused = await organiser('PageDraftSave', { page: 'faq', version: 0, body: long(95) })
  expect([refused.status, refused.body.message, refused.body.fields]).toEqual([
    422,
    'A page can have at most 500 lines. Shorten it, or move a part to another page.',
    [{ path: 'body', message: 'A page can have at most 500 lines. Shorten it, or move a part to another page.' }],
  ])
  expect((await organiser('PageDraftSave', { page: 'faq', version: 0, body: long(94) })).status).toBe(200)
})

test('whoever saves what somebody else changed meanwhile is told, with what is stored', async () => {
  const { organiser, owner } = await portalWithPages()
  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('First?') })
  const late = await owner('PageDraftSave', { page: 'faq', version: 0, body: faq('Late?') })
  expect([late.status, late.body.code, late.body.stored.draft.body]).toEqual([409, 'conflict', faq('First?')])
  expect((await owner('PageDraftSave', { page: 'faq', version: 1, body: faq('Second?') })).status).toBe(200)
  for (const name of ['PageDiscard', 'PagePublish', 'PageBringBack'])
    expect([name, (await organiser(name, { page: 'faq', version: 1, when: 'now', number: 1 })).status]).toEqual([
      name,
      409,
    ])
  expect((await organiser('PageDiscard', { page: 'faq', version: 2 })).body.draft).toBe(null)
})

test('what visitors could not use is not published, and every field is named', async () => {
  const { organiser } = await portalWithPages()
  const body = { lead: ' ', sections: [{ heading: '', paragraphs: [], points: ['No question'] }] }
  const saved = await organiser('PageDraftSave', { page: 'faq', version: 0, body })
  expect(saved.status).toBe(200)
  const { status, body: refused } = await organiser('PagePublish', { page: 'faq', version: 1, when: 'now' })
  expect([status, refused.fields.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    ['body.lead', 'body.sections.0.heading', 'body.sections.0.points.0'],
  ])
  expect(saved.body.problems).toEqual(refused.fields)
  const odd = await organiser('PageDraftSave', { page: 'faq', version: 1, body: { lead: 7, sections: 'none' } })
  expect([odd.status, odd.body.fields.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    ['body.lead', 'body.sections'],
  ])
})

test('a page is published by itself when its day begins where it is read, and not changed before', async () => {
  const portal = await portalWithPages()
  const { world, organiser } = portal
  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Tomorrow?') })
  const today = await organiser('PagePublish', { page: 'faq', version: 1, when: '2020-01-01' })
  expect([today.status, today.body.fields[0].path]).toEqual([422, 'when'])
  const planned = await organiser('PagePublish', { page: 'faq', version: 1, when: '2031-03-01' })
  // Midnight in Karachi.
  expect(planned.body.draft.publishAt).toBe('2031-02-28T19:00:00.000Z')
  const changed = await organiser('PageDraftSave', { page: 'faq', version: 2, body: faq('Other?') })
  expect([changed.status, changed.body.message]).toEqual([
    409,
    'This draft is published by itself on its day. Take it off the plan to change it.',
  ])
  await publishDue({ ...world, now: () => new Date('2031-02-28T18:59:59Z') })
  expect((await everything(portal)).prose.faq).not.toEqual(faq('Tomorrow?'))
  await publishDue({ ...world, now: () => new Date('2031-02-28T19:00:00Z') })
  expect((await everything(portal)).prose.faq).toEqual(faq('Tomorrow?'))
  const act = await world.db.selectFrom('act').selectAll().where('actorKind', '=', 'schedule').executeTakeFirst()
  expect(act).toMatchObject({ operation: 'publish-pages', outcome: 'done' })

  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Later?') })
  await organiser('PagePublish', { page: 'faq', version: 1, when: '2031-03-01' })
  const taken = await organiser('PagePublish', { page: 'faq', version: 2, when: 'unplanned' })
  expect(taken.body.draft).toMatchObject({ publishAt: null, version: 3 })
})

test('an event has its own home, guidelines and travel page, and the others of the college', async () => {
  const portal = await portalWithPages()
  const { organiser, eventId } = portal
  const college = await everything(portal)
  expect(await everything(portal, eventId)).toEqual(college)
  const own = { lead: 'Come and see.', sections: [] }
  await published(organiser, { page: 'home', eventId }, own)
  expect((await everything(portal, eventId)).prose.home).toEqual(own)
  expect(await everything(portal)).toEqual(college)
  const shown = await organiser('PageShow', { page: 'abstract', eventId })
  expect(shown.body.published).toMatchObject({ isOfCollege: true, number: 1 })
  expect((await organiser('PageDraftSave', { page: 'faq', eventId, version: 0, body: faq('Mine?') })).status).toBe(422)
  expect((await organiser('PageShow', { page: 'home', eventId: 4711 })).status).toBe(404)
  const { rows } = (await organiser('PagesList', { eventId })).body as { rows: { page: string; eventId: number }[] }
  expect(rows.filter((row) => row.eventId === eventId).map(({ page }) => page)).toEqual(['home', 'abstract', 'travel'])
})

test('an organiser of one event drafts pages of the college and publishes those of the event alone', async () => {
  const { world, app, eventId } = await portalWithPages()
  const ofEvent = askingWith(app, await staffToken(world, await aStaffPerson(world, 'organiser', { eventId })))
  const { body } = (await ofEvent('PageShow', { page: 'contact' })).body.published
  const drafted = await ofEvent('PageDraftSave', { page: 'contact', version: 0, body })
  expect(drafted.status).toBe(200)
  expect((await ofEvent('PageShow', { page: 'contact' })).body).toMatchObject({ mayEdit: true, mayPublish: false })
  for (const when of ['now', '2031-03-01', 'unplanned'])
    expect((await ofEvent('PagePublish', { page: 'contact', version: 1, when })).status).toBe(403)
  await published(ofEvent, { page: 'home', eventId }, { lead: 'Come and see.', sections: [] })
  expect((await ofEvent('PageShow', { page: 'home', eventId })).body).toMatchObject({
    mayPublish: true,
    published: { number: 1 },
  })
})

test('only owners change what the college answers for', async () => {
  const { organiser, owner } = await portalWithPages()
  for (const page of ['privacy', 'terms', 'college']) {
    const shown = await organiser('PageShow', { page })
    expect([page, shown.status, shown.body.mayEdit]).toEqual([page, 200, false])
    const { body } = shown.body.published
    for (const name of ['PageDraftSave', 'PageDiscard', 'PageBringBack', 'PagePublish']) {
      const refused = await organiser(name, { page, version: 0, body, number: 1, when: 'now' })
      expect([page, name, refused.status, refused.body.message]).toEqual([
        page,
        name,
        403,
        'Only owners change this page.',
      ])
    }
    expect((await owner('PageDraftSave', { page, version: 0, body })).status).toBe(200)
    expect((await owner('PagePublish', { page, version: 1, when: 'now' })).status).toBe(200)
  }
})

test('every version of the terms that was public stays so, with its days', async () => {
  const { owner, app, world } = await portalWithPages()
  await published(owner, { page: 'terms' }, { lead: 'Other terms.', sections: [] })
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { host: 'localhost' } })
    return { statusCode, page: statusCode === 200 ? (JSON.parse(body) as Record<string, any>) : undefined } // oxlint-disable-line typescript/no-explicit-any -- as the test draws it
  }
  const { page } = await ask('/terms/versions')
  const day = page?.earlier.versions[1].from as string
  expect(page?.earlier).toEqual({
    shown: null,
    versions: [
      { number: 2, from: day, until: null },
      { number: 1, from: day, until: day },
    ],
  })
  expect((await ask('/terms/versions/2')).page?.prose.terms.lead).toBe('Other terms.')
  expect((await ask('/terms/versions/1')).page?.prose.terms.lead).not.toBe('Other terms.')
  await owner('PageDraftSave', { page: 'terms', version: 0, body: { lead: 'A draft.', sections: [] } })
  for (const odd of ['3', '0', 'x', '-1', '999999999'])
    expect([odd, (await ask(`/terms/versions/${odd}`)).statusCode]).toEqual([odd, 404])
  for (const change of [sql`update page_version set body = '{}' where number = 1`, sql`delete from page_version`])
    await expect(change.execute(world.db)).rejects.toThrow('never changed or deleted')
})
