/** REV-013, 014, 015: what reviewers read is what was released, of the version that counts, and nothing else. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { moveAbstracts } from '#server/abstracts/moves.ts'
import type { World } from '#server/kernel/world.ts'
import { inBlindWorld } from '#server/reviews/blind-world.ts'
import { send, type Sending } from '#server/testing/abstracts.ts'
import { often } from '#server/testing/counts.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { sendProfile } from '#server/testing/profiles.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team, trailOf } from '#server/testing/team.ts'
import { prepareAgain, prepareBlind, takeUpBlind } from './prepare-blind.ts'

type Shown = {
  redaction: Record<string, unknown> & { saves: number; findings: { text: string; where: string; isHidden: boolean }[] }
}

/** By one author, with one reviewer who has it. */
async function givenOut(team: Team, words: Record<string, string>, file?: Sending['file']) {
  const { world, eventId } = team
  const { pk, author } = await aSubmittedAbstract(team, words, file)
  await asStaff(world, ({ db }) =>
    db.updateTable('account').set({ fullName: 'Rubina Shaikh' }).where('id', '=', author.accountId).execute(),
  )
  const { reviewerId } = await aReviewer(team)
  await reviewBegins(world, eventId)
  const row = { abstractId: pk, reviewerId, alias: 1, assignedAt: world.now(), changedAt: world.now() }
  await asStaff(world, ({ db }) => db.insertInto('assignment').values(row).execute())
  return { pk, author, reviewerId }
}

const readBy = (world: World, reviewerId: number) =>
  inBlindWorld(world, { reviewerId }, ({ db }) =>
    db
      .selectFrom('myAbstract')
      .select(['redaction', 'title', 'background', 'material', 'results', 'fileSize'])
      .execute(),
  )

test('REV-013: what is found is hidden, written by hand or left, and read only after the release', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const words = { BackGround: '<p>Seen by <em>Sha</em>ikh.</p>', Results: '<p>R. Shaikh counted.</p>' }
  const { pk, reviewerId } = await givenOut(team, words)
  const one = { eventId, abstractId: pk, version: 1 }
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'preparing', title: null }])
  expect((await owner.post('/staff/RedactionSave', { ...one, saves: 0, release: true })).body).toMatchObject({
    code: 'conflict',
    message: 'This version is still being prepared.',
  })

  await prepareBlind(world)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'waiting', title: null, background: null }])
  const queue = await owner.get('/staff/RedactionQueue', { eventId })
  expect(queue.body).toMatchObject({
    waiting: 1,
    preparing: 0,
    ready: 0,
    rows: [{ number: 'A-0001', inText: 2, inFile: 0, hasConflict: false }],
  })
  const shown = (await owner.get('/staff/RedactionShow', { eventId, abstractId: pk })).body as Shown
  expect(shown.redaction.findings.map(({ where, text, isHidden }) => [where, text, isHidden])).toEqual([
    ['background', 'Shaikh', true],
    ['results', 'R. Shaikh', true],
  ])

  // By hand, and what is typed there is looked through as well.
  const byHand = { material: 'We and Rubina Shaikh counted <5.\nTwice.', discussion: '' }
  const typed = (await owner.post('/staff/RedactionSave', { ...one, saves: 0, byHand, release: false })).body as Shown
  expect(typed.redaction).toMatchObject({ state: 'waiting', saves: 1 })
  expect(typed.redaction.findings.map(({ text }) => text)).toEqual(['Shaikh', 'Rubina Shaikh', 'R. Shaikh'])
  expect((await owner.post('/staff/RedactionSave', { ...one, saves: 0, release: true })).body).toMatchObject({
    code: 'conflict',
    message: 'Somebody else redacted it.',
  })

  const released = await owner.post('/staff/RedactionSave', { ...one, saves: 1, hide: [0, 1], release: true })
  expect(released.body).toMatchObject({ redaction: { state: 'ready', saves: 2 } })
  expect(await readBy(world, reviewerId)).toEqual([
    {
      redaction: 'ready',
      title: 'Ultrasound in the <em>first</em> hour',
      background: '<p>Seen by <em>[name removed]</em>.</p>',
      material: '<p>We and [name removed] counted &lt;5.</p><p>Twice.</p>',
      results: '<p>R. Shaikh counted.</p>',
      // Its copy.
      fileSize: expect.any(Number),
    },
  ])
  expect(await trailOf(world, 'RedactionSave')).toMatchObject([
    { outcome: 'refused' },
    { outcome: 'done' },
    { outcome: 'refused' },
    { outcome: 'done' },
  ])
  expect((await owner.get('/staff/RedactionQueue', { eventId })).body).toMatchObject({
    waiting: 0,
    ready: 1,
    rows: [],
  })
})

const settings = async (team: Team, change: Record<string, unknown>) => {
  const { eventId, owner } = team
  const { body } = await owner.get('/staff/CallShow', { eventId })
  const call = body as Record<string, unknown>
  return owner.post('/staff/CallSave', { ...call, eventId, ...change })
}
const plainFile = { bytes: Buffer.from('Two hundred people.'), name: 'us.txt' }

test('R1: a text in which nothing is found waits for a person, and is read once they released it with one call', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk, reviewerId } = await givenOut(team, {}, plainFile)
  await prepareBlind(world)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'waiting', title: null, fileSize: null }])
  expect((await owner.get('/staff/RedactionQueue', { eventId })).body).toMatchObject({
    waiting: 1,
    ready: 0,
    rows: [{ inText: 0, inFile: 0, marks: 0 }],
  })
  await owner.post('/staff/RedactionSave', { eventId, abstractId: pk, version: 1, saves: 0, release: true })
  expect(await readBy(world, reviewerId)).toMatchObject([
    { redaction: 'ready', results: '<p>H<sub>2</sub>O helped.</p>', fileSize: 19 },
  ])
})

test('R1: what looks like a name is marked and left, and with the setting only texts without any mark are released by themselves', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk: clean } = await aSubmittedAbstract(team, {}, plainFile)
  const { pk, reviewerId } = await givenOut(team, { Results: '<p>Films came to Mayo Hospital.</p>' }, plainFile)
  await prepareBlind(world)
  expect((await settings(team, { autoRelease: true })).status).toBe(200)
  await prepareBlind(world)
  const rows = await world.db.selectFrom('redaction').select(['abstractId', 'state']).orderBy('abstractId').execute()
  expect(rows).toEqual([
    { abstractId: clean, state: 'ready' },
    { abstractId: pk, state: 'waiting' },
  ])
  const shown = (await owner.get('/staff/RedactionShow', { eventId, abstractId: pk })).body as Shown
  expect(shown.redaction.findings).toMatchObject([
    { where: 'results', kind: 'place', text: 'Mayo Hospital', isHidden: false, isSure: false },
  ])
  const one = { eventId, abstractId: pk, version: 1, release: true }
  await owner.post('/staff/RedactionSave', { ...one, saves: 0, hide: [0] })
  expect(await readBy(world, reviewerId)).toMatchObject([{ results: '<p>Films came to [institution removed].</p>' }])
})

test('R1: letters of a hospital that organisers add are found in what waits and in what was released', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk, reviewerId } = await givenOut(team, { Results: '<p>All came to zxh in May.</p>' }, plainFile)
  const author = { abstractId: pk, position: 1, name: 'Rubina Shaikh', presents: true }
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ ...author, institution: 'Quetta House of Healing' })
      .execute(),
  )
  await prepareBlind(world)
  await owner.post('/staff/RedactionSave', { eventId, abstractId: pk, version: 1, saves: 0, hide: [], release: true })
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'ready' }])
  expect((await settings(team, { hospitals: ['ZXH'] })).status).toBe(422)
  expect((await settings(team, { hospitals: ['ZXH = Quetta House of Healing'] })).status).toBe(200)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'preparing', results: null }])
  await prepareBlind(world)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'waiting', results: null }])
  const shown = (await owner.get('/staff/RedactionShow', { eventId, abstractId: pk })).body as Shown
  expect(shown.redaction.findings).toMatchObject([{ kind: 'letters', text: 'zxh', isSure: true, isHidden: true }])
})

test('R9: an abstract with 150 names in one section, or in its file, is withheld until somebody writes the section by hand', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const many = 'Shaikh, '.repeat(150)
  const file = { bytes: Buffer.from(many), name: 'us.txt' }
  const { pk, reviewerId } = await givenOut(team, { Results: `<p>${many}</p>` }, file)
  // Also where the event releases by itself what names nobody.
  expect((await settings(team, { autoRelease: true })).status).toBe(200)
  await prepareBlind(world)
  const one = { eventId, abstractId: pk, version: 1, release: true }
  const shown = (await owner.get('/staff/RedactionShow', { eventId, abstractId: pk })).body as Shown
  expect(shown.redaction).toMatchObject({
    state: 'waiting',
    sections: expect.arrayContaining([expect.objectContaining({ section: 'results', isWithheld: true })]),
    file: { why: 'More than 100 places in it name its authors.' },
  })
  expect((await owner.post('/staff/RedactionSave', { ...one, saves: 0, file: 'copy' })).status).toBe(422)
  const refused = await owner.post('/staff/RedactionSave', { ...one, saves: 0, hide: [], file: 'none' })
  expect(refused.body.message).toMatch(/^More than 100 places in one section name its authors/)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'waiting', results: null }])
  const byHand = { results: 'Shaikh counted 150 times.' }
  await owner.post('/staff/RedactionSave', { ...one, saves: 0, byHand })
  expect(await readBy(world, reviewerId)).toMatchObject([
    { redaction: 'ready', results: '<p>[name removed] counted 150 times.</p>', fileSize: null },
  ])
})

test('R9: what was released with an empty section before waits again', async () => {
  const team = await aTeam()
  const { world, owner } = team
  const { pk, reviewerId } = await givenOut(team, { Results: `<p>${'Shaikh, '.repeat(150)}</p>` }, plainFile)
  await prepareBlind(world)
  await asStaff(world, ({ db }) =>
    db.updateTable('redaction').set({ state: 'ready', by: owner.accountId, saves: 1 }).execute(),
  )
  await asStaff(world, (world) => prepareAgain(world, pk))
  await prepareBlind(world)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'waiting', results: null }])
})

test('D8: without a choice of the file one that names an author, or that nobody has read, is withheld', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk, reviewerId } = await givenOut(team, {}, { bytes: Buffer.from('By Rubina Shaikh.'), name: 'us.txt' })
  await prepareBlind(world)
  const one = { eventId, abstractId: pk, version: 1, release: true }
  await owner.post('/staff/RedactionSave', { ...one, saves: 0 })
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'ready', fileSize: null }])
})

test('a redaction that a killed server had in hand is prepared by another', async () => {
  const team = await aTeam()
  const { world } = team
  const { reviewerId } = await givenOut(team, {}, { bytes: Buffer.from('Two hundred people.'), name: 'us.txt' })
  await world.db.updateTable('redaction').set({ claimedAt: world.now() }).execute()
  await prepareBlind(world)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'preparing' }])
  team.clock.pass(11)
  await sql`delete from graphile_worker._private_jobs`.execute(world.db)
  await takeUpBlind(world)
  const { rows } = await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs`.execute(
    world.db,
  )
  expect(rows).toEqual([{ task: 'prepare-blind' }])
  await prepareBlind(world)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'waiting' }])
})

test('whoever has a conflict sees number and title, and the author is asked once for another file', async () => {
  const team = await aTeam()
  const { world, app, eventId, owner } = team
  const { pk, author } = await givenOut(team, { BackGround: '<p>By Shaikh.</p>' })
  await prepareBlind(world)
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({
        abstractId: pk,
        position: 1,
        name: 'A Chair',
        accountId: chair.accountId,
        presents: true,
      })
      .execute(),
  )
  await prepareBlind(world)
  const conflict = { abstractId: pk, number: 'A-0001', title: 'Ultrasound in the first hour', hasConflict: true }
  expect((await chair.get('/staff/RedactionQueue', { eventId })).body).toEqual({
    waiting: 0,
    preparing: 0,
    ready: 0,
    rows: [conflict],
  })
  expect((await chair.get('/staff/RedactionShow', { eventId, abstractId: pk })).body).toEqual({
    redaction: conflict,
  })
  const one = { eventId, abstractId: pk, version: 1 }
  expect((await chair.post('/staff/RedactionSave', { ...one, saves: 0, release: true })).status).toBe(404)
  expect((await chair.post('/staff/RedactionAsk', one)).status).toBe(404)
  expect((await chair.get('/staff/RedactionFile', { eventId, abstractId: pk, which: 'original' })).status).toBe(404)
  expect((await chair.get('/staff/RedactionPage', { eventId, abstractId: pk, page: 1 })).status).toBe(404)

  expect((await owner.post('/staff/RedactionAsk', one)).body).toMatchObject({
    redaction: { askedAt: world.now().toISOString() },
  })
  expect((await owner.post('/staff/RedactionAsk', one)).body).toMatchObject({
    message: 'Its author was asked already.',
  })
  const letters = await world.db
    .selectFrom('mail')
    .select('subject')
    .where('recipient', '=', author.email)
    .where('subject', 'like', '%PDF')
    .execute()
  expect(letters).toEqual([{ subject: 'Please send A-0001 as a PDF' }])
})

const oldView = /made\.version = abstract\.current_version/

/** What a reviewer reads in the same moment from the view as it is, and from one that forgot the version. */
async function readBoth(world: World, reviewerId: number) {
  const asItIs = await readBy(world, reviewerId)
  const forgetful = await world.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ text: string }>`select pg_get_viewdef('blind.my_abstract') as text`.execute(db)
    const text = rows[0]?.text ?? ''
    expect(text).toMatch(oldView)
    await sql`select set_config('colloquium.reviewer', ${String(reviewerId)}, true)`.execute(db)
    return (await sql.raw<{ results: string | null }>(text.replace(oldView, 'true')).execute(db)).rows
  })
  return { asItIs, forgetful }
}

test('REV-014, 015: a version that is saved while the one before is released is never seen before its own release', async () => {
  const team = await aTeam()
  const { world, app, eventId, owner } = team
  let forgot = 0
  for (let round = 0; round < often(5, 50); round += 1) {
    await asStaff(world, ({ db }) => db.updateTable('event').set({ abstractsCloseOn: '2026-12-01' }).execute())
    const { pk, author, reviewerId } = await givenOut(team, { Title: `Round ${round}`, Results: '<p>By Shaikh.</p>' })
    await prepareBlind(world)
    for (const state of ['begun', 'submitted'] as const)
      await world.db.updateTable('assignment').set({ state }).where('abstractId', '=', pk).execute()
    await asStaff(world, async (world) => {
      await world.db.updateTable('event').set({ abstractsCloseOn: '2026-12-01' }).execute()
      await moveAbstracts(world, {
        eventId,
        abstractIds: [pk],
        from: ['under_review'],
        to: 'revision_asked',
        reviseUntil: '2026-11-20',
      })
    })
    const release = owner.post('/staff/RedactionSave', { eventId, abstractId: pk, version: 1, saves: 0, release: true })
    const save = send(app, {
      token: author.token,
      words: { Title: `Round ${round}`, Results: '<p>By Rubina Shaikh again.</p>', pk: String(pk) },
    })
    const [{ status }, { row }] = await Promise.all([release, save])
    expect(row.Status).toBe('Success')
    expect([200, 404, 409]).toContain(status)
    const { asItIs, forgetful } = await readBoth(world, reviewerId)
    expect(asItIs).toMatchObject([{ redaction: 'preparing', title: null, results: null, fileSize: null }])
    if (forgetful.some(({ results }) => results !== null)) forgot += 1
    // It comes back to the queue when it is sent, and the release of the first is refused from then on.
    await asStaff(world, (world) =>
      moveAbstracts(world, { eventId, abstractIds: [pk], from: ['revision_asked'], to: 'under_review' }),
    )
    const late = await owner.post('/staff/RedactionSave', {
      eventId,
      abstractId: pk,
      version: 1,
      saves: 0,
      release: true,
    })
    expect(late.body).toMatchObject({ message: 'There is a newer version.' })
    await prepareBlind(world)
  }
  expect(forgot).toBeGreaterThan(0)
}, 60_000)

test('nothing that was found stays when its author is erased', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk, author } = await givenOut(team, { BackGround: '<p>By Shaikh.</p>' })
  await sendProfile(team.app, { token: author.token })
  await prepareBlind(world)
  await owner.post('/staff/RedactionSave', {
    eventId,
    abstractId: pk,
    version: 1,
    saves: 0,
    byHand: { results: 'Shaikh' },
    release: true,
  })
  await asStaff(world, ({ db }) => sql`select erase_person(${author.accountId}, ${world.now()}, false)`.execute(db))
  const left = await world.db.selectFrom('redaction').selectAll().execute()
  const trail = await world.db.selectFrom('actChange').selectAll().where('tableName', '=', 'redaction').execute()
  expect(JSON.stringify([left, trail])).not.toMatch(/Shaikh/i)
})

test('whose work becomes part of another is looked for in the other before its reviewers read on', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const { pk: a, author } = await aSubmittedAbstract(team, { Title: 'The first half' })
  const { pk: b, reviewerId } = await givenOut(team, { Results: '<p>Gulnaz Bhutto counted the other half.</p>' })
  await asStaff(world, ({ db }) =>
    db.updateTable('account').set({ fullName: 'Gulnaz Bhutto' }).where('id', '=', author.accountId).execute(),
  )
  await prepareBlind(world)
  await owner.post('/staff/RedactionSave', { eventId, abstractId: b, version: 1, saves: 0, hide: [], release: true })
  expect(await readBy(world, reviewerId)).toMatchObject([
    { redaction: 'ready', results: expect.stringContaining('Bhutto') },
  ])

  const merge = { eventId, abstractId: a, intoId: b, reason: 'One study' }
  expect((await owner.post('/staff/AbstractMerge', merge)).status).toBe(200)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'preparing', results: null }])
  await prepareBlind(world)
  expect(await readBy(world, reviewerId)).toMatchObject([{ redaction: 'waiting', results: null }])
  const shown = await owner.get('/staff/RedactionShow', { eventId, abstractId: b })
  expect((shown.body as Shown).redaction.findings).toMatchObject([{ where: 'results', text: 'Gulnaz Bhutto' }])
})
