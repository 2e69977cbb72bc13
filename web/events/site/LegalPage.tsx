import type { SiteContent } from '#contract/events/site.ts'
import { useProse, useWholeContent } from '#web/layout/content.tsx'
import { fullDay } from '#web/platform/calendar.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProseText } from '#web/ui/ProseText.tsx'

/** A page of rules, with whom to ask beside it. */
export function LegalPage({ title, name }: { title: string; name: 'privacy' | 'terms' }) {
  const { site, earlier } = useWholeContent()
  const office = site.contacts.at(-1)
  const prose = useProse(name)
  return (
    <>
      <PageHeader title={title} lead={earlier ? aboutEarlier(earlier) : prose.lead} />
      <section className="section">
        <div className="page-width split aside-19">
          <div className="stack">
            {earlier?.shown === null ? <Versions name={name} /> : <ProseText prose={prose} />}
            <p className="small">
              {earlier ? <a href={`/${name}`}>As it is now</a> : <a href={`/${name}/versions`}>Earlier versions</a>}
            </p>
          </div>
          {office && (
            <aside className="card stack stick">
              <h2 className="heading-small">Questions?</h2>
              <p className="soft">Ask us before you agree to something that is not clear to you.</p>
              <p>
                <a href={`mailto:${office.email}`}>{office.email}</a>
              </p>
            </aside>
          )}
        </div>
      </section>
    </>
  )
}

type Earlier = NonNullable<SiteContent['earlier']>

function aboutEarlier({ shown, versions }: Earlier): string {
  const version = versions.find(({ number }) => number === shown)
  return version
    ? `Version ${version.number}, ${daysOf(version)}.`
    : 'Every version that was ever public, with its days.'
}

const daysOf = ({ from, until }: Earlier['versions'][number]): string =>
  until ? `from ${fullDay(from)} to ${fullDay(until)}` : `since ${fullDay(from)}`

function Versions({ name }: { name: string }) {
  const { earlier } = useWholeContent()
  return (
    <ul className="rows">
      {earlier?.versions.map((version) => (
        <li key={version.number}>
          <a href={`/${name}/versions/${version.number}`}>Version {version.number}</a> <span>{daysOf(version)}</span>
        </li>
      ))}
    </ul>
  )
}
