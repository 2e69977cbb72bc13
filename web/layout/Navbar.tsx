import { eventTitle } from '#contract/events/naming.ts'
import type { PagePath } from '#contract/pages.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useContent, useEventLinks } from './content.tsx'
import { PageLink } from './PageLink.tsx'
import { cartId } from './signedIn.ts'

type Link = { to: PagePath; text: string }

const events: Link[] = [
  { to: '/program', text: 'Current Events' },
  { to: '/past-programs', text: 'Past Events' },
  { to: '/events', text: 'Register for Events' },
]

/** For visitors and people signed in alike: `data-auth` on the root picks what shows, and the boot script opens the menus. */
export function Navbar({ here }: { here: string }) {
  const { base = '', event: shown, isOther } = useContent()
  const published = useEventLinks()
  const isEvents = events.some(({ to }) => to === here)
  return (
    <nav className="site-nav deep" aria-label="Main">
      <div className="page-width">
        <button className="nav-toggle" type="button" aria-expanded="false" aria-controls="nav-links">
          <Icon name="menu" /> Menu
        </button>
        <ul className="nav-links" id="nav-links">
          <NavItem to="/" text="Home" here={here} />
          <NavItem to="/profile" text="Profile" here={here} signedIn />
          <li className="nav-menu">
            <button
              type="button"
              aria-expanded="false"
              aria-controls="nav-events"
              aria-current={isEvents ? 'true' : undefined}
            >
              Events <Icon name="down" />
            </button>
            <ul id="nav-events">
              {events.map((link) => (
                <NavItem key={link.to} {...link} here={here} />
              ))}
              {published.map((event) => (
                <li key={event.id}>
                  <a href={event.address} aria-current={here === '/' && event.id === shown?.id ? 'page' : undefined}>
                    {eventTitle(event)}
                  </a>
                </li>
              ))}
            </ul>
          </li>
          <NavItem to="/contact" text="Contact Us" here={here} />
        </ul>
        <div className="nav-actions">
          <PageLink className="button button-primary signed-out" to="/login">
            Login
          </PageLink>
          {/* On the page with the cart, it leads to the cart. */}
          <a className="button button-quiet signed-in" href={here === '/events' ? `#${cartId}` : `${base}/events`}>
            <Icon name="cart" /> <span className="wide-word">Cart</span>{' '}
            {/* The boot script has filled this in before React arrives; that of another event, the script of the page does. */}
            <span className="count" data-cart-count={isOther ? 'here' : ''} suppressHydrationWarning>
              {''}
            </span>
            <span className="visually-hidden"> items</span>
          </a>
          <button className="button button-secondary signed-in" type="button" data-sign-out="">
            Sign Out
          </button>
        </div>
      </div>
    </nav>
  )
}

function NavItem({ to, text, here, signedIn }: Link & { here: string; signedIn?: true }) {
  return (
    <li className={signedIn && 'signed-in'}>
      <PageLink to={to} aria-current={to === here ? 'page' : undefined}>
        {text}
      </PageLink>
    </li>
  )
}
