// Written by `npm run tables` from server/database/migrations. Do not edit by hand.
import type { Selectable } from 'kysely'
import type { AbstractsTables } from './tables/abstracts.ts'
import type { AccountsTables } from './tables/accounts.ts'
import type { AuditTables } from './tables/audit.ts'
import type { BackupTables } from './tables/backup.ts'
import type { BookingTables } from './tables/booking.ts'
import type { EventsTables } from './tables/events.ts'
import type { ExportsTables } from './tables/exports.ts'
import type { MailTables } from './tables/mail.ts'
import type { PagesTables } from './tables/pages.ts'
import type { PaymentsTables } from './tables/payments.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PlatformTables } from './tables/platform.ts'
import type { ReviewsTables } from './tables/reviews.ts'
import type { SelectionTables } from './tables/selection.ts'

export type Tables = AbstractsTables &
  AccountsTables &
  AuditTables &
  BackupTables &
  BookingTables &
  EventsTables &
  ExportsTables &
  MailTables &
  PagesTables &
  PaymentsTables &
  PeopleTables &
  PlatformTables &
  ReviewsTables &
  SelectionTables

/** A whole row, as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
