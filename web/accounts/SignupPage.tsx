import { useState, type ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { Navigate, useNavigate } from 'react-router'
import { accountLimits } from '#contract/accounts/email.ts'
import * as calls from '#contract/calls/accounts.ts'
import { plainText } from '#contract/plain-text.ts'
import { useEventNamed } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { rowOf } from '#web/platform/call.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { TextField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { checkCaptcha, checkEmail, checkNewPassword, checkPassword, leaveOutUnseen, troubleOf } from './api.ts'
import { AuthHeading, AuthScreen } from './AuthScreen.tsx'
import { Captcha } from './Captcha.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { RegistrationClosed } from './RegistrationClosed.tsx'
import { isSignedIn, setAuthData } from './slice.ts'
import { useCaptcha } from './useCaptcha.ts'
import { usePasswordRule } from './usePasswordAdvice.ts'
import { useRegistration } from './useRegistration.ts'

export default function SignupPage() {
  const signedIn = useStore(isSignedIn)
  const registration = useRegistration()
  const [isRefused, setRefused] = useState(false)
  if (signedIn) return <Navigate to="/profile" replace />
  const { lastDay, isClosed, isAsked } = registration
  if (isClosed && isAsked) return <Loading />
  if (isClosed || isRefused) return <RegistrationClosed lastDay={lastDay} />
  return (
    <SignupForm onClosed={() => setRefused(true)}>
      One account for every event.
      <br />
      <span aria-live="polite" aria-busy={isAsked || undefined}>
        {isAsked ? 'Loading' : lastDay && `Registration closes on ${fullDay(lastDay)}.`}
      </span>
    </SignupForm>
  )
}

function Loading() {
  return (
    <AuthScreen>
      <div className="stack gap-l">
        <AuthHeading title="Create an account">One account for every event.</AuthHeading>
        <div className="stack gap-l" aria-live="polite" aria-busy="true">
          <p>Loading</p>
          <div className="skeleton" />
          <div className="skeleton" />
          <div className="skeleton skeleton-short" />
        </div>
      </div>
    </AuthScreen>
  )
}

function SignupForm({ onClosed, children }: { onClosed: () => void; children: ReactNode }) {
  const { form, captcha } = useSignup(onClosed)
  return (
    <AuthScreen>
      <Form form={form}>
        <AuthHeading title="Create an account">{children}</AuthHeading>
        <TextField
          {...form.field('username')}
          label="Username"
          autoComplete="name"
          maxLength={accountLimits.fullName}
          onInput={leaveOutUnseen}
          hint="Your full name, as colleagues know it."
        />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" onInput={leaveOutUnseen} />
        <NewPasswordField {...form.field('password')} label="Password" />
        <Captcha captcha={captcha} error={form.problems.captcha} />
        <Submit form={form}>Create account</Submit>
        <p className="centre">
          Already registered? <PageLink to="/login">Login</PageLink>
        </p>
      </Form>
    </AuthScreen>
  )
}

const fields = ['username', 'email', 'password', 'captcha'] as const

function useSignup(onClosed: () => void) {
  const call = useCall()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const captcha = useCaptcha('register')
  const named = useEventNamed()
  const ruleAgainst = usePasswordRule()

  const form = useForm(fields, {
    check: ({ username, email, password }) => ({
      username: plainText(username) === '' ? 'Username is required.' : undefined,
      email: checkEmail(email),
      password: checkPassword(password) ?? checkNewPassword(password),
      captcha: checkCaptcha(captcha),
    }),
    send: async ({ username, email, password }) => {
      const broken = await ruleAgainst(password)
      if (broken) return { password: broken }
      const proof = await captcha.proof()
      if (proof === undefined) return {}
      const signUp = {
        UserID: email.trim(),
        Fullname: plainText(username),
        Password: password,
        Captcha: proof,
        ...named,
      }
      const answer = await call(calls.EventRegister, signUp)
      captcha.reset()
      const status = rowOf(answer)?.Status
      switch (status) {
        case 'Success':
          // Remembered with this device, whose password the server then believes.
          dispatch(setAuthData({ userId: signUp.UserID }))
          dispatch(showAlert('A verification PIN has been sent to your email.'))
          await navigate('/verify-email', { state: { sent: true } })
          return undefined
        case 'Email already in use':
          return { email: status }
        case 'Registration Date has Expired.':
          onClosed()
          return undefined
        case 'Please verify the captcha.':
          return { captcha: status }
      }
      return { form: troubleOf(answer, 'Please try again later.') }
    },
  })
  return { form, captcha }
}
