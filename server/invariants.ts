import { sql } from 'kysely'
import type { World } from './world.ts'

/** Sentences that must always be true of the data. Each query finds the rows that break its sentence. */
export const invariants = {
  'at most one event is current': sql`select count(*) from event where is_current having count(*) > 1`,
  'an event closes for registration and abstracts before it ends': sql`select id from event where greatest(registration_closes_on, abstracts_close_on) > ends_on`,
  'a current event has disciplines to submit to': sql`select id from event where is_current and not exists (select from speciality where event_id = event.id)`,
  'a profile belongs to somebody whose address is verified': sql`select applicant_id from profile join applicant on applicant.id = applicant_id join account on account.id = account_id where verified_at is null`,
  'every profile has a picture of its own': sql`select photo_key from profile group by photo_key having count(*) > 1 or photo_key = ''`,
  'a workshop is not held after its event': sql`select workshop.id from workshop join event on event.id = event_id where (starts_at at time zone time_zone)::date > ends_on`,
}

export async function brokenInvariants(world: Pick<World, 'db'>): Promise<string[]> {
  const broken: string[] = []
  for (const [sentence, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(world.db)
    if (rows.length > 0) broken.push(`Not true: ${sentence} (${rows.length} found).`)
  }
  return broken
}
