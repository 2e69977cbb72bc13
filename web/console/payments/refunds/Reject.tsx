import { FormEnd } from '#web/console/ui/Form.tsx'
import { TextField } from '#web/ui/Field.tsx'

type RejectProps = {
  label: string
  hint?: string
  problems: Record<string, string>
  isSending: boolean
  onReject: (reason: string) => void
  onClose: () => void
}

/** Says what is not right. */
export function Reject({ label, hint, problems, isSending, onReject, onClose }: RejectProps) {
  return (
    <form
      className="stack gap-s"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const reason = new FormData(event.currentTarget).get('reason')
        onReject(typeof reason === 'string' ? reason : '')
      }}
    >
      <TextField label="What is not right" hint={hint} name="reason" error={problems.reason} maxLength={500} />
      <FormEnd action={label} tone="danger" problem={problems.form} isSending={isSending} onClose={onClose} />
    </form>
  )
}
