import { useContent, useProse } from '#web/layout/content.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProseText } from '#web/ui/ProseText.tsx'

/** A page of rules, with whom to ask beside it. */
export function LegalPage({ title, name }: { title: string; name: 'privacy' | 'terms' }) {
  const office = useContent().site.contacts.at(-1)
  const prose = useProse(name)
  return (
    <>
      <PageHeader title={title} lead={prose.lead} />
      <section className="section">
        <div className="page-width split aside-19">
          <ProseText prose={prose} />
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
