import { useCallback, useState, type ReactNode } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'

type Question = {
  title: string
  /** What will have happened, in figures, on the button: "Give back RS 9,500 and free 2 seats". */
  consequence: string
  tone?: 'primary' | 'danger'
  text?: ReactNode
}
type Asked = Question & { answer: (isSure: boolean) => void }

/** Asked before what cannot be undone. `confirm` waits for the answer; `dialog` stands somewhere in the screen. */
export function useConfirm() {
  const [asked, setAsked] = useState<Asked>()

  const confirm = useCallback(
    (question: Question) => new Promise<boolean>((answer) => setAsked({ ...question, answer })),
    [],
  )
  const reply = (isSure: boolean) => {
    asked?.answer(isSure)
    setAsked(undefined)
  }
  const dialog = (
    <Dialog open={asked !== undefined} onClose={() => reply(false)} title={asked?.title ?? ''} alert>
      {asked?.text}
      <div className="cluster">
        <button className={`button button-${asked?.tone ?? 'danger'}`} type="button" onClick={() => reply(true)}>
          {asked?.consequence}
        </button>
        <button className="button button-quiet" type="button" onClick={() => reply(false)}>
          Not now
        </button>
      </div>
    </Dialog>
  )
  return { confirm, dialog }
}
