import type { ZodError } from 'zod'
import { type RefusalCode, refusals } from '#contract/refusals.ts'

/** An expected "no". Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly retryAfter: number | undefined
  constructor(code: RefusalCode, { sentence, retryAfter }: { sentence?: string; retryAfter?: number } = {}) {
    super(sentence ?? refusals[code][1])
    this.code = code
    this.retryAfter = retryAfter
  }
}

export function refuse(code: RefusalCode, why: { sentence?: string; retryAfter?: number } = {}): never {
  throw new Refusal(code, why)
}

/** Names the first field that does not fit the contract; the value itself is never repeated. */
export function refuseInput(error: ZodError): never {
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  return refuse('bad_input', field ? { sentence: `Please check ${field}: ${issue?.message}.` } : {})
}
