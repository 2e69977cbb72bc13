import { useProse, useWholeContent } from '#web/layout/content.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** Each point of the prose is one question with its answer: `How do I pay? By card, through our partner.` */
export default function FaqPage() {
  const { lead, sections } = useProse('faq')
  return (
    <>
      <PageHeader title="Frequently asked questions" lead={lead} />
      <section className="section">
        <div className="page-width split aside-17">
          <div className="stack gap-xl">
            {sections.map(({ heading, points }, group) => (
              <div key={heading} id={anchorOf(heading)}>
                <h2>{heading}</h2>
                {points.map((point, index) => (
                  <Question key={point} point={point} open={group === 0 && index === 0} />
                ))}
              </div>
            ))}
          </div>
          <StillStuck />
        </div>
      </section>
    </>
  )
}

/** `Your account` is reached as `/faq#your-account`. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

function Question({ point, open }: { point: string; open: boolean }) {
  const end = point.indexOf('? ') + 1
  return (
    <details className="accordion" open={open}>
      <summary>{point.slice(0, end)}</summary>
      <p className="soft">{point.slice(end + 1)}</p>
    </details>
  )
}

function StillStuck() {
  const office = useWholeContent().site.contacts.at(-1)
  if (!office) return null
  return (
    <aside className="card stack stick">
      <h2 className="heading-small">Still stuck?</h2>
      <p className="soft">Write to us and a person will answer.</p>
      <a className="button button-secondary" href={`mailto:${office.email}`}>
        <Icon name="mail" /> E-mail the office
      </a>
      {office.phone && (
        <a className="button button-quiet" href={`tel:${office.phone.replaceAll(' ', '')}`}>
          <Icon name="phone" /> {office.phone}
        </a>
      )}
    </aside>
  )
}
