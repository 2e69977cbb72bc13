import { useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { WithCode, WithRecoveryCode } from '#contract/accounts/factor-fields.ts'
import { call } from '#web/console/call.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { PinField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { returnAddress } from './address.ts'
import { AuthScreen } from './AuthScreen.tsx'
import { type Me, useMe } from './me.ts'
import { hasPasskeys, PasskeyButton } from './PasskeyButton.tsx'

const SetUp = lazy(() => import('./SetUp.tsx'))

/** After the password: the second factor is shown, or set up where there is none yet. */
export default function SecondFactorScreen() {
  const me = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  const hasNone = me.proofs.every((each) => each === 'password')
  const wanted = me.needs === 'proof' ? 'prove' : me.needs === 'set-up' || hasNone ? 'set-up' : 'nothing'
  const [mode, setMode] = useState(wanted)
  // Whoever has just set one up still reads their recovery codes here.
  const isReading = mode === 'set-up' && wanted === 'nothing'
  if (mode !== wanted && !isReading) setMode(wanted)
  const goOn = async () => {
    client.clear()
    await navigate(returnAddress(search), { replace: true })
  }
  if (mode === 'prove') return <Prove me={me} onDone={goOn} />
  if (mode === 'set-up') return <FirstFactor me={me} onDone={goOn} />
  return <NothingToDo onDone={goOn} />
}

/** Another tab was quicker, or somebody came here by hand. */
function NothingToDo({ onDone }: { onDone: () => Promise<void> }) {
  // oxlint-disable-next-line react/exhaustive-deps -- once is enough: the address changes with it.
  useEffect(() => void onDone(), [])
  return <AuthScreen title="You are signed in">{null}</AuthScreen>
}

type StepProps = { me: Me; onDone: () => Promise<void> }

function Prove({ me, onDone }: StepProps) {
  const isWithPasskey = me.proofs.includes('passkey') && hasPasskeys()
  return (
    <AuthScreen title="Confirm that it is you" lead={`Password accepted for ${me.email}. One more step.`}>
      {isWithPasskey && (
        <section className="card stack" aria-labelledby="h-passkey">
          <h2 className="heading-small" id="h-passkey">
            Passkey
          </h2>
          <p className="small soft">
            Your fingerprint, your face or the PIN of this device. Nothing to type, and nothing that a false page could
            steal.
          </p>
          <PasskeyButton
            onUse={async () => {
              const { options } = await call('PasskeyBegin', { purpose: 'second-factor' })
              const { signWithPasskey } = await import('#web/platform/passkeys/passkey.ts')
              await call('StaffSecondFactor', { passkey: await signWithPasskey(options) })
              await onDone()
            }}
          >
            Use a passkey
          </PasskeyButton>
        </section>
      )}
      {me.proofs.includes('totp') && <CodeCard onDone={onDone} isFirst={!isWithPasskey} />}
      <details className="accordion">
        <summary>I have neither with me</summary>
        <RecoveryForm onDone={onDone} />
      </details>
      <p className="small soft">
        You stay signed in for 12 hours, or until 3 quiet hours. Before money moves or roles change we ask again.
      </p>
    </AuthScreen>
  )
}

function CodeCard({ onDone, isFirst }: { onDone: () => Promise<void>; isFirst: boolean }) {
  const form = useForm({
    schema: WithCode,
    send: async (typed) => {
      await call('StaffSecondFactor', typed)
      await onDone()
    },
  })
  return (
    <section className="card stack" aria-labelledby="h-code">
      <h2 className="heading-small" id="h-code">
        Code from your app
      </h2>
      <Form form={form} className="stack">
        <PinField label="Six digits" {...form.field('code')} />
        <Submit form={form} tone={isFirst ? 'primary' : 'secondary'} block>
          Continue
        </Submit>
      </Form>
    </section>
  )
}

function RecoveryForm({ onDone }: { onDone: () => Promise<void> }) {
  const form = useForm({
    schema: WithRecoveryCode,
    send: async (typed) => {
      await call('StaffSecondFactor', typed)
      await onDone()
    },
  })
  return (
    <Form form={form} className="stack">
      <TextField
        label="Recovery code"
        autoComplete="off"
        spellCheck={false}
        hint="Two groups of four letters and digits. Each works once. You will be asked to set up a new second factor at once."
        {...form.field('recoveryCode')}
      />
      <Submit form={form} tone="secondary">
        Use the recovery code
      </Submit>
      <p className="small soft">
        No codes left? Another owner can remove your second factor on the Team page. The only owner asks whoever runs
        the machine: the command that makes an owner also does this.
      </p>
    </Form>
  )
}

function FirstFactor({ me, onDone }: StepProps) {
  return (
    <AuthScreen
      title="Set up your second factor"
      lead={`A password alone can be stolen. From now on ${me.email} also needs something that only you have.`}
    >
      {me.proofs.some((each) => each !== 'password') && (
        <Notice tone="wait">
          <p>You came in with a recovery code. Set up what you use from now on; then you are in.</p>
        </Notice>
      )}
      <SetUp onDone={onDone} />
    </AuthScreen>
  )
}
