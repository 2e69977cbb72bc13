/** Acts name what they were done to and whom it concerns, and are found by that person's name. */
import { expect, test } from 'vitest'
import { sentenceText } from '#contract/audit/sentences.ts'
import { eraseDue } from '#server/accounts/closure/closure.ts'
import { inAct, noteAct } from '#server/kernel/acts.ts'
import { saveLists } from '#server/testing/author-lists.ts'
import { staffCaller } from '#server/testing/finance.ts'
import { anOrder, anOrderOffice, toOrder } from '#server/testing/orders.ts'
import { createProfile } from '#server/testing/profiles.ts'
import { aSubmittedAbstract } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { subjectsOf } from './subjects.ts'
import type { ShownAct } from './trail.ts'

const command = { kind: 'command', name: 'Ms Memon' } as const
const actsIn = ({ body }: { body: Record<string, unknown> }) => body.rows as ShownAct[]
const saidIn = (answer: { body: Record<string, unknown> }) => actsIn(answer).map((act) => sentenceText(act))

test('each act names the thing and whose it is, also on the overview and in the file', async () => {
  const office = await anOrderOffice()
  const { world, eventId, echo, zainab } = office
  const sana = await anOrder(office, [echo], { isPaid: false, fullName: 'Sana Khan' })
  await toOrder(zainab, sana.code, ['OrderHoldLonger', { hours: 2 }])
  const done = async (operation: string, kind: string, id: number | string) =>
    inAct(world, { actor: command, operation, about: { kind, id }, eventId }, async () => undefined)
  await done('WorkshopCancel', 'workshop', echo)
  await done('WorkshopCancel', 'workshop', 999_999)
  await done('PersonNote', 'account', sana.accountId)
  await done('PagePublish', 'page_version', 'travel')
  await done('EventSave', 'event', eventId)
  const { name } = await world.db.selectFrom('event').select('name').where('id', '=', eventId).executeTakeFirstOrThrow()
  const said = [
    `changed ${name}`,
    'published the page Travel',
    'wrote a note about Sana Khan',
    'cancelled or reinstated a workshop',
    'cancelled or reinstated the workshop Focused Echo in Shock',
    `extended the hold on order ${sana.code} of Sana Khan`,
  ]
  expect(saidIn(await zainab.ask('AuditList', { eventId })).slice(0, 6)).toEqual(said)
  const { latest } = (await zainab.ask('ConsoleOverview', { eventId })).body
  expect(saidIn({ body: { rows: latest } })).toEqual(said)
})

test('of every table there is, an act is told, also where its row is gone', async () => {
  const { world } = await anOrderOffice()
  const tables = await world.db.introspection.getTables()
  const acts = tables.map(({ name }) => ({ aboutKind: name, aboutId: '1' }))
  expect(acts.length).toBeGreaterThan(60)
  const wrong: string[] = []
  for (const act of [...acts, ...acts.map((each) => ({ ...each, aboutId: 'no number' }))])
    await subjectsOf(world, [act]).catch((error: unknown) => wrong.push(`${act.aboutKind}: ${String(error)}`))
  expect(wrong).toEqual([])
  // All kinds in one question, as a page of the log asks it.
  expect((await subjectsOf(world, acts))({ aboutKind: 'event', aboutId: '1' })?.name).toBeTruthy()
})

test('a person finds what concerns them: their order, their account, their abstract; a stranger of the same search nothing', async () => {
  const team = await aTeam()
  const { app, world, owner, eventId } = team
  const finance = await staffCaller(app, world, { role: 'finance', eventId })
  const own = await aSubmittedAbstract(team)
  await world.db.updateTable('account').set({ fullName: 'Sana Khan' }).where('id', '=', own.author.accountId).execute()
  const about = { actor: command, eventId }
  await noteAct(
    world,
    { ...about, operation: 'AbstractShow', about: { kind: 'abstract', id: own.pk } },
    { outcome: 'read' },
  )
  await noteAct(
    world,
    { ...about, operation: 'PersonShow', about: { kind: 'account', id: own.author.accountId } },
    { outcome: 'read' },
  )
  const found = async (who: typeof owner, search: string) => saidIn(await who.get('/staff/AuditList', { search }))
  expect(await found(owner, 'sana kh')).toEqual(['opened the page of Sana Khan', 'opened abstract A-0001'])
  expect(await found(owner, 'Sana Qureshi')).toEqual([])
  // Nobody of finance reads who wrote an abstract, or what organisers do.
  expect(await found(finance, 'Sana')).toEqual([])
  // An erased person is found no more, and named nowhere.
  const due = { accountId: own.author.accountId, askedAt: new Date(0), dueAt: world.now(), keepsAbstracts: true }
  await world.db.insertInto('closure').values(due).execute()
  await eraseDue(world)
  expect(await found(owner, 'Sana')).toEqual([])
  expect(saidIn(await owner.get('/staff/AuditList', { operation: 'PersonShow' }))).toEqual([
    'opened the page of a person',
  ])
})

test('an act about an abstract that an author may have hidden from somebody is not named to them, nor found by its author', async () => {
  const team = await aTeam()
  const { app, world, eventId } = team
  const own = await aSubmittedAbstract(team)
  await createProfile(app, own.author.token, {})
  const chair = await staffCaller(app, world, { role: 'chair', eventId, email: 'chair@example.org' })
  const actor = { kind: 'staff', accountId: chair.accountId } as const
  const about = { kind: 'abstract', id: own.pk }
  await noteAct(world, { actor, operation: 'AbstractShow', about, eventId }, { outcome: 'read' })
  const listed = async (asked = {}) =>
    saidIn(await chair.get('/staff/AuditList', { operation: 'AbstractShow', ...asked }))
  expect(await listed()).toEqual(['opened abstract A-0001'])
  await saveLists(team, own, { authors: ['chair@example.org'] })
  expect(await listed()).toEqual(['opened an abstract'])
  expect(await listed({ search: 'A-0001' })).toEqual([])
})
