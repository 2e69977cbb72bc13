/** Staff save what is written about an event. */
import { sql } from 'kysely'
import { dayIn } from '#contract/days.ts'
import type { EventSave } from '#contract/events/console.ts'
import { dateProblems, type EventFields } from '#contract/events/event-fields.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { peopleWithDrafts } from '#server/abstracts/list.ts'
import type { Row } from '#server/database/tables.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, Locked, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { showEvent, lockShownEvent } from './event-detail.ts'
import { movedLetter } from './mail.ts'
import { type Moved, movedDates, movesTooEarly, needsNotice } from './rules.ts'

type Wish = ParsedInputOf<typeof EventSave>

export async function saveEvent(world: Acting, wish: Wish): Promise<ReplyOf<typeof EventSave>> {
  const { eventId, version, actKey: _key, ...fields } = wish
  const event = await lockShownEvent(world, eventId)
  if (event.version !== version) return refuse('conflict', { stored: await showEvent(world, eventId) })
  const moved = event.eventState === 'published' ? movedDates(event, fields) : []
  const problems = [...dateProblems(fields), ...movesTooEarly(moved, dayIn(event.timeZone, world.now()))]
  if (problems.length > 0) refuse('invalid', { fields: problems })
  refuseOtherZone(event, fields)
  await refuseLateWorkshops(world, eventId, fields)
  const slug = await slugFor(world, event, fields.name)
  if (!(await changeRow(world, 'event', { id: eventId, version, ...fields, slug })))
    return refuse('conflict', { stored: await showEvent(world, eventId) })
  return { event: await showEvent(world, eventId), moved: await tellOf(world, { ...event, ...fields }, moved) }
}

/** What people have read as 17:00 must not become 15:00 behind their back. */
function refuseOtherZone({ eventState, timeZone }: Row<'event'>, fields: EventFields): void {
  if (eventState !== 'draft' && timeZone !== fields.timeZone)
    refuse('invalid', { fields: [{ path: 'timeZone', message: 'It is fixed once the event is published.' }] })
}

async function refuseLateWorkshops({ db }: World, eventId: number, { endsOn, timeZone }: EventFields): Promise<void> {
  const { rows } = await sql<{ topic: string }>`
    select topic from workshop where event_id = ${eventId} and (starts_at at time zone ${timeZone})::date > ${endsOn}
    order by starts_at limit 1`.execute(db)
  const late = rows[0]
  if (late) {
    const message = `The workshop “${late.topic}” is after this day.`
    refuse('invalid', { fields: [{ path: 'endsOn', message }] })
  }
}

/** The address follows the name until the event is announced: from then on people have it. */
async function slugFor({ db }: World, event: Row<'event'>, name: string): Promise<string> {
  if (event.eventState !== 'draft' || event.name === name) return event.slug
  const { rows } = await sql<{ slug: string }>`select free_slug(${name}, ${event.id}) as slug`.execute(db)
  return (rows[0] as { slug: string }).slug
}

type Told = ReplyOf<typeof EventSave>['moved'][number]

/** Whoever has a draft is counted, and hears of a last date that comes upon them. */
async function tellOf(world: World, event: Locked<Row<'event'>>, moved: readonly Moved[]): Promise<Told[]> {
  const told: Told[] = []
  for (const each of moved) {
    const people = each.which === 'abstracts' ? await peopleWithDrafts(world, event.id) : []
    const isUrgent = needsNotice(each, await endOfDay(world, each.to, event.timeZone), world.now())
    if (isUrgent) for (const { email } of people) await post(world, tell(world, { email, event, each }))
    const drafts = people.reduce((sum, { drafts }) => sum + drafts, 0)
    told.push({ ...each, drafts, told: isUrgent ? people.length : 0 })
  }
  return told
}

type Telling = { email: string; event: Row<'event'>; each: Moved }

function tell(world: World, { email, event, each }: Telling) {
  const publicUrl = addressOf(world, event)
  const words = movedLetter({ eventName: event.name, until: each.to, publicUrl })
  return { kind: 'abstracts_close_moved' as const, to: email, eventId: event.id, ...words }
}

async function endOfDay({ db }: World, day: string, timeZone: string): Promise<Date> {
  const { rows } = await sql<{
    end: Date
  }>`select (${day}::date + 1)::timestamp at time zone ${timeZone} as end`.execute(db)
  return (rows[0] as { end: Date }).end
}
