import { useQuery } from '@tanstack/react-query'
import { Fragment, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { type Me, mayAnywhere } from '#web/console/accounts/me.ts'
import { ask } from '#web/console/queries.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from './Link.tsx'
import { railLines } from './rail.ts'

/** Only what the person may see. Below 64 rem it is a drawer, which closes when a link was followed. */
export function Rail({ me, rail }: { me: Me; rail: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  const waiting = useWaiting(me)
  return (
    <nav className="console-rail deep" id="rail" ref={rail} popover="auto" aria-label="Console">
      {railLines
        .filter(({ may, unless }) => mayAnywhere(me, may) && !(unless && mayAnywhere(me, unless)))
        .map(({ title, to, under, icon, counts, begins }) => (
          <Fragment key={to}>
            {begins && <h2>{begins}</h2>}
            <Link
              to={to}
              aria-current={isUnder(pathname, under) ? 'page' : undefined}
              onClick={() => {
                if (rail.current?.matches(':popover-open')) rail.current.hidePopover()
              }}
            >
              <Icon name={icon} /> {title}
              {counts && waiting > 0 && (
                <span className="count" aria-label={`${waiting} waiting`}>
                  {waiting}
                </span>
              )}
            </Link>
          </Fragment>
        ))}
    </nav>
  )
}

/** Every screen lies under the overview; that is shown as the place of itself alone. */
const isUnder = (pathname: string, under: string): boolean =>
  pathname === under || (under !== '/console' && pathname.startsWith(`${under}/`))

/** How many payments need a person, for whoever may look. */
function useWaiting(me: Me): number {
  const { data } = useQuery({
    ...ask('ExceptionsList', { state: 'open', limit: 1 }),
    enabled: mayAnywhere(me, 'finance.read'),
    staleTime: 60_000,
  })
  return data?.total ?? 0
}
