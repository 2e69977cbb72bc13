/** Acts in words: who did what, and how it ended. */
import type { Permission } from '#contract/accounts/permissions.ts'
import type { ActOutcome, ActTopic } from '#contract/audit/kinds.ts'
import { homeTimeZone } from '#contract/days.ts'
import { homeCurrency, moneyText } from '#contract/money.ts'
import { sitePages } from '#contract/pages/page-names.ts'
import type { Reply } from '#web/console/call.ts'
import { whenText } from '#web/console/ui/When.tsx'

export type Act = Reply<'AuditList'>['rows'][number]
export type Change = Act['changes'][number]

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

const ofAbstracts = new Set(['abstract', 'assignment', 'remark', 'decision'])

/** Where the thing itself is shown, and who may open it, if there is a screen for it. */
export function screenOf(thing: Thing, eventId: number | undefined): { to: string; may: Permission } | undefined {
  const { kind, id, name, order } = thing
  if (isPage(thing)) return { to: `/console/pages/${id}?eventId=${eventId ?? 'any'}`, may: 'content.edit' }
  if (kind === 'offline_payment') return { to: `/console/finance/offline/${id}`, may: 'offline.record' }
  if (kind === 'payment_exception') return { to: `/console/finance/exceptions/${id}`, may: 'finance.read' }
  if (order) return { to: `/console/orders/${order}`, may: 'orders.read' }
  if (kind === 'workshop') return { to: `/console/workshops/${id}`, may: 'event.read' }
  if (kind === 'event') return { to: `/console/event?eventId=${id}`, may: 'event.read' }
  if (name && ofAbstracts.has(kind)) return { to: `/console/abstracts/${Number(name.slice(2))}`, may: 'review.read' }
  return undefined
}
