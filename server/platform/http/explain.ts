import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { isUnavailable } from '#server/platform/database/database.ts'
import { Refusal } from './refuse.ts'

type Explanation = { code: RefusalCode; status: number; sentence: string; retryAfter: number | undefined } & Pick<
  Refusal['why'],
  'turn'
>

/** What Fastify refuses by itself, in our words. */
const frameworkRefusals: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_input',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_input',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_input',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'bad_input',
  FST_ERR_BAD_URL: 'bad_input',
  FST_ERR_ASYNC_CONSTRAINT: 'bad_input',
  FST_ERR_MAX_PARAM_LENGTH: 'bad_input',
}

/** The status and the sentence for anything that was thrown. The words of the error itself go to the log, never to the caller. */
export function explain(error: unknown): Explanation {
  if (error instanceof Refusal) {
    const { retryAfter, turn } = error.why
    return { ...say(error.code), sentence: error.message, retryAfter, ...(turn && { turn }) }
  }
  if (error instanceof SyntaxError || isCallerGone(error)) return say('bad_input')
  if (isUnavailable(error)) return { ...say('unavailable'), retryAfter: 2 }
  if (noRoom.has(codeOf(error))) return { ...say('unavailable'), retryAfter: untilThereIsRoom }
  return say(frameworkRefusals[codeOf(error)] ?? 'broken')
}

/** Nothing is wrong with the file: the disk, or our part of it, is full. Somebody has to make room, which takes longer than a moment. */
const noRoom = new Set(['ENOSPC', 'EDQUOT'])
const untilThereIsRoom = 60

/** What Node says when a question breaks off. A database that breaks off has the same code, and says what it was doing. */
function isCallerGone(error: unknown): boolean {
  return codeOf(error) === 'ECONNRESET' && (error as Error).message === 'aborted'
}

function say(code: RefusalCode): Explanation {
  const [status, sentence] = refusals[code]
  return { code, status, sentence, retryAfter: undefined }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
