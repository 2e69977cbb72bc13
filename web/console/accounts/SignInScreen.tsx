import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { SignIn } from '#contract/accounts/staff-password.ts'
import { call } from '#web/console/call.ts'
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
  const form = useForm({
    schema: SignIn,
    send: async (typed) => {
      await call('StaffSignIn', typed)
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
        <Submit form={form} block>
          Sign in
        </Submit>
      </Form>
      {hasPasskeys() && (
        <PasskeyButton
          tone="secondary"
          onUse={async () => {
            const { options } = await call('PasskeySignInBegin', {})
            const { signWithPasskey } = await import('./passkey.ts')
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
