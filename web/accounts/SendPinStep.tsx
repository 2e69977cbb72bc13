import * as calls from '#contract/calls/accounts.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { rowOf } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'
import { TextField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { checkCaptcha, checkEmail, troubleOf } from './api.ts'
import { AuthHeading } from './AuthScreen.tsx'
import { Captcha } from './Captcha.tsx'
import { useCaptcha } from './useCaptcha.ts'

type SendPinStepProps = { email: string | undefined; onSent: (email: string) => void }

export function SendPinStep({ email, onSent }: SendPinStepProps) {
  const { form, captcha } = useSendPin(onSent)
  return (
    <Form form={form}>
      <AuthHeading title="Forgot your password?">
        Give the email of your account. We send it a PIN, and with the PIN you set a new password.
      </AuthHeading>
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" defaultValue={email} />
      <Captcha captcha={captcha} error={form.problems.captcha} />
      <Submit form={form}>Send PIN</Submit>
      <p className="centre">
        Remembered it? <PageLink to="/login">Login</PageLink>
      </p>
    </Form>
  )
}

const fields = ['email', 'captcha'] as const

function useSendPin(onSent: (email: string) => void) {
  const call = useCall()
  const captcha = useCaptcha('forgot')

  const form = useForm(fields, {
    check: ({ email }) => ({ email: checkEmail(email), captcha: checkCaptcha(captcha) }),
    send: async ({ email }) => {
      const proof = await captcha.proof()
      if (proof === undefined) return {}
      const answer = await call(calls.EventForgotPassword, { UserID: email.trim(), Captcha: proof })
      captcha.reset()
      const status = rowOf(answer)?.Status
      switch (status) {
        case 'PIN Generated':
          onSent(email.trim())
          return undefined
        case 'Email not found':
          return { email: status }
        case 'Please verify the captcha.':
          return { captcha: status }
      }
      return { form: troubleOf(answer, 'An error occurred. Please try again.') }
    },
  })
  return { form, captcha }
}
