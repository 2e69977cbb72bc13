import type { AccountProps } from './AccountCard.tsx'
import { AnnouncementsDialog } from './AnnouncementsDialog.tsx'
import type { Action } from './api.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { CopyDialog, EndOthersDialog, PasswordDialog } from './PasswordDialogs.tsx'

export type DialogProps = AccountProps & { onClose: () => void }

const dialogs = {
  password: PasswordDialog,
  email: EmailDialog,
  sessions: EndOthersDialog,
  copy: CopyDialog,
  announcements: AnnouncementsDialog,
  deletion: DeleteDialog,
}

/** What the card opens; fetched when somebody opens it. */
export default function AccountDialogs({ open, ...props }: DialogProps & { open: Action }) {
  const Opened = dialogs[open]
  return <Opened {...props} />
}
