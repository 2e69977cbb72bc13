import { makeVault, type Keyring, type Vault } from '#web/platform/vault.ts'

/** A browser's storage in memory: the texts that anybody could look at, and a key that nobody can. */
export function aBrowser() {
  const shown = new Map<string, string>()
  let key: CryptoKey | undefined
  const keyring: Keyring = {
    find: async () => key,
    findOrMake: async () =>
      (key ??= await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])),
    destroy: async () => {
      key = undefined
    },
  }
  const texts = {
    getItem: (name: string) => shown.get(name) ?? null,
    setItem: (name: string, text: string) => void shown.set(name, text),
    removeItem: (name: string) => void shown.delete(name),
  }
  const vault = (version = 1): Vault => makeVault({ texts, keyring }, { name: 'persist:root', version })
  return { shown, keyring, vault }
}
