import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { accountLimits } from '#contract/accounts/email.ts'
import * as calls from '#contract/calls/accounts.ts'
import { checkEmail } from '#web/accounts/api.ts'
import { setAuthData } from '#web/accounts/slice.ts'
import { useCall } from '#web/platform/useCall.ts'
import { showAlert } from '#web/platform/visit.ts'
import { PinField, TextField } from '#web/ui/Field.tsx'
import { useForm } from '#web/ui/useForm.ts'
import type { DialogProps } from './AccountDialogs.tsx'
import { AccountForm, OwnProofFields } from './AccountForm.tsx'
import { replyOf, requirePassword, troubleOf } from './api.ts'
import { useOwnProof } from './useOwnProof.ts'
import styles from './Account.module.css'

/** First the address, then the PIN that was sent there. */
export function EmailDialog(props: DialogProps) {
  const [asked, setAsked] = useState<string>()
  return asked ? <PinStep {...props} asked={asked} /> : <AddressStep {...props} onAsked={setAsked} />
}

function AddressStep({ email, onClose, onAsked }: DialogProps & { onAsked: (email: string) => void }) {
  const call = useCall()
  const proof = useOwnProof()
  const form = useForm(['email', 'own', 'code'] as const, {
    check: ({ email, own }) => ({ email: checkEmail(email), own: requirePassword(own) }),
    send: async (typed) => {
      const address = typed.email.trim()
      const answer = await call(calls.AskEmailChange, {
        password: typed.own,
        ...proof.shown(typed.code),
        email: address,
      })
      const status = replyOf(answer)?.status
      if (status === 'PIN Generated') {
        onAsked(address)
        return undefined
      }
      const unproven = proof.problemOf(replyOf(answer))
      if (unproven) return unproven
      return status ? { email: status } : { form: troubleOf(answer) }
    },
  })
  return (
    <AccountForm title="Change your email" button="Send PIN" onClose={onClose} form={form}>
      <p className={`soft ${styles.told}`}>
        Now it is <strong>{email}</strong>. We send a PIN to the new address; nothing changes before you type it here.
      </p>
      <TextField {...form.field('email')} label="New email" type="email" autoComplete="email" />
      <OwnProofFields field={form.field('own')} email={email} proof={proof} code={form.field('code')} />
    </AccountForm>
  )
}

function PinStep({ asked, onClose, onEmail, onOthersEnded }: DialogProps & { asked: string }) {
  const call = useCall()
  const dispatch = useDispatch()
  const form = useForm(['pin'] as const, {
    check: ({ pin }) => ({ pin: pin.trim() === '' ? 'Please enter the PIN.' : undefined }),
    send: async ({ pin }) => {
      const answer = await call(calls.ConfirmEmailChange, { pin: pin.trim() })
      const { status, email } = replyOf(answer) ?? {}
      if (status !== 'Success' || !email) return status ? { pin: status } : { form: troubleOf(answer) }
      dispatch(setAuthData({ userId: email }))
      onEmail(email)
      onClose()
      onOthersEnded()
      dispatch(showAlert('Your email has been changed.'))
      return undefined
    },
  })
  return (
    <AccountForm title="Enter the PIN" button="Change email" onClose={onClose} form={form}>
      <p className={`soft ${styles.told}`}>
        We sent it to <strong>{asked}</strong>. Your old address gets a letter too, with a way back for seven days.
      </p>
      <PinField
        {...form.field('pin')}
        label="PIN"
        hint={`The PIN works for ${accountLimits.pinMinutes} minutes. You can paste it.`}
      />
    </AccountForm>
  )
}
