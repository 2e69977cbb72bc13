import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { NewPassword } from '#contract/accounts/staff-password.ts'
import { call } from '#web/console/call.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { returnAddress } from './address.ts'
import { AuthScreen } from './AuthScreen.tsx'
import { useMe } from './me.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

/** For somebody whose password is weaker than staff may have. It changes the one of the account, for the participants' side too. */
export default function PasswordScreen() {
  const { email, needs } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const form = useForm({
    schema: NewPassword,
    send: async (typed) => {
      await call('StaffSetPassword', typed)
      client.clear()
      await navigate(returnAddress(search), { replace: true })
    },
  })
  return (
    <AuthScreen
      title="Set a new password"
      lead={
        needs === 'password'
          ? `The password of ${email} is too easy to guess for somebody who can reach other people’s records.`
          : `For ${email}, here and on the participants’ side.`
      }
    >
      <Form form={form}>
        <NewPasswordField {...form.field('password')} />
        <Submit form={form} block>
          Set the password
        </Submit>
      </Form>
      <p className="small soft">You are signed out everywhere else.</p>
    </AuthScreen>
  )
}
