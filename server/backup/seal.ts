/** Encryption with age, to public keys: the machine that is backed up cannot read its own backups. */
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupRefused } from './refused.ts'

/** How every file of age begins. */
export const sealedBeginning = 'age-encryption.org/'

export async function seal(plain: Readable, recipients: readonly string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return asNode(await encrypter.encrypt(asWeb(plain)))
}

/** `identities` are the secret keys of a key file. */
export async function unseal(sealed: Readable, identities: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return asNode(await decrypter.decrypt(asWeb(sealed)))
  } catch (error) {
    sealed.destroy()
    if (/no identity matched/.test(String(error)))
      throw new BackupRefused('This key does not open the backup: it was encrypted for another one.')
    throw error
  }
}

/** The lines of a key file that are keys; what age-keygen writes around them are comments. */
export function identitiesIn(keyFile: string): string[] {
  const keys = keyFile.split('\n').map((line) => line.trim())
  return keys.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
}

export function isRecipient(word: string): boolean {
  try {
    new Encrypter().addRecipient(word)
    return true
  } catch {
    return false
  }
}

const asWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const asNode = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as WebStream<Uint8Array>)
