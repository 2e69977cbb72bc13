/** Links from one thing to another: a person, an order, an abstract, an exception. Text alone for somebody who may not open it. */
import type { ReactNode } from 'react'
import type { Permission } from '#contract/accounts/permissions.ts'
import { mayIn, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from './Link.tsx'

type ThingProps = { to: string | undefined; may: Permission; ofEvent?: number | undefined; children: ReactNode }

/** `ofEvent`: where it is not of the event that the console shows. */
export function Thing({ to, may, ofEvent, children }: ThingProps) {
  const me = useMe()
  const shown = useEventId(me)
  const eventId = ofEvent ?? shown
  if (!to || !mayIn(me, may, eventId)) return <span dir="auto">{children}</span>
  return (
    <Link to={to} dir="auto">
      {children}
    </Link>
  )
}

/** Without an account they are nobody of this event. */
export function PersonLink({ accountId, name }: { accountId: number | null; name: string }) {
  return (
    <Thing to={accountId === null ? undefined : `/console/people/${accountId}`} may="people.read">
      {name}
    </Thing>
  )
}

export function OrderLink({ code }: { code: string }) {
  return (
    <Thing to={`/console/orders/${code}`} may="orders.read">
      <code>{code}</code>
    </Thing>
  )
}

type About = { kind: 'order' | 'abstract' | 'exception'; id: string }

/** What a line of a story is about. */
export function AboutLink({ about, children }: { about: About | null; children: ReactNode }) {
  if (!about) return <span dir="auto">{children}</span>
  const { to, may } = aboutOf(about)
  return (
    <Thing to={to} may={may}>
      {children}
    </Thing>
  )
}

function aboutOf({ kind, id }: About): { to: string; may: Permission } {
  if (kind === 'order') return { to: `/console/orders/${id}`, may: 'orders.read' }
  if (kind === 'abstract') return { to: `/console/abstracts/${id}`, may: 'review.read' }
  return { to: `/console/finance/exceptions/${id}`, may: 'finance.read' }
}
