/** Acts in words: who did what, and how it ended. */
import type { ActOutcome, ActTopic } from '#contract/audit/kinds.ts'
import { homeTimeZone } from '#contract/days.ts'
import { homeCurrency, moneyText } from '#contract/money.ts'
import { type PageOfSite, sitePages } from '#contract/pages/page-names.ts'
import type { Reply } from '#web/console/call.ts'
import { whenText } from '#web/console/ui/When.tsx'

export type Act = Reply<'AuditList'>['rows'][number]
export type Change = Act['changes'][number]

/** What was done, after the name of whoever did it. What is not here is called by its name. */
const doings: Record<string, string> = {
  StaffSignIn: 'signed in',
  StaffSignOut: 'signed out',
  StaffWelcome: 'set a password with the link of the command',
  StaffSetPassword: 'set a new password',
  StaffSecondFactor: 'showed a second factor',
  StaffStepUp: 'confirmed that it was they',
  AccountProof: 'proved who they are on their account card',
  StaffEndSession: 'ended a session',
  PasskeySignIn: 'signed in with a passkey',
  FactorPinSend: 'asked for a PIN to set up a second factor',
  PasskeyBegin: 'began to add a passkey',
  PasskeyAdd: 'added a passkey',
  TotpBegin: 'began to set up codes from an app',
  TotpConfirm: 'set up codes from an app',
  RecoveryCodes: 'made new recovery codes',
  FactorRemove: 'removed a second factor',
  FactorReset: 'reset the second factor of somebody',
  InvitationSend: 'sent an invitation',
  InvitationTakeBack: 'took an invitation back',
  InvitationAccept: 'accepted an invitation',
  GrantGive: 'gave a role',
  GrantRevoke: 'took a role away',
  ErasureAllow: 'allowed the deletion of an account',
  ExceptionResolve: 'resolved a payment that needed a person',
  BankAsk: 'asked the bank about a payment',
  FinanceRuleSave: 'changed what two people are asked for',
  OfflineRecord: 'recorded cash or a draft',
  OfflinePhotoAdd: 'added the photo of a draft',
  OfflineConfirm: 'confirmed cash or a draft',
  OfflineReject: 'rejected cash or a draft',
  RefundPropose: 'asked for a refund',
  RefundApprove: 'agreed to a refund',
  RefundReject: 'rejected a refund',
  RefundGive: 'asked the bank what became of a refund',
  PayoutRecord: 'recorded a payout',
  PayoutConfirm: 'confirmed a payout',
  PayoutReject: 'rejected a payout',
  ClosingWrite: 'closed the day',
  ExportBegin: 'asked for a list as a file',
  ExportStop: 'stopped a file',
  ExportDownload: 'took a list along as a file',
  'write-export': 'had a list written as a file',
  ConsoleSearch: 'searched',
  PeopleList: 'searched for people',
  PersonShow: 'opened a person',
  PersonContact: 'looked at how to reach somebody',
  PersonPhoto: 'looked at a photograph',
  EventSave: 'changed the event',
  EventBegin: 'began an event',
  EventCopy: 'copied an event',
  EventPublish: 'published the event',
  EventUnpublish: 'took the event back to a draft',
  EventMakeCurrent: 'made the event the current one',
  EventEnd: 'ended the event',
  EventArchive: 'put the event into the archive, or took it out',
  EventDelete: 'deleted the event',
  DisciplinesAdd: 'added disciplines and fields',
  DisciplineSave: 'changed a discipline',
  DisciplineRetire: 'retired a discipline, or offered it again',
  DisciplineOrder: 'put the disciplines into another order',
  ExtensionGive: 'gave somebody more time',
  ExtensionEnd: 'ended the longer time of somebody',
  ProgrammeSave: 'changed a programme',
  ProgrammeRetire: 'retired a programme, or offered it again',
  WorkshopSave: 'changed a workshop',
  WorkshopStopSales: 'stopped the sales of a workshop, or began them again',
  WorkshopCancel: 'cancelled a workshop, or took that back',
  WorkshopDelete: 'deleted a workshop',
  PageDraftSave: 'wrote a draft of a page',
  PagePublish: 'published a page',
  SetupMailTest: 'sent a test email to themselves',
  PageDiscard: 'threw a draft of a page away',
  PageBringBack: 'brought an earlier page back',
  AssetUpload: 'added a picture',
  AssetDescribe: 'described a picture',
  OrderHoldLonger: 'held the seats of an order longer',
  OrderMoveSeat: 'moved a seat to another workshop',
  OrderGiveToPerson: 'gave an order to another person',
  ReceiptSend: 'sent a receipt again',
  OrderCancelUnpaid: 'cancelled an order that was not paid',
  PersonCorrectName: 'corrected a name',
  PersonNote: 'wrote a note about a person',
  PersonSignOut: 'signed a person out everywhere',
  PeopleExtend: 'gave several people more time',
  EmailChangeBegin: 'began to change the address of a person',
  EmailChangeConfirm: 'changed the address of a person',
  EmailChangeCancel: 'gave up changing the address of a person',
  NotSamePerson: 'said that two accounts are two people',
  MergeAccounts: 'made one account of two',
  MergeUndo: 'made two accounts of one again',
  MailingSave: 'wrote a letter to many',
  MailingDelete: 'threw a letter to many away',
  MailingCheck: 'counted whom a letter to many is for',
  MailingTest: 'sent a letter to themselves',
  MailingSend: 'sent a letter to many',
  MailingStop: 'stopped a letter to many',
  LetterRetry: 'sent a letter again',
  SavedLetterSave: 'saved a letter for later use',
  SavedLetterDelete: 'deleted a saved letter',
  CallSave: 'changed how it is reviewed',
  CriterionSave: 'changed a criterion',
  CriterionRetire: 'retired a criterion, or used it again',
  BeginReview: 'began the review',
  ReviewersInvite: 'invited reviewers',
  ReviewerChange: 'changed a reviewer',
  ReviewerRemove: 'removed a reviewer',
  ConflictSet: 'noted a conflict of interest',
  StaffConflictSet: 'recorded or lifted a conflict of the team',
  ConflictClear: 'looked at a conflict of interest and saw none',
  AssignmentPropose: 'asked for a proposal who reviews what',
  RunStop: 'stopped a proposal',
  RunApply: 'applied a proposal',
  RunDiscard: 'threw a proposal away',
  AssignByHand: 'gave an abstract to a reviewer',
  Unassign: 'took an abstract from a reviewer',
  RedactionAsk: 'asked an author for a file without names',
  RedactionSave: 'made an abstract blind',
  ReviewSendBack: 'sent a review back',
  ReviewRemind: 'reminded reviewers',
  RemarkByChair: 'wrote in the discussion of an abstract',
  LikenessSettle: 'settled two abstracts that look alike',
  AbstractMerge: 'merged two abstracts',
  PlacesSave: 'changed how many may be accepted',
  DecisionSet: 'decided about abstracts',
  DecisionPublish: 'published decisions',
  DecisionTakeBack: 'took published decisions back',
  WaitingMove: 'moved an abstract on the waiting list',
  DecisionReset: 'put an abstract under review again',
  seed: 'filled the empty database',
  'seed staff': 'made the organisers of the demonstration',
  'read pages': 'took the first words of the pages from the files',
  'erase-people': 'erased a person who had asked for it',
  'add-event': 'announced an event',
  sql: 'changed data by SQL',
  'staff owner': 'made an owner',
  'payments refund': 'gave money back',
}

export const doingOf = (operation: string): string | undefined => doings[operation]

export const actorText = ({ kind, name }: Act['actor']): string => {
  if (kind === 'staff') return name
  if (kind === 'command') return `${name}, by a command`
  return kind === 'schedule' ? 'The schedule' : `${name}, by hand in the database`
}

export const outcomeTexts: Record<ActOutcome, string> = {
  done: 'Done',
  refused: 'Refused',
  read: 'Read only',
  failed: 'Failed',
  unknown: 'Not known how it ended',
}

export const topicTexts: Record<ActTopic, string> = {
  money: 'Money',
  people: 'People',
  event: 'Event and dates',
  workshops: 'Workshops',
  pages: 'Pages',
  team: 'Team',
  'sign-ins': 'Sign-ins',
  exports: 'Files that were taken along',
}

/** Why it was not done, in a sentence; other codes are shown as they are. */
const refusals: Record<string, string> = {
  step_up: 'They had not confirmed that it was they.',
  second_factor: 'They had no second factor yet.',
  not_allowed: 'The role has no right to it.',
  not_found: 'It was not there.',
  conflict: 'Somebody else had been quicker.',
  invalid: 'A field did not fit.',
  too_many: 'It was tried too often.',
}

export function endText({ outcome, refusal }: Act): string {
  if (outcome === 'refused') return `${refusals[refusal] ?? `Refused: ${refusal}.`} Nothing was changed.`
  if (outcome === 'failed') return `It failed: ${refusal}.`
  return outcome === 'unknown' ? 'It is not known how it ended.' : ''
}

export const toneOf = ({ outcome }: Pick<Act, 'outcome'>): 'bad' | 'wait' | undefined => {
  if (outcome === 'refused' || outcome === 'failed') return 'bad'
  return outcome === 'unknown' ? 'wait' : undefined
}

/** `starts_at` becomes `Starts at` */
export function plainName(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Columns that count paisa. */
const inRupees = new Set(['price', 'refund_alone_up_to', 'cash_books', 'cash_counted'])

/** In which currency a column counts hundredths; undefined where it does not, or the row does not tell. */
function currencyOf({ table, fields }: Change, name: string): string | undefined {
  if (inRupees.has(name) || (table === 'orders' && name === 'total')) return homeCurrency
  if (name !== 'amount' && name !== 'confirmed_amount') return undefined
  const told = fields.find((field) => field.name === name.replace('amount', 'currency'))
  return told?.after ?? told?.before ?? undefined
}

/** A value as people write it: money with its currency, a moment by the clocks of the college, nothing as such. */
export function valueText(change: Change, name: string, value: string | null): string {
  if (value === null) return 'nothing'
  if (value === 'true' || value === 'false') return value === 'true' ? 'yes' : 'no'
  const currency = currencyOf(change, name)
  if (currency && /^-?\d+$/.test(value))
    return `${value.startsWith('-') ? '−' : ''}${moneyText({ amount: Math.abs(Number(value)), currency })}`
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) ? whenText(value, homeTimeZone) : value
}

type Thing = NonNullable<Act['about']>
const isPage = ({ kind, id }: Thing): boolean => kind === 'page_version' && id in sitePages

/** What it was done to: `workshop 7`, or the page by its title. */
export const thingOf = (thing: Thing): string =>
  isPage(thing) ? sitePages[thing.id as PageOfSite].title : `${plainName(thing.kind).toLowerCase()} ${thing.id}`

/** That a page made way for the one that went out says nothing in a list. */
export const isAside = ({ table, fields }: Change): boolean =>
  table === 'page_version' && fields.some(({ name, after }) => name === 'state' && after === 'replaced')

/** What became of the words of a page. */
export function textSentence({ kind, fields, lines, linesInAll }: Change, isWhole: boolean): string {
  const isOut = kind === 'changed' && fields.some(({ name, after }) => name === 'state' && after === 'published')
  const what = isOut
    ? 'Published'
    : { made: 'Draft started', changed: 'Draft edited', removed: 'Draft discarded' }[kind]
  if (!isWhole) return `${what}.`
  if (!lines) return `${what}: many lines changed.`
  return `${what}: ${linesInAll === 0 ? 'no lines' : linesInAll === 1 ? '1 line' : `${linesInAll} lines`} changed.`
}

/** Where the thing itself is shown, if there is a screen for it. */
export function addressOf(thing: Thing, eventId: number | undefined): string | undefined {
  const { kind, id } = thing
  if (isPage(thing)) return `/console/pages/${id}?eventId=${eventId ?? 'any'}`
  if (kind === 'workshop') return `/console/workshops/${id}`
  if (kind === 'event') return `/console/event?eventId=${id}`
  if (kind === 'offline_payment') return `/console/finance/offline/${id}`
  return kind === 'payment_exception' ? `/console/finance/exceptions/${id}` : undefined
}
