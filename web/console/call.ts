/** Asks the server one operation of staff. The session is a cookie, so that no token is ever in the hands of a script. */
import * as calls from '#contract/calls.ts'
import type { Sent, Token } from '#contract/heads.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { mayRepeat, onceMore } from '#web/platform/busy.ts'
import { tellChange } from './changes.ts'

const heads = { CaptchaChallenge: calls.CaptchaChallenge, ...calls.staffCalls }

type Operations = { [Name in keyof typeof heads]: OperationOf<(typeof heads)[Name]> }
type OperationOf<Call extends { operation?: unknown }> = NonNullable<Call['operation']>
export type OperationName = keyof Operations
export type Ask<Name extends OperationName> = InputOf<Operations[Name]>
export type Reply<Name extends OperationName> = ReplyOf<Operations[Name]>

/** The server said no. */
export class Refused extends Error {
  readonly status: number
  readonly body: Partial<RefusalBody>
  /** A call that needs the session found none. A wrong password is no such thing. */
  readonly isSignedOut: boolean

  constructor(status: number, body: Partial<RefusalBody>, token: Token = 'staff') {
    super(body.message || 'An error occurred. Please try again later.')
    this.status = status
    this.body = body
    this.isSignedOut = status === 401 && token === 'staff'
  }
}

/** Nobody answered, or not in time, or not the server. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached. Check your connection, then try again.', { cause })
  }
}

const timeout = 30_000
/** The bank may take its time, and an answer that nobody waited for is the one that is missed most. */
const bankTimeout = 120_000

type AskPerson = () => Promise<boolean>
let askPerson: AskPerson = async () => false
let asked: Promise<boolean> | undefined

/** Who asks the person to confirm that it is they. Gives back how to stop. */
export function onStepUp(ask: AskPerson): () => void {
  askPerson = ask
  return () => (askPerson = async () => false)
}

/** What only a session that proved who asks may do is sent again by itself, once it has. Several at once ask once. */
export async function call<Name extends OperationName>(name: Name, input: Ask<Name>): Promise<Reply<Name>> {
  return (await told(heads[name], () => confirmed(() => answerTo(heads[name], input)))) as Reply<Name>
}

/** Also a change without an answer is told: it may have arrived. One that was refused changed nothing. */
async function told<T>({ name, kind }: Sent, send: () => Promise<T>): Promise<T> {
  if (kind === 'read') return send()
  try {
    const answer = await send()
    tellChange({ name, isDone: true })
    return answer
  } catch (error) {
    if (!(error instanceof Refused)) tellChange({ name, isDone: false })
    throw error
  }
}

async function confirmed<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isRefused(error, 'step_up')) throw error
    asked ??= askPerson().finally(() => (asked = undefined))
    if (!(await asked)) throw error
    return ask()
  }
}

/** A picture goes as a form, with what it shows. */
export async function uploadPicture(sent: { alt: string; picture: File | undefined }): Promise<Picture> {
  const form = new FormData()
  form.set('alt', sent.alt)
  if (sent.picture) form.set('picture', sent.picture)
  return (await told(calls.AssetUpload, () => answerTo(calls.AssetUpload, form))) as Picture
}
type Picture = ReplyOf<OperationOf<typeof calls.AssetUpload>>

/** The photo of a draft goes as a form too. */
export async function uploadDraftPhoto(sent: { eventId: number; id: number; photo: File }): Promise<void> {
  const form = new FormData()
  form.set('eventId', String(sent.eventId))
  form.set('id', String(sent.id))
  form.set('photo', sent.photo)
  await told(calls.OfflinePhotoAdd, () => answerTo(calls.OfflinePhotoAdd, form))
}

/** Where a browser gets the file of an abstract. */
export const abstractFileAddress = (which: { eventId: number; number: number; version: number }): string =>
  addressOf(calls.AbstractFile, which)

/** Where a browser gets the photo of a draft. */
export const draftPhotoAddress = (which: { id: number }): string => addressOf(calls.OfflinePhoto, which)

async function answerTo(head: Sent, input: object): Promise<unknown> {
  const response = await send(head, input)
  const body = await bodyOf(response)
  if (!response.ok) throw new Refused(response.status, { ...requestOf(response), ...refusalIn(body) }, head.token)
  return body
}

async function send(head: Sent, input: object): Promise<Response> {
  try {
    return await onceMore(() => sendOnce(head, input), mayRepeat(head))
  } catch (cause) {
    throw new Unreachable(cause)
  }
}

function sendOnce(head: Sent, input: object): Promise<Response> {
  const signal = AbortSignal.timeout(head.priority === 'paying' ? bankTimeout : timeout)
  const common = { method: head.method, credentials: 'same-origin', signal } as const
  if (head.method === 'GET') return fetch(addressOf(head, input), common)
  // The browser writes the head of a form itself: only it knows what stands between the parts.
  if (input instanceof FormData) return fetch(head.path, { ...common, body: input })
  return fetch(head.path, {
    ...common,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    // A sign-out must arrive although the page is being left.
    keepalive: head.name === 'StaffSignOut',
  })
}

/** What is left out or empty is not asked. */
function addressOf({ path }: Sent, input: object): string {
  const asked = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  return asked.length === 0
    ? path
    : `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}

/** Where a browser gets the file of an export: a plain download, because the cookie goes with it. */
export const downloadAddress = (exportId: number): string => addressOf(calls.ExportDownload, { exportId })

/** Where a browser gets a file that is made blind, as it came and as reviewers get it. */
export const redactionFileAddress = (which: InputOf<OperationOf<typeof calls.RedactionFile>>): string =>
  addressOf(calls.RedactionFile, which)

/** Where a browser gets a drawn page of a blind copy. */
export const redactionPageAddress = (which: InputOf<OperationOf<typeof calls.RedactionPage>>): string =>
  addressOf(calls.RedactionPage, which)

/** What a frame shows of a page: drawn by the server, and run by nobody. */
export const previewAddress = (which: Ask<'PageShow'> & { number?: number; version?: number }): string =>
  addressOf(calls.PagePreview, which)

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    // A proxy may answer with a page of its own.
    if (response.ok) throw new Unreachable(cause)
    return {}
  }
}

/** Also what broke before anybody could say anything has a number in the log. */
function requestOf({ headers }: Response): Pick<RefusalBody, 'requestId'> {
  const requestId = headers.get('x-request-id')
  return requestId === null ? {} : { requestId }
}

const refusalIn = (body: unknown): Partial<RefusalBody> =>
  typeof body === 'object' && body !== null ? (body as Partial<RefusalBody>) : {}

export const isRefused = (error: unknown, code: RefusalBody['code']): boolean =>
  error instanceof Refused && error.body.code === code

export const isSignedOut = (error: unknown): boolean => error instanceof Refused && error.isSignedOut
