/** Each act as one sentence: who did what, to which thing, of which person. Without zod: the console has this too. */
import type { ActOutcome } from './kinds.ts'

/** What an act was done to, as a person calls it. Null where the row is gone, or its person was erased. */
export type Subject = {
  /** The row: a table, as the database calls it, and its key. */
  kind: string
  id: string
  name: string | null
  /** The payment code of the order that it belongs to. */
  order: string | null
  person: { accountId: number; name: string } | null
}

/**
 * What was done, what was tried when it was not done, and the rest of the sentence. What stands in braces is the thing: its name where
 * it is known, and these words where it is not.
 */
type Template = readonly [did: string, tried: string, rest: string]

const templates: Readonly<Record<string, Template>> = {
  // Sign-in
  StaffSignIn: ['signed in', 'sign in', ''],
  StaffSignOut: ['signed out', 'sign out', ''],
  StaffWelcome: ['set', 'set', 'a password with a link'],
  StaffSetPassword: ['set', 'set', 'a new password'],
  StaffSecondFactor: ['gave', 'give', 'a second factor'],
  StaffStepUp: ['confirmed', 'confirm', 'their identity'],
  AccountProof: ['confirmed', 'confirm', 'their identity on their own account'],
  StaffMe: ['opened', 'open', 'the console'],
  StaffSessions: ['opened', 'open', 'the list of their sessions'],
  StaffEndSession: ['ended', 'end', 'a session'],
  PasskeySignIn: ['signed in', 'sign in', 'with a passkey'],
  FactorsList: ['opened', 'open', 'the list of their second factors'],
  FactorPinSend: ['asked for', 'ask for', 'a PIN to set up a second factor'],
  PasskeyBegin: ['began', 'begin', 'to add a passkey'],
  PasskeyAdd: ['added', 'add', 'a passkey'],
  TotpBegin: ['began', 'begin', 'to set up an authenticator app'],
  TotpConfirm: ['set up', 'set up', 'an authenticator app'],
  RecoveryCodes: ['made', 'make', 'new recovery codes'],
  FactorRemove: ['removed', 'remove', 'a second factor'],
  FactorReset: ['reset', 'reset', 'the second factor of {somebody}'],
  // Team
  TeamList: ['opened', 'open', 'the team'],
  InvitationSend: ['invited', 'invite', '{somebody} to the team'],
  InvitationTakeBack: ['withdrew', 'withdraw', 'the invitation of {somebody} to the team'],
  InvitationAccept: ['accepted', 'accept', 'an invitation to the team'],
  GrantGive: ['gave', 'give', 'a role to {somebody}'],
  GrantRevoke: ['removed', 'remove', 'a role from {somebody}'],
  HeldErasures: ['opened', 'open', 'the account deletions that wait'],
  ErasureAllow: ['allowed', 'allow', 'the deletion of {an account}'],
  // Money
  FinanceToday: ['opened', 'open', 'the finance overview'],
  FinanceRule: ['opened', 'open', 'the finance rules'],
  FinanceRuleSave: ['changed', 'change', 'which payments need two people'],
  ExceptionsList: ['opened', 'open', 'the payments that need attention'],
  ExceptionShow: ['opened', 'open', 'a payment that needs attention{}'],
  ExceptionResolve: ['resolved', 'resolve', 'a payment that needed attention{}'],
  BankAsk: ['asked', 'ask', 'the bank about a payment for {an order}'],
  LedgerList: ['opened', 'open', 'the ledger'],
  RefundsList: ['opened', 'open', 'the refunds'],
  ReceiptsRegister: ['opened', 'open', 'the register of receipts'],
  OfflineList: ['opened', 'open', 'the payments at the desk'],
  OfflineShow: ['opened', 'open', 'a payment at the desk for {an order}'],
  OfflinePhoto: ['opened', 'open', 'the photo of a draft for {an order}'],
  OfflineRecord: ['recorded', 'record', 'a payment at the desk for {an order}'],
  OfflinePhotoAdd: ['added', 'add', 'the photo of a draft for {an order}'],
  OfflineConfirm: ['confirmed', 'confirm', 'a payment at the desk for {an order}'],
  OfflineReject: ['rejected', 'reject', 'a payment at the desk for {an order}'],
  RefundPropose: ['requested', 'request', 'a refund for {an order}'],
  RefundApprove: ['approved', 'approve', 'a refund for {an order}'],
  RefundReject: ['rejected', 'reject', 'a refund for {an order}'],
  RefundGive: ['asked', 'ask', 'the bank about a refund for {an order}'],
  PayoutRecord: ['recorded', 'record', 'a payout for {an order}'],
  PayoutConfirm: ['confirmed', 'confirm', 'a payout for {an order}'],
  PayoutReject: ['rejected', 'reject', 'a payout for {an order}'],
  ClosingPreview: ['opened', 'open', 'the sums of the day'],
  ClosingWrite: ['closed', 'close', 'the day'],
  ClosingsList: ['opened', 'open', 'the list of closings'],
  ClosingShow: ['opened', 'open', 'the closing of a day'],
  'payments refund': ['gave', 'give', 'a refund for {an order}'],
  // Orders
  OrdersList: ['searched', 'search', 'the orders'],
  OrderShow: ['opened', 'open', '{an order}'],
  OrderMoney: ['opened', 'open', 'the payments of {an order}'],
  OrderHoldLonger: ['extended', 'extend', 'the hold on {an order}'],
  OrderMoveSeat: ['moved', 'move', 'a seat of {an order} to another workshop'],
  OrderGiveToPerson: ['transferred', 'transfer', '{an order} to another person'],
  OrderCancelUnpaid: ['cancelled', 'cancel', '{an order} that was not paid'],
  ReceiptSend: ['sent', 'send', 'the receipt of {an order} again'],
  // Exports
  ExportBegin: ['requested', 'request', 'an export'],
  ExportState: ['looked at', 'look at', 'an export'],
  ExportStop: ['stopped', 'stop', 'an export{}'],
  ExportDownload: ['downloaded', 'download', 'an export{}'],
  'write-export': ['wrote', 'write', 'an export{}'],
  // People
  ConsoleSearch: ['searched', 'search', 'the console'],
  PeopleList: ['searched', 'search', 'the people'],
  RosterList: ['searched', 'search', 'the participants of a workshop'],
  PersonShow: ['opened', 'open', 'the page of {a person}'],
  PersonTimeline: ['opened', 'open', 'the history of {a person}'],
  PersonContact: ['opened', 'open', 'the contact details of {a person}'],
  PersonPhoto: ['opened', 'open', 'the photo of {a person}'],
  PersonCorrectName: ['corrected', 'correct', 'the name of {a person}'],
  PersonNote: ['wrote', 'write', 'a note about {a person}'],
  PersonSignOut: ['signed out', 'sign out', '{a person} everywhere'],
  ExtensionList: ['opened', 'open', 'the deadline extensions'],
  ExtensionGive: ['gave', 'give', 'a deadline extension{}'],
  ExtensionEnd: ['ended', 'end', 'the deadline extension of {a person}'],
  PeopleExtend: ['gave', 'give', 'several people a deadline extension'],
  EmailChangeBegin: ['began', 'begin', 'to change the email address of {a person}'],
  EmailChangeConfirm: ['changed', 'change', 'the email address of {a person}'],
  EmailChangeCancel: ['cancelled', 'cancel', 'the change of the email address of {a person}'],
  DuplicatesList: ['opened', 'open', 'the duplicate accounts'],
  NotSamePerson: ['marked', 'mark', 'two accounts as different people'],
  MergeCheck: ['compared', 'compare', 'two accounts'],
  MergeAccounts: ['merged', 'merge', 'two accounts{}'],
  MergeUndo: ['undid', 'undo', 'the merge of two accounts{}'],
  'erase-people': ['deleted', 'delete', 'an account whose owner had asked for it'],
  // Events
  ConsoleOverview: ['opened', 'open', 'the overview'],
  HealthShow: ['opened', 'open', 'the health of the portal'],
  EventsOfStaff: ['opened', 'open', 'the list of events'],
  EventShow: ['opened', 'open', '{an event}'],
  EventCheck: ['checked', 'check', '{an event}'],
  EventSave: ['changed', 'change', '{an event}'],
  EventBegin: ['created', 'create', 'an event'],
  EventCopy: ['copied', 'copy', '{an event}'],
  EventPublish: ['published', 'publish', '{an event}'],
  EventUnpublish: ['unpublished', 'unpublish', '{an event}'],
  EventMakeCurrent: ['made', 'make', '{an event} the current event'],
  EventEnd: ['ended', 'end', '{an event}'],
  EventArchive: ['archived or restored', 'archive or restore', '{an event}'],
  EventDelete: ['deleted', 'delete', '{an event}'],
  DisciplinesAdd: ['added', 'add', 'disciplines'],
  DisciplineSave: ['changed', 'change', 'a discipline{}'],
  DisciplineRetire: ['retired or restored', 'retire or restore', 'a discipline{}'],
  DisciplineOrder: ['reordered', 'reorder', 'the disciplines'],
  ProgrammeList: ['opened', 'open', 'the programmes'],
  ProgrammeSave: ['changed', 'change', '{a programme}'],
  ProgrammeRetire: ['retired or restored', 'retire or restore', '{a programme}'],
  WorkshopsOfEvent: ['opened', 'open', 'the workshops'],
  WorkshopShow: ['opened', 'open', '{a workshop}'],
  WorkshopSave: ['changed', 'change', '{a workshop}'],
  WorkshopStopSales: ['stopped or reopened', 'stop or reopen', 'the sale of {a workshop}'],
  WorkshopCancel: ['cancelled or reinstated', 'cancel or reinstate', '{a workshop}'],
  WorkshopDelete: ['deleted', 'delete', '{a workshop}'],
  WorkshopEmailPreview: ['previewed', 'preview', 'the email about {a workshop}'],
  'add-event': ['added', 'add', 'an event'],
  seed: ['filled', 'fill', 'the empty database with samples'],
  'seed staff': ['created', 'create', 'the sample team'],
  // Pages
  PagesList: ['opened', 'open', 'the pages'],
  PageShow: ['opened', 'open', '{a page}'],
  PageHistory: ['opened', 'open', 'the history of {a page}'],
  PageVersion: ['opened', 'open', 'an earlier version of {a page}'],
  PagePreview: ['previewed', 'preview', '{a page}'],
  PageDraftSave: ['edited', 'edit', 'the draft of {a page}'],
  PagePublish: ['published', 'publish', '{a page}'],
  'publish-pages': ['published', 'publish', '{a page} as planned'],
  PageDiscard: ['discarded', 'discard', 'the draft of {a page}'],
  PageBringBack: ['brought back', 'bring back', 'an earlier version of {a page}'],
  AssetsList: ['opened', 'open', 'the pictures'],
  AssetUpload: ['added', 'add', 'a picture'],
  AssetDescribe: ['described', 'describe', 'a picture'],
  SetupShow: ['opened', 'open', 'the setup'],
  SetupMailTest: ['sent', 'send', 'a test email to themselves'],
  'read pages': ['read', 'read', 'the first texts of the pages from the files'],
  // Email
  MailingsList: ['opened', 'open', 'the emails to many'],
  MailingShow: ['opened', 'open', '{an email to many}'],
  MailingPreview: ['previewed', 'preview', '{an email to many}'],
  SegmentCount: ['counted', 'count', 'the recipients of an email to many'],
  MailingSave: ['saved', 'save', '{an email to many}'],
  MailingDelete: ['deleted', 'delete', '{an email to many}'],
  MailingCheck: ['checked', 'check', 'the recipients of {an email to many}'],
  MailingTest: ['sent', 'send', '{an email to many} to themselves'],
  MailingSend: ['sent', 'send', '{an email to many}'],
  MailingStop: ['stopped', 'stop', '{an email to many}'],
  'send-mailings': ['began', 'begin', 'to send {an email to many} as planned'],
  OutboxList: ['opened', 'open', 'the outbox'],
  LetterShow: ['read', 'read', '{an email}'],
  LetterRetry: ['sent', 'send', '{an email} again'],
  LetterTextsList: ['opened', 'open', 'the texts of emails'],
  LetterTextShow: ['opened', 'open', '{a text of an email}'],
  LetterTextPreview: ['previewed', 'preview', '{a text of an email}'],
  LetterTextSave: ['changed', 'change', '{a text of an email}'],
  LetterTextReset: ['took', 'take', '{a text of an email} back to the default'],
  LetterTextTest: ['sent', 'send', '{a text of an email} to themselves'],
  SavedLettersList: ['opened', 'open', 'the saved texts'],
  SavedLetterSave: ['saved', 'save', '{a text} for later'],
  SavedLetterDelete: ['deleted', 'delete', '{a saved text}'],
  // Review
  ReviewOverview: ['opened', 'open', 'the overview of the review'],
  CallShow: ['opened', 'open', 'the review settings'],
  CallSave: ['changed', 'change', 'the review settings'],
  CriterionSave: ['changed', 'change', 'a criterion{}'],
  CriterionRetire: ['retired or restored', 'retire or restore', 'a criterion{}'],
  BeginReview: ['started', 'start', 'the review'],
  AbstractList: ['opened', 'open', 'the abstracts'],
  AbstractShow: ['opened', 'open', '{an abstract}'],
  AbstractFile: ['opened', 'open', 'the file of {an abstract}'],
  AbstractMerge: ['merged', 'merge', '{an abstract} with another'],
  ReviewerList: ['opened', 'open', 'the reviewers'],
  ReviewerInvitationPreview: ['previewed', 'preview', 'an invitation to review'],
  ReviewersInvite: ['invited', 'invite', 'reviewers'],
  ReviewerChange: ['changed', 'change', '{a reviewer}'],
  ReviewerRemove: ['removed', 'remove', '{a reviewer}'],
  ConflictList: ['opened', 'open', 'the conflicts of interest'],
  ConflictSet: ['recorded', 'record', 'a conflict of interest of {a reviewer}'],
  ConflictClear: ['cleared', 'clear', 'a possible conflict of interest of {a reviewer}'],
  StaffConflictList: ['opened', 'open', 'the conflicts of interest of the team'],
  StaffConflictSet: ['recorded or lifted', 'record or lift', 'a conflict of interest of {somebody of the team}'],
  AssignmentPropose: ['requested', 'request', 'a proposal of assignments'],
  RunShow: ['opened', 'open', 'a proposal of assignments'],
  RunStop: ['stopped', 'stop', 'a proposal of assignments'],
  RunApply: ['applied', 'apply', 'a proposal of assignments'],
  RunDiscard: ['discarded', 'discard', 'a proposal of assignments'],
  AssignByHand: ['assigned', 'assign', '{an abstract} to a reviewer'],
  Unassign: ['took', 'take', '{an abstract} away from a reviewer'],
  RedactionQueue: ['opened', 'open', 'the blind copies that wait'],
  RedactionShow: ['opened', 'open', 'the blind copy of {an abstract}'],
  RedactionFile: ['opened', 'open', 'the blind file of {an abstract}'],
  RedactionPage: ['opened', 'open', 'a page of the blind file of {an abstract}'],
  RedactionAsk: ['asked', 'ask', 'for a file without names of {an abstract}'],
  RedactionSave: ['saved', 'save', 'the blind copy of {an abstract}'],
  ReviewSendBack: ['returned', 'return', 'a review of {an abstract} to its reviewer'],
  ReviewRemind: ['reminded', 'remind', 'reviewers'],
  RemarkByChair: ['wrote', 'write', 'in the discussion of {an abstract}'],
  LikenessList: ['opened', 'open', 'the abstracts that look alike'],
  LikenessSettle: ['settled', 'settle', 'whether two abstracts are the same{}'],
  PlacesSave: ['changed', 'change', 'how many abstracts may be accepted'],
  DecisionList: ['opened', 'open', 'the decisions'],
  DecisionPreview: ['previewed', 'preview', 'decisions'],
  DecisionSet: ['decided', 'decide', 'about {abstracts}'],
  DecisionPublish: ['published', 'publish', 'decisions'],
  DecisionTakeBack: ['withdrew', 'withdraw', 'published decisions'],
  DecisionReset: ['put', 'put', '{an abstract} under review again'],
  WaitingMove: ['moved', 'move', '{an abstract} on the waiting list'],
  'abstracts restore': ['restored', 'restore', '{an abstract}'],
  // The log itself, and commands
  AuditList: ['opened', 'open', 'the audit log'],
  AuditShow: ['opened', 'open', 'an entry of the audit log'],
  SealState: ['opened', 'open', 'the seals of the audit log'],
  'staff owner': ['made', 'make', '{somebody} an owner'],
  sql: ['changed', 'change', 'data by SQL'],
  restore: ['restored', 'restore', 'a backup'],
  'release letters': ['released', 'release', 'the emails that were held after the restore'],
}

/** `event` is called so where its kind is not clear from its name. */
const before: Readonly<Record<string, string>> = {
  workshop: 'the workshop ',
  page_version: 'the page ',
  programme: 'the programme ',
  letter_text: 'the text of the email ',
  mailing: 'the email ',
  mail: 'the email ',
  abstract: 'abstract ',
  assignment: 'abstract ',
  remark: 'abstract ',
  decision: 'abstract ',
}

/** Text, or the name of the thing that was changed, or that of the person whose it is. */
export type SentencePart = string | { thing: Subject; text: string } | { person: NonNullable<Subject['person']> }
type Said = { operation: string; outcome: ActOutcome; about: Subject | null }

export const isSaid = (operation: string): boolean => Object.hasOwn(templates, operation)

/** After the name of the actor: `gave a role to` and the name of the person. */
export function sentenceParts({ operation, outcome, about }: Said): SentencePart[] {
  const template = templates[operation]
  const isDone = outcome === 'done' || outcome === 'read'
  const name = nameOf(about)
  // A call of an earlier version is called by its name.
  if (!template)
    return joined([isDone ? `did ${operation}` : `tried ${operation}`, ...(name.length > 0 ? [' on ', ...name] : [])])
  const [did, tried, rest] = template
  const verb = isDone ? did : `tried to ${tried}`
  const [, start = rest, unnamed, end = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(rest) ?? []
  const lead = `${verb} ${start}`
  if (unnamed === undefined) return [lead.trimEnd()]
  if (name.length === 0 || (about && isOnlyTheEvent(about, unnamed))) return [`${lead}${unnamed}${end}`.trimEnd()]
  // Where the sentence is whole without the thing, its name is an addition.
  return joined([lead, unnamed === '' ? (about?.order ? ', ' : ': ') : '', ...name, end])
}

/** An act on many things of an event is noted as done to the event: its name is not that of the thing. */
const isOnlyTheEvent = ({ kind }: Subject, unnamed: string): boolean => kind === 'event' && unnamed !== 'an event'

/** The thing by its name, and whose it is. Nothing where that is not known. */
function nameOf(about: Subject | null): SentencePart[] {
  if (!about) return []
  const { kind, name, order, person } = about
  if (order) return ['order ', { thing: about, text: order }, ...(person ? [' of ', { person }] : [])]
  if (!name) return []
  if (person?.name === name) return [{ person }]
  const whose = person ? [kind === 'mail' ? ' to ' : ' of ', { person }] : []
  return [before[kind] ?? '', { thing: about, text: name }, ...whose]
}

/** Neighbouring texts as one. */
const joined = (parts: SentencePart[]): SentencePart[] =>
  parts.reduce<SentencePart[]>((all, part) => {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') return [...all.slice(0, -1), last + part]
    return part === '' ? all : [...all, part]
  }, [])

/** The same as text, for files. */
export const sentenceText = (said: Said): string =>
  sentenceParts(said)
    .map((part) => (typeof part === 'string' ? part : 'person' in part ? part.person.name : part.text))
    .join('')
