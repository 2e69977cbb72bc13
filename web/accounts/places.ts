/** Who is signed in is kept once; ids, cart, abstracts and payment are of one event, and kept apart for each that is not the current one. */
import type { Places } from '#web/platform/persist.ts'
import type { Kept } from '#web/platform/store.ts'

declare module '#web/platform/persist.ts' {
  interface OfPlace extends Omit<Kept, 'auth'> {
    auth: Pick<Kept['auth'], 'eventId' | 'applicantId'>
  }
}

/** A place is the number of an event; the plain addresses have none. */
export const places: Places = {
  read: ({ auth, at, ...plain }, place, empty) => {
    if (!place) return { auth, ...plain }
    const own = at?.[place]
    // Always about this event, also when nobody knows yet who the person is there.
    return { ...empty, ...own, auth: { ...auth, applicantId: '', ...own?.auth, eventId: place } }
  },
  write: ({ at, ...stored }, place, { auth, ...rest }) => {
    if (!place) return { auth, ...rest, ...(at && { at }) }
    const { eventId, applicantId } = auth
    const { eventId: plainEvent, applicantId: plainApplicant } = stored.auth
    return {
      ...stored,
      auth: { ...auth, eventId: plainEvent, applicantId: plainApplicant },
      at: { ...at, [place]: { ...rest, auth: { eventId, applicantId } } },
    }
  },
}
