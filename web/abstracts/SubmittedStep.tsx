import { abstractTexts } from '#contract/abstracts/rules.ts'
import { useContent, useTimeZone } from '#web/layout/content.tsx'
import { clockAt, dayAndMonth } from '#web/platform/calendar.ts'
import { useStore } from '#web/platform/store.ts'
import { shownOf } from './api.ts'
import { atLeastReviewers } from './reviewers.ts'
import type { Abstract } from './slice.ts'
import { Steps } from './Steps.tsx'
import styles from './SubmittedStep.module.css'

export default function SubmittedStep({ row, onReturn }: { row: Abstract; onReturn: () => void }) {
  const zone = useTimeZone()
  const { event } = useContent()
  const atLeast = atLeastReviewers(event)
  const email = useStore(({ auth }) => auth.userId)
  const at = row.SubmittedAt && clockAt(row.SubmittedAt, zone)
  return (
    <section className="section">
      <div className="page-width width-44 stack gap-l">
        <Steps current={4} />
        <div className={`card stack gap-l centre ${styles.done}`}>
          <svg className={styles.mark} viewBox="0 0 120 120" width="96" height="96" aria-hidden="true">
            <circle cx="60" cy="60" r="54" />
            <path d="m38 62 15 15 30-33" />
          </svg>
          <h1>{abstractTexts.submitted}</h1>
          <p className="lead" dir="auto">
            {shownOf(row).title}
          </p>
          <p className="soft">
            {row.Number !== undefined && (
              <>
                Number <code>{row.Number}</code>.{' '}
              </>
            )}
            We have sent a copy to {email}.
          </p>
          <button className="button button-primary" type="button" onClick={onReturn}>
            Return
          </button>
        </div>
        <section className="card stack gap-s" aria-labelledby="next">
          <h2 id="next">What happens next</h2>
          <ol className="checklist">
            <li data-done="">
              {at ? `Received on ${dayAndMonth(at.day)} at ${at.time}` : 'Received'}
              <span className="visually-hidden"> (done)</span>
            </li>
            <li>{`${atLeast.charAt(0).toUpperCase()}${atLeast.slice(1)} ${event?.reviewers === 1 ? 'reads' : 'read'} it blind`}</li>
            <li>We write to you when there is a decision</li>
          </ol>
        </section>
      </div>
    </section>
  )
}
