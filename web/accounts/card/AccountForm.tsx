import type { ComponentProps, ReactNode } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PasswordField } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Notice } from '#web/ui/Notice.tsx'

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

/** The password of today, whoever sits before an open browser. */
export function OwnPassword({ field, email }: { field: { name: string; error: string | undefined }; email: string }) {
  return (
    <>
      {/* For password managers, which keep the two together. */}
      <input type="text" value={email} readOnly hidden autoComplete="username" />
      <PasswordField {...field} label="Your password" autoComplete="current-password" />
    </>
  )
}
