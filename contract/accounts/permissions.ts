/** What staff may do, each by a name. Which role has which is the server's to say. Without zod: the console has it too. */

export const permissions = [
  'event.read',
  'event.edit',
  'event.publish',
  'content.edit',
  'content.publish',
  'people.read',
  'people.list',
  'people.contact',
  'people.edit',
  'people.identity',
  'orders.read',
  'orders.change',
  'offline.record',
  'offline.confirm',
  'refunds.give',
  'exceptions.resolve',
  'finance.read',
  'closing.write',
  'review.read',
  'review.manage',
  'review.redact',
  'review.decide',
  'mail.write',
  'mail.outbox',
  'mail.texts',
  'export',
  'team.read',
  'team.grant',
  'audit.read',
  'health.read',
  'portal.setup',
] as const
export type Permission = (typeof permissions)[number]

/** A reviewer is no staff: they come with a participant's session. */
export const staffRoles = ['owner', 'organiser', 'chair', 'finance', 'desk'] as const
export type StaffRole = (typeof staffRoles)[number]
