/** How each change of an event, of its parts and of a programme is made, for the test that looks for its act. */
import { withThemes } from './abstracts.ts'
import { fieldsOf, type Shown } from './organisers.ts'
import { aBuyer, aWorkshop, order } from './shop.ts'
import type { ChangeOfStaff, Team } from './team.ts'

const change = (prepare: ChangeOfStaff['prepare']): ChangeOfStaff => ({ prepare })

/** What a preparation needs is there, or the test says what was refused. */
async function done({ owner }: Team, name: string, input: Record<string, unknown>) {
  const { status, body } = await owner.post(`/staff/${name}`, input)
  if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
  return body
}

async function shown({ owner }: Team, eventId: number): Promise<Shown> {
  return (await owner.get('/staff/EventShow', { eventId })).body.event as Shown
}

/** The event as it is now, with its name typed. */
async function seen(team: Team, eventId = team.eventId) {
  const { version, name } = await shown(team, eventId)
  return { eventId, version, name }
}

/** With disciplines, fields and a workshop, as the event that it was copied from. */
async function aCopy(team: Team): Promise<number> {
  await withThemes(team.world, team.eventId)
  await aWorkshop(team.world, team.eventId)
  const { eventId } = await done(team, 'EventCopy', { eventId: team.eventId, name: 'Winter Meeting', weeks: 52 })
  return eventId as number
}

async function disciplinesOf(team: Team) {
  await withThemes(team.world, team.eventId)
  const { disciplines } = await shown(team, team.eventId)
  return disciplines as { id: number; version: number }[]
}

async function firstOf(team: Team) {
  const [{ id, version }] = (await disciplinesOf(team)) as [{ id: number; version: number }]
  return { eventId: team.eventId, kind: 'discipline', id, version }
}

const anExtension = { kind: 'abstracts', until: '2026-12-20', reason: 'was ill', emails: ['rabia.memon@example.org'] }
const aProgramme = {
  name: 'Ultrasound at the bedside',
  courseCoordinator: 'Dr Sana Abro',
  registrationFee: 'RS 5,000',
  endDate: '2027-03-01',
  image: '/art/flyer-pocus.svg',
  description: 'Two days with patients',
}

const ofEvents: Record<string, ChangeOfStaff> = {
  EventBegin: change(async () => ({
    input: { name: 'Winter Meeting', startsOn: '2027-02-01', endsOn: '2027-02-02' },
    changes: ['event', 'staff_grant'],
  })),
  EventCopy: change(async (team) => {
    const from = await aCopy(team)
    const input = { eventId: from, name: 'Spring Meeting', weeks: 12 }
    return { input, changes: ['event', 'speciality', 'staff_grant', 'sub_speciality', 'workshop'] }
  }),
  EventSave: change(async (team) => {
    const event = await shown(team, team.eventId)
    const input = { eventId: team.eventId, version: event.version, ...fieldsOf(event), venue: 'Hall 2' }
    return { input, changes: ['event'] }
  }),
  EventPublish: change(async (team) => ({
    input: { ...(await seen(team, await aCopy(team))), makeCurrent: true },
    changes: ['event'],
  })),
  EventUnpublish: change(async (team) => ({ input: await seen(team), changes: ['event'] })),
  EventMakeCurrent: change(async (team) => {
    const eventId = await aCopy(team)
    await done(team, 'EventPublish', await seen(team, eventId))
    return { input: await seen(team, eventId), changes: ['event'] }
  }),
  EventEnd: change(async (team) => {
    const { world, eventId } = team
    await order(world, await aBuyer(world, eventId), [await aWorkshop(world, eventId)])
    await done(team, 'ExtensionGive', { eventId, ...anExtension })
    return { input: await seen(team), changes: ['event', 'extension', 'orders'] }
  }),
  EventArchive: change(async (team) => {
    const next = await aCopy(team)
    await done(team, 'EventEnd', await seen(team))
    await done(team, 'EventPublish', { ...(await seen(team, next)), makeCurrent: true })
    return { input: await seen(team), changes: ['event'] }
  }),
  EventDelete: change(async (team) => ({
    input: await seen(team, await aCopy(team)),
    changes: ['event', 'speciality', 'staff_grant', 'sub_speciality', 'workshop'],
  })),
}

const ofParts: Record<string, ChangeOfStaff> = {
  DisciplinesAdd: change(async (team) => ({
    input: { eventId: team.eventId, disciplines: [{ description: 'Palliative Care', fields: ['Hospice'] }] },
    changes: ['speciality', 'sub_speciality'],
  })),
  DisciplineSave: change(async (team) => ({
    input: { ...(await firstOf(team)), description: 'Imaging' },
    changes: ['speciality'],
  })),
  DisciplineRetire: change(async (team) => ({
    input: { ...(await firstOf(team)), retired: true },
    changes: ['speciality'],
  })),
  DisciplineOrder: change(async (team) => {
    const ids = (await disciplinesOf(team)).map(({ id }) => id)
    return { input: { eventId: team.eventId, ids: ids.toReversed() }, changes: ['speciality'] }
  }),
  ExtensionGive: change(async ({ eventId }) => ({ input: { eventId, ...anExtension }, changes: ['extension'] })),
  ExtensionEnd: change(async (team) => {
    const { world, eventId } = team
    await done(team, 'ExtensionGive', { eventId, ...anExtension })
    const { id } = await world.db.selectFrom('extension').select('id').executeTakeFirstOrThrow()
    return { input: { eventId, id, reason: 'is well again' }, changes: ['extension'] }
  }),
}

const ofProgrammes: Record<string, ChangeOfStaff> = {
  ProgrammeSave: change(async () => ({ input: aProgramme, changes: ['programme'] })),
  ProgrammeRetire: change(async (team) => {
    const { programme } = await done(team, 'ProgrammeSave', aProgramme)
    const { id, version } = programme as { id: number; version: number }
    return { input: { id, version, retired: true }, changes: ['programme'] }
  }),
}

export const changesOfEvents: Record<string, ChangeOfStaff> = { ...ofEvents, ...ofParts, ...ofProgrammes }
