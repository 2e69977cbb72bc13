/** Every address of the console names its event: a click must never lead into another one without a word. */
import { matchPath, useLocation } from 'react-router'
import { consolePages } from '#contract/console-pages.ts'

type ConsolePage = (typeof consolePages)[keyof typeof consolePages]
type From = { pathname: string; search: string }

/** In an address: of all events together, on a page that can show them so. */
export const anyEvent = 'any'
const kept = 'colloquium:event'

/** The event that this tab showed last. A page of all events leads back into it. */
export function lastEvent(): string | undefined {
  return sessionStorage.getItem(kept) ?? undefined
}

export function rememberEvent(eventId: string | null): void {
  if (eventId !== null && eventId !== anyEvent) sessionStorage.setItem(kept, eventId)
}

export function forgetEvent(): void {
  sessionStorage.removeItem(kept)
}

export function pageAt(pathname: string): ConsolePage | undefined {
  return Object.entries(consolePages).find(([path]) => matchPath(path, pathname))?.[1]
}

/** A page of one event cannot be shown without it. */
export const needsEvent = (page: ConsolePage | undefined): boolean =>
  page !== undefined && !('ofAnyEvent' in page) && !('alone' in page)

/** The same address, with the event of the screen that leads there. One that names its event already is left as it is. */
export function withEvent(to: string, from: From): string {
  const [, address = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(to) ?? []
  if (!/^(\/console\b|\?)/.test(address)) return to
  const target = new URL(address, `http://console.invalid${from.pathname}`)
  const page = pageAt(target.pathname)
  if (target.searchParams.has('eventId') || (page && 'alone' in page)) return to
  const named = new URLSearchParams(from.search).get('eventId') ?? anyEvent
  // From a page of all events to another of them: still all.
  const eventId = named === anyEvent && needsEvent(page) ? lastEvent() : named
  if (eventId === undefined || eventId === anyEvent) return to
  return `${address}${address.includes('?') ? '&' : '?'}eventId=${eventId}${hash}`
}

export function useWithEvent(): (to: string) => string {
  const from = useLocation()
  return (to) => withEvent(to, from)
}
