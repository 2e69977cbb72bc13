/** Staff look after what abstracts are submitted to. What is no longer offered keeps its abstracts. */
import { sql } from 'kysely'
import type {
  DisciplineOrder,
  DisciplineRetire,
  DisciplinesAdd,
  DisciplineSave,
} from '#contract/events/console-parts.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { type Detail, showEvent, lockShownEvent } from './event-detail.ts'

type Save = ParsedInputOf<typeof DisciplineSave>
type Kind = Save['kind']
type Shown = { event: Detail }

const tables = { discipline: 'speciality', field: 'subSpeciality' } as const

export async function saveDiscipline(world: Acting, wish: Save): Promise<Shown> {
  const { eventId, kind, id, version, description } = wish
  await lockShownEvent(world, eventId)
  if (id === undefined) await add(world, wish)
  else {
    await refuseForeign(world, eventId, { kind, id })
    await refuseTwice(world, wish)
    if (!(await changeRow(world, tables[kind], { id, version: version ?? 0, description })))
      return refuse('conflict', { stored: await showEvent(world, eventId) })
  }
  return shown(world, eventId)
}

type New = Pick<Save, 'eventId' | 'kind' | 'disciplineId' | 'description'>

async function add(world: World, wish: New): Promise<void> {
  const { eventId, kind, disciplineId, description } = wish
  if (kind === 'discipline') {
    await refuseTwice(world, wish)
    await sql`
      insert into speciality (event_id, description, position)
      select ${eventId}, ${description}, coalesce(max(position) + 1, 0) from speciality where event_id = ${eventId}`.execute(
      world.db,
    )
    return
  }
  if (disciplineId === undefined)
    return refuse('invalid', { fields: [{ path: 'disciplineId', message: 'Please choose a discipline.' }] })
  await refuseForeign(world, eventId, { kind: 'discipline', id: disciplineId })
  await refuseTwice(world, wish)
  await sql`
    insert into sub_speciality (speciality_id, description, position)
    select ${disciplineId}, ${description}, coalesce(max(position) + 1, 0) from sub_speciality where speciality_id = ${disciplineId}`.execute(
    world.db,
  )
}

/** In the order in which they were written, after those that are there. */
export async function addDisciplines(
  world: Acting,
  { eventId, disciplines }: ParsedInputOf<typeof DisciplinesAdd>,
): Promise<ReplyOf<typeof DisciplinesAdd>> {
  await lockShownEvent(world, eventId)
  const added = { disciplines: 0, fields: 0 }
  for (const { description, fields } of disciplines) {
    const known = await world.db
      .selectFrom('speciality')
      .select('id')
      .where('eventId', '=', eventId)
      .where('description', '=', description)
      .executeTakeFirst()
    if (!known) {
      await add(world, { eventId, kind: 'discipline', description })
      added.disciplines += 1
    }
    added.fields += await addFields(world, { eventId, description, fields })
  }
  return { ...(await shown(world, eventId)), added }
}

type Fields = { eventId: number; description: string; fields: readonly string[] }

async function addFields({ db }: World, { eventId, description, fields }: Fields): Promise<number> {
  const { rows } = await sql`
    insert into sub_speciality (speciality_id, description, position)
    select speciality.id, wanted.description, coalesce((select max(position) + 1 from sub_speciality where speciality_id = speciality.id), 0) + wanted.rank - 1
    from speciality, unnest(${[...new Set(fields)]}::text[]) with ordinality as wanted (description, rank)
    where event_id = ${eventId} and speciality.description = ${description}
      and not exists (select from sub_speciality where speciality_id = speciality.id and sub_speciality.description = wanted.description)
    returning id`.execute(db)
  return rows.length
}

export async function retireDiscipline(
  world: Acting,
  { eventId, kind, id, version, retired }: ParsedInputOf<typeof DisciplineRetire>,
): Promise<Shown> {
  const event = await lockShownEvent(world, eventId)
  await refuseForeign(world, eventId, { kind, id })
  const offered = await offeredAt(world, eventId)
  if (!(await changeRow(world, tables[kind], { id, version, retiredAt: retired ? world.now() : null })))
    return refuse('conflict', { stored: await showEvent(world, eventId) })
  // People may be writing to it. An event that was published without a call for abstracts has none to lose.
  if (event.eventState === 'published' && offered > 0 && (await offeredAt(world, eventId)) === 0)
    refuse('conflict', {
      sentence: 'It is the last one that abstracts can be submitted to.',
      stored: await showEvent(world, eventId),
    })
  return shown(world, eventId)
}

/** Disciplines with a field to submit to. */
async function offeredAt({ db }: World, eventId: number): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from speciality where event_id = ${eventId} and retired_at is null
      and exists (select from sub_speciality where speciality_id = speciality.id and sub_speciality.retired_at is null)`.execute(
    db,
  )
  return rows[0]?.many ?? 0
}

/** All of them, in the order in which they are offered; whoever did not see one that was added is told. */
export async function orderDisciplines(
  world: Acting,
  { eventId, disciplineId, ids }: ParsedInputOf<typeof DisciplineOrder>,
): Promise<Shown> {
  await lockShownEvent(world, eventId)
  if (disciplineId !== undefined) await refuseForeign(world, eventId, { kind: 'discipline', id: disciplineId })
  const { disciplines } = await showEvent(world, eventId)
  const there =
    disciplineId === undefined ? disciplines : (disciplines.find(({ id }) => id === disciplineId)?.fields ?? [])
  const isAll = ids.length === there.length && there.every(({ id }) => ids.includes(id))
  if (!isAll) return refuse('conflict', { stored: await showEvent(world, eventId) })
  const table = sql.raw(disciplineId === undefined ? 'speciality' : 'sub_speciality')
  await sql`
    update ${table} as moved set position = wanted.position - 1, version = version + 1
    from unnest(${ids}::int[]) with ordinality as wanted (id, position)
    where moved.id = wanted.id and moved.position <> wanted.position - 1`.execute(world.db)
  return shown(world, eventId)
}

/** One of another event is as if it did not exist. */
async function refuseForeign({ db }: World, eventId: number, { kind, id }: { kind: Kind; id: number }): Promise<void> {
  const found =
    kind === 'discipline'
      ? await db.selectFrom('speciality').select('eventId').where('id', '=', id).executeTakeFirst()
      : await db
          .selectFrom('subSpeciality')
          .innerJoin('speciality', 'speciality.id', 'specialityId')
          .select('eventId')
          .where('subSpeciality.id', '=', id)
          .executeTakeFirst()
  if (found?.eventId !== eventId) refuse('not_found')
}

/** Under the lock of the event, so that two who add the same name take turns. */
async function refuseTwice(
  { db }: World,
  { eventId, kind, id = 0, disciplineId, description }: New & Pick<Save, 'id'>,
): Promise<void> {
  const { rows } = await (
    kind === 'discipline'
      ? sql`select from speciality where event_id = ${eventId} and description = ${description} and id <> ${id}`
      : sql`select from sub_speciality where description = ${description} and id <> ${id}
        and speciality_id = coalesce(${disciplineId ?? null}, (select speciality_id from sub_speciality where id = ${id}))`
  ).execute(db)
  if (rows.length > 0) {
    const message = 'There is one with this name already, perhaps among those that are no longer offered.'
    refuse('invalid', { fields: [{ path: 'description', message }] })
  }
}

async function shown(world: World, eventId: number): Promise<Shown> {
  return { event: await showEvent(world, eventId) }
}
