// Written by `npm run tables` from server/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type MailTables = {
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
  }
}
