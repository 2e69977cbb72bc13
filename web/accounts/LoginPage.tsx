import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { Navigate, useNavigate } from 'react-router'
import * as calls from '#contract/calls/accounts.ts'
import { useContent, useEventNamed } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { rowOf } from '#web/platform/call.ts'
import { untilKept } from '#web/platform/persist.ts'
import { useStore } from '#web/platform/store.ts'
import { useArrival } from '#web/platform/useArrival.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { PasswordField, TextField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { checkCaptcha, checkEmail, checkPassword, troubleOf } from './api.ts'
import { AuthHeading, AuthScreen } from './AuthScreen.tsx'
import { Captcha } from './Captcha.tsx'
import { isSignedIn, setAuthData } from './slice.ts'
import { useCaptcha } from './useCaptcha.ts'

/** Also the way back: as soon as there is a session, from here or from another tab, the person moves on. */
export default function LoginPage() {
  const signedIn = useStore(isSignedIn)
  const { wanted = '/profile' } = useArrival()
  const login = useLogin()
  return signedIn && !login.form.isSending ? <Navigate to={wanted} replace /> : <LoginForm {...login} />
}

function LoginForm({ form, captcha, unverified }: ReturnType<typeof useLogin>) {
  const { site } = useContent()
  const { email, wanted } = useArrival()
  return (
    <AuthScreen>
      <Form form={form}>
        <AuthHeading title="Welcome back">
          {wanted
            ? 'Please sign in first. We then bring you back to where you were.'
            : 'Sign in to manage your abstracts, workshops and profile.'}
        </AuthHeading>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" defaultValue={email} />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <Captcha captcha={captcha} error={form.problems.captcha} />
        {unverified && <VerifyFirst email={unverified} />}
        <div className="stack gap-s">
          <Submit form={form}>Login</Submit>
          <PageLink className="button button-quiet" to="/forgotpass">
            Forgot password?
          </PageLink>
        </div>
        <p className="centre">
          New to {site.product}? <PageLink to="/signup">Create an account</PageLink>
        </p>
      </Form>
    </AuthScreen>
  )
}

function VerifyFirst({ email }: { email: string }) {
  const navigate = useNavigate()
  return (
    <Notice tone="wait">
      <p>Your account waits for the PIN that we sent to your email.</p>
      <button
        className="button button-secondary"
        type="button"
        onClick={() => void navigate('/verify-email', { state: { email } })}
      >
        Enter the PIN
      </button>
    </Notice>
  )
}

const fields = ['email', 'password', 'captcha'] as const

function useLogin() {
  const call = useCall()
  const dispatch = useDispatch()
  const captcha = useCaptcha('login')
  const named = useEventNamed()
  const [unverified, setUnverified] = useState<string>()

  const form = useForm(fields, {
    check: ({ email, password }) => ({
      email: checkEmail(email),
      password: checkPassword(password),
      captcha: checkCaptcha(captcha),
    }),
    send: async ({ email, password }) => {
      const proof = await captcha.proof()
      if (proof === undefined) return {}
      const answer = await call(calls.Login, {
        UserID: email.trim(),
        Password: password,
        Captcha: proof,
        CPD: '1',
        ...named,
      })
      captcha.reset()
      const row = rowOf(answer)
      switch (row?.Status) {
        case 'Success':
          if (!row.Column1) break
          dispatch(
            setAuthData({
              token: row.Column1,
              userId: row.UserID ?? email.trim(),
              // An event that takes nobody in any more is answered with the current one, whose page this is not.
              ...((named.EventID ?? row.EventID) === row.EventID && {
                eventId: String(row.EventID ?? ''),
                applicantId: String(row.ApplicantID ?? ''),
              }),
            }),
          )
          // A person who moves on at once must not arrive as a visitor.
          await untilKept()
          return undefined
        case 'Email not registered':
          return { email: row.Status }
        case 'Email not verified':
          setUnverified(email.trim())
          dispatch(showAlert('Verify your email first.'))
          return {}
        case 'Email or password incorrect':
          return { form: row.Status }
        case 'Please verify the captcha.':
          return { captcha: row.Status }
      }
      return { form: troubleOf(answer, 'Login failed. Please try again.') }
    },
  })
  return { form, captcha, unverified }
}
