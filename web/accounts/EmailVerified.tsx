import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useCountdown } from '#web/platform/useCountdown.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { StepHeading } from './AuthScreen.tsx'

export type Verified = { email: string; isPasswordKept: boolean }

/** Long enough to read two lines. */
const pause = 8

export function EmailVerified({ email, isPasswordKept }: Verified) {
  return (
    <div className="stack gap-l">
      <StepHeading title="Your email is verified">
        {isPasswordKept ? 'Thank you. Your account is ready: ' : 'Thank you. One step is left for '}
        <strong>{email}</strong>.
      </StepHeading>
      {isPasswordKept ? <GoToLogin email={email} /> : <SetPassword email={email} />}
    </div>
  )
}

function GoToLogin({ email }: { email: string }) {
  const navigate = useNavigate()
  const [left] = useCountdown(pause)
  useEffect(() => {
    if (left === 0) void navigate('/login', { state: { email } })
  }, [left, email, navigate])
  return (
    <>
      <Notice tone="good" live>
        We take you to the login page in a moment.
      </Notice>
      <button
        className="button button-primary button-block"
        type="button"
        onClick={() => void navigate('/login', { state: { email } })}
      >
        Login
      </button>
    </>
  )
}

function SetPassword({ email }: { email: string }) {
  const navigate = useNavigate()
  return (
    <>
      <Notice live>
        Please set a password. You signed up in another browser, and we could not tell whether the password chosen there
        was yours.
      </Notice>
      <button
        className="button button-primary button-block"
        type="button"
        onClick={() => void navigate('/forgotpass', { state: { email } })}
      >
        Set a password
      </button>
    </>
  )
}
