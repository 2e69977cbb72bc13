import { useDispatch } from 'react-redux'
import { accountLimits } from '#contract/accounts/email.ts'
import * as calls from '#contract/calls/accounts.ts'
import { rowOf } from '#web/platform/call.ts'
import { useCall } from '#web/platform/useCall.ts'
import { PinField } from '#web/ui/Field.tsx'
import { Form, Submit } from '#web/ui/Form.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { checkCaptcha, troubleOf } from './api.ts'
import { StepHeading } from './AuthScreen.tsx'
import { Captcha } from './Captcha.tsx'
import { setVerificationToken } from './slice.ts'
import { useCaptcha } from './useCaptcha.ts'

type VerifyPinStepProps = { email: string; onVerified: () => void; onStartAgain: () => void }

export function VerifyPinStep({ email, onVerified, onStartAgain }: VerifyPinStepProps) {
  const { form, captcha } = useVerifyPin(email, onVerified)
  return (
    <Form form={form}>
      <StepHeading title="Enter the PIN">
        We sent it to <strong>{email}</strong>.
      </StepHeading>
      <PinField
        {...form.field('pin')}
        label="PIN"
        hint={`The PIN works for ${accountLimits.pinMinutes} minutes. You can paste it.`}
      />
      <Captcha captcha={captcha} error={form.problems.captcha} />
      <div className="stack gap-s">
        <Submit form={form}>Verify PIN</Submit>
        <button className="button button-quiet" type="button" onClick={onStartAgain}>
          Ask for another PIN
        </button>
      </div>
    </Form>
  )
}

const fields = ['pin', 'captcha'] as const

function useVerifyPin(email: string, onVerified: () => void) {
  const call = useCall()
  const dispatch = useDispatch()
  const captcha = useCaptcha('forgot-verify')

  const form = useForm(fields, {
    check: ({ pin }) => ({
      pin: pin.trim() === '' ? 'Please enter the OTP.' : undefined,
      captcha: checkCaptcha(captcha),
    }),
    send: async ({ pin }) => {
      const proof = await captcha.proof()
      if (proof === undefined) return {}
      const answer = await call(calls.EventForgotPasswordVerify, {
        UserID: email,
        OTP: pin.trim(),
        Captcha: proof,
      })
      captcha.reset()
      const row = rowOf(answer)
      switch (row?.Status) {
        case 'Success':
          if (!row.Column1) break
          dispatch(setVerificationToken(row.Column1))
          onVerified()
          return undefined
        case 'PIN not correct':
          return { pin: row.Status }
        case 'Please verify the captcha.':
          return { captcha: row.Status }
      }
      return { form: troubleOf(answer, 'An error occurred. Please try again.') }
    },
  })
  return { form, captcha }
}
