/** Passwords are hashed with argon2id, on threads of their own, and only so many wait for it: see docs/decisions/0022. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
// The threads use it: where it is missing, this is told at the start and not at the first sign-in.
import '@node-rs/argon2'
import { argon2id } from './argon2id.ts'
import type { Work, Worked } from './hasher.ts'
import { refuse } from './refuse.ts'

/** More at once would only make each slower. */
const mostThreads = Math.min(availableParallelism(), 8)
/** A thread has the next piece of work beside it: one that had to ask for it would leave its core idle meanwhile. */
const inHand = 2
/** Whoever waited longer would be answered after they have gone. */
const mostWaiting = 60

type Piece = { work: Work; done: (answer: string | boolean) => void; failed: (why: Error) => void }
/** The pieces that were given to it, in the order in which it answers. */
type Thread = { worker: Worker; pieces: Piece[] }

const threads: Thread[] = []
const waiting: Piece[] = []

export async function hashPassword(password: string): Promise<string> {
  return (await inTurn({ password })) as string
}

/** An account without a password costs the same work, so that time does not tell which addresses are known. */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const matches = await inTurn({ password, hashed: hashed ?? (ofNobody ??= await hashPassword('nobody has this')) })
  return matches === true && Boolean(hashed)
}
let ofNobody: string | undefined

/** Whether a hash was made with weaker parameters than today's. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(`$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`)
}

function inTurn(work: Work): Promise<string | boolean> {
  if (waiting.length >= mostWaiting) refuse('unavailable', { retryAfter: 5 })
  return new Promise((done, failed) => {
    waiting.push({ work, done, failed })
    handOut()
  })
}

function handOut(): void {
  while (waiting.length > 0) {
    const thread = freeThread()
    if (!thread) return
    const piece = waiting.shift() as Piece
    thread.pieces.push(piece)
    thread.worker.ref()
    thread.worker.postMessage(piece.work)
  }
}

/** One that has nothing to do, or a new one, or one with room for the next piece. */
function freeThread(): Thread | undefined {
  const [least] = threads.toSorted((a, b) => a.pieces.length - b.pieces.length)
  const opened = threads.length < mostThreads && least?.pieces.length !== 0 && openThread()
  return opened || (least && least.pieces.length < inHand ? least : undefined)
}

/** Where the system has no thread left, those that are there go on; without any, nobody is left waiting. */
function openThread(): Thread | undefined {
  try {
    return makeThread()
  } catch (error) {
    if (threads.length === 0) for (const { failed } of waiting.splice(0)) failed(error as Error)
    return undefined
  }
}

function makeThread(): Thread {
  const worker = new Worker(new URL('./hasher.ts', import.meta.url), { name: 'passwords' })
  const thread: Thread = { worker, pieces: [] }
  let why = new Error('A thread for passwords has ended.')
  worker.on('message', (worked: Worked) => {
    const piece = thread.pieces.shift()
    // A thread without work does not keep the process.
    if (thread.pieces.length === 0) worker.unref()
    handOut()
    if ('answer' in worked) piece?.done(worked.answer)
    else piece?.failed(new Error(worked.problem))
  })
  worker.on('error', (error: Error) => (why = error))
  // Whoever comes next gets a new one.
  worker.on('exit', () => {
    threads.splice(threads.indexOf(thread), 1)
    for (const { failed } of thread.pieces) failed(why)
    handOut()
  })
  threads.push(thread)
  return thread
}
