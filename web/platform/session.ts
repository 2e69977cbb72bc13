/** The session of this browser from the first script to the last page. */
import { logout, setAuthData } from './auth.ts'
import { call, rowOf, send } from './call.ts'
import { keyring } from './keyring.ts'
import { keepState, persistKey, persistVersion } from './persist.ts'
import { forgetSignedIn, paint, rememberSignedIn } from './signedIn.ts'
import { isSignedIn, type Store } from './store.ts'
import { makeVault, type Vault } from './vault.ts'
import { restored } from './visit.ts'

/** Restores the session; the promise is kept when it is in the store, be it full or empty. */
export async function startSession(store: Store): Promise<void> {
  const isLeaving = takeSignOut()
  const vault = openVault()
  const isKept = vault !== undefined && (await keepState(store, vault, () => isLeaving && signOut(store)))
  if (!vault) store.dispatch(restored({}))

  const show = () => showSignedIn(store, isKept)
  show()
  store.subscribe(show)
  void learnEvent(store)
  // Somebody who changed the password elsewhere is signed out here too.
  if (isSignedIn(store.getState())) void call(store, 'Sessions', {})
}

/** The boot script signs out by coming here: content pages have no other script that could. */
function takeSignOut(): boolean {
  if (location.hash !== '#sign-out') return false
  history.replaceState(history.state, '', location.pathname)
  return true
}

function signOut(store: Store): void {
  // The server forgets the token if it can be reached; this browser forgets it in any case.
  if (isSignedIn(store.getState())) void send('SignOut', {}, store.getState().auth)
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

function showSignedIn(store: Store, isKept: boolean): void {
  const state = store.getState()
  const count = isSignedIn(state) ? String(state.cart.length) : null
  if (isKept && count !== null) rememberSignedIn(count)
  else forgetSignedIn()
  paint(count)
}

async function learnEvent(store: Store): Promise<void> {
  const event = rowOf(await call(store, 'EventsPortal', { CPD: '1' }))
  if (event) store.dispatch(setAuthData({ eventId: String(event.EventId) }))
}
