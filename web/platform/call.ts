/** Asks the server one call of the contract. Only its head and its types come along: zod stays on the server. */
import type { Call, Sent } from '#contract/heads.ts'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import { mayRepeat, onceMore } from './busy.ts'
import type { Session } from './session.ts'
import type { Store } from './store.ts'

/** The device is told with every call, so nobody needs to name it. A file goes under the name that the contract gives it. */
export type Ask<O extends Operation> = Omit<InputOf<O>, 'DeviceID'> & FileOf<O>
type FileOf<O> = O extends { upload: { field: infer Field extends string } } ? { [Name in Field]?: File } : unknown

export type Refused = { kind: 'refused'; status: number; sentence: string; retryAfter: number | undefined }
export type Answer<Reply = unknown> =
  | { kind: 'reply'; reply: Reply; sentAt?: Date | undefined }
  /** The server said no. */
  | Refused
  /** Nobody answered, or not in time, or not the server. */
  | { kind: 'failed' }
export type AnswerTo<O extends Operation> = Answer<ReplyOf<O>>

const timeout = 30_000
/** Two megabytes over a slow phone line. */
const uploadTimeout = 180_000

/** Waits for the restored session, which every call speaks for. A token that is no longer good ends it. */
export async function call<O extends Operation>(store: Store, one: Call<O>, input: Ask<O>): Promise<AnswerTo<O>> {
  return inSession(store, one, (session) =>
    answerTo(() =>
      onceMore((turn) => {
        const [path, request] = requestOf(one, input as Record<string, string>, session)
        return fetch(path, withTurn(request, turn))
      }, mayRepeat(one)),
    ),
  )
}

const withTurn = (request: RequestInit, turn: Record<string, string> | undefined): RequestInit =>
  turn ? { ...request, headers: { ...(request.headers as Record<string, string>), ...turn } } : request

/** The same, whatever way it is sent. */
export async function inSession<O extends Operation>(
  store: Store,
  one: Call<O>,
  sending: (session: Session) => Promise<AnswerTo<O>>,
): Promise<AnswerTo<O>> {
  const { session } = store
  const now = () => session.of(store.getState())
  await untilRestored(store)
  if (!now().deviceId) store.dispatch(session.nameDevice(randomId()))
  const mine = now()
  const answer = await sending(mine)
  // Unless the person has signed in again meanwhile.
  if (isOver(one, answer) && now().token === mine.token) store.dispatch(session.end())
  return answer
}

/** Not `randomUUID`, which is missing on plain http. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The token that it was sent with is not good, or not any more. */
export const isUnadmitted = (answer: Answer): boolean => answer.kind === 'refused' && answer.status === 401

/** There is no such thing, or not for this person. */
export const isGone = (answer: Answer): boolean => answer.kind === 'refused' && answer.status === 404

/** What the server says when it can do nothing for a moment; nothing for any other answer. */
export const busyWord = (answer: Answer): string | undefined =>
  answer.kind === 'refused' && answer.status === 503 ? answer.sentence || undefined : undefined

/** The session has ended. */
export const isOver = (head: Sent, answer: Answer): boolean => head.token === 'session' && isUnadmitted(answer)

/** The last word of this session: it must arrive although the page is being left, and whatever happens to the session meanwhile. */
export async function sendLast<O extends Operation>(
  one: Call<O>,
  input: Ask<O>,
  session: Session,
): Promise<AnswerTo<O>> {
  const [path, request] = requestOf(one, input as Record<string, string>, session)
  return answerTo(() => fetch(path, { ...request, keepalive: true }))
}

async function answerTo<Reply>(send: () => Promise<Response>): Promise<Answer<Reply>> {
  try {
    const response = await send()
    const reply = (await response.json()) as Reply
    return response.ok ? { kind: 'reply', reply, sentAt: timeOf(response.headers) } : refusedBy(response, reply)
  } catch {
    return { kind: 'failed' }
  }
}

/** By the server's clock: that of the browser may be a day off. */
function timeOf(headers: Headers): Date | undefined {
  const date = headers.get('date')
  return date === null ? undefined : new Date(date)
}

export function requestOf(head: Sent, input: Record<string, string>, session: Session): [string, RequestInit] {
  const { path, sent, upload } = head
  const bearer = bearerOf(head, session)
  const headers = bearer ? { authorization: `Bearer ${bearer}` } : undefined
  const signal = AbortSignal.timeout(upload ? uploadTimeout : timeout)
  const common = { ...(headers && { headers }), signal }
  if (head.method === 'GET') return [withQuestion(path, input), common]
  const all = { DeviceID: session.deviceId, ...input }
  const post = { ...common, method: 'POST' }
  if (upload) return [path, { ...post, body: formOf(all) }]
  const address = sent?.address ?? []
  const inAddress = Object.entries(all).filter(([field]) => address.includes(field))
  const asked = withQuestion(path, Object.fromEntries(inAddress))
  // The device is named where the specification names it, and wherever the specification leaves it to us.
  const inBody = Object.entries(sent ? input : all).filter(([field]) => !address.includes(field))
  if (sent?.body === 'none') return [asked, post]
  if (sent?.body === 'form') return [asked, { ...post, body: new URLSearchParams(inBody) }]
  const json = { ...headers, 'content-type': 'application/json' }
  return [asked, { ...post, headers: json, body: JSON.stringify(Object.fromEntries(inBody)) }]
}

/** What is left out is not asked. */
function withQuestion(path: string, input: Record<string, string | undefined>): string {
  const known = Object.entries(input).filter((field): field is [string, string] => field[1] !== undefined)
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}

/** What is shared by all strangers is open to anyone, and says more to whoever is signed in. */
function bearerOf({ token, shared, withSession }: Sent, session: Session): string {
  if (token === 'reset') return session.resetToken
  return token === 'session' || shared || withSession ? session.token : ''
}

/** What is left out is not sent. */
function formOf(input: Record<string, string | File | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) if (value !== undefined) form.append(name, value)
  return form
}

/** A file that only its owner may have; nothing when it could not be had. */
export async function download(
  store: Store,
  { path }: Sent,
  question: Record<string, string> = {},
): Promise<Blob | undefined> {
  await untilRestored(store)
  const headers = { authorization: `Bearer ${store.session.of(store.getState()).token}` }
  try {
    const send = (turn?: Record<string, string>) =>
      fetch(withQuestion(path, question), withTurn({ headers, signal: AbortSignal.timeout(uploadTimeout) }, turn))
    const response = await onceMore(send, true)
    return response.ok ? await response.blob() : undefined
  } catch {
    return undefined
  }
}

export function refusedBy({ status, headers }: Pick<Response, 'status' | 'headers'>, reply: unknown): Refused {
  const sentence = rowOf({ kind: 'reply', reply: reply as { Table?: { Status?: string }[] } })?.Status ?? ''
  return { kind: 'refused', status, sentence, retryAfter: Number(headers.get('retry-after')) || undefined }
}

/** The first row of the reply, if there is one. A proxy may answer with something else altogether. */
export function rowOf<Row>(answer: Answer<{ Table?: Row[] }>): Row | undefined {
  return answer.kind === 'reply' ? answer.reply?.Table?.[0] : undefined
}

export function untilRestored(store: Store): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      if (!store.getState().visit.isRestored) return
      stop()
      done()
    }
    const stop = store.subscribe(look)
    look()
  })
}
