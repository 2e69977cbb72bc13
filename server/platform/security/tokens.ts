import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** 256 random bits for the holder, and the hash of it for us: whoever reads our tables cannot use them. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** SQL: where a row stays and its link must end. */
export const hashOfNoToken: RawBuilder<Buffer> = sql`sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`

export function newPin(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

/** Six digits are quickly guessed from a plain hash: a key that is not in the database stands before it. */
export function hashPin(key: Buffer, words: string[]): Buffer {
  return createHmac('sha256', key).update(words.join('\0')).digest()
}

export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

const readable = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that nobody guesses and everybody can read out: no letter that looks like a digit. */
export function newCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => readable[byte % readable.length]).join('')
}
