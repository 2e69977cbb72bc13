/** What the rail offers, and who sees it. A screen of a later issue is one line more. */
import type { Permission } from '#contract/accounts/permissions.ts'
import type { ConsolePath } from '#contract/console-pages.ts'
import type { IconName } from '#web/ui/Icon.tsx'

export type RailLine = {
  title: string
  to: ConsolePath
  under: string
  icon: IconName
  may: Permission
  counts?: 'exceptions'
  /** The heading of the lines from here on. */
  begins?: string
  /** Whoever may this finds it elsewhere. */
  unless?: Permission
}

export const railLines: readonly RailLine[] = [
  { title: 'Overview', to: '/console', under: '/console', icon: 'chart', may: 'event.read' },
  { title: 'People', to: '/console/people', under: '/console/people', icon: 'people', may: 'people.read' },
  { title: 'Orders', to: '/console/orders', under: '/console/orders', icon: 'cart', may: 'orders.read' },
  { title: 'Workshops', to: '/console/workshops', under: '/console/workshops', icon: 'clock', may: 'event.read' },
  { title: 'Mail', to: '/console/mail', under: '/console/mail', icon: 'mail', may: 'mail.write' },
  {
    title: 'Finance',
    to: '/console/finance',
    under: '/console/finance',
    icon: 'card',
    may: 'finance.read',
    counts: 'exceptions',
  },
  {
    title: 'Drafts and cash',
    to: '/console/finance/offline',
    under: '/console/finance/offline',
    icon: 'card',
    may: 'offline.record',
    unless: 'finance.read',
  },
  {
    begins: 'Science',
    title: 'Abstracts',
    to: '/console/abstracts',
    under: '/console/abstracts',
    icon: 'file',
    may: 'review.read',
  },
  {
    title: 'Reviews',
    to: '/console/reviews',
    under: '/console/reviews',
    icon: 'scales',
    may: 'review.read',
  },
  { title: 'Reviewers', to: '/console/reviewers', under: '/console/reviewers', icon: 'people', may: 'review.read' },
  {
    title: 'Redaction',
    to: '/console/redaction',
    under: '/console/redaction',
    icon: 'hide',
    may: 'review.redact',
  },
  { title: 'Assignment', to: '/console/assignment', under: '/console/assignment', icon: 'turn', may: 'review.manage' },
  { title: 'Decisions', to: '/console/decisions', under: '/console/decisions', icon: 'check', may: 'review.read' },
  {
    begins: 'Set up',
    title: 'Event and dates',
    to: '/console/event',
    under: '/console/event',
    icon: 'calendar',
    may: 'event.read',
  },
  { title: 'All events', to: '/console/events', under: '/console/events', icon: 'history', may: 'event.read' },
  { title: 'Programmes', to: '/console/programmes', under: '/console/programmes', icon: 'award', may: 'content.edit' },
  { title: 'Pages', to: '/console/pages', under: '/console/pages', icon: 'file', may: 'content.edit' },
  { title: 'Team', to: '/console/team', under: '/console/team', icon: 'shield', may: 'team.read' },
  { title: 'Audit trail', to: '/console/audit', under: '/console/audit', icon: 'history', may: 'audit.read' },
  { title: 'Health', to: '/console/health', under: '/console/health', icon: 'chart', may: 'health.read' },
]
