/** What every address begins with where part of the site is a site of its own, and nothing elsewhere. */
export const baseOf = (pathname: string): string => /^\/e\/[^/]+/.exec(pathname)?.[0] ?? ''

/** Where the person is, as the routes know it. */
export const whereNow = (): string => location.pathname.slice(baseOf(location.pathname).length) || '/'
