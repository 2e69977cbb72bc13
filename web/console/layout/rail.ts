/** What the rail offers, and who sees it. A screen of a later issue is one line more. */
import type { Permission } from '#contract/accounts/permissions.ts'
import type { ConsolePath } from '#contract/console-pages.ts'
import type { IconName } from '#web/ui/Icon.tsx'

export type RailLine = { title: string; to: ConsolePath; under: string; icon: IconName; may: Permission }

export const railLines: readonly RailLine[] = [
  {
    title: 'Finance',
    to: '/console/finance/exceptions',
    under: '/console/finance',
    icon: 'card',
    may: 'finance.read',
  },
]
