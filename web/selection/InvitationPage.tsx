import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as calls from '#contract/calls/selection.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { pages } from '#contract/pages.ts'
import { invitationTexts } from '#contract/selection/invitation-texts.ts'
import type { InvitationRead } from '#contract/selection/invitations.ts'
import { isSignedIn } from '#web/accounts/slice.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { useQuery } from '#web/platform/query/useQuery.ts'
import { useStore } from '#web/platform/store.ts'
import { useCall } from '#web/platform/useCall.ts'
import { EmptyPage } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { Accepted, Declined, ReviewsLink, type Accepting } from './Answered.tsx'
import { Asked } from './Asked.tsx'
import { begin, hasBegun } from './begun.ts'
import { toTop } from './toTop.ts'
import { useInvitationLink } from './useInvitationLink.ts'

export type Invitation = NonNullable<ReplyOf<typeof InvitationRead>['invitation']>

/** Where the letter of an invitation leads. To come here changes nothing: programs open links too. */
export default function InvitationPage() {
  const link = useInvitationLink()
  if (link === undefined) return <Waiting />
  if (link === '')
    return (
      <EmptyPage title={pages['/review/invitation'].title}>
        <p className="lead">Please open the link in the letter again.</p>
      </EmptyPage>
    )
  return <ByLink key={link} link={link} />
}

function Waiting() {
  return (
    <>
      <Skeleton title={pages['/review/invitation'].title} />
      <noscript>
        <p className="page-width">This page needs JavaScript. Please switch it on and load the page again.</p>
      </noscript>
    </>
  )
}

function ByLink({ link }: { link: string }) {
  const call = useCall()
  const { data, hasFailed, refresh } = useQuery({
    queryKey: ['InvitationRead', link],
    // Once it is answered it is closed: what was said about that must not be taken away.
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await call(calls.InvitationRead, { link })
      return answer.kind === 'reply' ? answer.reply : undefined
    },
  })
  if (data?.invitation) return <Answering link={link} invitation={data.invitation} />
  if (data) return <Over closedOn={data.closedOn} />
  if (!hasFailed) return <Waiting />
  return (
    <EmptyPage title="The invitation did not load">
      <p className="lead">Check your connection, then try again.</p>
      <button className="button button-primary" type="button" onClick={() => void refresh()}>
        Try again
      </button>
    </EmptyPage>
  )
}

function Over({ closedOn }: { closedOn?: string | undefined }) {
  return (
    <EmptyPage title={closedOn ? invitationTexts.closed : invitationTexts.over}>
      <p className="lead">
        {closedOn
          ? `The last day of the review was ${fullDay(closedOn)}. The invitation can no longer be answered.`
          : 'It was answered, its time is over, or it was taken back.'}
      </p>
      <ReviewsLink className="button button-secondary">I have accepted: open my reviews</ReviewsLink>
      <PageLink className="button button-quiet" to="/contact">
        Write to the conference office
      </PageLink>
    </EmptyPage>
  )
}

type AnsweringProps = { link: string; invitation: Invitation }
type Step = 'asked' | 'accepting' | 'declined' | 'over' | { accepted: Accepting }

function Answering({ link, invitation }: AnsweringProps) {
  const signedIn = useStore(isSignedIn)
  const mustSignIn = invitation.hasAccount && !signedIn
  // Whoever came back from the sign-in without one is asked again.
  const [step, setStep] = useState<Step>(() => (hasBegun(link) && !mustSignIn ? 'accepting' : 'asked'))
  const navigate = useNavigate()

  const signIn = (email = invitation.email) =>
    void navigate('/login', { state: { wanted: `/review/invitation#${link}`, email } })
  // What had the focus goes with the screen that is left.
  const replaceBy = (next: Step) => {
    setStep(next)
    toTop()
  }
  const accept = () => {
    // They begin with what the organiser knows of them, and may change all of it.
    const { name, first, second } = invitation
    if (!hasBegun(link)) begin(link, { username: name, first: first.map(String), second: second.map(String) })
    if (mustSignIn) signIn()
    else setStep('accepting')
  }
  if (step === 'over') return <Over />
  if (step === 'declined') return <Declined eventName={invitation.eventName} />
  if (step === 'asked')
    return (
      <Asked
        link={link}
        invitation={invitation}
        onAccept={accept}
        onDeclined={() => setStep('declined')}
        onOver={() => replaceBy('over')}
      />
    )
  if (step === 'accepting')
    return (
      <AcceptForm
        link={link}
        invitation={invitation}
        onAccepted={(accepted) => setStep({ accepted })}
        onOver={() => replaceBy('over')}
        onBack={() => replaceBy('asked')}
        onSignIn={signIn}
      />
    )
  return <Accepted invitation={invitation} {...step.accepted} />
}
