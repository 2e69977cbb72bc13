import type { Keyring } from './vault.ts'

const keys = 'keys'

/** Asks the browser's database one thing. It keeps a CryptoKey without ever showing its bytes. */
function ask<Reply>(mode: IDBTransactionMode, question: (keys: IDBObjectStore) => IDBRequest<Reply>): Promise<Reply> {
  return new Promise((answer, fail) => {
    const opening = indexedDB.open('colloquium', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(keys)
    opening.onerror = () => fail(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const work = database.transaction(keys, mode)
      const request = question(work.objectStore(keys))
      const end = (finish: () => void) => () => {
        database.close()
        finish()
      }
      work.oncomplete = end(() => answer(request.result))
      work.onabort = end(() => fail(work.error))
    }
  })
}

/** Each name has a key of its own. */
export function makeKeyring(name: string): Keyring {
  const find = () => ask<CryptoKey | undefined>('readonly', (store) => store.get(name))
  return {
    find,
    async findOrMake() {
      const found = await find()
      if (found) return found
      const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
      try {
        await ask('readwrite', (store) => store.add(made, name))
        return made
      } catch (error) {
        // Another tab was faster; then its key is there.
        const theirs = await find()
        if (theirs) return theirs
        throw error
      }
    },
    destroy: async () => {
      await ask('readwrite', (store) => store.delete(name))
    },
  }
}

/** The session's. */
export const keyring = makeKeyring('persist')
