// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type BookingTables = {
  orderGiven: {
    id: GeneratedAlways<number>
    orderId: number
    fromApplicantId: number
    toApplicantId: number
    givenBy: number
    givenAt: Date
  }
  orderItem: {
    orderId: number
    workshopId: number
    applicantId: number
    topic: string
    price: number
    holds: boolean
    cancelledAt: Date | null
  }
  orders: {
    id: GeneratedAlways<number>
    paymentCode: string
    applicantId: number
    state: Generated<'pending' | 'paid' | 'lapsed' | 'cancelled'>
    total: number
    currency: Generated<string>
    createdAt: Date
    holdUntil: Date
    paidAt: Date | null
    closedAt: Date | null
    eventId: number
    version: Generated<number>
  }
  receipt: { eventId: number; number: number; orderId: number; issuedAt: Date }
  receiptCounter: { eventId: number; last: number }
  receiptName: { orderId: number; name: string; applicantId: number | null }
  seatMove: {
    id: GeneratedAlways<number>
    orderId: number
    fromWorkshopId: number
    toWorkshopId: number
    fromTopic: string
    toTopic: string
    price: number
    movedBy: number
    movedAt: Date
  }
}
