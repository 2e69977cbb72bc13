/** From the form of an author to what a reviewer may open: the copy is kept apart, and what is found in it waits for somebody. */
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { saved, statusOf } from '#server/testing/abstracts.ts'
import { anRtf } from '#server/testing/documents.ts'
import { aPage, pdfOf } from '#server/testing/pdf.ts'
import { aPersonSignedIn } from '#server/testing/people.ts'
import { planted } from '#server/testing/planted-pictures.ts'
import { stillIn } from '#server/testing/planted.ts'
import { asStaff, fieldsOf, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { prepareBlind } from './prepare-blind.ts'

const name = 'Zubaida Qureshi'

/** Each by somebody of that name. */
async function submitted(team: Team, files: Record<string, Buffer>): Promise<Map<number, string>> {
  const { app, world } = team
  await fieldsOf(team)
  const all = new Map<number, string>()
  for (const [fileName, bytes] of Object.entries(files)) {
    const { token, accountId } = await aPersonSignedIn(world)
    await asStaff(world, ({ db }) =>
      db.updateTable('account').set({ fullName: name }).where('id', '=', accountId).execute(),
    )
    const pk = await saved(app, { token, file: { bytes, name: fileName } })
    expect(await statusOf(app, 'SubmitAbstract', { token, pk })).toBe('Success')
    all.set(pk, fileName)
  }
  return all
}

test('REV-016, 017: each file ends as what reviewers may open, and what tells of its author waits', async () => {
  const team = await aTeam()
  const { world, eventId } = team
  const all = await submitted(team, {
    'words.pdf': pdfOf(aPage('A study of sepsis', { catalog: `/PieceInfo << /Who (${name}) >>` })),
    'named.pdf': pdfOf(aPage(`A study by ${name}`)),
    'broken.pdf': Buffer.from('%PDF-1.7\n'),
    'photo.jpg': await planted.jpeg(() => name),
    'old.rtf': anRtf(`{\\info{\\author ${name}}}`),
  })
  await reviewBegins(world, eventId)
  await prepareBlind(world)

  const rows = await world.db
    .selectFrom('redaction')
    .selectAll()
    .where('abstractId', 'in', [...all.keys()])
    .orderBy('abstractId')
    .execute()
  const told = rows.map((row) => [all.get(row.abstractId), row.state, row.file, row.fileType])
  expect(told).toEqual([
    ['words.pdf', 'waiting', 'copy', 'application/pdf'],
    ['named.pdf', 'waiting', 'copy', 'application/pdf'],
    ['broken.pdf', 'waiting', 'cannot', null],
    ['photo.jpg', 'waiting', 'copy', 'image/jpeg'],
    ['old.rtf', 'waiting', 'none', null],
  ])
  for (const { abstractId, fileKey, fileSize } of rows) {
    const stored = fileKey && (await world.files.get(fileKey))
    if (!stored) continue
    const bytes = await buffer(stored.bytes)
    expect([fileKey.startsWith('blind/'), bytes.length]).toEqual([true, fileSize])
    // What is drawn on the page is for the redactor; nothing beside it is left.
    expect(await stillIn(bytes, [name])).toEqual(all.get(abstractId) === 'named.pdf' ? [name] : [])
  }
  const { found } = rows.find(({ abstractId }) => all.get(abstractId) === 'named.pdf') ?? {}
  expect(found).toMatchObject([{ where: 'file', text: name }])
})

test('REV-016: with an office a document becomes a PDF, and without an answer of it stays withheld', async () => {
  const team = await aTeam()
  const { world, eventId } = team
  const all = await submitted(team, { 'read.rtf': anRtf('words'), 'odd.rtf': anRtf('odd words') })
  const asked: string[] = []
  world.office = async ({ path, extension }) => {
    asked.push(extension)
    if (asked.length > 1) return undefined
    await writeFile(`${path}-pdf`, pdfOf(aPage('words')))
    return `${path}-pdf`
  }
  await reviewBegins(world, eventId)
  await prepareBlind(world)
  const rows = await world.db
    .selectFrom('redaction')
    .select(['file', 'fileType'])
    .where('abstractId', 'in', [...all.keys()])
    .orderBy('abstractId')
    .execute()
  expect([asked, rows]).toEqual([
    ['rtf', 'rtf'],
    [
      { file: 'copy', fileType: 'application/pdf' },
      { file: 'none', fileType: null },
    ],
  ])
})
