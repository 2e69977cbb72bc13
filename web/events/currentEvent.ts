/** Which event is meant now. A new one may be announced while people are signed in: their ids follow, and nothing of theirs is lost. */
import * as calls from '#contract/calls/events.ts'
import { moveWriting } from '#web/abstracts/writing.ts'
import { isSignedIn, setAuthData } from '#web/accounts/slice.ts'
import { call, rowOf, untilRestored } from '#web/platform/call.ts'
import { moveDrafts } from '#web/platform/draft.ts'
import type { Store } from '#web/platform/store.ts'
import { showAlert } from '#web/platform/visit.ts'

/** Learns which event is meant, and stores its id: the one that the page is about, or else the current one, which is fetched. */
export async function learnEvent(store: Store, here = 0): Promise<void> {
  const eventId = here || rowOf(await call(store, calls.EventsPortal, { CPD: '1' }))?.EventId
  await untilRestored(store)
  if (!eventId || (isKnown(store, eventId) && !(here && !store.getState().auth.applicantId))) return
  if (isSignedIn(store.getState())) await follow(store, here)
  else store.dispatch(setAuthData({ eventId: String(eventId) }))
}

/** Whether the ids that this browser sends are those of the event. */
export const isKnown = (store: Store, eventId: number | undefined): boolean =>
  eventId === undefined || store.getState().auth.eventId === String(eventId)

/** Who the person is at the new event, the server knows. Without an answer the old ids stay, which mean the old event and still work. */
async function follow(store: Store, here: number): Promise<void> {
  const answer = await call(store, calls.MyEvents, here ? { EventID: here } : {})
  const events = answer.kind === 'reply' ? answer.reply.events : []
  const current = events.find(({ eventId, isCurrent }) => (here ? eventId === here : isCurrent))
  if (!current || (!here && isKnown(store, current.eventId))) return
  const { auth, cart } = store.getState()
  const before = auth.applicantId
  const applicantId = String(current.applicantId)
  // Before anybody looks for them under the new id.
  await moveDrafts(before, applicantId).catch(reportError)
  moveWriting(before, applicantId)
  store.dispatch(setAuthData({ eventId: String(current.eventId), applicantId }))
  if (before) store.dispatch(showAlert(announced(current.name, cart.length > 0)))
}

const announced = (name: string, hasCart: boolean): string =>
  `${name} has been announced. What you wrote, booked and paid for earlier events is on your profile.${
    hasCart ? ' Your cart still has workshops of the earlier event: please look through it.' : ''
  }`
