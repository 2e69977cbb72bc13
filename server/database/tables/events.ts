// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type EventsTables = {
  contentChange: { id: GeneratedAlways<number>; changedAt: Generated<Date> }
  event: {
    id: GeneratedAlways<number>
    name: string
    theme: Generated<string>
    lead: Generated<string>
    venue: Generated<string>
    flyer: Generated<string>
    timeZone: Generated<string>
    opensOn: string
    abstractsCloseOn: string
    decisionsOn: string
    registrationClosesOn: string
    workshopsFrom: string
    startsOn: string
    endsOn: string
    isCurrent: Generated<boolean>
    eventState: Generated<'draft' | 'published' | 'ended' | 'archived'>
    slug: Generated<string>
    shortName: Generated<string>
    copiedFrom: number | null
    copiedWeeks: number | null
    version: Generated<number>
  }
  extension: {
    id: GeneratedAlways<number>
    eventId: number
    email: string
    emailKey: string
    kind: 'abstracts' | 'registration'
    until: string
    reason: string
    tokenHash: Buffer
    grantedBy: number
    grantedAt: Date
    endedAt: Date | null
  }
  programme: {
    id: GeneratedAlways<number>
    name: string
    courseCoordinator: Generated<string>
    registrationFee: Generated<string>
    endDate: string
    image: Generated<string>
    description: Generated<string>
    position: Generated<number>
    version: Generated<number>
    retiredAt: Date | null
  }
  speciality: {
    id: GeneratedAlways<number>
    eventId: number
    description: string
    position: Generated<number>
    version: Generated<number>
    retiredAt: Date | null
  }
  subSpeciality: {
    id: GeneratedAlways<number>
    specialityId: number
    description: string
    position: Generated<number>
    version: Generated<number>
    retiredAt: Date | null
  }
  workshop: {
    id: GeneratedAlways<number>
    eventId: number
    topic: string
    startsAt: Date
    durationMinutes: number
    price: number
    facilitators: Generated<string>
    venue: Generated<string>
    focal: Generated<string>
    seats: number
    seatsTaken: Generated<number>
    version: Generated<number>
    salesStoppedAt: Date | null
    cancelledAt: Date | null
  }
}
