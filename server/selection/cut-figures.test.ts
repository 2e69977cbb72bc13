/** REV-029: what is counted, numbered or merely there tells a chair nothing of the abstract that they wrote. */
import { expect, test } from 'vitest'
import { opaqueNumber } from '#server/platform/security/opaque-numbers.ts'
import { aRanking } from '#server/testing/decisions.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { aReviewer, aSubmittedAbstract, asStaff, reviewBegins } from '#server/testing/selection.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { computeRun } from './assignment/runs.ts'
import { prepareBlind } from './redaction/prepare-blind.ts'

async function aChairWhoWrote({ world, app, eventId }: Team, abstractId: number): Promise<StaffCaller> {
  const chair = await staffCaller(app, world, { role: 'chair', eventId })
  const { accountId } = chair
  await asStaff(world, ({ db }) =>
    db
      .insertInto('abstractAuthor')
      .values({ abstractId, position: 1, name: 'The chair', accountId, presents: true })
      .execute(),
  )
  return chair
}

test('a proposal names theirs whether or not it is short, and is applied by somebody else', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const ids: number[] = []
  for (const Title of ['Own', 'Second', 'Third']) ids.push((await aSubmittedAbstract(team, { Title })).pk)
  for (let many = 0; many < 3; many += 1) await aReviewer(team)
  const chair = await aChairWhoWrote(team, ids[0]!)
  await reviewBegins(world, eventId)
  const settings = { each: 2, most: 12, expertFirst: true, keepUnopened: false }
  const { runId } = (await owner.post('/staff/AssignmentPropose', { eventId, settings, seed: 1 })).body
  await computeRun(world, runId as number)
  const cut = { abstractId: ids[0], number: 'A-0001', title: 'Own', hasConflict: true }
  expect((await owner.get('/staff/RunShow', { eventId })).body.short).toEqual([])
  expect((await chair.get('/staff/RunShow', { eventId })).body.short).toEqual([cut])
  expect((await chair.post('/staff/RunApply', { eventId, runId })).status).toBe(409)
  expect((await owner.post('/staff/RunApply', { eventId, runId })).body).toEqual({ added: 6, moved: 0, leftOut: [] })
  expect(await world.db.selectFrom('assignment').select('id').execute()).toHaveLength(6)

  // The same for what has been found in it, or not.
  await prepareBlind(world)
  expect((await owner.get('/staff/RedactionQueue', { eventId })).body).toMatchObject({ waiting: 3, ready: 0 })
  expect((await chair.get('/staff/RedactionQueue', { eventId })).body).toMatchObject({
    waiting: 2,
    rows: [{ number: 'A-0002' }, { number: 'A-0003' }, cut],
  })
  for (const abstractId of ids)
    await owner.post('/staff/RedactionSave', { eventId, abstractId, version: 1, saves: 0, release: true })
  expect((await owner.get('/staff/RedactionQueue', { eventId })).body).toMatchObject({ ready: 3, rows: [] })
  expect((await chair.get('/staff/RedactionQueue', { eventId })).body).toMatchObject({ ready: 2, rows: [cut] })
})

test('whether somebody has a place left is what a chair can count themselves: their own abstract is not in it', async () => {
  const team = await aTeam()
  const { world, eventId, owner } = team
  const ids: number[] = []
  for (const Title of ['Own', 'Second', 'Third']) ids.push((await aSubmittedAbstract(team, { Title })).pk)
  const { reviewerId } = await aReviewer(team, { quota: 1 })
  const chair = await aChairWhoWrote(team, ids[0]!)
  await reviewBegins(world, eventId)
  const give = (who: Pick<StaffCaller, 'post'>, abstractId: number) =>
    who.post('/staff/AssignByHand', { eventId, abstractId, reviewerId })
  expect((await give(owner, ids[0]!)).status).toBe(200)
  const full = { status: 409, body: { message: 'They have reached what they offered.' } }
  expect(await give(owner, ids[1]!)).toMatchObject(full)
  expect((await give(chair, ids[1]!)).status).toBe(200)
  expect(await give(chair, ids[2]!)).toMatchObject(full)
})

test('places of the waiting list have no gap, and a batch has the others; one that has only theirs is not there', async () => {
  const team = await aTeam()
  const { eventId, owner } = team
  const { ids } = await aRanking(team, [
    [4, 4, 4],
    [3, 3, 3],
    [2, 2, 2],
  ])
  const chair = await aChairWhoWrote(team, ids[1]!)
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: ids, outcome: 'waiting' })
  const placesFor = async (who: StaffCaller) =>
    ((await who.get('/staff/DecisionList', { eventId, sort: 'place' })).body.rows as { place: number }[]).map(
      ({ place }) => place,
    )
  expect([await placesFor(owner), await placesFor(chair)]).toEqual([
    [1, 2, 3],
    [1, 2],
  ])
  const publish = async () => {
    const { body } = await owner.get('/staff/DecisionPreview', { eventId })
    return (await owner.post('/staff/DecisionPublish', { eventId, digest: body.digest })).body.batchId
  }
  // They are shown no running numbers, of which one would be missing.
  const takeBack = (batchId: unknown) =>
    chair.post('/staff/DecisionTakeBack', {
      eventId,
      batchId: opaqueNumber(team.world.pinKey, 'decision_batch', Number(batchId)),
    })
  expect((await takeBack(await publish())).body).toEqual({ takenBack: 2 })
  await owner.post('/staff/DecisionSet', { eventId, abstractIds: [ids[0], ids[2]], outcome: null })
  const alone = await publish()
  expect([(await takeBack(alone)).status, (await takeBack(999)).status]).toEqual([404, 404])
  expect((await owner.post('/staff/DecisionTakeBack', { eventId, batchId: alone })).body).toEqual({ takenBack: 1 })
})
