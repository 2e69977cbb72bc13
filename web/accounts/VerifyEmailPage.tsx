import { useState } from 'react'
import { accountLimits, sameEmail } from '#contract/accounts/email.ts'
import * as calls from '#contract/calls/accounts.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { rowOf } from '#web/platform/call.ts'
import { useStore } from '#web/platform/store.ts'
import { useArrival } from '#web/platform/useArrival.ts'
import { useCall } from '#web/platform/useCall.ts'
import { PasswordField, PinField, TextField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { checkEmail, troubleOf } from './api.ts'
import { AuthHeading, AuthScreen } from './AuthScreen.tsx'
import { EmailVerified, type Verified } from './EmailVerified.tsx'
import { useMailLink } from './useMailLink.ts'
import { useResend } from './useResend.ts'

export default function VerifyEmailPage() {
  const [verified, setVerified] = useState<Verified>()
  return <AuthScreen>{verified ? <EmailVerified {...verified} /> : <PinForm onVerified={setVerified} />}</AuthScreen>
}

function PinForm({ onVerified }: { onVerified: (verified: Verified) => void }) {
  const { known, link, isForgotten, isElsewhere, isKnowing, forget } = useWhoVerifies()
  const form = useVerify(known, onVerified)
  return (
    <Form form={form}>
      <AuthHeading title="Verify your email">
        {known ? (
          <>
            Type the six digits that we sent to <strong>{known}</strong>.
          </>
        ) : (
          'Type the six digits that we sent to your email.'
        )}
      </AuthHeading>
      {isForgotten && <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" />}
      <PinField
        {...form.field('pin')}
        key={link?.pin}
        label="Verification PIN"
        defaultValue={link?.pin}
        hint={`The PIN works for ${accountLimits.pinMinutes} minutes. You can paste it.`}
      />
      {isElsewhere && (
        <PasswordField
          {...form.field('password')}
          label="Password (optional)"
          autoComplete="current-password"
          hint="You did not sign up in this browser. Give the password you chose and it stays yours; without it, you set a new one next."
        />
      )}
      <Submit form={form}>Verify</Submit>
      {isKnowing && <OtherWays known={known} onForget={forget} />}
    </Form>
  )
}

/** The address comes with the mail's link, from the page before, or is remembered from signing up in this browser. */
function useWhoVerifies() {
  const link = useMailLink()
  const { email } = useArrival()
  const isKnowing = useStore(({ visit }) => visit.isRestored)
  const signedUp = useStore(({ auth }) => (auth.token ? '' : auth.userId))
  const [isForgotten, setForgotten] = useState(false)
  const known = isForgotten ? '' : link?.email || email || signedUp
  return {
    link,
    known,
    isKnowing,
    isForgotten: isKnowing && !known,
    isElsewhere: isKnowing && (!known || sameEmail(known) !== sameEmail(signedUp)),
    forget: () => setForgotten(true),
  }
}

function OtherWays({ known, onForget }: { known: string; onForget: () => void }) {
  const { sent = false } = useArrival()
  const { pause, outcome, resend } = useResend(sent)
  return (
    <>
      {outcome && (
        <Notice tone={outcome.isSent ? 'good' : 'bad'} live>
          {outcome.sentence}
        </Notice>
      )}
      {known && (
        <div className="cluster centre">
          <button className="button button-quiet" type="button" disabled={pause > 0} onClick={() => void resend(known)}>
            {pause > 0 ? `Send a new PIN in ${clock(pause)}` : 'Send a new PIN'}
          </button>
          <button className="button button-quiet" type="button" onClick={onForget}>
            Change email
          </button>
        </div>
      )}
      <p className="centre">
        No account yet? <PageLink to="/signup">Create an account</PageLink>
      </p>
    </>
  )
}

/** `0:42` */
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const fields = ['email', 'pin', 'password'] as const

function useVerify(known: string, onVerified: (verified: Verified) => void) {
  const call = useCall()
  return useForm(fields, {
    check: ({ email, pin }) => ({
      email: known ? undefined : checkEmail(email),
      pin: pin.trim() === '' ? 'Please enter the PIN.' : undefined,
    }),
    send: async ({ email, pin, password }) => {
      const address = known || email.trim()
      const answer = await call(calls.EventEmailVerify, {
        UserID: address,
        OTP: pin.trim(),
        ...(password && { Password: password }),
      })
      const row = rowOf(answer)
      if (row?.Status === 'Success') {
        onVerified({ email: address, isPasswordKept: row.PasswordKept === true })
        return undefined
      }
      if (row?.Status === 'PIN not correct') return { pin: row.Status }
      return { form: troubleOf(answer, 'Please try again later.') }
    },
  })
}
