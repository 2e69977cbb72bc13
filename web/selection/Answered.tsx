import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { pageAt } from '#contract/pages.ts'
import { isSignedIn } from '#web/accounts/slice.ts'
import { useContent } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { useStore } from '#web/platform/store.ts'
import { countOf } from '#web/platform/words.ts'
import type { Invitation } from './InvitationPage.tsx'

const reviews = '/review'

/** Where reviewers work: under the event of this page, if it is there too. */
export function ReviewsLink({ children, ...rest }: Omit<ComponentProps<'a'>, 'href'>) {
  const { base = '' } = useContent()
  return (
    <a {...rest} href={pageAt(base + reviews) ? base + reviews : reviews}>
      {children}
    </a>
  )
}

export type Accepting = { email: string; quota: number }

export function Accepted({ invitation, email, quota }: Accepting & { invitation: Invitation }) {
  const { eventName, dueOn } = invitation
  const signedIn = useStore(isSignedIn)
  const navigate = useNavigate()
  return (
    <Told title="Thank you. You are a reviewer.">
      <div className="stack gap-s">
        <h2 className="heading-small">What happens next</h2>
        <ol className="checklist">
          <li data-done="">
            You offered to read up to {countOf(quota, 'abstract')} for {eventName}
            <span className="visually-hidden"> (done)</span>
          </li>
          <li>We write to {email} when abstracts are given to you</li>
          <li>
            {dueOn ? `You review them by ${fullDay(dueOn)}` : 'You review them by the date that the letter names'}
          </li>
        </ol>
      </div>
      {signedIn ? (
        <ReviewsLink className="button button-primary">Open your reviews</ReviewsLink>
      ) : (
        <>
          <p className="soft">Sign in with {email} and the password that you have just chosen.</p>
          <button
            className="button button-primary"
            type="button"
            onClick={() => void navigate('/login', { state: { wanted: reviews, email } })}
          >
            Sign in
          </button>
        </>
      )}
    </Told>
  )
}

export function Declined({ eventName }: { eventName: string }) {
  return (
    <Told title="Thank you for telling us.">
      <p>We do not send you abstracts of {eventName}. Should you change your mind, write to the conference office.</p>
      <PageLink className="button button-secondary" to="/">
        To the home page
      </PageLink>
    </Told>
  )
}

/** It took the place of a form: the heading has the focus, so that a screen reader notices. */
function Told({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <section className="section">
      <div className="page-width width-44">
        <div className="card stack gap-l">
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {children}
        </div>
      </div>
    </section>
  )
}
