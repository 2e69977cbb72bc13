/** Who may see which acts, and what they are about. */
import type { Permission } from '#contract/accounts/permissions.ts'
import type { ActTopic } from '#contract/audit/kinds.ts'
import { operations } from '#contract/operations.ts'
import type { Grant } from '#server/kernel/callers.ts'

/** Every event, or these. */
type Events = 'every' | readonly number[]

/** What somebody sees: everything; or what they did themselves, what was done in these events, and what was done with money there. */
export type Sight = 'all' | { accountId: number; events: Events; money: Events }

/** A role in one event adds nothing in another. */
export function sightOf({ accountId, grants }: { accountId: number; grants: readonly Grant[] }): Sight {
  if (grants.some(({ role }) => role === 'owner')) return 'all'
  const eventsOf = (wanted: Grant['role']): Events => {
    const theirs = grants.filter(({ role }) => role === wanted).map(({ eventId }) => eventId)
    return theirs.includes(null) ? 'every' : theirs.filter((eventId) => eventId !== null)
  }
  return { accountId, events: eventsOf('organiser'), money: eventsOf('finance') }
}

const namesOf = (...needed: (Permission | 'self')[]): string[] =>
  operations.flatMap((each) => (each.token === 'staff' && needed.includes(each.may) ? [each.name] : []))

/** An act is about a topic by the row that it was done to, or by what was done. */
export const topics: Record<ActTopic, { kinds: readonly string[]; operations: readonly string[] }> = {
  money: {
    kinds: [
      'payment_exception',
      'payment_attempt',
      'refund',
      'refund_proposal',
      'orders',
      'offline_payment',
      'payout',
      'closing',
      'finance_rule',
    ],
    operations: namesOf(
      'orders.change',
      'offline.record',
      'offline.confirm',
      'refunds.give',
      'exceptions.resolve',
      'finance.read',
      'closing.write',
    ),
  },
  people: {
    kinds: ['applicant', 'profile', 'email_change', 'closure', 'extension', 'person_note', 'account_merge'],
    operations: [...namesOf('people.read', 'people.contact', 'people.edit', 'people.identity'), 'erase-people'],
  },
  event: {
    kinds: ['event', 'speciality', 'sub_speciality', 'programme'],
    operations: [...namesOf('event.publish'), 'add-event'],
  },
  workshops: { kinds: ['workshop'], operations: [] },
  pages: { kinds: ['page', 'page_version', 'asset'], operations: namesOf('content.edit', 'content.publish') },
  team: {
    kinds: ['staff_grant', 'staff_invitation', 'staff_link'],
    operations: [...namesOf('team.read', 'team.grant'), 'staff owner'],
  },
  'sign-ins': { kinds: [], operations: ['StaffSignIn', 'StaffWelcome', ...namesOf('self')] },
  exports: { kinds: ['export_file'], operations: namesOf('export') },
}

type Words = Record<string, unknown> | null
export type ChangedField = { name: string; before: string | null; after: string | null }

/** Field by field, in the order of the names; what is longer than `most` is cut. */
export function fieldsOf(before: Words, after: Words, most: number): ChangedField[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  return names.map((name) => ({ name, before: wordsOf(before?.[name], most), after: wordsOf(after?.[name], most) }))
}

function wordsOf(value: unknown, most: number): string | null {
  if (value === undefined || value === null) return null
  return cutTo(typeof value === 'string' ? value : JSON.stringify(value), most)
}

export function cutTo(words: string, most: number): string {
  // A character is at most two code units: only the beginning is split into characters.
  const characters = Array.from(words.slice(0, 2 * most + 2))
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : words
}
