/** To the sign-in page and back to where somebody was. */
const signIn = '/console/signin'

export const isSignIn = (pathname: string): boolean => pathname === signIn

/** The sign-in page, which remembers an address of the console. */
export function signInAddress(from: { pathname: string; search: string }): string {
  const to = from.pathname + from.search
  if (to === '/console' || isSignIn(from.pathname)) return signIn
  return `${signIn}?${new URLSearchParams({ to })}`
}

/** Only ever an address of the console: a link with another site behind `to` must not send anybody there with fresh rights. */
export function returnAddress(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? ''
  const isOurs = /^\/console(\/[\w/-]*)?(\?[^#\\]*)?$/.test(to) && !to.startsWith(signIn)
  return isOurs ? to : '/console'
}
