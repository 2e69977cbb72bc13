import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Must be answered: no closing by a tap beside it. */
  alert?: boolean
  /** Somebody types in it: a tap beside it must not lose that. */
  typed?: boolean
  children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape and gives the focus back. */
export function Dialog({ open, onClose, title, alert = false, typed = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // After whoever moves the focus meanwhile: where it stands then, it comes back to.
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])
  useLayoutEffect(() => {
    const { current: shown } = dialog
    // Before it leaves the page: one that is taken off while it is open gives the focus back to nobody.
    return open ? () => shown?.close() : undefined
  }, [open])

  return (
    <dialog
      className="dialog"
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      // Told of late: it may be open again by then, or gone.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) onClose()
      }}
      {...{ closedby: alert || typed ? 'closerequest' : 'any' }}
    >
      <h2 className="heading-small" id={titleId}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
