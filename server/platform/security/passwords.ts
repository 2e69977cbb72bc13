/** Passwords are hashed with argon2id, a few at once, and only so many wait for it: see docs/decisions/0022. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refuse } from '#server/platform/http/refuse.ts'
import { turnsOf } from '#server/platform/process/turns.ts'

/** What a password costs to be tried: 19 MiB and two passes. */
export const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Node has four threads for hashes and files together: while a crowd signs in, one is left for the files. */
const mostAtOnce = Math.min(availableParallelism(), 3)
/**
 * All who are admitted at once may sign in, and staff beside them: a refusal here comes after the call was counted, and keeps no place in the
 * line (server/platform/http/line.ts).
 */
const mostWaiting = 110

const inTurn = turnsOf(mostAtOnce, { mostWaiting, whenFull: () => refuse('unavailable', { retryAfter: 5 }) })

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, argon2id))
}

/** An account without a password costs the same work, so that time does not tell which addresses are known. */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const compared = hashed ?? (ofNobody ??= await hashPassword('nobody has this'))
  const matches = await inTurn(() => verify(compared, password))
  return matches && Boolean(hashed)
}
let ofNobody: string | undefined

/** Whether a hash was made with weaker parameters than today's. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(`$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`)
}
