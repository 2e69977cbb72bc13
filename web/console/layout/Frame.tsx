import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useNavigation, useSearchParams } from 'react-router'
import { useMe } from '#web/console/accounts/me.ts'
import { ShortcutsProvider } from '#web/console/ui/Shortcuts.tsx'
import { SkipLink } from '#web/layout/SkipLink.tsx'
import { Bar } from './Bar.tsx'
import { Rail } from './Rail.tsx'
import { Toasts } from './Toasts.tsx'
import { rememberEvent } from './withEvent.ts'

/** Round every screen of somebody who is signed in: the bar, the rail, and the place of the screen. */
export function Frame() {
  const me = useMe()
  const rail = useRef<HTMLElement>(null)
  const [address] = useSearchParams()
  const eventId = address.get('eventId')
  useEffect(() => rememberEvent(eventId), [eventId])
  const isMoving = useNavigation().state !== 'idle'
  return (
    <ShortcutsProvider>
      <SkipLink />
      <Bar me={me} />
      <div className="console">
        <Rail me={me} rail={rail} />
        <main id="main" tabIndex={-1} aria-busy={isMoving || undefined}>
          <Outlet />
        </main>
      </div>
      <Toasts />
      <ScrollRestoration />
    </ShortcutsProvider>
  )
}
