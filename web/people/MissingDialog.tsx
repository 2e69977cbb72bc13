import { profileTexts } from '#contract/people/profile-fields.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { anchorOf, labelOf, placesWith } from './api.ts'
import type { ProfileFormState } from './useProfileForm.ts'

/** Lists what is missing, each a link to its field. Closing it leads to the first. */
export function MissingDialog({ form }: { form: ProfileFormState }) {
  const { problems, isListed, closeList } = form
  return (
    <Dialog open={isListed} onClose={() => isListed && closeList()} title={profileTexts.requiredMissing} alert>
      <ul className="stack gap-s">
        {isListed &&
          placesWith(problems).map((place) => (
            <li key={place}>
              <a
                href={`#${anchorOf(place)}`}
                onClick={(event) => {
                  event.preventDefault()
                  closeList(place)
                }}
              >
                {labelOf(place)}
              </a>
              : {problems[place]}
            </li>
          ))}
      </ul>
      <form className="cluster" method="dialog">
        <button className="button button-primary">OK</button>
      </form>
    </Dialog>
  )
}
