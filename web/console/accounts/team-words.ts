/** The team in words: roles with their place, and what a role may do. */
import type { Permission, StaffRole } from '#contract/accounts/permissions.ts'
import { roleWords } from '#contract/accounts/role-words.ts'
import type { Reply } from '#web/console/call.ts'

export type Team = Reply<'TeamList'>
export type Member = Team['people'][number]
export type Invitation = Team['invitations'][number]

/** `Finance, college`, `Programme chair, Annual Medical Conference` */
export const roleText = (role: StaffRole, event: { name: string } | null): string =>
  `${roleWords[role]}, ${event?.name ?? 'college'}`

/** The lines of the table of roles: each by one right that stands for it. */
export const matrixLines: readonly (readonly [words: string, permission: Permission])[] = [
  ['Find people', 'people.read'],
  ['List everybody, not only search', 'people.list'],
  ['See how to reach people', 'people.contact'],
  ['Merge accounts, change an email address', 'people.identity'],
  ['See orders', 'orders.read'],
  ['Hold seats longer, move them, cancel orders', 'orders.change'],
  ['Correct a person, extend a deadline', 'people.edit'],
  ['Edit event and workshops', 'event.edit'],
  ['Edit pages', 'content.edit'],
  ['Publish pages and programmes of the college', 'content.publish'],
  ['Publish, end, unpublish an event', 'event.publish'],
  ['See abstracts and reviews', 'review.read'],
  ['Prepare the review, invite reviewers, assign', 'review.manage'],
  ['Release abstracts to reviewers', 'review.redact'],
  ['Decide on abstracts and publish decisions', 'review.decide'],
  ['Write emails to people', 'mail.write'],
  ['Word the emails that the portal sends', 'mail.texts'],
  ['See the outbox', 'mail.outbox'],
  ['Record a draft or cash', 'offline.record'],
  ['Confirm a draft or cash', 'offline.confirm'],
  ['See payments and the ledger', 'finance.read'],
  ['Resolve payments that need a person', 'exceptions.resolve'],
  ['Refund, and close the day', 'refunds.give'],
  ['Take lists along as files', 'export'],
  ['See the team', 'team.read'],
  ['Invite staff, give roles', 'team.grant'],
  ['Set up the portal', 'portal.setup'],
  ['See how the portal is doing, with a role of the college', 'health.read'],
]

/** Who reads how much of the audit trail. */
export const trailSeen: Record<StaffRole, string> = {
  owner: 'all',
  organiser: 'event',
  chair: 'own',
  finance: 'money',
  desk: 'own',
}
