/** R14: what is shown to somebody from whom acts are withheld has no running number, from whose holes they could tell that something was done. */
import { expect, test } from 'vitest'
import { writeExport } from '#server/exports/write.ts'
import { numberBehind, opaqueNumber } from '#server/platform/security/opaque-numbers.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { download, linesOf } from '#server/testing/exports.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { asStaff } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'

const smallestOpaque = 2 ** 48

test('a number stands for one row, and can be read back; nearby rows are far apart', () => {
  const key = Buffer.alloc(32, 7)
  const ids = [1, 2, 3, 41, 2_147_483_647, 2 ** 40]
  const shown = ids.map((id) => opaqueNumber(key, 'act', id))
  expect(new Set(shown).size).toBe(ids.length)
  expect(shown.map((each) => numberBehind(key, 'act', each))).toEqual(ids)
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(smallestOpaque)
  expect(Math.max(...shown)).toBeLessThan(2 * smallestOpaque)
  expect(Math.abs(Number(shown[1]) - Number(shown[0]))).toBeGreaterThan(1_000_000)
  expect(numberBehind(key, 'decision_batch', Number(shown[0]))).not.toBe(1)
  expect(numberBehind(key, 'act', 41)).toBeUndefined()
})

/** Two abstracts, of which the first is an owner's: acts about both, about each, and a batch with the first alone. */
async function aBusyReview() {
  const team = await aTeam()
  const { world, app, eventId, owner, clock } = team
  const { ids } = await aRanking(team, [
    [4, 4, 3],
    [3, 2, 2],
  ])
  const [own, other] = ids as [number, number]
  const author = await staffCaller(app, world, { role: 'owner' })
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId: own, position: 1, name: 'An owner', accountId: author.accountId, presents: true })
      .execute(),
  )
  const remark = (abstractId: number) =>
    owner.post('/staff/RemarkByChair', { eventId, abstractId, audience: 'chairs', text: 'Between us.' })
  for (const abstractId of [other, own, own, other]) expect((await remark(abstractId)).status).toBe(200)
  const publish = async (abstractId: number) => {
    clock.pass(1)
    await owner.post('/staff/DecisionSet', { eventId, abstractIds: [abstractId], outcome: 'waiting' })
    const { body } = await owner.get('/staff/DecisionPreview', { eventId })
    const { body: done } = await owner.post('/staff/DecisionPublish', { eventId, digest: body.digest })
    return done.batchId as number
  }
  const batches = { own: await publish(own), other: await publish(other) }
  return { ...team, own, other, author, batches }
}

type Act = {
  id: number
  operation: string
  about: { kind: string; id: string } | null
  changes: { table: string; key: string }[]
}
const actsOf = async (who: StaffCaller, filter = {}) =>
  (await who.get('/staff/AuditList', { limit: 200, ...filter })).body as unknown as { rows: Act[]; next: string | null }
const batchesOf = async ({ eventId }: Team, who: StaffCaller) =>
  ((await who.get('/staff/DecisionList', { eventId })).body.batches as { batchId: number }[]).map(
    ({ batchId }) => batchId,
  )

test('R14: acts, rows of reviews and batches are numbered opaquely in lists, links, files and cursors', async () => {
  const review = await aBusyReview()
  const { world, eventId, owner, author, batches } = review
  const all = (await actsOf(owner)).rows
  const seen = (await actsOf(author)).rows
  const running = all.map(({ id }) => id)
  // Control: for somebody from whom nothing is hidden the numbers run.
  expect(Math.max(...running)).toBeLessThan(smallestOpaque)
  expect(seen.filter(({ id }) => id < smallestOpaque)).toEqual([])
  // Three acts about the hidden abstract are among theirs: their numbers would be holes.
  const behind = seen.map(({ id }) => numberBehind(world.pinKey, 'act', id))
  expect(all.filter(({ id }) => !behind.includes(id)).map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['RemarkByChair', 'RemarkByChair', 'DecisionPublish']),
  )
  const keys = seen.flatMap(({ changes }) =>
    changes.filter(({ table }) => ['remark', 'decision', 'decision_batch'].includes(table)),
  )
  expect(keys.length).toBeGreaterThan(2)
  expect(keys.filter(({ key }) => Number(key) < smallestOpaque)).toEqual([])

  // A link of their own opens, also for others; a running number opens nothing for them, whether or not there is such an act.
  const link = seen.find(({ operation }) => operation === 'RemarkByChair')!
  for (const who of [author, owner])
    expect((await who.get('/staff/AuditShow', { id: link.id })).body).toMatchObject({ operation: 'RemarkByChair' })
  for (const id of running.slice(0, 5)) {
    expect((await author.get('/staff/AuditShow', { id })).status).toBe(404)
    expect((await owner.get('/staff/AuditShow', { id })).status).toBe(200)
  }
  const { body: overview } = await author.get('/staff/ConsoleOverview', { eventId })
  const latest = (overview.latest as Act[]).map(({ id }) => id)
  expect([latest.length > 0, latest.filter((id) => id < smallestOpaque)]).toEqual([true, []])
  expect((await author.get('/staff/SealState')).body).toMatchObject({ acts: null })

  const { next } = await actsOf(author, { limit: 1 })
  const inside = Buffer.from(String(next).split('.')[0] as string, 'base64url').toString()
  expect(inside).not.toMatch(/\d{4}-\d\d|\[/)
  expect((await author.get('/staff/AuditList', { limit: 1, cursor: String(next) })).status).toBe(200)

  const numbersIn = async (who: StaffCaller) => {
    const { body } = await who.post('/staff/ExportBegin', { list: 'AuditList', filter: {}, format: 'csv' })
    await writeExport(world, body.exportId as number)
    const lines = linesOf((await download(review, who, body.exportId as number)).body)
    return lines.slice(1).flatMap((line) => /^"?(\d+)"?,/.exec(line)?.[1] ?? [])
  }
  expect((await numbersIn(owner)).some((each) => Number(each) < smallestOpaque)).toBe(true)
  expect((await numbersIn(author)).filter((each) => Number(each) < smallestOpaque)).toEqual([])

  // The batch with their own alone is not there, and the number of the other says nothing of it.
  expect(await batchesOf(review, owner)).toEqual([batches.other, batches.own])
  const [batchId, ...more] = await batchesOf(review, author)
  expect([more, batchId! >= smallestOpaque]).toEqual([[], true])
  for (const known of [batches.own, batches.other, 999])
    expect((await author.post('/staff/DecisionTakeBack', { eventId, batchId: known })).status).toBe(404)
  expect((await author.post('/staff/DecisionTakeBack', { eventId, batchId })).body).toEqual({ takenBack: 1 })
})
