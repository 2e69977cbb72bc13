/** The pages by which somebody gets in, and the way back to where they were. */
import type { SessionNeed } from '#contract/accounts/session-needs.ts'
import type { ConsolePath } from '#contract/console-pages.ts'

const signIn = '/console/signin'

export const isSignIn = (pathname: string): boolean => pathname === signIn

/** The sign-in page, which remembers an address of the console. */
export function signInAddress(from: { pathname: string; search: string }): string {
  const to = from.pathname + from.search
  if (to === '/console' || isSignIn(from.pathname)) return signIn
  return `${signIn}?${new URLSearchParams({ to })}`
}

const pages: Record<SessionNeed, ConsolePath> = {
  proof: '/console/second-factor',
  password: '/console/password',
  'set-up': '/console/second-factor',
}

/** Where what still stands between somebody and the console is done; it leads back. */
export function addressOfNeed(need: SessionNeed, from: { pathname: string; search: string }): string {
  // Whoever is on one of these pages already knows where they wanted to go.
  const isOnTheWay = Object.values<string>(pages).includes(from.pathname)
  const to = isOnTheWay ? returnAddress(from.search) : from.pathname + from.search
  return to === '/console' ? pages[need] : `${pages[need]}?${new URLSearchParams({ to })}`
}

/** Only ever an address of the console: a link with another site behind `to` must not send anybody there with fresh rights. */
export function returnAddress(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? ''
  const isOurs = /^\/console(\/[\w/-]*)?(\?[^#\\]*)?$/.test(to) && !to.startsWith(signIn)
  return isOurs ? to : '/console'
}
