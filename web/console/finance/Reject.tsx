import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'

type RejectProps = {
  label: string
  problems: Record<string, string>
  isSending: boolean
  onReject: (reason: string) => void
  onClose: () => void
}

/** Says what is not right. */
export function Reject({ label, problems, isSending, onReject, onClose }: RejectProps) {
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
      <TextField label="What is not right" name="reason" error={problems.reason} maxLength={500} />
      {problems.form && (
        <Notice tone="bad" live>
          {problems.form}
        </Notice>
      )}
      <div className="cluster">
        <button className="button button-danger" aria-busy={isSending || undefined}>
          {label}
        </button>
        <button className="button button-quiet" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </form>
  )
}
