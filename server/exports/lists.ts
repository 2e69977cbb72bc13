/** Which lists can be exported. Each domain says what of its own is in the file, and who may read it. */
import type { z } from 'zod'
import type { Permission } from '#contract/accounts/permissions.ts'
import type { ExportList } from '#contract/export-lists.ts'
import { auditExport } from '#server/audit/export.ts'
import { ordersExport, receiptsExport } from '#server/booking/export.ts'
import { rosterExport } from '#server/events/export.ts'
import type { Grant, Staff } from '#server/kernel/callers.ts'
import { isWithin, type Scope, whereMay } from '#server/kernel/permissions.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { exceptionsExport, ledgerExport } from '#server/payments/books/export.ts'
import { peopleExport } from '#server/people/export.ts'
import type { Cell, Column } from '#server/platform/files/sheets.ts'
import { refuse, refuseFields } from '#server/platform/http/refuse.ts'
import { abstractsExport } from '#server/selection/abstracts/abstracts-export.ts'
import { decisionsExport, reviewsExport } from '#server/selection/decisions/export.ts'

type Filter = { eventId?: number | undefined }

type Exportable = {
  /** What somebody needs besides `export`, in the same event. */
  may: Permission
  fileName: string
  /** The search, the filters and the order of the list. */
  filter: z.ZodType<Filter>
  /** With more rows than this, whoever asks proves first that it is they; otherwise with more than `manyPeople`. */
  stepUpAbove?: number
  /** The filter as it is kept for the job, where what it finds depends on who asked. */
  stored?: (staff: Staff, filter: Record<string, string>, eventId: number | undefined) => Record<string, string>
  columns: (timeZone: string, filter: never) => (string | Column)[]
  /** All are given what `filter` read. The file reads them in one transaction, so that it is of one moment. */
  total: (world: World, scope: Scope, filter: never) => Promise<number>
  rows: (world: Transaction, scope: Scope, filter: never) => AsyncIterable<Cell[][]>
}

/** Every list names people: so many are not carried off by whoever finds a browser open. */
const manyPeople = 500

const lists: Record<ExportList, Exportable> = {
  AbstractList: abstractsExport,
  ExceptionsList: exceptionsExport,
  AuditList: auditExport,
  DecisionList: decisionsExport,
  LedgerList: ledgerExport,
  OrdersList: ordersExport,
  PeopleList: peopleExport,
  ReceiptsRegister: receiptsExport,
  ReviewExport: reviewsExport,
  RosterList: rosterExport,
}

/** A row of ours may name a list that a later version no longer has. */
export function listNamed(name: string): Exportable & { stepUpAbove: number } {
  const list = Object.hasOwn(lists, name) ? lists[name as ExportList] : undefined
  if (!list) throw new Error(`there is no list ${name} to export`)
  return { stepUpAbove: manyPeople, ...list }
}

/** Names each filter that does not fit by its path. */
export function readFilter(name: ExportList, sent: Record<string, string>) {
  const read = lists[name].filter.safeParse(sent)
  if (read.success) return read.data
  for (const issue of read.error.issues) issue.path.unshift('filter')
  return refuseFields(read.error)
}

/** Where they may read the list and take it along. Nowhere is an empty list. */
export function scopeFor(name: string, staff: { grants: Grant[] }): Scope {
  return whereMay(staff, 'export', listNamed(name).may)
}

export function scopeOrRefuse(name: ExportList, staff: { grants: Grant[] }, { eventId }: Filter): Scope {
  const scope = scopeFor(name, staff)
  if (scope.length === 0) refuse('not_allowed')
  if (eventId !== undefined && !isWithin(scope, eventId)) refuse('not_found')
  return scope
}

/** Whether whoever may read `now` may read what was written for `then`. */
export function covers(now: Scope, then: Scope): boolean {
  return now === 'college' || (then !== 'college' && then.every((eventId) => now.includes(eventId)))
}
