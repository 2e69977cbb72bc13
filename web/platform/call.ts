/** Asks the server one operation of the contract. Only the contract's types come along: zod stays on the server. */
import type * as accounts from '#contract/accounts.ts'
import type * as events from '#contract/events.ts'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import { logout, setAuthData, type Auth } from './auth.ts'
import type { Store } from './store.ts'

type Contract = typeof accounts & typeof events
type Operations = {
  [Name in keyof Contract as Contract[Name] extends Operation ? Name : never]: Contract[Name] extends Operation
    ? Contract[Name]
    : never
}
type Named<Trait> = { [Name in keyof Operations]: Operations[Name] extends Trait ? Name : never }[keyof Operations]

export type OperationName = keyof Operations
/** The device is told with every call, so nobody needs to name it. */
export type Ask<Name extends OperationName> = Omit<InputOf<Operations[Name]>, 'DeviceID'>

export type Refused = { kind: 'refused'; status: number; sentence: string; retryAfter: number | undefined }
export type Answer<Reply = unknown> =
  | { kind: 'reply'; reply: Reply }
  /** The server said no. */
  | Refused
  /** Nobody answered, or not in time, or not the server. */
  | { kind: 'failed' }
export type AnswerTo<Name extends OperationName> = Answer<ReplyOf<Operations[Name]>>

/** Which calls are not posts by anyone. The compiler holds both lists to the contract. */
const isRead: Record<Named<{ method: 'GET' }>, true> = { CaptchaChallenge: true, Sessions: true }
const bearers: Record<Named<{ who: 'applicant' }>, 'token'> & Record<Named<{ who: 'resetter' }>, 'verificationToken'> =
  {
    SignOut: 'token',
    Sessions: 'token',
    EndSession: 'token',
    EventUpdatePassword: 'verificationToken',
  }
/** The specification sends this one as a form. */
const isForm = { EventsPortal: true }

const patience = 30_000

/** Waits for the restored session, which every call speaks for. A token that is no longer good ends it. */
export async function call<Name extends OperationName>(
  store: Store,
  name: Name,
  input: Ask<Name>,
): Promise<AnswerTo<Name>> {
  await untilRestored(store)
  if (!store.getState().auth.deviceId) store.dispatch(setAuthData({ deviceId: randomId() }))
  const { auth } = store.getState()
  const answer = await send(name, input, auth)
  // Unless the person has signed in again meanwhile.
  if (isOver(name, answer) && store.getState().auth.token === auth.token) store.dispatch(logout())
  return answer
}

/** Not `randomUUID`, which is missing on plain http. */
const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

export const isOver = (name: OperationName, answer: Answer): boolean =>
  name in bearers &&
  bearers[name as keyof typeof bearers] === 'token' &&
  answer.kind === 'refused' &&
  answer.status === 401

/** Sends it in the name of this session, whatever happens to the session meanwhile. */
export async function send<Name extends OperationName>(
  name: Name,
  input: Ask<Name>,
  auth: Auth,
): Promise<AnswerTo<Name>> {
  try {
    const response = await fetch(...requestOf(name, input as Record<string, string>, auth))
    const reply = (await response.json()) as ReplyOf<Operations[Name]>
    return response.ok ? { kind: 'reply', reply } : refusedBy(response, reply)
  } catch {
    return { kind: 'failed' }
  }
}

function requestOf(name: OperationName, input: Record<string, string>, auth: Auth): [string, RequestInit] {
  const bearer = name in bearers ? auth[bearers[name as keyof typeof bearers]] : ''
  const headers = bearer ? { authorization: `Bearer ${bearer}` } : undefined
  const path = `/api/${name}`
  // A sign-out must arrive although the page is being left.
  const common = { ...(headers && { headers }), signal: AbortSignal.timeout(patience), keepalive: name === 'SignOut' }
  if (name in isRead) return [`${path}?${new URLSearchParams(input)}`.replace(/\?$/, ''), common]
  if (name in isForm) return [path, { ...common, method: 'POST', body: new URLSearchParams(input) }]
  const body = JSON.stringify({ DeviceID: auth.deviceId, ...input })
  return [path, { ...common, method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }]
}

function refusedBy({ status, headers }: Response, reply: unknown): Refused {
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
