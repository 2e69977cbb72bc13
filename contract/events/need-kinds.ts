/** What waits for somebody, each counted by its own domain (`server/<domain>/needs.ts`) and told in words by the overview. */
export const needKinds = [
  'exceptions',
  'orphans',
  'second',
  'letters',
  'seats',
  'stops',
  'acts',
  'erasures',
  'backup',
] as const
export type NeedKind = (typeof needKinds)[number]
