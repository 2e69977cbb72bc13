/** Keeps what the domains have in the store from one visit to the next, and the same in every tab. */
import type { Kept, Store } from './store.ts'
import type { Vault } from './vault.ts'
import { restored } from './visit.ts'

export const persistKey = 'persist:root'
export const persistVersion = 1
const timeout = 5000

/** Everything that is kept: of the plain pages, and of each place that keeps its own. */
export type Stored = Kept & { at?: { [namespace: string]: InNamespace } }

/** What is of one place. Its domain says what. */
export interface InNamespace {}

/** Which of it a page at one place has, and what becomes of the whole when that changes. */
export type Namespaces = {
  read: (stored: Stored, namespace: string, empty: Kept) => Kept
  write: (stored: Stored, namespace: string, now: Kept) => Stored
}
type Keeping = { namespace: string; namespaces: Namespaces; onRestored?: (stored: Stored) => void }

let work = Promise.resolve()

/** When everything that happened so far is written: before leaving for another page, wait for this. */
export const untilKept = (): Promise<void> => work

/**
 * Reads what was kept into the store. From then on every change is written, one after the other.
 * Says whether there is a place to keep things: some browsers have none, and then the session lives in memory only.
 * `onRestored` is called before anybody can draw the restored state.
 */
export async function keepState(
  store: Store,
  vault: Vault,
  { namespace, namespaces, onRestored }: Keeping,
): Promise<boolean> {
  const empty = store.keptOf(store.emptyState)
  const found = await withinTimeout(readStored(vault))
  let stored = found?.stored ?? empty
  store.dispatch(restored(namespaces.read(stored, namespace, empty)))
  if (!found) return false
  let inVault = store.keptOf(store.getState())
  let isDue = false

  const queue = (task: () => Promise<void>): Promise<void> =>
    (work = work.then(task).catch((error) => reportError(error)))

  const write = async () => {
    isDue = false
    const now = store.keptOf(store.getState())
    if (isSame(now, inVault)) return
    inVault = now
    // After signing out nothing is left to read, and no key to read it with.
    const isOver = isSame(now, store.emptyState)
    stored = isOver ? empty : namespaces.write(stored, namespace, now)
    if (isOver) await vault.clear()
    else await vault.write(JSON.stringify(stored))
  }
  store.subscribe(() => {
    if (isDue) return
    isDue = true
    void queue(write)
  })

  /** Takes over what another tab wrote, without writing it once more. */
  const follow = async () => {
    const { stored: theirs } = await readStored(vault)
    stored = theirs ?? empty
    store.dispatch(theirs ? restored(namespaces.read(theirs, namespace, empty)) : store.session.end())
    inVault = store.keptOf(store.getState())
  }
  addEventListener('storage', ({ key }) => {
    if (key === persistKey || key === null) void queue(follow)
  })
  // The back button may bring this page back as it was before somebody signed out.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void queue(follow)
  })
  onRestored?.(stored)
  return true
}

type Found = { stored: Stored | undefined }

async function readStored(vault: Vault): Promise<Found> {
  const text = await vault.read()
  return { stored: text === undefined ? undefined : (JSON.parse(text) as Stored) }
}

/** A browser whose storage hangs or refuses must not keep the person waiting: after five seconds we start empty. */
function withinTimeout(reading: Promise<Found>): Promise<Found | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeout))
  return Promise.race([reading.catch(() => undefined), late])
}

const isSame = (one: Kept, other: Kept): boolean =>
  (Object.keys(one) as (keyof Kept)[]).every((name) => one[name] === other[name])
