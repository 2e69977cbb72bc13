/** People at an event with a profile, made directly: tests about finding them are not about forms. */
import { sql } from 'kysely'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { aPerson } from './people.ts'

type Guest = Partial<{
  name: string
  email: string
  institution: string
  mobile: string
  pmdc: string
  takesPartAs: 'Student' | 'Nurse' | 'Others'
  presenter: 'Attendee' | 'Presenter'
  country: string
  withoutProfile: true
}>

let pictures = 0

export async function aGuest(world: World, eventId: number, guest: Guest = {}): Promise<Participant> {
  const { name = 'Mehak Soomro', email } = guest
  const { accountId, email: address } = await aPerson(world, { fullName: name, ...(email && { email }) })
  const { id: applicantId } = await world.db
    .insertInto('applicant')
    .values({ accountId, eventId, createdAt: world.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!guest.withoutProfile) await aProfile(world, applicantId, { ...guest, name })
  return { accountId, applicantId, eventId, email: address, sessionId: 0, at: { applicantId, eventId } }
}

export async function aProfile(
  { db, now }: World,
  applicantId: number,
  guest: Guest & { name: string },
): Promise<void> {
  const { institution = 'Indus Medical College', mobile = `0300${String(applicantId).padStart(7, '0')}` } = guest
  const { pmdc = '', takesPartAs = 'Student', presenter = 'Attendee', country = 'Pakistan' } = guest
  pictures += 1
  const photoKey = `photos/00/${pictures.toString(16).padStart(30, '0')}`
  await sql`
    insert into profile (applicant_id, name, father_name, gender, nationality, participant_type, presenter_type, pmdc_reg, designation, institution,
      faculty, department, address, country, city, post_code, mobile, phone, fax, alt_email, photo_key, photo_changed_at, created_at, updated_at)
    values (${applicantId}, left(${guest.name}, 50), 'Father', 'Female', 'Pakistani', ${takesPartAs}, ${presenter}, ${pmdc}, '', ${institution},
      '', '', 'House 7', ${country}, 'Hyderabad', '71000', ${mobile}, '', '', '', ${photoKey}, ${now()}, ${now()}, ${now()})`.execute(
    db,
  )
}
