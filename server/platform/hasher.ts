/** A thread that does nothing but hash: passwords.ts starts it, and gives it one piece of work after the other. */
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { argon2id } from './argon2id.ts'

/** A password to be held against a hash, or, without one, to be hashed. */
export type Work = { password: string; hashed?: string | undefined }
export type Worked = { answer: string | boolean } | { problem: string }

parentPort?.on('message', (work: Work) => parentPort?.postMessage(worked(work)))

function worked({ password, hashed }: Work): Worked {
  try {
    return { answer: hashed === undefined ? hashSync(password, argon2id) : verifySync(hashed, password) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
