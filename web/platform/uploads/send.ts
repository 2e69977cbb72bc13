/** Calls that carry a file. */
import type { Call } from '#contract/heads.ts'
import type { Operation } from '#contract/operation.ts'
import { inSession, refusedBy, requestOf, type AnswerTo, type Ask } from '#web/platform/call.ts'
import type { Session } from '#web/platform/session.ts'
import type { Store } from '#web/platform/store.ts'

export type Watch = { signal: AbortSignal; onProgress: (bytes: number) => void }
export type UploadCall<O extends Operation> = { call: Call<O>; input: Ask<O> }

/** Without a byte moving for so long, the connection is lost, whatever the browser believes. */
const silence = 60_000

/** As `call`, and tells how much has been sent: `fetch` cannot. */
export function upload<O extends Operation>(store: Store, sent: UploadCall<O>, watch: Watch): Promise<AnswerTo<O>> {
  return inSession(store, sent.call, (session) => post(sent, session, watch))
}

function post<O extends Operation>(
  { call, input }: UploadCall<O>,
  session: Session,
  { signal, onProgress }: Watch,
): Promise<AnswerTo<O>> {
  return new Promise((answer) => {
    const [path, { headers, body }] = requestOf(call, input as Record<string, string>, session)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let timer = setTimeout(abort, silence)
    const stir = () => {
      clearTimeout(timer)
      timer = setTimeout(abort, silence)
    }
    request.upload.onprogress = ({ loaded }) => {
      stir()
      onProgress(loaded)
    }
    request.onprogress = stir
    // Comes last, however it ended.
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      answer(answerOf(request))
    }
    signal.addEventListener('abort', abort)
    request.open('POST', path)
    for (const [header, value] of new Headers(headers)) request.setRequestHeader(header, value)
    if (signal.aborted) return answer({ kind: 'failed' })
    request.send(body as FormData)
  })
}

function answerOf<O extends Operation>(request: XMLHttpRequest): AnswerTo<O> {
  const { status } = request
  if (status === 0) return { kind: 'failed' }
  const headers = new Headers()
  const retryAfter = request.getResponseHeader('retry-after')
  if (retryAfter) headers.set('retry-after', retryAfter)
  try {
    const reply = JSON.parse(request.responseText) as never
    return status < 300 ? { kind: 'reply', reply } : refusedBy({ status, headers }, reply)
  } catch {
    // Something between us and the server answered in its place.
    return { kind: 'failed' }
  }
}
