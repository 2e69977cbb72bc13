/** ReviewExport: decisions and reviews as files, cut for whoever has a conflict. */
import { expect, test } from 'vitest'
import { writeExport } from '#server/exports/write.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { download, linesOf } from '#server/testing/exports.ts'
import { staffCaller, type StaffCaller } from '#server/testing/finance.ts'
import { asStaff } from '#server/testing/selection.ts'
import { changeSession, stepUp } from '#server/testing/staff.ts'
import { aTeam, type Team } from '#server/testing/team.ts'

async function fileOf(team: Team, who: StaffCaller, wish: { list: string; filter: Record<string, string> }) {
  const { status, body } = await who.post('/staff/ExportBegin', { ...wish, format: 'csv' })
  expect([status, body]).toEqual([200, body])
  await writeExport(team.world, body.exportId as number)
  const { body: text } = await download(team, who, body.exportId as number)
  return linesOf(text)
}

test('REV-029, 050: decisions and reviews as files; a chair who wrote one gets its number and title, and no formula is one', async () => {
  const team = await aTeam()
  const { eventId, owner, world, app } = team
  const words = [{ total: 4, toAuthor: '=1+1' }, { total: 4, toAuthor: 'Well done.' }, { total: 4 }]
  const { ids, assignments } = await aRanking(
    team,
    [
      [5, 3, 2],
      [4, 4.5, 4],
    ],
    words,
  )
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: [ids[0]], outcome: 'accepted', note: 'Be brief.' })
  await asStaff(world, ({ db }) =>
    db
      .updateTable('assignment')
      .set({ state: 'cancelled' })
      .where('id', '=', assignments[1]?.[2] as number)
      .execute(),
  )
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: ids[1] as number, position: 1, name: 'C', accountId: chair.accountId, presents: true })
      .execute(),
  )
  const decisions = { list: 'DecisionList', filter: { eventId: String(eventId) } }
  const reviews = { list: 'ReviewExport', filter: { eventId: String(eventId) } }
  // It is asked who they are, however few there are.
  await changeSession(world, owner.token, { steppedUpUntil: null })
  expect((await owner.post('/staff/ExportBegin', { ...decisions, format: 'csv' })).body.code).toBe('step_up')
  const [head, ...seen] = await fileOf(team, chair, decisions)
  expect(head).toMatch(
    /^Number,Title,Authors,Emails of the authors,Discipline,.*,Told \(Asia\/Karachi\),Note to the author,Reason$/,
  )
  expect(seen).toEqual([
    expect.stringMatching(/^A-0001,Work 1,[^,]+,[^,]+@[^,]+,.*,yes,3 accept,accepted,.*,yes,,,Be brief\.,$/),
    'A-0002,Work 2,Hidden from you',
  ])
  const said = await fileOf(team, chair, reviews)
  const [, , authors, addresses] = said[1]?.split(',') ?? []
  expect(addresses).toContain('@')
  expect(said.slice(1).map((line) => line.split(',').slice(0, 7))).toEqual([
    ...[1, 2, 3].map((alias) => ['A-0001', 'Work 1', authors, addresses, `Reviewer ${alias}`, 'submitted', 'accept']),
    ['A-0002', 'Work 2', 'Hidden from you'],
  ])
  expect(said[1]).toContain("'=1+1")
  const listed = await fileOf(team, chair, { list: 'AbstractList', filter: decisions.filter })
  expect(listed[0]).toBe('Number,Title,Authors,Emails of the authors,Discipline,Type,State,Reviewers,Reviews,Mean')
  expect(listed.slice(1)).toEqual([
    'A-0002,Work 2,Hidden from you',
    expect.stringContaining(`A-0001,Work 1,${authors},${addresses},`),
  ])
  // Nobody gets another's sight by asking for it, and a filter tells nothing of what is cut.
  const forged = { ...decisions.filter, askedBy: String(owner.accountId), search: 'A-0002' }
  expect(await fileOf(team, chair, { list: 'DecisionList', filter: forged })).toHaveLength(1)
  await stepUp(world, owner.token)
  const all = await fileOf(team, owner, { ...reviews, filter: { ...reviews.filter, by: 'name' } })
  expect(all).toHaveLength(7)
  expect(all.join('\n')).not.toContain('Reviewer 1')
  // Who no longer has it is there, without their words.
  expect(all.at(-1)).toMatch(/cancelled,,/)
  const finance = await staffCaller(app, world, { role: 'finance', eventId })
  expect((await finance.post('/staff/ExportBegin', { ...reviews, format: 'csv' })).status).toBe(403)
})
