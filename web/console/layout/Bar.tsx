import type { Me } from '#web/console/accounts/me.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { Brand } from './Brand.tsx'
import { EventSwitch } from './EventSwitch.tsx'
import { Search } from './Search.tsx'

export function Bar({ me }: { me: Me }) {
  return (
    <header className="console-bar">
      <button
        className="button button-quiet icon-button narrow-only"
        type="button"
        popoverTarget="rail"
        aria-label="Menu"
      >
        <Icon name="menu" />
      </button>
      <Brand />
      <EventSwitch me={me} />
      <Search me={me} />
      <AccountPanel me={me} />
    </header>
  )
}
