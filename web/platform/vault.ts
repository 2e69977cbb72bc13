/**
 * Text at rest in the browser, as ciphertext only. It keeps the session from whoever copies the profile folder or looks into
 * the storage panel; a script that runs in our page could still ask for it, which is what the strict policy is there to stop.
 */

/** Where the key lives: made here, never to be exported, and gone after signing out. */
export type Keyring = {
  find: () => Promise<CryptoKey | undefined>
  /** The key, made now if there was none; of two tabs that make one at the same moment, both get the same. */
  findOrMake: () => Promise<CryptoKey>
  destroy: () => Promise<void>
}

export type Vault = {
  read: () => Promise<string | undefined>
  write: (text: string) => Promise<void>
  clear: () => Promise<void>
}

type VaultParts = { texts: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>; keyring: Keyring }

/** `name` and `version` are sealed in: a text that was moved, or written by an older version, does not open. */
export function makeVault({ texts, keyring }: VaultParts, { name, version }: { name: string; version: number }): Vault {
  const sealedIn = new TextEncoder().encode(`${name} ${version}`)
  const cipher = (iv: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv, additionalData: sealedIn })

  return {
    async read() {
      const sealed = texts.getItem(name)
      const key = await keyring.find()
      if (sealed === null) return undefined
      try {
        if (!key) throw new Error('the key is gone')
        const [iv = '', box = ''] = sealed.split('.')
        return new TextDecoder().decode(await crypto.subtle.decrypt(cipher(bytesOf(iv)), key, bytesOf(box)))
      } catch {
        // Damaged, foreign or old: start clean. Another tab may have put a good one there meanwhile.
        if (texts.getItem(name) === sealed) texts.removeItem(name)
        return undefined
      }
    },
    async write(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const box = await crypto.subtle.encrypt(cipher(iv), await keyring.findOrMake(), new TextEncoder().encode(text))
      texts.setItem(name, `${textOf(iv)}.${textOf(new Uint8Array(box))}`)
    },
    async clear() {
      texts.removeItem(name)
      await keyring.destroy()
    },
  }
}

/** One character at a time: a long list of abstracts has more bytes than a function takes arguments. */
function textOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
