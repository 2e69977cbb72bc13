/** Asks the server one operation of staff. The session is a cookie, so that no token is ever in the hands of a script. */
import type * as accounts from '#contract/accounts/accounts.ts'
import { factorHeads } from '#contract/accounts/factor-heads.ts'
import type * as factors from '#contract/accounts/factors.ts'
import { accountHeads } from '#contract/accounts/heads.ts'
import { staffHeads } from '#contract/accounts/staff-heads.ts'
import type * as staff from '#contract/accounts/staff.ts'
import { teamHeads } from '#contract/accounts/team-heads.ts'
import type * as team from '#contract/accounts/team.ts'
import type * as audit from '#contract/audit/audit.ts'
import { auditHeads } from '#contract/audit/heads.ts'
import type * as orders from '#contract/booking/order-console.ts'
import { orderHeads } from '#contract/booking/order-heads.ts'
import { eventConsoleHeads } from '#contract/events/console-heads.ts'
import type * as eventParts from '#contract/events/console-parts.ts'
import type * as events from '#contract/events/console.ts'
import { overviewHeads } from '#contract/events/overview-heads.ts'
import type * as overview from '#contract/events/overview.ts'
import type * as workshops from '#contract/events/workshop-console.ts'
import { workshopHeads } from '#contract/events/workshop-heads.ts'
import { exportHeads } from '#contract/export-heads.ts'
import type * as exports from '#contract/exports.ts'
import type { Head } from '#contract/heads.ts'
import { healthHeads } from '#contract/health-heads.ts'
import type { HealthShow } from '#contract/health.ts'
import { mailHeads } from '#contract/mail/heads.ts'
import type * as letterTexts from '#contract/mail/letter-texts.ts'
import type * as letters from '#contract/mail/letters.ts'
import type * as mailings from '#contract/mail/mailings.ts'
import type { InputOf, ReplyOf, Operation } from '#contract/operation.ts'
import { pageHeads } from '#contract/pages/heads.ts'
import { setupHeads } from '#contract/pages/setup-heads.ts'
import type * as setup from '#contract/pages/setup.ts'
import type * as pageVersions from '#contract/pages/versions.ts'
import type * as closings from '#contract/payments/closings.ts'
import { exceptionHeads } from '#contract/payments/exception-heads.ts'
import type * as exceptions from '#contract/payments/exceptions.ts'
import { financeHeads } from '#contract/payments/finance-heads.ts'
import type * as giveBack from '#contract/payments/give-back.ts'
import type * as offline from '#contract/payments/offline.ts'
import { personHeads } from '#contract/people/console-heads.ts'
import type * as identity from '#contract/people/identity-console.ts'
import type * as people from '#contract/people/people-console.ts'
import type * as person from '#contract/people/person-console.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { abstractDetailHeads } from '#contract/selection/abstract-detail-heads.ts'
import type * as abstractDetail from '#contract/selection/abstract-detail.ts'
import type * as abstractList from '#contract/selection/abstract-list.ts'
import { assignmentHeads } from '#contract/selection/assignment-heads.ts'
import type * as assignments from '#contract/selection/assignments.ts'
import type * as reviewCalls from '#contract/selection/calls.ts'
import { decisionHeads } from '#contract/selection/decision-heads.ts'
import type * as decisions from '#contract/selection/decisions.ts'
import { selectionHeads } from '#contract/selection/heads.ts'
import type * as reviewOverview from '#contract/selection/overview.ts'
import { redactionHeads } from '#contract/selection/redaction-heads.ts'
import type * as redactions from '#contract/selection/redactions.ts'
import { reviewWorkHeads } from '#contract/selection/review-heads.ts'
import type * as reviewWork from '#contract/selection/review-work.ts'
import type * as reviewers from '#contract/selection/reviewers.ts'
import type * as staffConflicts from '#contract/selection/staff-conflicts.ts'
import { mayRepeat, onceMore } from '#web/platform/busy.ts'
import { tellChange } from './changes.ts'

const heads = {
  CaptchaChallenge: accountHeads.CaptchaChallenge,
  ...staffHeads,
  ...factorHeads,
  ...teamHeads,
  ...auditHeads,
  ...eventConsoleHeads,
  ...workshopHeads,
  ...overviewHeads,
  ...orderHeads,
  ...exceptionHeads,
  ...financeHeads,
  ...exportHeads,
  ...pageHeads,
  ...setupHeads,
  ...healthHeads,
  ...mailHeads,
  ...personHeads,
  ...selectionHeads,
  ...assignmentHeads,
  ...abstractDetailHeads,
  ...decisionHeads,
  ...reviewWorkHeads,
  ...redactionHeads,
}

type Contract = Pick<typeof accounts, 'CaptchaChallenge'> &
  typeof staff &
  typeof factors &
  typeof team &
  typeof audit &
  typeof events &
  typeof eventParts &
  typeof workshops &
  typeof overview &
  typeof orders &
  typeof exceptions &
  typeof letters &
  typeof letterTexts &
  typeof mailings &
  typeof people &
  Omit<typeof person, 'PersonPhoto'> &
  typeof identity &
  Omit<typeof offline, 'OfflinePhoto' | 'OfflinePhotoAdd'> &
  typeof giveBack &
  typeof closings &
  typeof setup &
  typeof reviewCalls &
  typeof reviewers &
  typeof staffConflicts &
  typeof assignments &
  typeof reviewOverview &
  Omit<typeof abstractDetail, 'AbstractFile'> &
  typeof abstractList &
  typeof decisions &
  typeof reviewWork &
  Omit<typeof exports, 'ExportDownload'> &
  Omit<typeof redactions, 'RedactionFile' | 'RedactionPage'> &
  Omit<typeof pageVersions, 'PagePreview' | 'AssetUpload'> & { HealthShow: typeof HealthShow }
type Operations = {
  [Name in keyof Contract as Contract[Name] extends Operation ? Name : never]: Contract[Name] extends Operation
    ? Contract[Name]
    : never
}
export type OperationName = keyof Operations
export type Ask<Name extends OperationName> = InputOf<Operations[Name]>
export type Reply<Name extends OperationName> = ReplyOf<Operations[Name]>

/** The server said no. */
export class Refused extends Error {
  readonly status: number
  readonly body: Partial<RefusalBody>
  /** A call that needs the session found none. A wrong password is no such thing. */
  readonly isSignedOut: boolean

  constructor(status: number, body: Partial<RefusalBody>, token: Head['token'] = 'staff') {
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
async function told<T>({ name, kind }: Head, send: () => Promise<T>): Promise<T> {
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
  return (await told(pageHeads.AssetUpload, () => answerTo(pageHeads.AssetUpload, form))) as Picture
}
type Picture = ReplyOf<typeof pageVersions.AssetUpload>

/** The photo of a draft goes as a form too. */
export async function uploadDraftPhoto(sent: { eventId: number; id: number; photo: File }): Promise<void> {
  const form = new FormData()
  form.set('eventId', String(sent.eventId))
  form.set('id', String(sent.id))
  form.set('photo', sent.photo)
  await told(financeHeads.OfflinePhotoAdd, () => answerTo(financeHeads.OfflinePhotoAdd, form))
}

/** Where a browser gets the file of an abstract. */
export const abstractFileAddress = (which: { eventId: number; number: number; version: number }): string =>
  addressOf(abstractDetailHeads.AbstractFile, which)

/** Where a browser gets the photo of a draft. */
export const draftPhotoAddress = (which: { id: number }): string => addressOf(financeHeads.OfflinePhoto, which)

async function answerTo(head: Head, input: object): Promise<unknown> {
  const response = await send(head, input)
  const body = await bodyOf(response)
  if (!response.ok) throw new Refused(response.status, { ...requestOf(response), ...refusalIn(body) }, head.token)
  return body
}

async function send(head: Head, input: object): Promise<Response> {
  try {
    return await onceMore(() => sendOnce(head, input), mayRepeat(head))
  } catch (cause) {
    throw new Unreachable(cause)
  }
}

function sendOnce(head: Head, input: object): Promise<Response> {
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
function addressOf({ path }: Head, input: object): string {
  const asked = Object.entries(input).filter(([, value]) => value !== undefined && value !== '')
  return asked.length === 0
    ? path
    : `${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}

/** Where a browser gets the file of an export: a plain download, because the cookie goes with it. */
export const downloadAddress = (exportId: number): string => addressOf(exportHeads.ExportDownload, { exportId })

/** Where a browser gets a file that is made blind, as it came and as reviewers get it. */
export const redactionFileAddress = (which: InputOf<typeof redactions.RedactionFile>): string =>
  addressOf(redactionHeads.RedactionFile, which)

/** Where a browser gets a drawn page of a blind copy. */
export const redactionPageAddress = (which: InputOf<typeof redactions.RedactionPage>): string =>
  addressOf(redactionHeads.RedactionPage, which)

/** What a frame shows of a page: drawn by the server, and run by nobody. */
export const previewAddress = (which: Ask<'PageShow'> & { number?: number; version?: number }): string =>
  addressOf(pageHeads.PagePreview, which)

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
