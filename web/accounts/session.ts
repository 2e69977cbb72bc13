/** The session of this browser from the first script to the last page. */
import * as calls from '#contract/calls/accounts.ts'
import { forgetWriting } from '#web/abstracts/writing.ts'
import { readCart, restoreCart, writeCart } from '#web/booking/slice.ts'
import { cartCount, forgetSignedIn, paint, paintCart, rememberSignedIn } from '#web/layout/signedIn.ts'
import { forgetLedToForm } from '#web/people/ledToForm.ts'
import { call, sendLast } from '#web/platform/call.ts'
import { forgetDrafts } from '#web/platform/draft.ts'
import { keyring } from '#web/platform/keyring.ts'
import { keepState, persistKey, persistVersion, type Stored, untilKept } from '#web/platform/persist.ts'
import type { Store } from '#web/platform/store.ts'
import { makeVault, type Vault } from '#web/platform/vault.ts'
import { restored } from '#web/platform/visit.ts'
import { namespaces } from './namespaces.ts'
import { isSignedIn, logout } from './slice.ts'

/** Restores the session; the promise is kept when it is in the store, be it full or empty. */
export async function startSession(store: Store, namespace = ''): Promise<void> {
  const isLeaving = location.hash === signOutHash
  const vault = openVault()
  const isKept =
    vault !== undefined &&
    (await keepState(store, vault, {
      namespace,
      namespaces,
      onRestored: (stored) => isLeaving && signOut(store, stored),
    }))
  if (!vault) store.dispatch(restored({}))
  // Only when it is done: whoever reloads meanwhile must still be signed out.
  if (isLeaving) void untilKept().then(dropHash)

  if (!namespace) takeCart(store)
  const show = () => {
    showSignedIn(store, { isKept, namespace })
    const state = store.getState()
    // Those of other events are kept with the rest of what is theirs.
    if (!namespace) writeCart(isSignedIn(state) ? state.cart : [])
  }
  show()
  store.subscribe(show)
  // Somebody who changed the password elsewhere is signed out here too.
  if (isSignedIn(store.getState())) void call(store, calls.Sessions, {})
}

/** The boot script signs out by coming here: content pages have no other script that could. */
const signOutHash = '#sign-out'

function dropHash(): void {
  if (location.hash === signOutHash) history.replaceState(history.state, '', location.pathname)
}

function signOut(store: Store, { at = {} }: Stored): void {
  // The server forgets the token if it can be reached; this browser forgets it in any case.
  const { auth } = store.getState()
  if (isSignedIn(store.getState())) void sendLast(calls.SignOut, {}, store.session.of(store.getState()))
  const owners = [auth.applicantId, ...Object.values(at).map(({ auth }) => auth?.applicantId ?? '')]
  for (const owner of owners) forgetDrafts(owner).catch(reportError)
  forgetWriting()
  store.dispatch(logout())
}

/** Without a safe place for the key (plain http, some private windows) the session lives in memory and is never written. */
function openVault(): Vault | undefined {
  try {
    if (!isSecureContext) return undefined
    return makeVault({ texts: localStorage, keyring }, { name: persistKey, version: persistVersion })
  } catch {
    // Asking for blocked storage throws.
    return undefined
  }
}

/** The cart of whoever was here before is nobody's business: without a session it is not taken up, and then removed. */
function takeCart(store: Store): void {
  const items = isSignedIn(store.getState()) ? readCart() : undefined
  if (items) store.dispatch(restoreCart(items))
}

/** On the pages of another event the boot script knows no count: what it paints is that of the plain pages. */
function showSignedIn(store: Store, { isKept, namespace }: { isKept: boolean; namespace: string }): void {
  const state = store.getState()
  const here = isSignedIn(state) ? String(state.cart.length) : null
  const count = here !== null && namespace ? (cartCount() ?? '0') : here
  if (isKept && count !== null) rememberSignedIn(count)
  else forgetSignedIn()
  if (count === null) forgetLedToForm()
  paint(count)
  if (namespace) paintCart(here)
}
