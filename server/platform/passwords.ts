/** Passwords are hashed with argon2id, on other threads, and only so many at once. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refuse } from './refuse.ts'

const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** More at once would only make each slower; more in the queue would be answered after the person has gone. */
const atOnce = Math.max(2, availableParallelism())
const inQueue = 60

let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, argon2id))
}

/** An account without a password costs the same work, so that time does not tell which addresses are known. */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const matches = await inTurn(async () => verify(hashed ?? (await nobody), password))
  return matches && Boolean(hashed)
}

/** Whether a hash was made with weaker parameters than today's. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(`$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`)
}

const nobody = hash('nobody has this password', argon2id)

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= inQueue) refuse('unavailable', { retryAfter: 5 })
    await new Promise<void>((go) => waiting.push(go))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
