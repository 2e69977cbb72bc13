// Written by `npm run tables` from server/migrations. Do not edit by hand.
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
  }
  speciality: { id: GeneratedAlways<number>; eventId: number; description: string; position: Generated<number> }
  subSpeciality: { id: GeneratedAlways<number>; specialityId: number; description: string; position: Generated<number> }
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
  }
}
