import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { eventTitle } from '#contract/events/naming.ts'
import type { CurrentEvent } from '#contract/events/site.ts'
import { type PagePath, pages } from '#contract/pages.ts'
import { useStanding } from '#web/accounts/card/useStanding.ts'
import { useOrders } from '#web/booking/useOrders.ts'
import { KeyDates } from '#web/events/site/KeyDates.tsx'
import { useContent } from '#web/layout/content.tsx'
import { PageLink } from '#web/layout/PageLink.tsx'
import { daysBetween } from '#web/platform/calendar.ts'
import { useStore } from '#web/platform/store.ts'
import { countOf } from '#web/platform/words.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Spinner.tsx'
import type { ProfileReply } from './api.ts'
import { DetailsCard, NoDetailsCard } from './DetailsCard.tsx'
import { rememberLedToForm, wasLedToForm } from './ledToForm.ts'
import { NextSteps } from './NextSteps.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { useProfile } from './useProfile.ts'
import styles from './ProfilePage.module.css'

const ClosingNotice = lazy(() =>
  import('#web/accounts/card/ClosingNotice.tsx').then((notice) => ({ default: notice.ClosingNotice })),
)
const AccountCards = lazy(() => import('./AccountCards.tsx'))
const MyAbstracts = lazy(() => import('#web/abstracts/MyAbstracts.tsx'))
const EarlierEvents = lazy(() => import('./EarlierEvents.tsx'))
const MyReviews = lazy(() => import('#web/reviews/MyReviews.tsx'))
const MyWorkshops = lazy(() => import('#web/booking/MyWorkshops.tsx').then((card) => ({ default: card.MyWorkshops })))

export default function ProfilePage() {
  const { reply, exists, ...loaded } = useProfile()
  const applicantId = useStore(({ auth }) => auth.applicantId)
  if (loaded.hasFailed) return <NotLoaded {...loaded} />
  if (exists === false && !wasLedToForm(applicantId)) return <LeadToForm applicantId={applicantId} />
  if (!reply) return <Skeleton title={pages['/profile'].title} />
  return <Home reply={reply} />
}

function LeadToForm({ applicantId }: { applicantId: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    rememberLedToForm(applicantId)
    void navigate('/profilereg', { replace: true })
  }, [navigate, applicantId])
  return <Skeleton title={pages['/profile'].title} />
}

function Home({ reply: { Table, Account } }: { reply: ProfileReply }) {
  const { event, today } = useContent()
  const [profile] = Table
  const { orders, refresh } = useOrders()
  const current = orders?.filter(({ EventID }) => EventID === event?.id)
  const paid = current?.filter(({ PaidStatus }) => PaidStatus === 'PAID').length ?? 0
  const standing = useStanding()
  const [email, setEmail] = useState(Account.UserID)
  return (
    <>
      <PageHeader
        eyebrow={event ? eventTitle(event) : undefined}
        title={`${profile ? 'Welcome back' : 'Welcome'}, ${firstNameOf(profile?.Name ?? Account.Fullname)}`}
      >
        {event && <p className="soft">{whatIsNext(event, today)}</p>}
      </PageHeader>
      <Suspense>{standing.standing?.closesAt && <ClosingNotice {...standing} />}</Suspense>
      <section className="section">
        <div className="page-width split split-start">
          <aside className="stack gap-l" aria-label="About you">
            {profile ? (
              <DetailsCard profile={profile} email={email} />
            ) : (
              <NoDetailsCard name={Account.Fullname} email={email} />
            )}
            <NextSteps profile={profile} workshops={paid} />
          </aside>
          <div className="stack gap-l">
            {!event?.noAbstracts && (
              <Suspense
                fallback={<HomeCard title="My abstracts" link={{ to: '/abstractsubmission', text: 'Add Abstract' }} />}
              >
                <MyAbstracts />
              </Suspense>
            )}
            <Suspense fallback={<HomeCard title="My workshops" link={{ to: '/events', text: 'Browse' }} />}>
              <MyWorkshops orders={orders && current} refresh={refresh} />
            </Suspense>
            <Suspense>
              <MyReviews />
            </Suspense>
            {orders && (
              <Suspense>
                <EarlierEvents orders={orders} refresh={refresh} />
              </Suspense>
            )}
            {event && (
              <section className={`card ${styles.dates}`}>
                <KeyDates event={event} today={today} />
              </section>
            )}
            <Suspense>
              <AccountCards {...standing} email={email} onEmail={setEmail} />
            </Suspense>
          </div>
        </div>
      </section>
    </>
  )
}

/** `Dr Mehak Soomro` is greeted as Mehak. */
export function firstNameOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words.find((word) => !/^(dr|prof|professor|mr|mrs|ms|miss|engr)\.?$/i.test(word)) ?? name
}

function whatIsNext(
  { noAbstracts, abstractsCloseOn, registrationClosesOn, startsOn }: CurrentEvent,
  today: string,
): string {
  const ahead = [
    ...(noAbstracts ? [] : [{ day: abstractsCloseOn, what: 'abstract submission closes' }]),
    { day: registrationClosesOn, what: 'registration closes' },
    { day: startsOn, what: 'the conference begins' },
  ].find(({ day }) => day > today)
  return ahead ? `${countOf(daysBetween(today, ahead.day), 'day')} until ${ahead.what}.` : ''
}

type HomeCardProps = { title: string; link: { to: PagePath; text: string } }

/** While the rest of it is on its way. */
function HomeCard({ title, link }: HomeCardProps) {
  const id = useId()
  return (
    <section className="card stack gap-s" aria-labelledby={id}>
      <div className="card-header">
        <h2 id={id}>{title}</h2>
        <PageLink className="button button-quiet" to={link.to}>
          {link.to === '/abstractsubmission' && <Icon name="plus" />} {link.text}
        </PageLink>
      </div>
    </section>
  )
}
