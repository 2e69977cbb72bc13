import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { NewPassword } from '#contract/accounts/staff-password.ts'
import { call } from '#web/console/call.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { AuthScreen } from './AuthScreen.tsx'
import { useLink } from './link.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

/** For whoever was made an owner by the command on the machine. The link carries its secret behind the #, which no server log ever sees. */
export default function WelcomeScreen() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const link = useLink()
  const form = useForm({
    schema: NewPassword,
    send: async ({ password }) => {
      await call('StaffWelcome', { link, password })
      client.clear()
      await navigate('/console', { replace: true })
    },
  })
  if (link === '')
    return (
      <AuthScreen title="This link is not whole">
        <Notice tone="bad">
          <p>Copy the whole line that the command printed, or let the command print a new one.</p>
        </Notice>
      </AuthScreen>
    )
  return (
    <AuthScreen title="Welcome to the console" lead="Choose the password that you will sign in with.">
      <Form form={form}>
        <NewPasswordField {...form.field('password')} />
        <Submit form={form} block>
          Set the password and go in
        </Submit>
      </Form>
      <p className="small soft">The link works once, within 24 hours.</p>
    </AuthScreen>
  )
}
