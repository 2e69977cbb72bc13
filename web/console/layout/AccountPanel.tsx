import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { initials, type Me } from '#web/console/accounts/me.ts'
import { call } from '#web/console/call.ts'
import { draftOwner } from '#web/console/platform/drafts.ts'
import { chooseTheme, chosenTheme, type Theme, themes } from '#web/console/platform/theme.ts'
import { useShortcutHelp } from '#web/console/ui/Shortcuts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from './Link.tsx'

const themeNames: Record<Theme, string> = { system: 'As the device', light: 'Light', dark: 'Dark' }

/** Who you are here, how it looks, and the way out. */
export function AccountPanel({ me }: { me: Me }) {
  const id = useId()
  const help = useShortcutHelp()
  const signOut = useSignOut(me)
  return (
    <>
      <button
        className="avatar"
        type="button"
        popoverTarget={id}
        aria-label={`${initials(me.name)}, ${me.name}: your account`}
      >
        {initials(me.name)}
      </button>
      <div className="account-panel" id={id} popover="auto">
        <div className="stack">
          <p>
            <strong>{me.name}</strong>
            <br />
            <span className="small soft">{me.email}</span>
          </p>
          <Link
            className="button button-quiet"
            to="/console/you"
            onClick={() => document.getElementById(id)?.hidePopover()}
          >
            <Icon name="lock" /> Your sign-in
          </Link>
          <ThemeChoice />
          <button
            className="button button-quiet"
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={help}
          >
            <Icon name="info" /> Keyboard shortcuts
          </button>
          <button
            className="button button-secondary"
            type="button"
            aria-busy={signOut.isPending || undefined}
            onClick={() => signOut.mutate()}
          >
            <Icon name="out" /> Sign out
          </button>
          {signOut.isError && (
            <p className="field-error" role="alert">
              {signOut.error.message}
            </p>
          )}
        </div>
      </div>
    </>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <fieldset>
      <legend className="field-label">Colours</legend>
      {themes.map((each) => (
        <label className="check" key={each}>
          <input
            type="radio"
            name="theme"
            checked={theme === each}
            onChange={() => {
              setTheme(each)
              chooseTheme(each)
            }}
          />
          {themeNames[each]}
        </label>
      ))}
    </fieldset>
  )
}

/** The next person at this computer must find neither what was asked for nor what was typed. */
function useSignOut({ accountId }: Me) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call('StaffSignOut', {}),
    onSuccess: async () => {
      await navigate('/console/signin')
      client.clear()
      const { forgetDrafts } = await import('#web/platform/draft.ts')
      await forgetDrafts(draftOwner(accountId))
    },
  })
}
