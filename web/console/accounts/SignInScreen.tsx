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

export default function SignInScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const to = returnAddress(search)
  const form = useForm({
    schema: SignIn,
    send: async (typed) => {
      const { mustSetPassword } = await call('StaffSignIn', typed)
      // What somebody else at this computer was shown is not for the next.
      client.clear()
      await navigate(mustSetPassword ? `/console/password?${new URLSearchParams({ to })}` : to, { replace: true })
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
      <p className="small soft">
        You stay signed in for 12 hours, or until 3 quiet hours. <a href="/forgotpass">Forgot your password?</a>
      </p>
    </AuthScreen>
  )
}
