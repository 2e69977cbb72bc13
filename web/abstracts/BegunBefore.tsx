import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { type BegunAbstract, useBegun } from './useBegun.ts'

type BegunBeforeProps = {
  /** The one that is being written here. */
  butNot?: string
  onContinue: (draft: string) => void
}

/** Offers what was begun before and is not sent. It waits on this device until it is continued and sent, or discarded. */
export function BegunBefore({ butNot, onContinue }: BegunBeforeProps) {
  const { begun, discard } = useBegun(butNot)
  const [doomed, setDoomed] = useState<BegunAbstract>()
  if (begun.length === 0) return null
  return (
    <Notice>
      <p>What you had begun to write is kept on this device.</p>
      <ul className="rows">
        {begun.map((one) => (
          <li key={one.name}>
            <strong dir="auto">{one.title}</strong>
            <span className="cluster gap-s">
              <button className="button button-secondary" type="button" onClick={() => onContinue(one.name)}>
                Continue what you began<span className="visually-hidden">: {one.title}</span>
              </button>
              <button className="button button-quiet-danger" type="button" onClick={() => setDoomed(one)}>
                Discard<span className="visually-hidden">: {one.title}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
      <Dialog open={doomed !== undefined} onClose={() => setDoomed(undefined)} title="Discard what you began?" alert>
        <p dir="auto">{doomed?.title}</p>
        <p className="soft">It is kept nowhere else.</p>
        <div className="cluster">
          <button className="button button-secondary" type="button" onClick={() => setDoomed(undefined)}>
            Keep it
          </button>
          <button
            className="button button-danger"
            type="button"
            onClick={() => {
              if (doomed) discard(doomed.name)
              setDoomed(undefined)
            }}
          >
            Discard
          </button>
        </div>
      </Dialog>
    </Notice>
  )
}
