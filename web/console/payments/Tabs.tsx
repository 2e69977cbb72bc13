import type { ConsolePath } from '#contract/console-pages.ts'
import { maySee, useMe } from '#web/console/accounts/me.ts'
import type { Reply } from '#web/console/call.ts'
import { Link } from '#web/console/layout/Link.tsx'

type Waiting = Reply<'FinanceToday'>['waiting']

const tabs: readonly { to: ConsolePath; title: string; waits?: (waiting: Waiting) => number }[] = [
  { to: '/console/finance', title: 'Today' },
  { to: '/console/finance/exceptions', title: 'Exceptions', waits: ({ exceptions }) => exceptions },
  { to: '/console/finance/offline', title: 'Drafts and cash', waits: ({ offline }) => offline },
  {
    to: '/console/finance/refunds',
    title: 'Refunds',
    waits: ({ proposals, payouts, unanswered }) => proposals + payouts + unanswered,
  },
  { to: '/console/finance/ledger', title: 'Ledger' },
  { to: '/console/finance/receipts', title: 'Receipts' },
  { to: '/console/finance/closings', title: 'Closings' },
]

type TabsProps = { current: ConsolePath; waiting?: Waiting | undefined }

/** The parts of finance, those that the person may see. */
export function FinanceTabs({ current, waiting }: TabsProps) {
  const me = useMe()
  const seen = tabs.filter(({ to }) => maySee(me, to))
  if (seen.length < 2) return null
  return (
    <nav className="tabs" aria-label="Parts of finance">
      {seen.map(({ to, title, waits }) => {
        const many = waiting && waits ? waits(waiting) : 0
        return (
          <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
            {title} {many > 0 && <span className="count">{many}</span>}
          </Link>
        )
      })}
    </nav>
  )
}
