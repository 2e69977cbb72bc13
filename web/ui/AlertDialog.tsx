import { useDispatch } from 'react-redux'
import { useStore } from '#web/platform/store.ts'
import { closeAlert } from '#web/platform/visit.ts'
import { Dialog } from './Dialog.tsx'

/** The alerts of the specification. It stands beside the pages, so that one of them can show an alert and move on to the next. */
export function AlertDialog() {
  const text = useStore(({ visit }) => visit.alerts[0])
  const dispatch = useDispatch()
  const close = () => {
    dispatch(closeAlert())
    // The button that had the focus may be on a page that is gone; then the focus has nowhere to return to.
    const { activeElement: focused, body } = document
    if (focused === body || focused?.closest('dialog')) document.getElementById('main')?.focus()
  }
  return (
    <Dialog open={text !== undefined} onClose={close} title={text ?? ''} alert>
      <form className="cluster centre" method="dialog">
        <button className="button button-primary">OK</button>
      </form>
    </Dialog>
  )
}
