/** Acts in words: who did what, and how it ended. */
import type { ActOutcome, ActTopic } from '#contract/audit/kinds.ts'
import { homeTimeZone } from '#contract/days.ts'
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
  StaffEndSession: 'ended a session',
  PasskeySignIn: 'signed in with a passkey',
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
  EventSave: 'changed the event',
  EventBegin: 'began an event',
  EventCopy: 'copied an event',
  EventPublish: 'published the event',
  EventUnpublish: 'took the event back to a draft',
  EventMakeCurrent: 'made the event the current one',
  EventEnd: 'ended the event',
  EventArchive: 'put the event into the archive, or took it out',
  EventDelete: 'deleted the event',
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
  PageDiscard: 'threw a draft of a page away',
  PageBringBack: 'brought an earlier page back',
  seed: 'filled the empty database',
  'seed staff': 'made the organisers of the demonstration',
  'read pages': 'took the first words of the pages from the files',
  'erase-people': 'erased a person who had asked for it',
  'add-event': 'announced an event',
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

/** A moment as people write it, by the clocks of the college; what is nothing says so. */
export function valueText(value: string | null): string {
  if (value === null) return 'nothing'
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) ? whenText(value, homeTimeZone) : value
}

/** Where the thing itself is shown, if there is a screen for it. */
export function addressOf({ kind, id }: NonNullable<Act['about']>): string | undefined {
  if (kind === 'workshop') return `/console/workshops/${id}`
  if (kind === 'event') return `/console/event?eventId=${id}`
  if (kind === 'offline_payment') return `/console/finance/offline/${id}`
  return kind === 'payment_exception' ? `/console/finance/exceptions/${id}` : undefined
}
