/** Asked before what a stranger at an open desk must not do. Whoever confirms goes on where they were: nothing typed is lost. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { WithCode, WithPassword, WithPin } from '#contract/accounts/factor-fields.ts'
import { call } from '#web/console/call.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PasswordField, PinField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useMe } from './me.ts'
import { hasPasskeys, PasskeyButton } from './PasskeyButton.tsx'

export default function StepUpDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { proofs, email } = useMe()
  const [isOpen, setOpen] = useState(true)
  const confirmed = () => onAnswer(true)
  const isWithPasskey = proofs.includes('passkey') && hasPasskeys()
  return (
    <Dialog open={isOpen} onClose={() => onAnswer(false)} title="Please confirm that it is you" typed>
      <p className="small soft">
        {proofs.includes('email')
          ? 'Before you set up your first second factor, we check that you read the email of this account.'
          : 'We ask before money moves, roles change, people’s data leaves or many people are written to. It holds for ten minutes, in this browser.'}
      </p>
      {isWithPasskey && (
        <PasskeyButton
          onUse={async () => {
            const { options } = await call('PasskeyBegin', { purpose: 'step-up' })
            const { signWithPasskey } = await import('#web/platform/passkeys/passkey.ts')
            await call('StaffStepUp', { passkey: await signWithPasskey(options) })
            confirmed()
          }}
        >
          Use a passkey
        </PasskeyButton>
      )}
      {proofs.includes('totp') && <CodeForm onDone={confirmed} isFirst={!isWithPasskey} />}
      {proofs.includes('password') && <PasswordForm onDone={confirmed} />}
      {proofs.includes('email') && <AddressForms email={email} onDone={confirmed} />}
      <button className="button button-quiet" type="button" onClick={() => setOpen(false)}>
        Not now
      </button>
    </Dialog>
  )
}

type StepProps = { onDone: () => void }

function CodeForm({ onDone, isFirst }: StepProps & { isFirst: boolean }) {
  const form = useForm({
    schema: WithCode,
    send: async (typed) => {
      await call('StaffStepUp', typed)
      onDone()
    },
  })
  return (
    <Form form={form} className="stack">
      <PinField label="Six digits from your app" {...form.field('code')} />
      <Submit form={form} tone={isFirst ? 'primary' : 'secondary'} block>
        Confirm
      </Submit>
    </Form>
  )
}

function AddressForms({ email, onDone }: StepProps & { email: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => call('FactorPinSend', {}) })
  return (
    <>
      <p className="small">{isSuccess ? `We sent a PIN to ${email}.` : `The PIN goes to ${email}.`}</p>
      {error && (
        <Notice tone="bad" live>
          {error.message}
        </Notice>
      )}
      <button
        className={`button button-block ${isSuccess ? 'button-secondary' : 'button-primary'}`}
        type="button"
        aria-busy={isPending || undefined}
        onClick={() => mutate()}
      >
        {isSuccess ? 'Send another PIN' : 'Send the PIN'}
      </button>
      {isSuccess && <PinForm onDone={onDone} />}
    </>
  )
}

function PinForm({ onDone }: StepProps) {
  const form = useForm({
    schema: WithPin,
    send: async (typed) => {
      await call('StaffStepUp', typed)
      onDone()
    },
  })
  return (
    <Form form={form} className="stack">
      <PinField label="Six digits from the email" {...form.field('pin')} />
      <Submit form={form} block>
        Confirm
      </Submit>
    </Form>
  )
}

function PasswordForm({ onDone }: StepProps) {
  const form = useForm({
    schema: WithPassword,
    send: async (typed) => {
      await call('StaffStepUp', typed)
      onDone()
    },
  })
  return (
    <Form form={form} className="stack">
      <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      <Submit form={form} block>
        Confirm
      </Submit>
    </Form>
  )
}
