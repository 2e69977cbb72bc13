import { type ComponentProps, type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PasswordField, TextField } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { OwnProof } from './useOwnProof.ts'

type AccountFormProps = {
  title: string
  button: string
  isDanger?: boolean
  onClose: () => void
  form: ComponentProps<typeof Form>['form']
  children: ReactNode
}

/** A question of the card: what it means, the fields, and the way out. */
export function AccountForm({ title, button, isDanger = false, onClose, form, children }: AccountFormProps) {
  return (
    <Dialog open onClose={onClose} title={title} typed>
      <Form form={form}>
        {children}
        {form.problems.form && (
          <Notice tone="bad" live>
            {form.problems.form}
          </Notice>
        )}
        <div className="cluster">
          <button
            className={`button ${isDanger ? 'button-danger' : 'button-primary'}`}
            aria-busy={form.isSending || undefined}
          >
            {button}
          </button>
          <button className="button button-secondary" type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

type OwnPasswordProps = { field: Field; email: string }
type Field = { name: string; error: string | undefined }

/** The password of today, whoever sits before an open browser. */
export function OwnPassword({ field, email }: OwnPasswordProps) {
  return (
    <>
      {/* For password managers, which keep the two together. */}
      <input type="text" value={email} readOnly hidden autoComplete="username" />
      <PasswordField {...field} label="Your password" autoComplete="current-password" />
    </>
  )
}

/** The password, and the second factor once it is asked for. */
export function OwnProofFields({ proof, code, ...own }: OwnPasswordProps & { proof: OwnProof; code: Field }) {
  const { factors } = proof
  return (
    <>
      <OwnPassword {...own} />
      {factors && (
        <TextField
          {...code}
          label={factors.includes('totp') ? 'Code from your app, or a recovery code' : 'Recovery code'}
          autoComplete="one-time-code"
        />
      )}
      {factors?.includes('passkey') && 'PublicKeyCredential' in globalThis && <WithPasskey proof={proof} />}
    </>
  )
}

/** Asks the device, then sends the form. */
function WithPasskey({ proof }: { proof: OwnProof }) {
  const [trouble, setTrouble] = useState<string>()
  const ask = async (form: HTMLFormElement | null) => {
    setTrouble(undefined)
    try {
      await proof.signWithPasskey()
      form?.requestSubmit()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <button
        className="button button-secondary"
        type="button"
        onClick={({ currentTarget }) => void ask(currentTarget.form)}
      >
        Use your passkey
      </button>
      {trouble && (
        <p className="field-error" role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}
