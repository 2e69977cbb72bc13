import { staffHeads } from '#contract/accounts/staff-heads.ts'
/** Asks the server one operation of staff. The session is a cookie, so that no token is ever in the hands of a script. */
import type * as staff from '#contract/accounts/staff.ts'
import { exportHeads } from '#contract/export-heads.ts'
import type * as exports from '#contract/exports.ts'
import type { Head } from '#contract/heads.ts'
import type { InputOf, ReplyOf, Operation } from '#contract/operation.ts'
import { exceptionHeads } from '#contract/payments/exception-heads.ts'
import type * as exceptions from '#contract/payments/exceptions.ts'
import type { RefusalBody } from '#contract/refusals.ts'

const heads = { ...staffHeads, ...exceptionHeads, ...exportHeads }

type Contract = typeof staff & typeof exceptions & Omit<typeof exports, 'ExportDownload'>
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

export async function call<Name extends OperationName>(name: Name, input: Ask<Name>): Promise<Reply<Name>> {
  const response = await send(heads[name], input)
  const body = await bodyOf(response)
  if (!response.ok)
    throw new Refused(response.status, { ...requestOf(response), ...refusalIn(body) }, heads[name].token)
  return body as Reply<Name>
}

async function send(head: Head, input: object): Promise<Response> {
  const signal = AbortSignal.timeout(head.path.startsWith('/payments/') ? bankTimeout : timeout)
  const common = { method: head.method, credentials: 'same-origin', signal } as const
  try {
    if (head.method === 'GET') return await fetch(addressOf(head, input), common)
    return await fetch(head.path, {
      ...common,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      // A sign-out must arrive although the page is being left.
      keepalive: head.name === 'StaffSignOut',
    })
  } catch (cause) {
    throw new Unreachable(cause)
  }
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

export const isSignedOut = (error: unknown): boolean => error instanceof Refused && error.isSignedOut
