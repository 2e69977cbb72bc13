/** Over HTTP and a real database: an event without a call for abstracts, and what the pages say of the call of another. */
import { expect, test } from 'vitest'
import { keepContent } from '#server/events/site-content.ts'
import { firstVersions } from '#server/pages/words.ts'
import { usualCall } from '#server/selection/rules.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'

type Body = Record<string, unknown>

async function aWinterMeeting() {
  const college = await aCollege()
  await firstVersions(college.world, 'content')
  const { zainab } = college
  const begun = await zainab.act('EventBegin', { name: 'Winter Meeting', startsOn: '2027-02-01', endsOn: '2027-02-02' })
  return { ...college, meeting: begun.body.eventId as number }
}

test('an event without disciplines is published, and its pages know that it takes no abstracts', async () => {
  const { world, zainab, meeting } = await aWinterMeeting()
  const { stops, warnings } = (await zainab.ask('EventCheck', { eventId: meeting })).body as {
    stops: Body[]
    warnings: Body[]
  }
  expect(stops).toEqual([])
  expect(warnings).toContainEqual({
    code: 'no_abstracts',
    sentence: 'There is no discipline: this event takes no abstracts, and its pages do not mention them.',
    repair: { address: '/console/event?part=disciplines', label: 'Publish without, or add one' },
  })
  expect((await zainab.toEvent('EventPublish', meeting, { makeCurrent: true })).status).toBe(200)
  const { event, specialities } = (await keepContent(world).now()).content
  expect([event?.id, event?.noAbstracts, specialities]).toEqual([meeting, true, []])

  // A discipline with a field begins the call; the last one of a published call stays.
  const save = (kind: string, more: Body) => zainab.act('DisciplineSave', { eventId: meeting, kind, ...more })
  const { body } = await save('discipline', { description: 'Surgery' })
  const [discipline] = (body.event as { disciplines: [{ id: number; version: number }] }).disciplines
  await save('field', { disciplineId: discipline.id, description: 'Trauma' })
  const begun = (await keepContent(world).now()).content
  expect([begun.event?.noAbstracts, begun.specialities]).toEqual([undefined, ['Surgery']])
  const retired = {
    eventId: meeting,
    kind: 'discipline',
    id: discipline.id,
    version: discipline.version,
    retired: true,
  }
  expect(await zainab.act('DisciplineRetire', retired)).toMatchObject({
    status: 409,
    body: { message: 'It is the last one that abstracts can be submitted to.' },
  })
})

test('a discipline that nobody can submit to is taken back on a published event without a call', async () => {
  const { zainab, meeting } = await aWinterMeeting()
  await zainab.toEvent('EventPublish', meeting)
  const { body } = await zainab.act('DisciplineSave', { eventId: meeting, kind: 'discipline', description: 'Surgery' })
  const [{ id, version }] = (body.event as { disciplines: [{ id: number; version: number }] }).disciplines
  const retired = { eventId: meeting, kind: 'discipline', id, version, retired: true }
  expect((await zainab.act('DisciplineRetire', retired)).status).toBe(200)
})

test('the pages follow the number of reviewers of the call within a second, and say nothing of the usual three', async () => {
  const { world, app, eventId } = await aCollege()
  await firstVersions(world, 'content')
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const content = keepContent(world)
  const shown = async () => {
    await new Promise((done) => setTimeout(done, 1050))
    return (await content.now()).content.event?.reviewers
  }
  const { beganAt: _began, ...fields } = usualCall
  const save = async (version: number, reviewsWanted: number) =>
    (await owner.act('CallSave', { eventId, version, ...fields, reviewsToDecide: 2, reviewsWanted })).status
  expect(await shown()).toBeUndefined()
  expect([await save(0, 4), await shown()]).toEqual([200, 4])
  expect([await save(1, 3), await shown()]).toEqual([200, undefined])
})
