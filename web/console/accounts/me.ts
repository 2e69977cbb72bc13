/** Who is signed in, and what they may. The server decides again at each call; this only keeps dead ends out of sight. */
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Permission } from '#contract/accounts/permissions.ts'
import { consolePages, type ConsolePath } from '#contract/console-pages.ts'
import type { Reply } from '#web/console/call.ts'
import { askMe } from '#web/console/queries.ts'

export type Me = Reply<'StaffMe'>

export const useMe = (): Me => useSuspenseQuery(askMe()).data

/** In the whole college, or in one event at least. */
export function mayAnywhere({ college, events }: Pick<Me, 'college' | 'events'>, permission: Permission): boolean {
  return college.includes(permission) || events.some(({ may }) => may.includes(permission))
}

/** In this event; without one, in the whole college. */
export function mayIn({ college, events }: Me, permission: Permission, eventId: number | undefined): boolean {
  const event = events.find((each) => each.eventId === eventId)
  return college.includes(permission) || (event?.may.includes(permission) ?? false)
}

export function maySee(me: Me, path: ConsolePath): boolean {
  const page = consolePages[path]
  if (!('may' in page) || page.may === 'self') return true
  return mayAnywhere(me, page.may)
}

/** Where somebody begins who has come to /console: the first screen of the rail that they may see. */
export function firstScreen(me: Me): string | undefined {
  return (Object.keys(consolePages) as ConsolePath[]).find(
    (path) =>
      'may' in consolePages[path] && consolePages[path].may !== 'self' && !path.includes(':') && maySee(me, path),
  )
}

/** The event that money or a person belongs to; what belongs to none goes by the current one's clock. */
export function timeZoneOf({ events }: Me, eventId: number | undefined): string {
  const event = events.find((each) => each.eventId === eventId) ?? events.find(({ isCurrent }) => isCurrent)
  return event?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** `ZQ` for Zainab Qureshi; titles are not initials. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !/^(dr|prof|mr|ms|mrs|sr)\.?$/i.test(word))
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
