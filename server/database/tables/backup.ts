// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type BackupTables = {
  backupFile: { key: string; sha256: Buffer }
  backupPart: { sha256: Buffer; size: number; name: string; stored: number; dataKey: Buffer }
  backupRun: {
    id: GeneratedAlways<number>
    kind: 'backup' | 'drill' | 'restore'
    beganAt: Date
    endedAt: Date
    name: Generated<string>
    bytes: Generated<number>
    failure: Generated<string>
    folder: Generated<string>
  }
}
