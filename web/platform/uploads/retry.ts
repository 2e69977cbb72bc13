/** Trying again what got no answer. */
import type { Answer } from '#web/platform/call.ts'

export type RetryPolicy = {
  signal: AbortSignal
  /** How often it is tried again while the browser believes itself connected. */
  tries: number
  /** Told when it begins to wait for the connection, and when that is over. */
  onWaiting: (isWaiting: boolean) => void
}

const longest = 15_000

/** Only for what may arrive twice. While the browser is offline it waits as long as that takes. */
export async function retry<Reply extends Answer>(
  once: () => Promise<Reply>,
  { signal, tries, onWaiting }: RetryPolicy,
): Promise<Reply> {
  for (let failures = 0; ;) {
    const answer = await once()
    const isOffline = !navigator.onLine
    if (!isOffline) failures += 1
    if (signal.aborted || !isUnanswered(answer) || failures > tries) return answer
    onWaiting(true)
    await untilWorthTrying(isOffline ? undefined : Math.min(500 * 2 ** failures, longest), signal)
    onWaiting(false)
    if (signal.aborted) return answer
  }
}

/** Nobody was there, or a server that could not do it now. */
export const isUnanswered = (answer: Answer): boolean =>
  answer.kind === 'failed' || (answer.kind === 'refused' && answer.status >= 500)

function untilWorthTrying(pause: number | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = pause === undefined ? undefined : setTimeout(() => end(), pause)
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      done()
    }
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
