import {
  abstractSections,
  abstractTexts,
  type AbstractSection,
  maySubmit,
  wordLimit,
} from '#contract/abstracts/rules.ts'
import { RichText } from '#web/abstracts/editor/RichText.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { bytesText } from '#web/platform/uploads/size.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AbstractTable } from './AbstractTable.tsx'
import { shownOf } from './api.ts'
import { AuthorsLink } from './AuthorsLink.tsx'
import { NamesInText } from './NamesInText.tsx'
import type { Abstract } from './slice.ts'
import { Steps } from './Steps.tsx'
import type { Actions } from './useActions.ts'
import { useDownload } from './useDownload.ts'
import styles from './ReviewStep.module.css'

type ReviewStepProps = { row: Abstract; isLate: boolean; actions: Actions; onEdit: () => void; onBack: () => void }

/** A revision that was asked for is sent in place of submitting. */
const wordFor = ({ ReviseUntil }: Abstract) => (ReviseUntil ? 'Send the revision' : 'Submit')

const sections = Object.entries(abstractSections) as [AbstractSection, string][]

export default function ReviewStep({ row, isLate, actions, onEdit, onBack }: ReviewStepProps) {
  return (
    <>
      <PageHeader title="Check it once more" lead="This is the last step before the reviewers see it." />
      <section className="section">
        <div className="page-width stack gap-l">
          <Steps current={2} />
          {isLate ? (
            <Notice tone="wait" live>
              <strong>{abstractTexts.closed}</strong> What you wrote is kept as a draft. It can not be submitted any
              more.
            </Notice>
          ) : (
            <Notice>
              {maySubmit(row) || row.ReviseUntil
                ? `Saved. Nothing is sent to the reviewers until you press ${wordFor(row)}.`
                : 'Saved. Your abstract stays submitted, with these changes.'}
            </Notice>
          )}
          <AbstractTable rows={[row]} third="Sub-Type" />
          <NamesInText row={row} onEdit={onEdit} />
          <div className="split">
            <article className="card">
              <div className="prose">
                <div className="stack gap-s">
                  <p className="small soft">Your text as saved. The file is read separately.</p>
                  <h2 dir="auto">{shownOf(row).title}</h2>
                </div>
                {sections.map(([name, label]) => (
                  <section className="stack gap-s" key={name} aria-label={label}>
                    <h3 className="heading-small">{label}</h3>
                    {row[name] ? <RichText html={row[name]} /> : <p className="soft">Nothing written yet.</p>}
                  </section>
                ))}
              </div>
            </article>
            <Ready row={row} isLate={isLate} actions={actions} onEdit={onEdit} onBack={onBack} />
          </div>
        </div>
      </section>
    </>
  )
}

function Ready({ row, isLate, actions, onEdit, onBack }: ReviewStepProps) {
  const download = useDownload(row)
  return (
    <aside className="card stack stick" aria-label="Ready to submit">
      <h2 className="heading-small">
        {maySubmit(row) ? 'Ready to submit' : row.ReviseUntil ? `Due on ${fullDay(row.ReviseUntil)}` : 'Submitted'}
      </h2>
      <dl className="facts stack gap-s">
        <div>
          <dt>Abstract Type</dt>
          <dd>{row.AbstractType}</dd>
        </div>
        <div>
          <dt>Words</dt>
          <dd className="figures">
            {row.Words} of {wordLimit}
          </dd>
        </div>
        <div>
          <dt>File</dt>
          <dd className={styles.file}>
            {row.FileName}, {bytesText(row.FileSize)}
          </dd>
        </div>
      </dl>
      <button
        className="button button-quiet"
        type="button"
        aria-busy={download.isBusy || undefined}
        onClick={() => void download.save()}
      >
        <Icon name="download" /> Download the file
      </button>
      <AuthorsLink pk={row.pk} />
      <p className="small soft">You may still edit while the status is Pending.</p>
      <div className="stack gap-s">
        <button
          className="button button-primary"
          type="button"
          disabled={(!maySubmit(row) && !row.ReviseUntil) || isLate}
          aria-busy={actions.busy !== undefined || undefined}
          onClick={() => void (row.ReviseUntil ? actions.revise(row) : actions.submit(row))}
        >
          <Icon name="send" /> {wordFor(row)}
        </button>
        <button className="button button-secondary" type="button" onClick={onEdit}>
          Back to edit
        </button>
        <button className="button button-quiet" type="button" onClick={onBack}>
          Back to your abstracts
        </button>
      </div>
    </aside>
  )
}
