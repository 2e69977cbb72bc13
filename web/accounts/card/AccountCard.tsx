import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Action } from './api.ts'
import type { StandingState } from './useStanding.ts'
import styles from './Account.module.css'

const AccountDialogs = lazy(() => import('./AccountDialogs.tsx'))

export type AccountProps = StandingState & {
  email: string
  onEmail: (email: string) => void
  onOthersEnded: () => void
}

const rows: { action: Action; what: string; about: string; button: string; isDanger?: true }[] = [
  {
    action: 'password',
    what: 'Password',
    about: 'You are signed out on every other device.',
    button: 'Change password',
  },
  { action: 'email', what: 'Email', about: 'We send a PIN to the new address.', button: 'Change email' },
  { action: 'sessions', what: 'Other devices', about: 'You stay signed in here.', button: 'End all others' },
  { action: 'copy', what: 'Your data', about: 'All of it, with your files, as one archive.', button: 'Take my data' },
  { action: 'announcements', what: 'Announcements', about: 'News of the college by mail.', button: 'Choose' },
  {
    action: 'deletion',
    what: 'Delete account',
    about: 'You have seven days to change your mind.',
    button: 'Delete account',
    isDanger: true,
  },
]

/** What people do with their account; all but the choice of announcements asks for the password again. */
export function AccountCard(props: AccountProps) {
  const [open, setOpen] = useState<Action>()
  const { email, standing } = props
  const opener = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The dialog has gone with what had the focus: it goes back to where the person was, or to the card when that row is gone too.
  useEffect(() => {
    if (open || !opener.current) return
    const target = opener.current.isConnected ? opener.current : heading.current
    target?.focus()
    opener.current = null
  }, [open])
  return (
    <section className="card" aria-labelledby="account">
      <div className="card-header">
        <h2 id="account" tabIndex={-1} ref={heading}>
          Account
        </h2>
      </div>
      <ul className="rows">
        {rows
          .filter(({ action }) => action !== 'deletion' || !standing?.closesAt)
          .map(({ action, what, about, button, isDanger }) => (
            <li key={action}>
              <span className={styles.told}>
                <strong>{what}</strong>
                <br />
                <small>{action === 'email' ? email : about}</small>
              </span>
              <button
                className={`button ${isDanger ? 'button-quiet-danger' : 'button-quiet'}`}
                type="button"
                onClick={({ currentTarget }) => {
                  opener.current = currentTarget
                  setOpen(action)
                }}
              >
                {button}
              </button>
            </li>
          ))}
      </ul>
      <Suspense fallback={null}>
        {open && <AccountDialogs {...props} open={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </section>
  )
}
