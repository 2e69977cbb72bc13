/** Whether an event can be published: asked by the page, and again by the server before it is. */
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import type { World } from '#server/kernel/world.ts'
import { sampleTexts } from '#server/pages/sample.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { sampleProgrammes } from './programmes.ts'
import { checkEvent, type Facts, type Findings } from './rules.ts'

export async function checklistOf(world: World, eventId: number): Promise<Findings> {
  const event = await world.db.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirst()
  if (!event) return refuse('not_found')
  const today = dayIn(event.timeZone, world.now())
  const { rows } = await sql<Pick<Facts, Counted>>`
    with offered as (
      select exists (select from sub_speciality where speciality_id = speciality.id and sub_speciality.retired_at is null) as has_fields
      from speciality where event_id = ${eventId} and retired_at is null),
    held as (
      select *, (starts_at at time zone ${event.timeZone})::date as day from workshop where event_id = ${eventId})
    select
      (select count(*)::int from offered where has_fields) as disciplines,
      (select count(*)::int from offered where not has_fields) as empty_disciplines,
      count(*)::int as workshops,
      count(*) filter (where day > ${event.endsOn})::int as workshops_after_end,
      count(*) filter (where day < ${event.workshopsFrom})::int as workshops_too_early,
      count(*) filter (where starts_at <= ${world.now()})::int as workshops_begun,
      count(*) filter (where facilitators = '')::int as workshops_without_facilitator,
      count(*) filter (where seats = 0)::int as workshops_without_seats,
      count(*) filter (where price > 0)::int as priced_workshops,
      exists (select from event where id <> ${eventId} and lower(name) = lower(${event.name}) and ends_on >= ${today}) as same_name
    from held`.execute(world.db)
  const outside = { takesMoney: world.gateway.name !== 'sandbox', sendsMail: Boolean(world.postOffice.carry) }
  const sample = await sampleOf(world, eventId)
  return checkEvent({ ...event, ...(rows[0] as Pick<Facts, Counted>), ...outside, ...sample, today })
}

/** What visitors of this event would read that is true of the sample alone, or that nobody has looked at. */
async function sampleOf(world: World, eventId: number): Promise<Pick<Facts, 'samplePages' | 'sampleProgrammes'>> {
  const pages = await sampleTexts(world, eventId)
  return {
    samplePages: pages.map(({ page, facts, prose, eventId }) => ({ page, texts: [...facts, ...prose], eventId })),
    sampleProgrammes: (await sampleProgrammes(world)).map(({ name }) => name),
  }
}

type Counted = Extract<keyof Facts, `workshops${string}` | `${string}isciplines` | 'pricedWorkshops' | 'sameName'>
