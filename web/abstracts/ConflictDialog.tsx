import { abstractSections, abstractTexts } from '#contract/abstracts/rules.ts'
import { RichText } from '#web/abstracts/editor/RichText.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { AbstractValues } from './api.ts'
import { type AbstractFormState, valuesFrom } from './useAbstractForm.ts'
import styles from './ConflictDialog.module.css'

const labels: Record<keyof AbstractValues, string> = {
  AbstractType: 'Abstract Type',
  Speciality: 'Specialty',
  SubSpeciality: 'Sub-Specialty',
  Title: 'Abstract Title',
  ...abstractSections,
}
const names = Object.keys(labels) as (keyof AbstractValues)[]

/** Somebody saved the same abstract meanwhile: both texts side by side, and the person decides. */
export function ConflictDialog({ form: { conflict, values } }: { form: AbstractFormState }) {
  const { stored, settle } = conflict
  const theirs = stored && valuesFrom(stored)
  const differing = theirs ? names.filter((name) => theirs[name] !== values[name]) : []
  return (
    <Dialog open={stored !== undefined} onClose={() => settle('later')} title={abstractTexts.conflict} alert>
      {theirs && (
        <div className={styles.both}>
          {differing.length === 0 && <p>Both texts are the same; only the file differs.</p>}
          {differing.map((name) => (
            <section className="stack gap-s" key={name} aria-label={labels[name]}>
              <h3 className="heading-small">{labels[name]}</h3>
              <div className={styles.pair}>
                <Side title="Mine" name={name} text={values[name]} />
                <Side title="Stored" name={name} text={theirs[name]} />
              </div>
            </section>
          ))}
        </div>
      )}
      <div className="cluster">
        <button className="button button-primary" type="button" onClick={() => settle('mine')}>
          Keep mine
        </button>
        <button className="button button-secondary" type="button" onClick={() => settle('theirs')}>
          Take theirs
        </button>
        <button className="button button-quiet" type="button" onClick={() => settle('later')}>
          Decide later
        </button>
      </div>
    </Dialog>
  )
}

function Side({ title, name, text }: { title: string; name: keyof AbstractValues; text: string }) {
  return (
    <div className={styles.side}>
      <p className="small soft">{title}</p>
      {text === '' && <p className="soft">Nothing</p>}
      {name in abstractSections ? <RichText html={text} /> : <p dir="auto">{text}</p>}
    </div>
  )
}
