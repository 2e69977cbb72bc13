/** What a browser must know of a call before it can send it, and a server before it may answer it. Without zod: the browser has this too. */
import type { Permission } from './accounts/permissions.ts'
import type { SessionNeed } from './accounts/session-needs.ts'
import type { Operation } from './operation.ts'

type Common = {
  name: string
  method: 'GET' | 'POST'
  path: `/${string}`
  /** A change is logged each time; a read only when it fails or is slow. */
  kind: 'read' | 'change'
  /**
   * How it answers and is refused. Plain: camelCase JSON, real status codes, and refusals by a code; calls of staff are always plain. Left out
   * otherwise: the dialect of the specification, with rows under `Table` and a sentence under `Status`.
   */
  dialect?: 'plain'
  /** How it is admitted when too many calls are in hand, where that does not follow from its token and kind: `priorityOf` has the rule. */
  priority?: 'paying' | 'uncounted'
  /** Fields that are secrets: taken from a body only, refused in an address, written to no log. */
  secrets?: readonly string[]
  /** Where the specification says how the browser sends it: these fields in the address, all others in a body of this kind. The server takes them from either. */
  sent?: { address: readonly string[]; body: 'form' | 'json' | 'none' }
  /** One file may come with the fields, under this name. One that has more bytes than `limit` is answered with `tooLarge`. */
  upload?: { field: string; limit: number; tooLarge: string }
  /** A change that does no harm when it is done twice: a browser that hears that the server is busy sends it once more by itself. Reads never do harm. */
  repeatable?: true
  /** Anybody on the way may keep the reply for so many seconds: it is the same whoever asks. */
  cached?: number
  /** Whoever brings no token gets the same reply as any other stranger: it is made once for all of them. */
  shared?: true
  /** Open to anybody; whoever is signed in asks as who they are, and the browser sends their session along. */
  withSession?: true
}

/**
 * Which proof of who asks a call needs. The declaration is the access list: `serve` admits nobody else.
 * - none: anybody may ask, and nothing personal is in the reply. Whoever brings a session may be told more
 * - session: a person who signed in. With `at: 'event'` it is about them as a participant of an event: the one that the call names, or the current one
 *   With `at: 'review'` it is about them as a reviewer of the current event; for anybody else there is nothing at its address
 * - reset: the holder of a reset token, which is good for one new password and nothing else
 * - staff: the cookie of the console, and the permission under `may`; `self` is about the person's own sign-in
 * - operator: whoever runs the machine (loopback address and name, or METRICS_TOKEN)
 */
export type Head = Common &
  ({ token: 'none' | 'reset' | 'operator' } | { token: 'session'; at?: 'event' | 'review' } | StaffHead)
type StaffHead = {
  token: 'staff'
  /** Only for a session that proved within the last minutes who asks: anybody else is refused with `step_up` and asked for it. */
  stepUp?: true
  /** Answered also while this still stands between the session and the console. */
  before?: readonly SessionNeed[]
} & ({ kind: 'read'; may: Permission | 'self' } | { kind: 'change'; may: 'self' } | ChangeByStaff)
/**
 * A change that a permission allows is an act in the audit log. `act`: one transaction, so that what fails leaves nothing. `steps`: several, where
 * the bank is asked or a file is examined and no transaction may be open; a repeated one is told by the version of what it changes.
 */
type ChangeByStaff = { kind: 'change'; may: Permission; runs: 'act' | 'steps' }
export type Token = Head['token']

/** Whether a call answers in plain JSON, and is refused by a code. */
export const isPlain = ({ token, dialect }: Pick<Head, 'token' | 'dialect'>): boolean =>
  token === 'staff' || dialect === 'plain'

export type Priority = 'comingIn' | 'reading' | 'signedIn' | 'paying' | 'uncounted'

/** Calls of staff and of the operator are not counted among those of the crowd. */
export function priorityOf({ token, kind, priority }: Pick<Head, 'token' | 'kind' | 'priority'>): Priority {
  if (priority) return priority
  if (token === 'staff' || token === 'operator') return 'uncounted'
  if (token !== 'none') return 'signedIn'
  return kind === 'change' ? 'comingIn' : 'reading'
}

/** Each under its own name, so that one that is listed under another's does not compile. */
export const heads = <const Heads extends { [Name in keyof Heads]: Head & { name: Name } }>(all: Heads): Heads => all

/** A head of which the compiler knows what it takes and what it answers. */
export type Call<O extends Operation = Operation> = Head & { readonly operation?: O }

/** The operations that stand under their own name. */
type Named<All> = { [Name in keyof All as All[Name] extends Operation & { name: Name } ? Name : never]: All[Name] }
type CallsOf<All> = { [Name in keyof Named<All>]: Call<Extract<All[Name & keyof All], Operation>> }

/** What the browser sends by: the heads, with the types of their operations. An operation without a head does not compile. */
export const callsOf = <All>(all: { [Name in keyof Named<All>]: Head & { name: Name } }): CallsOf<All> =>
  all as unknown as CallsOf<All>
