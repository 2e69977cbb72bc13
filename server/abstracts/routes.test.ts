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
  sendPiece,
  sendTo,
  someWords,
  statusOf,
} from '#server/testing/abstracts.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { call } from '#server/testing/people.ts'
import { countQueries } from '#server/testing/queries.ts'

test('somebody saves an abstract, finds it in the list, submits it, and is told by letter', async () => {
  const { world, app, ayesha } = await portalWithAuthors()

  const answer = await send(app, { token: ayesha.token })
  expect(answer).toEqual({ http: 200, row: { Status: 'Success', pk: 1, Version: 1 } })
  const draft = {
    pk: 1,
    Title: 'Ultrasound in the <em>first</em> hour',
    Speciality: 'Radiology',
    SubSpeciality: 'Ultrasound',
    Status: '',
    AbstractLevel: 0,
    AbstractType: 'Oral',
    BackGround: '<p>Two hundred people came.</p>',
    Material: '<p>We counted them.</p>',
    Results: '<p>H<sub>2</sub>O helped.</p>',
    Discussion: '<p>More is needed.</p>',
    TitlePlain: 'Ultrasound in the first hour',
    Words: 12,
    FileName: 'abstract.pdf',
    FileSize: aPdf().length,
    Version: 1,
    SavedAt: '2026-11-01T09:00:00.000Z',
  }
  expect(await list(app, ayesha.token)).toEqual([draft])

  const first = await call(app, 'SubmitAbstract', { token: ayesha.token, pk: 1 })
  expect([first.Status, first.Number, first.SubmittedAt]).toEqual(['Success', 1, '2026-11-01T09:00:00.000Z'])
  expect(await list(app, ayesha.token)).toEqual([
    { ...draft, Status: 'Pending', Number: 1, SubmittedAt: '2026-11-01T09:00:00.000Z' },
  ])

  const again = await call(app, 'SubmitAbstract', { token: ayesha.token, pk: 1 })
  expect([again.Status, again.Number]).toEqual(['Success', 1])
  const letters = await world.db.selectFrom('mail').selectAll().execute()
  expect(letters.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [ayesha.email, 'Your abstract is submitted (number 1)'],
  ])
  expect(letters[0]?.bodyText).toContain('Title: Ultrasound in the first hour')
  expect(letters[0]?.bodyText).toContain('Received: 1 November 2026 at 14:00:00 (Asia/Karachi)')
})

test('the lists of specialities and their fields are those of the event', async () => {
  const { app, event } = await portalWithAuthors()
  const table = async (address: string) =>
    (await app.inject({ method: 'POST', url: `/api/${address}`, headers: { host: 'localhost' } })).json<{
      Table: { id: number; Description: string }[]
    }>().Table

  const specialities = await table(`SpecialityList?EventID=${event}&ApplicantID=0`)
  expect(specialities.map(({ Description }) => Description)).toEqual(['Radiology', 'Pathology'])
  const fields = await table(`SubSpecialityList?SupecialityID=${specialities[0]?.id}`)
  expect(fields.map(({ Description }) => Description)).toEqual(['Ultrasound', 'Nuclear Medicine'])
  expect(await table('SubSpecialityList?SupecialityID=999')).toEqual([])
})

test.each([
  ['a file', { AbstractType: '' }, null, 'upload new file'],
  ['a type', { AbstractType: '', Speciality: '', Title: '' }, undefined, 'Please select an abstract type.'],
  ['a type that exists', { AbstractType: 'Opera' }, undefined, 'Please select an abstract type.'],
  ['a specialty', { Speciality: '', SubSpeciality: '', Title: '' }, undefined, 'Please select a specialty.'],
  ['a specialty that exists', { Speciality: 'Astrology' }, undefined, 'Please select a specialty.'],
  ['a sub-specialty', { SubSpeciality: '', Title: '' }, undefined, 'Please select a sub-specialty.'],
  ['a sub-specialty of that specialty', { SubSpeciality: 'Haematology' }, undefined, 'Please select a sub-specialty.'],
  ['the same sub-specialty by number', { SubSpecId: '3' }, undefined, 'Please select a sub-specialty.'],
  ['a title', { Title: '' }, undefined, 'Abstract Title is required.'],
  ['a title that can be read', { Title: '<p> &nbsp;<br></p>' }, undefined, 'Abstract Title is required.'],
])('without %s nothing is saved', async (_, words, file, text) => {
  const { app, ayesha } = await portalWithAuthors()
  const sending = { token: ayesha.token, words, ...(file === null && { file }) }

  expect(await send(app, sending)).toEqual({ http: 200, row: { Status: text } })
  expect(await list(app, ayesha.token)).toEqual([])
})

test('the file is asked for again with every change, and the same bytes are kept once', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const pk = await saved(app, { token: ayesha.token })
  const words = { pk: String(pk), Title: 'Second thoughts' }

  expect((await send(app, { token: ayesha.token, words, file: null })).row).toEqual({ Status: 'upload new file' })
  expect((await send(app, { token: ayesha.token, words })).row).toEqual({ Status: 'Success', pk, Version: 2 })
  const versions = await world.db
    .selectFrom('abstractVersion')
    .select(['titlePlain', 'fileKey'])
    .orderBy('number')
    .execute()
  expect(versions.map(({ titlePlain }) => titlePlain)).toEqual(['Ultrasound in the first hour', 'Second thoughts'])
  expect(new Set(versions.map(({ fileKey }) => fileKey)).size).toBe(1)
})

test('the file comes back to its owner as a download, and to nobody else', async () => {
  const { app, ayesha, bilal } = await portalWithAuthors()
  const pk = await saved(app, { token: ayesha.token, file: { bytes: aPdf('mine'), name: 'میرا خلاصہ.pdf' } })

  const mine = await download(app, ayesha.token, pk)
  expect([mine.statusCode, mine.rawPayload.equals(aPdf('mine'))]).toEqual([200, true])
  expect(mine.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="__________.pdf"; filename*=UTF-8''${encodeURIComponent('میرا خلاصہ.pdf')}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'private, no-store',
  })
  expect((await download(app, bilal.token, pk)).statusCode).toBe(404)
  await call(app, 'RemoveAbstract', { token: ayesha.token, pk })
  expect((await download(app, ayesha.token, pk)).statusCode).toBe(404)
})

test('a change that was made elsewhere meanwhile is told with what is stored, and neither text is lost', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const pk = await saved(app, { token: ayesha.token })
  const tab = (Title: string) => send(app, { token: ayesha.token, words: { pk: String(pk), Version: '1', Title } })

  expect((await tab('First tab')).row).toEqual({ Status: 'Success', pk, Version: 2 })
  const second = await tab('Second tab')
  expect(second.row).toEqual({ Status: 'This abstract was changed elsewhere since you opened it.' })
  expect(second.stored).toMatchObject({ pk, Title: 'First tab', Version: 2 })
  // Knowing both, the person decides.
  const decided = { pk: String(pk), Version: '2', Title: 'Second tab' }
  expect((await send(app, { token: ayesha.token, words: decided })).row.Status).toBe('Success')
  const titles = await world.db.selectFrom('abstractVersion').select('titlePlain').orderBy('number').execute()
  expect(titles.map(({ titlePlain }) => titlePlain)).toEqual([
    'Ultrasound in the first hour',
    'First tab',
    'Second tab',
  ])
})

test('the same save sent twice makes one abstract, also when both arrive at once', async () => {
  const { world, app, ayesha, bilal } = await portalWithAuthors()
  const words = { SaveKey: 'one save' }
  const before = await filesOf(world)
  const sending = { token: ayesha.token, words }

  const answers = await Promise.all([send(app, sending), send(app, sending), send(app, sending)])
  expect(answers.map(({ row }) => row)).toEqual(Array(3).fill({ Status: 'Success', pk: 1, Version: 1 }))
  expect((await send(app, sending)).row).toEqual({ Status: 'Success', pk: 1, Version: 1 })
  expect(await list(app, ayesha.token)).toHaveLength(1)
  // Files of the losers are gone.
  expect(await filesOf(world)).toBe(before + 1)
  // A key is its owner's; and other words under it go on with the same abstract.
  expect((await send(app, { token: bilal.token, words })).row).toMatchObject({ Status: 'Success', pk: 2 })
  const corrected = { ...words, Title: 'Corrected meanwhile' }
  expect((await send(app, { token: ayesha.token, words: corrected })).row).toEqual({
    Status: 'Success',
    pk: 1,
    Version: 2,
  })
  expect((await list(app, ayesha.token)).map(({ Title }) => Title)).toEqual(['Corrected meanwhile'])
})

async function filesOf(world: World, kind = 'abstracts'): Promise<number> {
  let files = 0
  for await (const _ of world.files.list(kind)) files += 1
  return files
}

test('what is sent as plain text, state or level is not believed', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const words = { TitlePlain: 'Another', BackGroundPlain: 'Lies', Status: 'Accepted', AbstractLevel: '9' }
  await saved(app, { token: ayesha.token, words })

  const [row] = await world.db.selectFrom('abstractVersion').select(['titlePlain', 'backgroundPlain']).execute()
  expect(row).toEqual({ titlePlain: 'Ultrasound in the first hour', backgroundPlain: 'Two hundred people came.' })
  expect((await list(app, ayesha.token))[0]).toMatchObject({ Status: '', AbstractLevel: 0 })
})

test('a save that names an existing abstract changes that one, and an update without a number changes none', async () => {
  const { app, ayesha, bilal } = await portalWithAuthors()
  const pk = await saved(app, { token: ayesha.token })
  const words = { ...someWords, pk: String(pk), Title: 'Through the other door' }

  expect((await sendTo(app, 'AbstractSave', { token: ayesha.token, words })).row).toMatchObject({ pk, Version: 2 })
  expect((await sendTo(app, 'AbstractSave', { token: bilal.token, words })).row).toEqual({
    Status: 'This abstract is not in your list any more.',
  })
  expect((await sendTo(app, 'AbstractUpdate', { token: ayesha.token, words: { ...words, pk: '0' } })).row).toEqual({
    Status: 'This abstract is not in your list any more.',
  })
})

test('a file in pieces arrives whole, whatever was cut, and is used once', async () => {
  const { world, app, ayesha, bilal } = await portalWithAuthors()
  // Tests of a worker share a folder, and some leave a file half sent.
  const before = await filesOf(world, 'pieces')
  const bytes = Buffer.concat([aPdf(), Buffer.alloc(9000, 'x')])
  const begin = { FileName: 'large.pdf', FileSize: bytes.length, FileKey: 'large' }
  const begun = await call(app, 'UploadBegin', { token: ayesha.token, ...begin })
  expect([begun.Status, begun.Received]).toEqual(['Success', 0])
  const uploadId = String(begun.UploadID)
  const piece = (offset: number, to: number, token = ayesha.token) =>
    sendPiece(app, token, { uploadId, offset, bytes: bytes.subarray(offset, to) })

  expect(await piece(0, 5000)).toMatchObject({ Status: 'Success', Received: 5000 })
  // Again, ahead, and by somebody else: nothing is taken.
  expect(await piece(0, 5000)).toMatchObject({ Status: 'Success', Received: 5000 })
  expect(await piece(6000, 9000)).toMatchObject({ Status: 'Success', Received: 5000 })
  expect((await piece(5000, 9000, bilal.token)).Status).toBe('The file did not arrive whole. Please attach it again.')
  const words = { UploadID: uploadId }
  expect((await send(app, { token: ayesha.token, words, file: null })).row).toEqual({
    Status: 'The file did not arrive whole. Please attach it again.',
  })
  // The page is loaded again, and the same file goes on where it was.
  const resumed = await call(app, 'UploadBegin', { token: ayesha.token, ...begin })
  expect([resumed.UploadID, resumed.Received]).toEqual([uploadId, 5000])
  expect(await piece(5000, bytes.length)).toMatchObject({ Received: bytes.length })

  expect((await send(app, { token: bilal.token, words, file: null })).row.Status).toBe(
    'The file did not arrive whole. Please attach it again.',
  )
  const answer = await send(app, { token: ayesha.token, words: { ...words, SaveKey: 'k' }, file: null })
  expect(answer.row).toMatchObject({ Status: 'Success' })
  expect((await download(app, ayesha.token, answer.row.pk as number)).rawPayload.equals(bytes)).toBe(true)
  // The answer was lost: the same save again finds its abstract, though the pieces are gone.
  expect((await send(app, { token: ayesha.token, words: { ...words, SaveKey: 'k' }, file: null })).row).toEqual(
    answer.row,
  )
  expect(await filesOf(world, 'pieces')).toBe(before)
})

test('a save that loses to another one keeps its upload for the next try', async () => {
  const { app, ayesha } = await portalWithAuthors()
  const pk = await saved(app, { token: ayesha.token })
  await send(app, { token: ayesha.token, words: { pk: String(pk), Title: 'Meanwhile' } })
  const UploadID = await inPieces(app, ayesha.token, { bytes: aPdf('mine'), name: 'mine.pdf' })
  const words = { pk: String(pk), UploadID }

  const lost = await send(app, { token: ayesha.token, words: { ...words, Version: '1' }, file: null })
  expect(lost.row.Status).toBe('This abstract was changed elsewhere since you opened it.')
  const won = await send(app, { token: ayesha.token, words: { ...words, Version: '2' }, file: null })
  expect(won.row).toMatchObject({ Status: 'Success', Version: 3 })
  expect((await download(app, ayesha.token, pk)).rawPayload.equals(aPdf('mine'))).toBe(true)
})

test('removing a draft hides it and can be undone by staff; a submitted one is withdrawn; both answer twice', async () => {
  const { world, app, ayesha, bilal } = await portalWithAuthors()
  const [draft, submitted] = [await saved(app, { token: ayesha.token }), await saved(app, { token: ayesha.token })]
  await call(app, 'SubmitAbstract', { token: ayesha.token, pk: submitted })

  expect(await statusOf(app, 'RemoveAbstract', { token: bilal.token, pk: draft })).toBe(
    'This abstract is not in your list any more.',
  )
  for (const pk of [draft, draft, submitted, submitted])
    expect(await statusOf(app, 'RemoveAbstract', { token: ayesha.token, pk })).toBe('Success')
  expect(await list(app, ayesha.token)).toEqual([])
  const rows = await world.db.selectFrom('abstract').select(['removedAt', 'withdrawnAt']).orderBy('id').execute()
  expect(rows).toEqual([
    { removedAt: world.now(), withdrawnAt: null },
    { removedAt: null, withdrawnAt: world.now() },
  ])
})

test('the list takes the same number of statements for one abstract and for thirty', async () => {
  const counted = await portalWithAuthors({ abstractsPerPerson: 30 })
  const { world, since } = countQueries(counted.world)
  const app = await makeTestApp(world)
  const { token } = counted.ayesha
  const statements = async () => {
    since()
    await list(app, token)
    return since()
  }

  await saved(app, { token })
  const one = await statements()
  for (let more = 1; more < 30; more += 1) await saved(app, { token })
  expect([await statements(), one <= 3, (await list(app, token)).length]).toEqual([one, true, 30])
})
