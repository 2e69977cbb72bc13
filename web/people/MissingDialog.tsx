import { profileTexts } from '#contract/people/profile-fields.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { anchorOf, labelOf, fieldsWith } from './api.ts'
import type { ProfileFormState } from './useProfileForm.ts'

/** Lists what is missing, each a link to its field. Closing it leads to the first. */
export function MissingDialog({ form }: { form: ProfileFormState }) {
  const { problems, isListed, closeList } = form
  return (
    <Dialog open={isListed} onClose={() => isListed && closeList()} title={profileTexts.requiredMissing} alert>
      <ul className="stack gap-s">
        {isListed &&
          fieldsWith(problems).map((field) => (
            <li key={field}>
              <a
                href={`#${anchorOf(field)}`}
                onClick={(event) => {
                  event.preventDefault()
                  closeList(field)
                }}
              >
                {labelOf(field)}
              </a>
              : {problems[field]}
            </li>
          ))}
      </ul>
      <form className="cluster" method="dialog">
        <button className="button button-primary">OK</button>
      </form>
    </Dialog>
  )
}
