// Written by `npm run tables` from server/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type AccountsTables = {
  account: {
    id: GeneratedAlways<number>
    email: string
    emailKey: string
    fullName: string
    passwordHash: string | null
    deviceId: Generated<string>
    verifiedAt: Date | null
    createdAt: Date
    passwordChangedAt: Date
    erasedAt: Date | null
  }
  closure: { accountId: number; askedAt: Date; dueAt: Date; keepsAbstracts: boolean }
  dataCopy: { accountId: number; keyHash: Buffer; begunAt: Date | null; endsAt: Date }
  emailChange: {
    id: GeneratedAlways<number>
    accountId: number
    askedBy: number | null
    newEmail: string
    newEmailKey: string
    askedAt: Date
    oldEmail: string | null
    oldEmailKey: string | null
    changedAt: Date | null
    undoHash: Buffer | null
    undoUntil: Date | null
    undoneAt: Date | null
  }
  passwordReset: { accountId: number; tokenHash: Buffer; expiresAt: Date }
  pin: {
    accountId: number
    purpose: 'verify' | 'reset' | 'email'
    pinHash: Buffer
    expiresAt: Date
    tries: Generated<number>
    askedFrom: Generated<string>
  }
  resetPin: {
    accountId: number
    browserHash: Buffer
    pinHash: Buffer
    expiresAt: Date
    tries: Generated<number>
    askedFrom: Generated<string>
  }
  session: {
    id: GeneratedAlways<number>
    tokenHash: Buffer
    accountId: number
    applicantId: number | null
    device: Generated<string>
    createdAt: Date
    lastSeenAt: Date
  }
  staffGrant: {
    id: GeneratedAlways<number>
    accountId: number
    role: 'owner' | 'organiser' | 'chair' | 'finance' | 'desk'
    eventId: number | null
    grantedBy: number | null
    grantedAt: Date
    revokedBy: number | null
    revokedAt: Date | null
  }
  staffLink: { accountId: number; tokenHash: Buffer; expiresAt: Date }
  staffSession: {
    id: GeneratedAlways<number>
    tokenHash: Buffer
    accountId: number
    device: Generated<string>
    mustSetPassword: Generated<boolean>
    createdAt: Date
    lastSeenAt: Date
  }
}
