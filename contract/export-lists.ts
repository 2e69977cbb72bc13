/** What can be exported. Without zod: the browser has this too. */

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
