// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type ExportsTables = {
  exportFile: {
    id: GeneratedAlways<number>
    accountId: number
    list: string
    filter: unknown
    scope: unknown
    format: string
    state: Generated<'waiting' | 'running' | 'ready' | 'stopped' | 'failed'>
    rowsWritten: Generated<number>
    rowsInAll: Generated<number>
    askedAt: Date
    seenAt: Date
    fileKey: string | null
    size: number | null
    expiresAt: Date | null
  }
}
