import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Specimen } from './Specimen.tsx'

export function Notices() {
  return (
    <Specimen title="Notices">
      <Notice>Nothing is sent until you press Submit.</Notice>
      <Notice tone="good">Profile created</Notice>
      <Notice tone="wait">Your seat is held for 40 minutes.</Notice>
      <Notice tone="bad">No seats available for: Basic Laparoscopic Skills</Notice>
    </Specimen>
  )
}

export function AlertDialog() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Specimen title="Alert dialog">
      <button className="button button-secondary" type="button" onClick={() => setOpen(true)}>
        Open the dialog
      </button>
      <Dialog alert open={open} onClose={close} title="Required Fields Missing">
        <ul className="prose">
          <li>City: This field is required.</li>
          <li>Mobile: This field is required.</li>
        </ul>
        <button className="button button-primary" type="button" onClick={close}>
          Take me to the first one
        </button>
      </Dialog>
    </Specimen>
  )
}

export function Toasts() {
  return (
    <Specimen title="Toast">
      <div className="toast" data-tone="good" aria-live="polite">
        <Icon name="check" />
        <p>Added to your cart.</p>
        <button className="button button-quiet">Undo</button>
        <button className="button button-quiet icon-button" aria-label="Dismiss">
          <Icon name="close" />
        </button>
      </div>
      <div className="toast" data-tone="bad" role="alert">
        <Icon name="alert" />
        <p>This workshop is already added to your cart.</p>
      </div>
    </Specimen>
  )
}
