import { expect, test } from 'vitest'
import { permissions, staffRoles } from '#contract/accounts/permissions.ts'
import {
  collegePermissions,
  eventPermissions,
  isFactorForced,
  may,
  needOf,
  permissionsOfRole,
  roleFor,
} from './permission-rules.ts'

/** The matrix as the college agreed on it: O owner, G organiser, C chair, F finance, D desk. */
const matrix: Record<(typeof permissions)[number], string> = {
  'event.read': 'OGCFD',
  'event.edit': 'OG',
  'event.publish': 'OG',
  'content.edit': 'OG',
  'content.publish': 'OG',
  'people.read': 'OGCFD',
  'people.list': 'OGCF',
  'people.contact': 'OG',
  'people.edit': 'OG',
  'people.identity': 'O',
  'orders.read': 'OGFD',
  'orders.change': 'OGF',
  'offline.record': 'OGFD',
  'offline.confirm': 'OF',
  'refunds.give': 'OF',
  'exceptions.resolve': 'OF',
  'finance.read': 'OF',
  'closing.write': 'OF',
  'review.read': 'OGC',
  'review.manage': 'OGC',
  'review.redact': 'OGC',
  'review.decide': 'OC',
  'mail.write': 'OGC',
  'mail.outbox': 'OG',
  'mail.texts': 'OG',
  export: 'OGCF',
  'team.read': 'OGC',
  'team.grant': 'O',
  'audit.read': 'OGCFD',
  'health.read': 'OG',
  'portal.setup': 'O',
}
const letters = { owner: 'O', organiser: 'G', chair: 'C', finance: 'F', desk: 'D' }

test('each role may do what the matrix says, and no more', () => {
  for (const permission of permissions)
    expect([permission, staffRoles.filter((role) => permissionsOfRole[role].includes(permission))]).toEqual([
      permission,
      staffRoles.filter((role) => matrix[permission].includes(letters[role])),
    ])
})

test('a role for the college counts in every event, one for an event only there, and rights add up', () => {
  const grants = [
    { role: 'finance', eventId: null },
    { role: 'organiser', eventId: 2 },
  ] as const
  expect(may(grants, 'refunds.give', 1)).toBe(true)
  expect(may(grants, 'event.edit', 1)).toBe(false)
  expect(may(grants, 'event.edit', 2)).toBe(true)
  expect(may(grants, 'event.edit')).toBe(false)
  expect(eventPermissions(grants, 2)).toContain('refunds.give')
  expect(collegePermissions(grants)).toEqual(
    permissions.filter((each) => permissionsOfRole.finance.includes(each) || each === 'content.edit'),
  )
  expect([
    roleFor(grants, 'people.read', 2),
    roleFor(grants, 'event.edit', 2),
    roleFor(grants, 'event.edit', 1),
  ]).toEqual(['finance', 'organiser', undefined])
  expect([collegePermissions([]), eventPermissions([], 1)]).toEqual([[], []])
})

test('owners and finance need a second factor, everybody, or nobody', () => {
  const roles = ['owner', 'organiser', 'chair', 'finance', 'desk'] as const
  const forced = (policy: 'owner-finance' | 'all' | 'off') =>
    roles.filter((role) => isFactorForced([{ role, eventId: null }], policy))
  expect([forced('owner-finance'), forced('all'), forced('off')]).toEqual([['owner', 'finance'], roles, []])
})

test('the factor is shown first, then a weak password is changed, then a factor set up', () => {
  const grants = [{ role: 'owner', eventId: null }] as const
  const need = (factors: ('passkey' | 'totp')[], factor: 'none' | 'totp' | 'recovery', mustSetPassword = false) =>
    needOf({ grants: [...grants], factors, factor, mustSetPassword }, 'owner-finance')
  expect([need(['totp'], 'none', true), need(['totp'], 'totp', true), need([], 'none', true)]).toEqual([
    'proof',
    'password',
    'password',
  ])
  expect([need([], 'none'), need(['totp'], 'recovery'), need(['totp'], 'totp')]).toEqual([
    'set-up',
    'set-up',
    undefined,
  ])
  expect(needOf({ grants: [], factors: [], factor: 'none', mustSetPassword: false }, 'owner-finance')).toBeUndefined()
})
