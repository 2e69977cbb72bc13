import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PageLink } from '#web/layout/PageLink.tsx'
import { useCountdown } from '#web/platform/useCountdown.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyPage } from '#web/ui/EmptyState.tsx'

const seconds = 10

/** The thank-you popup. Closing it stops the countdown; the page behind it says the same at rest. */
export default function RegistrationCompletePage() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <EmptyPage title="Registration complete">
        <p className="lead">Please verify your account through the link that we sent to your email.</p>
        <PageLink className="button button-primary" to="/login">
          Login
        </PageLink>
      </EmptyPage>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Thank you for registering">
        {isOpen && <Countdown />}
      </Dialog>
    </>
  )
}

function Countdown() {
  const navigate = useNavigate()
  const [left] = useCountdown(seconds)
  useEffect(() => {
    if (left === 0) void navigate('/login')
  }, [left, navigate])
  return (
    <>
      <p>Please verify your account through the link that we sent to your email.</p>
      {/* A number that changes every second would be read out every second. */}
      <p className="countdown" aria-hidden="true">
        <span>
          <b>{left}</b> {left === 1 ? 'second' : 'seconds'}
        </span>
      </p>
      <output className="soft">
        We take you to the login page in {left > seconds / 2 ? seconds : seconds / 2} seconds.
      </output>
      <form className="cluster" method="dialog">
        <PageLink className="button button-primary" to="/login">
          Go to Login now
        </PageLink>
        <button className="button button-secondary">Stay here</button>
      </form>
    </>
  )
}
