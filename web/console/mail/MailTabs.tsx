import { mayIn, useMe } from '#web/console/accounts/me.ts'
import { Link } from '#web/console/layout/Link.tsx'

const tabs = [
  ['/console/mail', 'Write'],
  ['/console/mail/planned', 'Letters to many'],
  ['/console/mail/outbox', 'Outbox'],
  ['/console/mail/saved', 'Saved letters'],
  ['/console/mail/texts', 'Email texts'],
] as const

type MailTabsProps = { at: (typeof tabs)[number][0]; eventId: number }

export function MailTabs({ at, eventId }: MailTabsProps) {
  const me = useMe()
  const isSeen = (to: string) => {
    if (to === '/console/mail/outbox') return mayIn(me, 'mail.outbox', eventId)
    return to !== '/console/mail/texts' || mayIn(me, 'mail.texts', eventId)
  }
  return (
    <nav className="tabs" aria-label="Mail">
      {tabs
        .filter(([to]) => isSeen(to))
        .map(([to, words]) => (
          <Link key={to} to={`${to}?eventId=${eventId}`} aria-current={to === at ? 'page' : undefined}>
            {words}
          </Link>
        ))}
    </nav>
  )
}
