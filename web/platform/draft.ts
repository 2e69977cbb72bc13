/** What somebody has begun and not sent yet. It outlives a session that timed out, so it has a key of its own; signing out removes both. */
import { makeKeyring } from './keyring.ts'
import { makeVault, type Vault } from './vault.ts'

export type Draft<Kept> = {
  read: () => Promise<Kept | undefined>
  /** Written one after the other; of several that come while one is being written, the last. Says whether it is kept. */
  write: (kept: Kept) => Promise<boolean>
  clear: () => void
}

const version = 1
/** What is being written at this moment, by forms that may be gone already. */
const underway = new Set<Promise<unknown>>()
const beginningOf = (owner: string): string => `draft:${owner}:`

export function openDraft<Kept>(owner: string, what: string): Draft<Kept> {
  const vault = owner ? vaultOf(beginningOf(owner) + what) : undefined
  let work = Promise.resolve(true)
  let due: { kept: Kept | undefined } | undefined

  const write = async (isKept: boolean) => {
    if (!due) return isKept
    const { kept } = due
    due = undefined
    if (kept === undefined) await vault?.clear()
    else await vault?.write(JSON.stringify(kept))
    return vault !== undefined
  }
  const fail = (error: unknown) => {
    reportError(error)
    return false
  }
  const queue = (kept: Kept | undefined) => {
    due = { kept }
    const written = (work = work.then(write).catch(fail))
    underway.add(written)
    void written.then(() => underway.delete(written))
    return written
  }
  return {
    async read() {
      const text = await vault?.read()
      return text === undefined ? undefined : (JSON.parse(text) as Kept)
    },
    write: queue,
    clear: () => void queue(undefined),
  }
}

/** What this person has begun of one kind, by the names to open it with. */
export async function draftsLike(owner: string, beginning: string): Promise<string[]> {
  await Promise.all(underway)
  try {
    const whose = beginningOf(owner)
    return Object.keys(localStorage)
      .filter((name) => owner && name.startsWith(whose + beginning))
      .map((name) => name.slice(whose.length))
      .toSorted()
  } catch {
    // Asking for blocked storage throws.
    return []
  }
}

/** The next person at this computer must not find what this one has typed. */
export async function forgetDrafts(owner: string): Promise<void> {
  if (!owner || !isSecureContext) return
  const names = Object.keys(localStorage).filter((name) => name.startsWith(beginningOf(owner)))
  for (const name of names) await vaultOf(name)?.clear()
}

/** What somebody has begun stays theirs under another id of the same person; what was begun there already is left alone. */
export async function moveDrafts(from: string, to: string): Promise<void> {
  if (!from || !isSecureContext) return
  const beginning = beginningOf(from)
  for (const name of Object.keys(localStorage).filter((each) => each.startsWith(beginning))) {
    const target = beginningOf(to) + name.slice(beginning.length)
    const text = await vaultOf(name)?.read()
    if (text === undefined || localStorage.getItem(target) !== null) continue
    await vaultOf(target)?.write(text)
    await vaultOf(name)?.clear()
  }
}

/** Without a safe place for the key nothing is kept. */
function vaultOf(name: string): Vault | undefined {
  try {
    if (!isSecureContext) return undefined
    return makeVault({ texts: localStorage, keyring: makeKeyring(name) }, { name, version })
  } catch {
    // Asking for blocked storage throws.
    return undefined
  }
}
