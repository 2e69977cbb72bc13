/** Who is signed in is kept once; ids, cart, abstracts and payment are of one event, and kept apart for each that is not the current one. */
import type { Shelves } from '#web/platform/persist.ts'
import type { Kept } from '#web/platform/store.ts'

declare module '#web/platform/persist.ts' {
  interface OfShelf extends Omit<Kept, 'auth'> {
    auth: Pick<Kept['auth'], 'eventId' | 'applicantId'>
  }
}

/** A place is the number of an event; the plain addresses have none. */
export const shelves: Shelves = {
  read: ({ auth, at, ...plain }, shelf, empty) => {
    if (!shelf) return { auth, ...plain }
    const own = at?.[shelf]
    // Always about this event, also when nobody knows yet who the person is there.
    return { ...empty, ...own, auth: { ...auth, applicantId: '', ...own?.auth, eventId: shelf } }
  },
  write: ({ at, ...stored }, shelf, { auth, ...rest }) => {
    if (!shelf) return { auth, ...rest, ...(at && { at }) }
    const { eventId, applicantId } = auth
    const { eventId: plainEvent, applicantId: plainApplicant } = stored.auth
    return {
      ...stored,
      auth: { ...auth, eventId: plainEvent, applicantId: plainApplicant },
      at: { ...at, [shelf]: { ...rest, auth: { eventId, applicantId } } },
    }
  },
}
