/** Setting up a factor: a passkey first, or an app that shows codes; then the recovery codes, once. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { WithCode, WithPasskeyName } from '#contract/accounts/factor-fields.ts'
import { call, type Reply } from '#web/console/call.ts'
import { Form, Submit } from '#web/console/ui/Form.tsx'
import { useForm } from '#web/console/ui/useForm.ts'
import { PinField, TextField } from '#web/ui/Field.tsx'
import { deviceHere } from './deviceHere.ts'
import { KeyIcon } from './KeyIcon.tsx'
import { hasPasskeys } from './PasskeyButton.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type SetUpProps = { onDone: () => unknown }

export default function SetUp({ onDone }: SetUpProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  const added = ({ recoveryCodes }: Reply<'TotpConfirm'>) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    else onDone()
  }
  return (
    <>
      {hasPasskeys() && <NewPasskey onAdded={added} />}
      <NewApp onAdded={added} />
    </>
  )
}

type Adding = { onAdded: (answer: Reply<'TotpConfirm'>) => void }

function NewPasskey({ onAdded }: Adding) {
  const form = useForm({
    schema: WithPasskeyName,
    send: async ({ name }) => {
      const { options } = await call('PasskeyBegin', { purpose: 'add' })
      const { makePasskey } = await import('#web/platform/passkeys/passkey.ts')
      onAdded(await call('PasskeyAdd', { name, passkey: await makePasskey(options) }))
    },
  })
  return (
    <section className="card stack" aria-labelledby="h-new-passkey">
      <h2 className="heading-small" id="h-new-passkey">
        Passkey, the safest
      </h2>
      <p className="small soft">
        Your fingerprint, your face or the PIN of this device. Nothing to type, and nothing that a false page could
        steal.
      </p>
      <Form form={form} className="stack">
        <TextField label="Name of this device" defaultValue={deviceHere()} maxLength={60} {...form.field('name')} />
        <Submit form={form} block>
          <KeyIcon /> Add a passkey
        </Submit>
      </Form>
    </section>
  )
}

function NewApp({ onAdded }: Adding) {
  const begin = useMutation({ mutationFn: () => call('TotpBegin', {}) })
  return (
    <section className="card stack" aria-labelledby="h-new-app">
      <h2 className="heading-small" id="h-new-app">
        Code from an app
      </h2>
      {begin.data ? (
        <ConfirmApp {...begin.data} onAdded={onAdded} />
      ) : (
        <>
          <p className="small soft">An app on your phone, such as Google Authenticator or Aegis, shows six digits.</p>
          <button
            className="button button-secondary button-block"
            type="button"
            aria-busy={begin.isPending || undefined}
            onClick={() => {
              if (!begin.isPending) begin.mutate()
            }}
          >
            Show the picture to scan
          </button>
          {begin.isError && (
            <p className="field-error" role="alert">
              {begin.error.message}
            </p>
          )}
        </>
      )}
    </section>
  )
}

function ConfirmApp({ secret, uri, onAdded }: Reply<'TotpBegin'> & Adding) {
  const form = useForm({
    schema: WithCode,
    send: async (typed) => onAdded(await call('TotpConfirm', typed)),
  })
  return (
    <>
      <p className="small soft">Scan this with the app, or type the secret into it.</p>
      <QrCode text={uri} label="The secret as a picture, for the camera of your app" />
      <p>
        <span className="field-label">Secret</span>
        <br />
        <code className="factor-secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Form form={form} className="stack">
        <PinField label="Six digits that the app shows now" {...form.field('code')} />
        <Submit form={form} tone="secondary" block>
          Confirm the app
        </Submit>
      </Form>
    </>
  )
}
