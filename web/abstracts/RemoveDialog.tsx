import { Dialog } from '#web/ui/Dialog.tsx'
import { shownOf } from './api.ts'
import type { Abstract } from './slice.ts'

type RemoveDialogProps = { row: Abstract | undefined; onClose: () => void; onRemove: (row: Abstract) => void }

/** Asks before a draft is removed, or a submitted abstract withdrawn. */
export function RemoveDialog({ row, onClose, onRemove }: RemoveDialogProps) {
  const isDraft = row?.Status === ''
  return (
    <Dialog
      open={row !== undefined}
      onClose={onClose}
      title={isDraft ? 'Remove this abstract?' : 'Withdraw this abstract?'}
      alert
    >
      {row && <p>{shownOf(row).title}</p>}
      <p className="soft">
        {isDraft ? 'It leaves your list.' : 'It leaves your list, and the reviewers will not read it.'}
      </p>
      <div className="cluster">
        <button className="button button-secondary" type="button" onClick={onClose}>
          Keep it
        </button>
        <button className="button button-danger" type="button" onClick={() => row && onRemove(row)}>
          {isDraft ? 'Remove' : 'Withdraw'}
        </button>
      </div>
    </Dialog>
  )
}
