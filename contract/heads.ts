/** The head of a call: what a browser must know before it can send it, and a server before it may answer it. */
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
  /** Asked by the console before somebody is signed in there: only its own pages may send it. */
  side?: 'console'
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
export function priorityOf({
  token,
  kind,
  side,
  priority,
}: Pick<Head, 'token' | 'kind' | 'side' | 'priority'>): Priority {
  if (priority) return priority
  if (token === 'staff' || token === 'operator' || side === 'console') return 'uncounted'
  if (token !== 'none') return 'signedIn'
  return kind === 'change' ? 'comingIn' : 'reading'
}

/** As an operation declares it. Name, method and address follow, unless they are stated. */
type Declared<H> = H extends unknown
  ? Omit<H, 'name' | 'method' | 'path'> & Partial<Pick<H & Common, 'method' | 'path'>>
  : never
export type DeclaredHead = Declared<Head>

type Extras = Partial<Omit<Common, 'name' | 'kind'>>
type StaffExtras = Extras & Pick<StaffHead, 'stepUp' | 'before'>
type None = Record<never, never>

const open =
  <const Base>(base: Base) =>
  <const More extends Extras = None>(more?: More): Base & More =>
    ({ ...base, ...more }) as Base & More
const own =
  <const Base>(base: Base) =>
  <const More extends StaffExtras = None>(more?: More): Base & More =>
    ({ ...base, ...more }) as Base & More
const staff =
  <const Base>(base: Base) =>
  <const May extends Permission, const More extends StaffExtras = None>(may: May, more?: More) =>
    ({ ...base, may, ...more }) as Base & { may: May } & More

export const openRead = open({ token: 'none', kind: 'read' })
export const openChange = open({ token: 'none', kind: 'change' })
export const consoleRead = open({ token: 'none', side: 'console', dialect: 'plain', kind: 'read' })
export const consoleChange = open({ token: 'none', side: 'console', dialect: 'plain', kind: 'change' })
export const personRead = open({ token: 'session', kind: 'read' })
export const personChange = open({ token: 'session', kind: 'change' })
export const participantRead = open({ token: 'session', at: 'event', kind: 'read' })
export const participantChange = open({ token: 'session', at: 'event', kind: 'change' })
export const reviewerRead = open({ token: 'session', at: 'review', kind: 'read' })
export const reviewerChange = open({ token: 'session', at: 'review', kind: 'change' })
export const resetChange = open({ token: 'reset', kind: 'change' })
export const operatorRead = open({ token: 'operator', kind: 'read' })
export const staffRead = staff({ token: 'staff', kind: 'read' })
export const staffChange = staff({ token: 'staff', kind: 'change', runs: 'act' })
export const staffSteps = staff({ token: 'staff', kind: 'change', runs: 'steps' })
/** About the own sign-in of somebody of the staff. */
export const selfRead = own({ token: 'staff', may: 'self', kind: 'read' })
export const selfChange = own({ token: 'staff', may: 'self', kind: 'change' })

/** Whether the console sends it, and nobody else. */
export const isOfConsole = ({ token, side }: Pick<Head, 'token' | 'side'>): boolean =>
  token === 'staff' || side === 'console'

/** Under which folder of addresses a call is, where it states none. */
function folderOf(head: DeclaredHead): string {
  if (head.priority === 'paying') return 'payments'
  return isOfConsole(head) ? 'staff' : 'api'
}

export const methodOf = ({ method, kind }: DeclaredHead): Head['method'] => method ?? (kind === 'read' ? 'GET' : 'POST')
export const pathOf = (name: string, head: DeclaredHead): Head['path'] => head.path ?? `/${folderOf(head)}/${name}`

/** What a browser sends a call by; `contract/calls.ts` has all of them. */
export type Sent = Pick<
  Common,
  'name' | 'method' | 'path' | 'kind' | 'sent' | 'repeatable' | 'shared' | 'withSession' | 'priority'
> & {
  token: Token
  /** A file goes along. */
  upload?: true
}

/** One of which the compiler knows what it takes and what it answers. */
export type Call<O extends Operation = Operation> = Sent & { readonly operation?: O }
