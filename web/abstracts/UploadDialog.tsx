import { useEffect, useState } from 'react'
import { pieceBytes } from '#contract/abstracts/rules.ts'
import { bytesText } from '#web/platform/uploads/size.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Meter } from '#web/ui/Meter.tsx'
import type { AbstractFormState } from './useAbstractForm.ts'

/** What takes no time needs no dialog. */
const worthShowing = 500

/** How far the file is, and a way out. */
export function UploadDialog({ saving: { progress, cancel } }: Pick<AbstractFormState, 'saving'>) {
  const isLong = useIsLong(progress !== undefined)
  const { bytes = 0, of = 0, isWaiting = false } = progress ?? {}
  const isOpen = progress !== undefined && (isLong || of > pieceBytes)
  const percent = of === 0 ? 100 : Math.floor((bytes / of) * 100)
  return (
    <Dialog open={isOpen} onClose={() => isOpen && cancel()} title="Saving your abstract" alert>
      <Meter label="Upload" value={percent} of={100} tone={isWaiting ? 'wait' : undefined} />
      <p className="small soft figures" aria-live="polite">
        {isWaiting
          ? 'The connection is lost. It goes on by itself when it is back.'
          : percent < 100
            ? `Uploading, ${percent}% of ${bytesText(of)}`
            : 'Uploaded. Saving.'}
      </p>
      <button className="button button-secondary" type="button" onClick={cancel}>
        Cancel
      </button>
    </Dialog>
  )
}

function useIsLong(isOn: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLong(true), worthShowing)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isOn])
  return isLong
}
