import type { ZodError } from 'zod'
import { type RefusalBody, type RefusalCode, refusals } from '#contract/refusals.ts'

/** `turn` is in the line at a full server, for so many milliseconds. */
type Why = { sentence?: string; retryAfter?: number; turn?: { text: string; wait: number } } & Pick<
  RefusalBody,
  'fields' | 'stored'
>

/** An expected "no". Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly why: Why
  constructor(code: RefusalCode, why: Why = {}) {
    super(why.sentence ?? refusals[code][1])
    this.code = code
    this.why = why
  }
}

export function refuse(code: RefusalCode, why: Why = {}): never {
  throw new Refusal(code, why)
}

/** Names the first field that does not fit the contract; the value itself is never repeated. */
export function refuseInput(error: ZodError): never {
  const issue = error.issues[0]
  const field = issue?.path.join('.')
  return refuse('bad_input', field ? { sentence: `Please check ${field}: ${issue?.message}.` } : {})
}

/** Names every field that does not fit, by its path. */
export function refuseFields(error: ZodError): never {
  const fields = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'There is no such field.' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  return refuse('invalid', { fields })
}
