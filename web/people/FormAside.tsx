import { Meter } from '#web/ui/Meter.tsx'
import { labelOf, missingIn, fieldsWith, requiredFields } from './api.ts'
import type { ProfileFormState } from './useProfileForm.ts'
import styles from './ProfileForm.module.css'

/** The name as it is kept, and how far the form is. */
export function FormAside({ form }: { form: ProfileFormState }) {
  const missing = fieldsWith(missingIn(form.values, Boolean(form.photo.chosen ?? form.photoChangedAt)))
  // With the email, which is there from the start.
  const all = requiredFields.length + 1
  const done = all - missing.length
  const [first] = missing
  return (
    <aside className="stack stick" aria-label="Your progress">
      <div className="card stack">
        <h2 className="heading-small">Your name</h2>
        <div className={styles.certificate}>
          <p className={styles.name}>{form.values.Name.trim() || 'Your name'}</p>
        </div>
        <p className="small soft">This is how we write your name. Titles and spelling are yours to choose.</p>
      </div>
      <div className="card stack gap-s">
        <p className="cluster">
          <strong>
            {done} of {all} done
          </strong>
          {first && <span className="small soft push">{labelOf(first)} is missing</span>}
        </p>
        <Meter label="Profile completed" value={done} of={all} />
      </div>
      <p className="small soft">The list of cities is made from GeoNames (CC BY 4.0).</p>
    </aside>
  )
}
