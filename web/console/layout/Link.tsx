// oxlint-disable-next-line no-restricted-imports -- the one place that may: it adds the event.
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'
import { useWithEvent } from './withEvent.ts'

type LinkProps = Omit<RouterLinkProps, 'to'> & { to: string }

/** A link within the console, which goes on with the event of the screen it is on. */
export function Link({ to, ...props }: LinkProps) {
  const address = useWithEvent()
  return <RouterLink {...props} to={address(to)} />
}
