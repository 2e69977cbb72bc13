import type { PagePath } from '#contract/pages.ts'
import { PageLink } from '#web/layout/PageLink.tsx'

const ways: { title: string; text: string; href: PagePath; link: string }[] = [
  {
    title: 'Attend a workshop',
    text: 'Small groups, limited seats, a separate fee for each. Reserve a place and pay by card.',
    href: '/events',
    link: 'See the workshop schedule',
  },
  {
    title: 'Present your work',
    text: 'Oral, poster or workshop. Up to 250 words, read blind by at least three reviewers.',
    href: '/abstract',
    link: 'Read the abstract guidelines',
  },
  {
    title: 'Follow a programme',
    text: 'Courses and conferences through the year, each with its coordinator, its fee and its last date.',
    href: '/program',
    link: 'See the current programmes',
  },
]

export function WaysToTakePart() {
  return (
    <div className="stack">
      <h2>Three ways to take part</h2>
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
