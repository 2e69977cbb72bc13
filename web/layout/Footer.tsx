import { eventTitle } from '#contract/events/naming.ts'
import { PageLink } from '#web/layout/PageLink.tsx'
import { useContent, useEventLinks } from './content.tsx'

export function Footer() {
  const { site, paymentPartner } = useContent()
  const events = useEventLinks()
  return (
    <footer className="site-footer deep">
      <div className="page-width">
        <nav aria-label="Footer">
          <a href="/faq">FAQ</a>
          <a href="/privacy">Privacy Policy</a>
          <a href="/terms">Terms &amp; Conditions</a>
          <PageLink to="/travel">Travel Information</PageLink>
        </nav>
        {events.length > 0 && (
          <nav aria-label="Events">
            {events.map((event) => (
              <a key={event.id} href={event.address}>
                {eventTitle(event)}
              </a>
            ))}
          </nav>
        )}
        <p className="payment small">
          <span className="soft">Card payments by</span>
          <img src={paymentPartner.logo} alt={paymentPartner.name} width="190" height="48" loading="lazy" />
        </p>
        <p className="imprint small soft">
          {site.address} · {site.department}
        </p>
      </div>
    </footer>
  )
}
