// Written by `npm run tables` from server/migrations. Do not edit by hand.
import type { Generated, GeneratedAlways } from 'kysely'

export type BackupTables = {
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
