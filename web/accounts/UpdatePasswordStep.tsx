import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router'
import * as calls from '#contract/calls/accounts.ts'
import { isUnadmitted, rowOf } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { PasswordField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { useForm, type Problems } from '#web/ui/useForm.ts'
import { checkNewPassword, troubleOf } from './api.ts'
import { StepHeading } from './AuthScreen.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { usePasswordRule } from './usePasswordAdvice.ts'

export function UpdatePasswordStep({ email, onStartAgain }: { email: string; onStartAgain: () => void }) {
  const { form, isExpired } = useUpdatePassword(email)
  return (
    <Form form={form}>
      <StepHeading title="Choose a new password">
        It replaces the old one, and signs you out on every other device.
      </StepHeading>
      {/* For password managers, which keep the two together. */}
      <input className="visually-hidden" type="text" value={email} readOnly hidden autoComplete="username" />
      <NewPasswordField {...form.field('password')} label="New password" owner={{ email }} />
      <PasswordField {...form.field('again')} label="New password once more" autoComplete="new-password" />
      <div className="stack gap-s">
        <Submit form={form}>Update password</Submit>
        {isExpired && (
          <button className="button button-quiet" type="button" onClick={onStartAgain}>
            Ask for another PIN
          </button>
        )}
      </div>
    </Form>
  )
}

const fields = ['password', 'again'] as const

export function checkPair({
  password,
  again,
}: Record<(typeof fields)[number], string>): Problems<'password' | 'again'> {
  const missing = 'Both password fields are required.'
  if (password === '') return { password: missing }
  if (again === '') return { again: missing }
  if (password !== again) return { again: 'Passwords do not match.' }
  return { password: checkNewPassword(password) }
}

function useUpdatePassword(email: string) {
  const call = useCall()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const [isExpired, setExpired] = useState(false)
  const ruleAgainst = usePasswordRule()

  const form = useForm(fields, {
    check: checkPair,
    send: async ({ password }) => {
      const broken = await ruleAgainst(password)
      if (broken) return { password: broken }
      const answer = await call(calls.EventUpdatePassword, { UserID: email, Password: password })
      if (rowOf(answer)?.Status === 'Success') {
        dispatch(showAlert('Your password has been updated.'))
        await navigate('/login', { replace: true, state: { email } })
        return undefined
      }
      setExpired(isUnadmitted(answer))
      return { form: troubleOf(answer, 'Please try again later.') }
    },
  })
  return { form, isExpired }
}
