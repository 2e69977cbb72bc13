/** Who is signed in is kept once; ids, cart, abstracts and payment are of one event, and kept apart for each that is not the current one. */
import type { Namespaces } from '#web/platform/persist.ts'
import type { Kept } from '#web/platform/store.ts'

declare module '#web/platform/persist.ts' {
  interface InNamespace extends Omit<Kept, 'auth'> {
    auth: Pick<Kept['auth'], 'eventId' | 'applicantId'>
  }
}

/** A namespace is the number of an event; the plain addresses have none. */
export const namespaces: Namespaces = {
  read: ({ auth, at, ...plain }, namespace, empty) => {
    if (!namespace) return { auth, ...plain }
    const own = at?.[namespace]
    // Always about this event, also when nobody knows yet who the person is there.
    return { ...empty, ...own, auth: { ...auth, applicantId: '', ...own?.auth, eventId: namespace } }
  },
  write: ({ at, ...stored }, namespace, { auth, ...rest }) => {
    if (!namespace) return { auth, ...rest, ...(at && { at }) }
    const { eventId, applicantId } = auth
    const { eventId: plainEvent, applicantId: plainApplicant } = stored.auth
    return {
      ...stored,
      auth: { ...auth, eventId: plainEvent, applicantId: plainApplicant },
      at: { ...at, [namespace]: { ...rest, auth: { eventId, applicantId } } },
    }
  },
}
