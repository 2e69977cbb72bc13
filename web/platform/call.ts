/** Asks the server one operation of the contract. Only the contract's types come along: zod stays on the server. */
import type * as abstracts from '#contract/abstracts/abstracts.ts'
import type * as changes from '#contract/accounts/account-changes.ts'
import type * as accounts from '#contract/accounts/accounts.ts'
import type * as orders from '#contract/booking/orders.ts'
import type * as events from '#contract/events/events.ts'
import type * as workshops from '#contract/events/workshops.ts'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type * as payments from '#contract/payments/payments.ts'
import type * as profiles from '#contract/people/profiles.ts'
import { logout, setAuthData, type Auth } from './auth.ts'
import type { Store } from './store.ts'

type Contract = Omit<typeof abstracts, 'AbstractDownload'> &
  typeof accounts &
  Omit<typeof changes, 'DataCopy'> &
  typeof events &
  Omit<typeof profiles, 'ProfileExistsByGet' | 'ProfilePhoto'> &
  typeof workshops &
  typeof orders &
  typeof payments
type Operations = {
  [Name in keyof Contract as Contract[Name] extends Operation ? Name : never]: Contract[Name] extends Operation
    ? Contract[Name]
    : never
}
type Named<Trait> = { [Name in keyof Operations]: Operations[Name] extends Trait ? Name : never }[keyof Operations]

export type OperationName = keyof Operations
/** The device is told with every call, so nobody needs to name it. A file goes under the name that the contract gives it. */
export type Ask<Name extends OperationName> = Omit<InputOf<Operations[Name]>, 'DeviceID'> & FileOf<Operations[Name]>
type FileOf<O> = O extends { upload: { field: infer Field extends string } } ? { [Name in Field]?: File } : unknown

export type Refused = { kind: 'refused'; status: number; sentence: string; retryAfter: number | undefined }
export type Answer<Reply = unknown> =
  | { kind: 'reply'; reply: Reply; sentAt?: Date | undefined }
  /** The server said no. */
  | Refused
  /** Nobody answered, or not in time, or not the server. */
  | { kind: 'failed' }
export type AnswerTo<Name extends OperationName> = Answer<ReplyOf<Operations[Name]>>

/** Which calls are not posts by anyone. The compiler holds these lists to the contract. */
const isRead: Record<Named<{ method: 'GET' }>, true> = {
  AccountStanding: true,
  CaptchaChallenge: true,
  CommonPasswords: true,
  GetAbstracts: true,
  Sessions: true,
  GetProfile: true,
  MyEvents: true,
  MyOrders: true,
  Receipt: true,
  OpenAttempt: true,
}
const bearers: Record<Named<{ token: 'session' }>, 'token'> & Record<Named<{ token: 'reset' }>, 'verificationToken'> = {
  GetAbstracts: 'token',
  AbstractSave: 'token',
  AbstractUpdate: 'token',
  SubmitAbstract: 'token',
  RemoveAbstract: 'token',
  UploadBegin: 'token',
  UploadPiece: 'token',
  SignOut: 'token',
  Sessions: 'token',
  EndSession: 'token',
  EndSessions: 'token',
  EndOtherSessions: 'token',
  ChangePassword: 'token',
  AskEmailChange: 'token',
  ConfirmEmailChange: 'token',
  AccountStanding: 'token',
  AskDataCopy: 'token',
  CloseAccount: 'token',
  KeepAccount: 'token',
  ProfileExists: 'token',
  ProfileCreate: 'token',
  GetProfile: 'token',
  MyEvents: 'token',
  SeatAvailable: 'token',
  CheckOut: 'token',
  MyOrders: 'token',
  CancelOrder: 'token',
  AskBank: 'token',
  Receipt: 'token',
  OpenAttempt: 'token',
  initiatePayment: 'token',
  finalizePayment: 'token',
  EventUpdatePassword: 'verificationToken',
}
/** Open to anyone, and says more to whoever is signed in. */
const isOpenDoor = { WorkshopsList: true }

/** The payment service has addresses of its own. */
const isOfPayments: Record<Named<{ path: `/payments/${string}` }>, true> = {
  initiatePayment: true,
  finalizePayment: true,
  OpenAttempt: true,
  CancelOrder: true,
  AskBank: true,
}

/** Where the specification says what stands in the address, and what in which kind of body. */
const sentAs: { [Name in Named<{ sent: object }>]: Operations[Name]['sent'] } = {
  Login: { address: ['DeviceID', 'UserID'], body: 'form' },
  EventsPortal: { address: [], body: 'form' },
  LastDates: { address: ['EventID', 'typ'], body: 'none' },
  WorkshopsList: { address: ['EventID', 'ApplicantID'], body: 'json' },
  CheckOut: { address: ['DeviceID', 'UserID', 'workshopIDs', 'ApplicantID', 'EventID'], body: 'json' },
}

const isUpload: Record<Named<{ upload: object }>, true> = {
  ProfileCreate: true,
  AbstractSave: true,
  AbstractUpdate: true,
  UploadPiece: true,
}

const patience = 30_000
/** Two megabytes over a slow phone line. */
const uploadPatience = 180_000

/** Waits for the restored session, which every call speaks for. A token that is no longer good ends it. */
export async function call<Name extends OperationName>(
  store: Store,
  name: Name,
  input: Ask<Name>,
): Promise<AnswerTo<Name>> {
  return inSession(store, name, (auth) => send(name, input, auth))
}

/** The same, whatever way it is sent. */
export async function inSession<Name extends OperationName>(
  store: Store,
  name: Name,
  sending: (auth: Auth) => Promise<AnswerTo<Name>>,
): Promise<AnswerTo<Name>> {
  await untilRestored(store)
  if (!store.getState().auth.deviceId) store.dispatch(setAuthData({ deviceId: randomId() }))
  const { auth } = store.getState()
  const answer = await sending(auth)
  // Unless the person has signed in again meanwhile.
  if (isOver(name, answer) && store.getState().auth.token === auth.token) store.dispatch(logout())
  return answer
}

/** Not `randomUUID`, which is missing on plain http. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

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

export function requestOf(name: OperationName, input: Record<string, string>, auth: Auth): [string, RequestInit] {
  const bearer = bearerOf(name, auth)
  const headers = bearer ? { authorization: `Bearer ${bearer}` } : undefined
  const path = `/${name in isOfPayments ? 'payments' : 'api'}/${name}`
  // A sign-out must arrive although the page is being left.
  const signal = AbortSignal.timeout(name in isUpload ? uploadPatience : patience)
  const common = { ...(headers && { headers }), signal, keepalive: name === 'SignOut' }
  if (name in isRead) return [withQuestion(path, input), common]
  const all = { DeviceID: auth.deviceId, ...input }
  const post = { ...common, method: 'POST' }
  if (name in isUpload) return [path, { ...post, body: formOf(all) }]
  const { address = [], body = 'json' }: Sent = name in sentAs ? sentAs[name as keyof typeof sentAs] : {}
  const inAddress = Object.entries(all).filter(([field]) => address.includes(field))
  const asked = withQuestion(path, Object.fromEntries(inAddress))
  // The device is named where the specification names it, and wherever the specification leaves it to us.
  const inBody = Object.entries(name in sentAs ? input : all).filter(([field]) => !address.includes(field))
  if (body === 'none') return [asked, post]
  if (body === 'form') return [asked, { ...post, body: new URLSearchParams(inBody) }]
  const json = { ...headers, 'content-type': 'application/json' }
  return [asked, { ...post, headers: json, body: JSON.stringify(Object.fromEntries(inBody)) }]
}

type Sent = { address?: readonly string[]; body?: NonNullable<Operation['sent']>['body'] }

/** What is left out is not asked. */
function withQuestion(path: string, input: Record<string, string | undefined>): string {
  const known = Object.entries(input).filter((field): field is [string, string] => field[1] !== undefined)
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}

function bearerOf(name: OperationName, auth: Auth): string {
  if (name in isOpenDoor) return auth.token
  return name in bearers ? auth[bearers[name as keyof typeof bearers]] : ''
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
  name: 'ProfilePhoto' | 'AbstractDownload',
  question: Record<string, string> = {},
): Promise<Blob | undefined> {
  await untilRestored(store)
  const headers = { authorization: `Bearer ${store.getState().auth.token}` }
  try {
    const response = await fetch(withQuestion(`/api/${name}`, question), {
      headers,
      signal: AbortSignal.timeout(uploadPatience),
    })
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
