import { Dialog } from '#web/ui/Dialog.tsx'
import type { Submitting } from './useSubmit.ts'

/** Found by how it is written, never by who wrote the abstract: the question tells nothing. */
export function NamesFound({ submitting: { names, lookAgain, submit } }: { submitting: Submitting }) {
  return (
    <Dialog open={names.length > 0} onClose={lookAgain} title="Does your comment name somebody?" alert>
      <p>We saw something like a name:</p>
      <ul>
        {names.map((name) => (
          <li key={name} dir="auto">
            <strong>{name}</strong>
          </li>
        ))}
      </ul>
      <p className="soft">Authors read your comments word for word. Nobody should learn from them who you are.</p>
      <div className="cluster">
        <button className="button button-primary" type="button" onClick={lookAgain}>
          Look again
        </button>
        <button className="button button-secondary" type="button" onClick={() => void submit(true)}>
          Submit as it is
        </button>
      </div>
    </Dialog>
  )
}
