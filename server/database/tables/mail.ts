// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type MailTables = {
  announcementRefusal: { accountId: number; refusedAt: Date; way: string }
  letterText: {
    id: GeneratedAlways<number>
    eventId: number | null
    kind: string
    subject: string
    body: string
    version: Generated<number>
    savedBy: number
    savedAt: Date
  }
  mail: {
    id: GeneratedAlways<number>
    messageId: string
    recipient: string
    subject: string
    bodyText: string
    bodyHtml: string
    createdAt: Date
    expiresAt: Date | null
    nextTryAt: Date
    tries: Generated<number>
    lastError: Generated<string>
    sentAt: Date | null
    givenUpAt: Date | null
    about: string | null
    isLast: Generated<boolean>
    heldAt: Date | null
    accountId: number | null
    eventId: number | null
    urgency: Generated<number>
    isSecret: Generated<boolean>
    mailingId: number | null
    handedAt: Date | null
    cause: 'no_mailbox' | 'full' | 'refused' | 'unreachable' | 'expired' | 'interrupted' | 'stopped' | 'erased' | 'not_accepted' | null
    calendar: Generated<string>
    kind: Generated<string>
    orderId: number | null
    refundId: number | null
    payoutId: number | null
    offlinePaymentId: number | null
    exceptionId: number | null
    seatMoveId: number | null
    orderGivenId: number | null
    workshopId: number | null
    abstractId: number | null
    decisionId: number | null
    reviewerId: number | null
    assignmentId: number | null
    runId: number | null
    number: number | null
    day: string | null
  }
  mailing: {
    id: GeneratedAlways<number>
    eventId: number
    kind: 'service' | 'announcement'
    audience: unknown
    authorsOnly: boolean
    subject: string
    body: string
    state: Generated<'draft' | 'checked' | 'planned' | 'sending' | 'stopped' | 'sent'>
    recipients: Generated<number>
    posted: Generated<number>
    leftOut: Generated<number>
    version: Generated<number>
    madeBy: number
    madeAt: Date
    changedAt: Date
    checkedAt: Date | null
    sentBy: number | null
    sendAt: Date | null
    begunAt: Date | null
    endedAt: Date | null
  }
  mailingRecipient: {
    mailingId: number
    accountId: number
    state: 'waiting' | 'posted' | 'left_out' | 'stopped'
    why: 'refused' | 'no_mailbox' | 'not_verified' | 'erased' | 'fact' | null
    mailId: number | null
  }
  savedLetter: {
    id: GeneratedAlways<number>
    eventId: number
    name: string
    kind: 'service' | 'announcement'
    subject: string
    body: string
    version: Generated<number>
    savedBy: number
    savedAt: Date
  }
}
