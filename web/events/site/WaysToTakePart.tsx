import type { CurrentEvent } from '#contract/events/site.ts'
import type { PagePath } from '#contract/pages.ts'
import { atLeastReviewers } from '#web/abstracts/reviewers.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { countInWords } from '#web/platform/words.ts'

type Way = { title: string; text: string; href: PagePath; link: string }

const waysAt = (event: CurrentEvent): Way[] => [
  {
    title: 'Attend a workshop',
    text: 'Small groups, limited seats, a separate fee for each. Reserve a place and pay by card.',
    href: '/events',
    link: 'See the workshop schedule',
  },
  ...(event.noAbstracts ? [] : [presenting(event)]),
  {
    title: 'Follow a programme',
    text: 'Courses and conferences through the year, each with its coordinator, its fee and its last date.',
    href: '/program',
    link: 'See the current programmes',
  },
]

const presenting = (event: CurrentEvent): Way => ({
  title: 'Present your work',
  text: `Oral, poster or workshop. Up to 250 words, read blind by ${atLeastReviewers(event)}.`,
  href: '/abstract',
  link: 'Read the abstract guidelines',
})

export function WaysToTakePart({ event }: { event: CurrentEvent }) {
  const ways = waysAt(event)
  return (
    <div className="stack">
      <h2>{countInWords(ways.length, 'way')} to take part</h2>
      <div className="grid fit">
        {ways.map(({ title, text, href, link }) => (
          <article className="card stack gap-s" key={title}>
            <h3>{title}</h3>
            <p className="soft">{text}</p>
            <p>
              <PageLink to={href}>{link}</PageLink>
            </p>
          </article>
        ))}
      </div>
    </div>
  )
}
