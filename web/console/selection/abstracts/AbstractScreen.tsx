import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { dividedFrom } from '#contract/selection/words.ts'
import { type Me, mayIn, useMe } from '#web/console/accounts/me.ts'
import { useEventId } from '#web/console/events/useEvent.ts'
import { Link } from '#web/console/layout/Link.tsx'
import { useTitle } from '#web/console/layout/site.tsx'
import { ask } from '#web/console/queries.ts'
import { AskedOne } from '#web/console/ui/AskedOne.tsx'
import { whenText } from '#web/console/ui/When.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { abstractAddress, numberOf, type Shown, StateChip } from './abstract-words.tsx'
import { Aside } from './AbstractAside.tsx'
import { Discussion } from './Discussion.tsx'
import { History } from './History.tsx'
import { Reviews } from './Reviews.tsx'
import { TextAndFile } from './TextAndFile.tsx'

const parts = ['reviews', 'text', 'discussion', 'history'] as const
type Part = (typeof parts)[number]

/** One abstract: its text, what was said of it, and what is decided. */
export default function AbstractScreen() {
  const me = useMe()
  const eventId = useEventId(me)
  const number = Number(useParams().number)
  const [address] = useSearchParams()
  const version = Number(address.get('version')) || undefined
  const asked = useQuery({
    ...ask('AbstractShow', { eventId: eventId ?? 0, number, ...(version && { version }) }),
    enabled: eventId !== undefined,
  })
  const { state } = useLocation() as { state: { list?: string } | null }
  useTitle(numberOf(number || 0))
  const abstract = asked.data
  return (
    <div className="console-page">
      <div className="console-head">
        <nav className="crumb" aria-label="Where you are">
          <Link to={state?.list ?? '/console/abstracts'}>Abstracts</Link>
        </nav>
        <h1 dir="auto">{abstract?.title ?? numberOf(number || 0)}</h1>
        {abstract && <span className="soft">{aboutIt(abstract)}</span>}
        {abstract?.hasConflict === false && eventId !== undefined && (
          <Neighbours abstract={abstract} eventId={eventId} />
        )}
      </div>
      <AskedOne asked={asked} missing="There is no such abstract" list="/console/abstracts" />
      {abstract?.hasConflict && (
        <Notice tone="wait">
          <p>
            <strong>Hidden from you.</strong> You wrote this abstract, review it or have a conflict with it. Its
            authors, reviews and decision are not shown to you; if you review it, they appear once the decision is
            published.
          </p>
        </Notice>
      )}
      {abstract?.hasConflict === false && eventId !== undefined && (
        <One me={me} abstract={abstract} eventId={eventId} />
      )}
    </div>
  )
}

function aboutIt(abstract: Shown | { number: number; hasConflict: true }): string {
  const number = numberOf(abstract.number)
  return abstract.hasConflict ? number : `${number}, ${abstract.type.toLowerCase()}, ${abstract.speciality}`
}

function Neighbours({ abstract: { previous, next }, eventId }: { abstract: Shown; eventId: number }) {
  const { state } = useLocation()
  const to = (number: number | null, label: string, icon: 'back' | 'next') =>
    number === null ? null : (
      <Link
        className="button button-quiet icon-button"
        to={abstractAddress(number, eventId)}
        state={state as unknown}
        aria-label={label}
      >
        <Icon name={icon} />
      </Link>
    )
  return (
    <div className="cluster gap-s push">
      {to(previous, 'Previous abstract', 'back')}
      {to(next, 'Next abstract', 'next')}
    </div>
  )
}

function One({ me, abstract, eventId }: { me: Me; abstract: Shown; eventId: number }) {
  const [address] = useSearchParams()
  const part: Part = parts.find((each) => each === address.get('part')) ?? 'reviews'
  const { state, spread, submittedAt, timeZone, version, reviews, remarks } = abstract
  const totals = reviews.flatMap(({ total }) => (total === null ? [] : [total]))
  const isDivided = spread !== null && spread >= dividedFrom
  const names: Record<Part, string> = {
    reviews: `Reviews ${reviews.filter((each) => each.state === 'submitted').length}`,
    text: 'Text and file',
    discussion: `Discussion ${remarks.length}`,
    history: 'History',
  }
  const mayDecide = mayIn(me, 'review.decide', eventId)
  return (
    <>
      <div className="cluster gap-s">
        <StateChip state={state} />
        {isDivided && (
          <span className="status-chip" data-status="pending-payment">
            Divided: {Math.min(...totals).toFixed(1)} to {Math.max(...totals).toFixed(1)}
          </span>
        )}
        <span className="small soft">
          Submitted {whenText(submittedAt, timeZone)}, version {version} counts
        </span>
      </div>
      <div className="split abstract-split">
        <div className="stack gap-l">
          <nav className="tabs" aria-label="Parts">
            {parts.map((each) => {
              const next = new URLSearchParams(address)
              next.set('part', each)
              return (
                <Link key={each} to={`?${next}`} replace aria-current={each === part ? 'page' : undefined}>
                  {names[each]}
                </Link>
              )
            })}
          </nav>
          {part === 'reviews' && (
            <Reviews abstract={abstract} eventId={eventId} mayManage={mayIn(me, 'review.manage', eventId)} />
          )}
          {part === 'text' && <TextAndFile abstract={abstract} eventId={eventId} />}
          {part === 'discussion' && <Discussion abstract={abstract} eventId={eventId} mayDecide={mayDecide} />}
          {part === 'history' && <History abstract={abstract} />}
        </div>
        <Aside key={abstract.abstractId} abstract={abstract} eventId={eventId} mayDecide={mayDecide} />
      </div>
    </>
  )
}
