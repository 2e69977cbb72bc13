import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SignIn } from '#contract/accounts/staff-password.ts'
import { Captcha } from '#web/accounts/Captcha.tsx'
import { useCaptchaFrom } from '#web/accounts/useCaptchaFrom.ts'
import { call, isRefused } from '#web/console/call.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { PasswordField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { returnAddress } from './address.ts'
import { AuthScreen } from './AuthScreen.tsx'
import { hasPasskeys, PasskeyButton } from './PasskeyButton.tsx'

export default function SignInScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const to = returnAddress(search)
  const goOn = async () => {
    // What somebody else at this computer was shown is not for the next.
    client.clear()
    await navigate(to, { replace: true })
  }
  const { captcha, isAsked, proofFor } = useCaptchaWhenAsked()
  const form = useForm({
    schema: SignIn,
    send: async (typed) => {
      await proofFor((proof) => call('StaffSignIn', { ...typed, captcha: proof }))
      await goOn()
    },
  })
  return (
    <AuthScreen title="Sign in to the console" lead="With the email and password of your account.">
      {to !== '/console' && (
        <Notice>
          <p>Sign in, and you come back to where you were.</p>
        </Notice>
      )}
      <Form form={form}>
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        {isAsked && <Captcha captcha={captcha} error={undefined} />}
        <Submit form={form} block>
          Sign in
        </Submit>
      </Form>
      {hasPasskeys() && (
        <PasskeyButton
          tone="secondary"
          onUse={async () => {
            const { options } = await call('PasskeySignInBegin', {})
            const { signWithPasskey } = await import('#web/platform/passkeys/passkey.ts')
            await call('PasskeySignIn', { passkey: await signWithPasskey(options) })
            await goOn()
          }}
        >
          Sign in with a passkey
        </PasskeyButton>
      )}
      <p className="small soft">
        You stay signed in for 12 hours, or until 3 quiet hours. <a href="/forgotpass">Forgot your password?</a>
      </p>
    </AuthScreen>
  )
}

const challenge = () => call('CaptchaChallenge', { purpose: 'console' })

/** The captcha appears once the server asks for it: after a failed attempt. */
function useCaptchaWhenAsked() {
  const captcha = useCaptchaFrom(challenge)
  const [isAsked, setAsked] = useState(false)
  const proofFor = async (send: (proof: string) => Promise<unknown>) => {
    const proof = await captcha.proof()
    try {
      await send(proof ?? '')
    } catch (error) {
      // A failure is what the server asks for a captcha after: it is there before the next attempt.
      if (isRefused(error, 'captcha') || isRefused(error, 'sign_in_first')) setAsked(true)
      throw error
    } finally {
      // A proof is good once.
      captcha.reset()
    }
  }
  return { captcha, isAsked, proofFor }
}
