/** What staff may be allowed to do. Roles are rows of the database; the server's rules say which role gives which of these. */
export const permissions = [
  'event.read',
  'event.edit',
  'event.publish',
  'content.edit',
  'content.publish',
  'people.read',
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
  'mail.write',
  'mail.outbox',
  'export',
  'team.read',
  'team.grant',
  'audit.read',
] as const

export type Permission = (typeof permissions)[number]
