import { useEffect } from 'react'
import { pages } from '#contract/pages.ts'
import { reviewTexts } from '#contract/reviews/words.ts'
import { NotFoundPage } from '#web/events/site/NotFoundPage.tsx'
import { useContent } from '#web/layout/content.tsx'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import { AbstractText } from './AbstractText.tsx'
import { type Answers, askedIn, type Opened } from './answers.ts'
import { Changes } from './Changes.tsx'
import { ChooseText } from './ChooseText.tsx'
import { Declined } from './DeclinePage.tsx'
import { NotSent } from './NotSent.tsx'
import { Discussion, Others } from './Others.tsx'
import { ReviewBar } from './ReviewBar.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { ReviewHead } from './ReviewHead.tsx'
import type { Kept } from './saving.ts'
import { useOpened } from './useOpened.ts'
import { useReviewSaving } from './useReviewSaving.ts'
import { useSubmit } from './useSubmit.ts'

export function ReviewPage({ assignmentId }: { assignmentId: number }) {
  const { found, hasFailed, refresh } = useOpened(assignmentId)
  if (found === 'none') return <NotFoundPage />
  if (!found) return hasFailed ? <NotLoaded retry={refresh} /> : <Skeleton title={pages['/review'].title} />
  if ('unsent' in found) return <NotSent assignmentId={assignmentId} values={found.unsent} />
  const { abstract } = found.opened
  if (abstract.state === 'declined') return <Declined of={abstract} onTaken={refresh} />
  if (abstract.title === null) return <Preparing opened={found.opened} />
  return <Work {...found} refresh={refresh} />
}

function NotLoaded({ retry }: { retry: () => unknown }) {
  return (
    <EmptyPage title="This abstract is not on this device">
      <p className="lead">There is no connection just now, and it has not been opened here before.</p>
      <button className="button button-primary" type="button" onClick={() => void retry()}>
        Try again
      </button>
      <a href="/review">Your reviews</a>
    </EmptyPage>
  )
}

function Preparing({ opened: { abstract } }: { opened: Opened }) {
  return (
    <EmptyPage title={`Abstract ${abstract.number}`}>
      <p className="lead">This text is being prepared: names are being removed. You can begin soon.</p>
      <a className="button button-primary" href="/review">
        Your reviews
      </a>
    </EmptyPage>
  )
}

type WorkProps = { opened: Opened; typed: Kept<Answers> | undefined; isOld: boolean; refresh: () => Promise<unknown> }

function Work({ opened, typed, isOld, refresh }: WorkProps) {
  const { abstract, criteria } = opened
  const { site } = useContent()
  const saving = useReviewSaving(opened, typed)
  const { values, isSubmitted } = saving.now
  const submitting = useSubmit(abstract.assignmentId, saving, () => {
    saving.learn({ ...saving.state(), isSubmitted: true })
    void refresh().then(() => document.getElementById('main')?.focus())
    scrollTo(0, 0)
  })
  useEffect(() => {
    document.title = `${abstract.number} · ${site.product}`
  }, [abstract.number, site.product])

  const asked = askedIn(values, criteria)
  const isClosed = !abstract.isOpen || saving.now.standing === 'over'
  return (
    <>
      <section className="section">
        <div className="page-width stack gap-l">
          <ReviewHead abstract={abstract} />
          <News
            opened={opened}
            isOld={isOld}
            isSubmitted={isSubmitted}
            over={saving.now.sentence}
            isClosed={isClosed}
          />
          <div className="split aside-27">
            <AbstractText abstract={abstract}>
              <Changes opened={opened} />
            </AbstractText>
            <ReviewForm opened={opened} saving={saving} submitting={submitting} isClosed={isClosed} asked={asked} />
          </div>
          <Others opened={opened} />
          <Discussion opened={opened} />
        </div>
      </section>
      {!isClosed && <ReviewBar asked={asked} saving={saving} timeZone={opened.timeZone} submitting={submitting} />}
      <ChooseText saving={saving} opened={opened} />
    </>
  )
}

type NewsProps = { opened: Opened; isOld: boolean; isSubmitted: boolean; isClosed: boolean; over: string | undefined }

/** What somebody must know before they read on. */
function News({ opened: { abstract, others, seesOthers, reviewed }, isOld, isSubmitted, isClosed, over }: NewsProps) {
  return (
    <>
      {isOld && <Notice>There is no connection. You can read and write; it is sent later.</Notice>}
      {abstract.state === 'sent_back' && !isClosed && (
        <Notice tone="wait">
          <strong>The chair sent this review back to you.</strong> {abstract.sentBack}
        </Notice>
      )}
      {reviewed && !isClosed && (
        <Notice tone="wait">
          <strong>The author revised this abstract after your review.</strong> Read <a href="#changes">what changed</a>,
          and submit again if you see it otherwise now.
        </Notice>
      )}
      {isClosed ? (
        <Notice live tone={over === undefined ? 'info' : 'wait'}>
          <strong>{over === '' ? 'This abstract is no longer assigned to you.' : (over ?? reviewTexts.decided)}</strong>{' '}
          {over === undefined
            ? `Your review can be read here and can no longer be changed.${isSubmitted ? ' Thank you for it.' : ''}`
            : 'Your last changes were not sent. They are kept on this device: copy what you need.'}
        </Notice>
      ) : (
        isSubmitted && (
          <Notice tone="good" live>
            <strong>Submitted. Thank you.</strong> You can change it until a decision is made.{' '}
            {seesOthers !== 'never' && (
              <a href="#others">
                {others.length > 0 ? 'Read what the others wrote' : 'The others have not written yet'}
              </a>
            )}
          </Notice>
        )
      )}
    </>
  )
}
