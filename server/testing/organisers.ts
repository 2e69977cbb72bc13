/** Organisers who look after an event as the console does. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import type { World } from '#server/kernel/world.ts'
import { withThemes } from './abstracts.ts'
import { makeTestApp } from './app.ts'
import { type Answer, staffCaller, type StaffCaller } from './finance.ts'
import { anEvent } from './people.ts'
import { aBuyer, aWorkshop } from './shop.ts'
import { stepUp } from './staff.ts'
import { makeWorld } from './world.ts'

export type Organiser = StaffCaller & {
  /** Asks by the name of the operation. */
  ask: (name: string, input?: Record<string, string | number>) => Promise<Answer>
  act: (name: string, input?: Record<string, unknown>) => Promise<Answer>
  /** The event as it is now. */
  event: (eventId: number) => Promise<Shown>
  /** Does something to an event as it is now, with its name typed. */
  toEvent: (name: string, eventId: number, input?: Record<string, unknown>) => Promise<Answer>
}
export type Shown = Record<string, unknown> & { version: number; name: string; state: string; isCurrent: boolean }

/** Somebody who has just proven who they are. */
export async function anOrganiser(
  app: FastifyInstance,
  world: World,
  post: { role?: StaffRole; eventId?: number | null } = {},
): Promise<Organiser> {
  const caller = await staffCaller(app, world, { role: 'organiser', ...post })
  await stepUp(world, caller.token)
  const ask: Organiser['ask'] = (name, input) => caller.get(`/staff/${name}`, input)
  const act: Organiser['act'] = (name, input) => caller.post(`/staff/${name}`, input)
  const event: Organiser['event'] = async (eventId) => (await ask('EventShow', { eventId })).body.event as Shown
  const toEvent: Organiser['toEvent'] = async (name, eventId, input = {}) => {
    const { version, name: typed } = await event(eventId)
    return act(name, { eventId, version, name: typed, ...input })
  }
  return { ...caller, ask, act, event, toEvent }
}

/** A college with a current event that has disciplines and a workshop, and an organiser of the whole college. */
export async function aCollege(change: Partial<World> = {}) {
  const world = await makeWorld(change)
  const eventId = await anEvent(world)
  await withThemes(world, eventId)
  const workshopId = await aWorkshop(world, eventId)
  const app = await makeTestApp(world)
  return { world, app, eventId, workshopId, zainab: await anOrganiser(app, world) }
}

/** Saves it with another word or two, as it is now or as it was when it was seen. */
export async function save(
  who: Organiser,
  eventId: number,
  { seen, ...change }: { seen?: number } & Record<string, unknown>,
): Promise<Answer> {
  const event = await who.event(eventId)
  return who.act('EventSave', { eventId, version: seen ?? event.version, ...fieldsOf(event), ...change })
}

export async function copied(who: Organiser, eventId: number, name = 'Conference of next year'): Promise<number> {
  return (await who.act('EventCopy', { eventId, name, weeks: 52 })).body.eventId as number
}

/** The fields that were refused. */
export const paths = ({ body }: Answer): string[] | undefined =>
  (body.fields as { path: string }[] | undefined)?.map(({ path }) => path)

const fields = ['name', 'shortName', 'theme', 'lead', 'venue', 'flyer', 'timeZone', 'opensOn', 'abstractsCloseOn']
const others = ['decisionsOn', 'registrationClosesOn', 'workshopsFrom', 'startsOn', 'endsOn']

/** What EventSave takes, as it stands. */
export function fieldsOf(event: Shown): Record<string, unknown> {
  return Object.fromEntries([...fields, ...others].map((name) => [name, event[name]]))
}

/** Somebody who has begun an abstract and not submitted it. */
export async function aDraft(world: World, eventId: number) {
  const person = await aBuyer(world, eventId)
  await sql`
    with made as (
      insert into abstract (applicant_id, event_id, created_at) values (${person.applicantId}, ${eventId}, now()) returning id)
    insert into abstract_version (abstract_id, number, applicant_id, save_digest, abstract_type, sub_speciality_id, title, title_plain, background,
      background_plain, material, material_plain, results, results_plain, discussion, discussion_plain, words, file_key, file_name, file_size,
      file_sha256, file_scan, saved_at)
    select made.id, 1, ${person.applicantId}, ${Buffer.alloc(32)}, 'Oral', (select min(id) from sub_speciality), 'T', 'T', '', '', '', '', '', '', '',
      '', 0, ${`abstracts/00/${'1'.repeat(30)}`}, 'a.pdf', 1, ${Buffer.alloc(32)}, 'none', now() from made`.execute(
    world.db,
  )
  return person
}
