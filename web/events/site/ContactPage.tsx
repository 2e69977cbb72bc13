import { useWholeContent } from '#web/layout/content.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { DeskCard } from './DeskCard.tsx'

export default function ContactPage() {
  const { site } = useWholeContent()
  return (
    <>
      <PageHeader title="Contact Us" lead="Write to the right desk and you will hear back sooner." />
      <section className="section">
        <div className="page-width stack gap-l">
          <div className="grid min-half">
            {site.contacts.map((contact) => (
              <DeskCard key={contact.desk} contact={contact} />
            ))}
          </div>
          <p className="soft">
            By post or in person: {site.address}. <a href="/travel">How to find us</a>
          </p>
        </div>
      </section>
    </>
  )
}
