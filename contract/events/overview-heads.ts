/** How the overview of the console is asked for, and what can need somebody. Without zod: the browser has this too. */
import { heads } from '#contract/heads.ts'

export const overviewHeads = heads({
  ConsoleOverview: {
    name: 'ConsoleOverview',
    method: 'GET',
    path: '/staff/ConsoleOverview',
    token: 'staff',
    may: 'event.read',
    kind: 'read',
  },
})

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
