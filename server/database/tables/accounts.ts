// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
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
  accountAlias: { emailKey: string; accountId: number }
  challenge: {
    id: GeneratedAlways<number>
    accountId: number | null
    sessionId: number | null
    purpose: 'add' | 'sign-in' | 'second-factor' | 'step-up'
    nonce: Buffer
    expiresAt: Date
  }
  closure: {
    accountId: number
    askedAt: Date
    dueAt: Date
    keepsAbstracts: boolean
    heldAt: Date | null
    heldRows: number | null
    allowedRows: number | null
  }
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
  passkey: {
    id: GeneratedAlways<number>
    accountId: number
    credentialId: Buffer
    publicKey: Buffer
    counter: Generated<number>
    transports: Generated<string[]>
    name: string
    backedUp: Generated<boolean>
    createdAt: Date
    usedAt: Date | null
  }
  passwordReset: { accountId: number; tokenHash: Buffer; expiresAt: Date }
  pin: {
    accountId: number
    purpose: 'verify' | 'reset' | 'email' | 'factor'
    pinHash: Buffer
    expiresAt: Date
    tries: Generated<number>
    askedFrom: Generated<string>
  }
  recoveryCode: { accountId: number; codeHash: Buffer; usedAt: Date | null }
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
  staffInvitation: {
    id: GeneratedAlways<number>
    email: string
    emailKey: string
    role: 'owner' | 'organiser' | 'chair' | 'finance' | 'desk'
    eventId: number | null
    tokenHash: Buffer
    invitedBy: number
    sentAt: Date
    expiresAt: Date
    usedAt: Date | null
    usedBy: number | null
    takenBackAt: Date | null
    takenBackBy: number | null
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
    factor: Generated<'none' | 'passkey' | 'totp' | 'recovery'>
    steppedUpUntil: Date | null
  }
  totp: {
    accountId: number
    secretSealed: Buffer | null
    confirmedAt: Date | null
    lastStep: Generated<number>
    begunSealed: Buffer | null
    begunAt: Date | null
  }
}
