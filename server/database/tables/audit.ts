// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type AuditTables = {
  act: {
    id: GeneratedAlways<number>
    tx: Generated<string>
    at: Date
    actorKind: 'staff' | 'command' | 'schedule' | 'database'
    accountId: number | null
    actorName: Generated<string>
    role: 'owner' | 'organiser' | 'chair' | 'finance' | 'desk' | null
    eventId: number | null
    operation: string
    aboutKind: Generated<string>
    aboutId: Generated<string>
    reason: Generated<string>
    outcome: 'done' | 'refused' | 'read' | 'begun' | 'failed'
    refusal: Generated<string>
    requestId: Generated<string>
    steppedUp: Generated<boolean>
    seal: number | null
    wordsSalt: Buffer | null
    wordsDigest: Buffer
    words: string
    reasonDigest: Buffer | null
    nameDigest: Buffer | null
    nameSalt: Buffer | null
    reasonBlankingId: number | null
    nameBlankingId: number | null
  }
  actAnswer: { accountId: number; key: string; digest: Buffer; answer: unknown; at: Date }
  actChange: {
    id: GeneratedAlways<number>
    actId: number
    tableName: string
    rowKey: string
    before: unknown
    after: unknown
    salt: Buffer | null
    beforeDigest: Buffer | null
    afterDigest: Buffer | null
    blankedAt: Date | null
    seal: number | null
    blankingId: number | null
  }
  actEnd: {
    actId: number
    at: Date
    outcome: 'done' | 'refused' | 'read' | 'begun' | 'failed'
    refusal: Generated<string>
    seal: number | null
  }
  auditBlanking: {
    id: GeneratedAlways<number>
    cause: 'erasure'
    at: Date
    accountId: number | null
    rows: number
    rowsDigest: Buffer
  }
  auditCheck: {
    id: GeneratedAlways<number>
    checkedAt: Date
    through: number
    broken: Generated<string[]>
    isWhole: Generated<boolean>
  }
  auditSeal: {
    number: number
    sealedAt: Date
    firstAt: Date
    lastAt: Date
    acts: number
    changes: number
    ends: number
    actsInAll: number
    previous: Buffer
    digest: Buffer
  }
}
