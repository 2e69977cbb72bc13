/** How the calls of an export are sent. Without zod: the browser has this too. */
import { heads } from './heads.ts'

export const exportHeads = heads({
  ExportBegin: {
    name: 'ExportBegin',
    method: 'POST',
    path: '/staff/ExportBegin',
    token: 'staff',
    may: 'export',
    kind: 'change',
    runs: 'act',
  },
  ExportState: {
    name: 'ExportState',
    method: 'GET',
    path: '/staff/ExportState',
    token: 'staff',
    may: 'export',
    kind: 'read',
  },
  ExportStop: {
    name: 'ExportStop',
    method: 'POST',
    path: '/staff/ExportStop',
    token: 'staff',
    may: 'export',
    kind: 'change',
    runs: 'act',
  },
  ExportDownload: {
    name: 'ExportDownload',
    method: 'GET',
    path: '/staff/ExportDownload',
    token: 'staff',
    may: 'export',
    kind: 'read',
  },
})

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Which lists can be exported, by the name of the call that reads them; `ReviewExport` has no list but in its file. */
export const exportLists = [
  'AbstractList',
  'ExceptionsList',
  'AuditList',
  'DecisionList',
  'LedgerList',
  'OrdersList',
  'PeopleList',
  'ReceiptsRegister',
  'ReviewExport',
  'RosterList',
] as const
export type ExportList = (typeof exportLists)[number]

/** What is in the file, in words. */
export const exportTitles: Record<ExportList, string> = {
  AbstractList: 'abstracts',
  ExceptionsList: 'payments that need attention',
  AuditList: 'audit log',
  DecisionList: 'decisions',
  LedgerList: 'ledger',
  OrdersList: 'orders',
  PeopleList: 'people',
  ReceiptsRegister: 'register of receipts',
  ReviewExport: 'reviews',
  RosterList: 'participants of a workshop',
}
