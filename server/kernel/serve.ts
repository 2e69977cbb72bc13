/** Serving an operation of the contract: who may ask is decided here, from the token and the role rows, and nowhere else. */
import { createHash } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Permission } from '#contract/accounts/permissions.ts'
import type { SessionNeed } from '#contract/accounts/session-needs.ts'
import type { Operation, ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { answerOperation, type Arrived } from '#server/platform/http/operations.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Config } from '#server/platform/process/config.ts'
import type { AtEvent, Participant, Person, Resetter, Reviewer, Staff } from './callers.ts'
import type { Acting, Steps } from './world.ts'

/** Finds out whose token it is; each kind is good for its own calls only. */
export type Identify = {
  session: (token: string) => Promise<Person | undefined>
  reset: (token: string) => Promise<Resetter | undefined>
  staff: (token: string) => Promise<Staff | undefined>
  /** Whether the account has proved this address: its own, and those of accounts that were merged into it. */
  isAddressOf: (account: { accountId: number; email: string }, typed: string) => Promise<boolean>
  /** Who this person is at the event that a call names, or else at the current one. */
  at: (
    person: Person,
    asking: { sent: SentIds; joins: boolean },
  ) => Promise<{ at: AtEvent | undefined } | 'somebody else'>
  /** Who reviews for the current event, if this person does. */
  reviewer: (person: Person, assignmentId: unknown) => Promise<Reviewer | undefined>
  /** Without an event: whether they may at all, anywhere. */
  may: (staff: Staff, permission: Permission, eventId?: number) => boolean
  /** Does it as an act of theirs, written down with all that it changes. */
  act: <T>(doing: Doing, work: (world: Steps) => Promise<T>) => Promise<T>
  /** What a session is asked for that is not stepped up. The call comes again with it, so that nothing is written down. */
  stepUpRefusal: (staff: Staff) => 'step_up' | 'second_factor'
  /** None of their roles may change this. That it was tried is in the trail. */
  refuseRole: (staff: Staff, operation: string, requestId: string) => Promise<never>
}

/** Something that staff do: which call, about which row, why, and in which event. */
export type Doing = {
  staff: Staff
  operation: StaffChange
  about: { kind: string; id: number | string } | undefined
  reason: string
  eventId: number | undefined
  requestId: string
  /** How it came out, for an answer that does not mean that it was done. */
  endOf?: ((answer: unknown) => End) | undefined
  /** For what is sent with a key: a repeated one is answered as the first time. */
  once?: { accountId: number; key: string; digest: Buffer } | undefined
}

/** How an act came out. What was not done says why, in a code or a few words of ours. */
export type End = { outcome: 'done' } | { outcome: 'refused' | 'failed'; refusal: string }

/** The ids that a client sends beside its token; they may be of an earlier event. */
export type SentIds = { EventID?: number | undefined; ApplicantID?: number | undefined }

declare module 'fastify' {
  interface FastifyInstance {
    identify: Identify
    /** The name of the cookie that holds the session of staff. */
    staffCookie: string
    /** A browser, or somebody in its place, sends this from a page of ours. */
    isOwnPage: (request: FastifyRequest) => boolean
  }
}

export function identifyBy(app: FastifyInstance, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, identify: Identify): void {
  const { origin, protocol } = new URL(PUBLIC_URL)
  app.decorate('identify', identify)
  app.decorate('staffCookie', protocol === 'https:' ? '__Host-colloquium_staff' : 'colloquium_staff')
  app.decorate('isOwnPage', ({ headers }) => {
    const site = headers['sec-fetch-site']
    return site === undefined ? headers.origin === origin : site === 'same-origin'
  })
}

type CallerOf<O extends Operation> = O extends { token: 'session'; at: 'event' }
  ? Participant
  : O extends { token: 'session'; at: 'review' }
    ? Reviewer
    : O extends { token: 'session' }
      ? Person
      : O extends { token: 'reset' }
        ? Resetter
        : O extends { token: 'staff' }
          ? Staff
          : Person | undefined
export type Call<O extends Operation> = Arrived<O> & { caller: CallerOf<O> } & WorldOf<O>
/** A change by staff is made through this world, inside the act. */
type WorldOf<O> = O extends StaffChange ? { world: O extends { runs: 'act' } ? Acting : Steps } : unknown
type StaffChange = Extract<Operation, { runs: unknown }>
type Answered<O extends Operation> = ReplyOf<O> | Promise<ReplyOf<O>>
type Answer<O extends Operation> = (call: Call<O>) => Answered<O>

/** A call about a participant also says what it answers while the person takes part in no event; a change by staff, what it is about and why. */
type Handler<O extends Operation> = O extends { token: 'session'; at: 'event' }
  ? { answer: Answer<O>; withoutEvent: (input: ParsedInputOf<O>) => Answered<O> }
  : O extends StaffChange
    ? { answer: Answer<O>; act: (input: ParsedInputOf<O>) => Told | Promise<Told>; endOf?: (answer: ReplyOf<O>) => End }
    : Answer<O>

type Told = Partial<Pick<Doing, 'about' | 'reason' | 'eventId'>>

export function serve<O extends Operation>(app: FastifyInstance, op: O, handler: Handler<NoInfer<O>>): void {
  if (op.cached !== undefined && op.token !== 'none')
    throw new Error(`${op.name} is not for everybody: nobody may keep it`)
  const { answer, withoutEvent, act, endOf } = (typeof handler === 'function' ? { answer: handler } : handler) as {
    answer: (call: Arrived<O> & { caller: unknown; world?: Steps }) => Answered<O>
    withoutEvent?: (input: ParsedInputOf<O>) => Answered<O>
    act?: (input: ParsedInputOf<O>) => Told | Promise<Told>
    endOf?: Doing['endOf']
  }
  answerOperation(app, op, {
    admit: (request) => admit(app, op, request),
    senderOf: (caller) => caller && String(caller.accountId),
    answer: (caller, arrived) => answered(caller, arrived).catch(refuseArchived),
  })

  async function answered(caller: Caller, arrived: Arrived<O>): Promise<ReplyOf<O>> {
    const meant = await callerMeant(app, op, { caller, input: arrived.input })
    if (op.token === 'staff') {
      const staff = meant as Staff
      if (op.stepUp && !staff.steppedUp) return refuse(app.identify.stepUpRefusal(staff))
      if (!('runs' in op)) return answer({ ...arrived, caller: staff })
      const doing = {
        about: undefined,
        reason: '',
        eventId: undefined,
        ...(await act?.(arrived.input)),
        endOf,
        once: onceOf(op, staff, arrived.input),
        staff,
        operation: op as StaffChange,
        requestId: arrived.request.id,
      }
      return app.identify.act(doing, async (world) => answer({ ...arrived, caller: staff, world }))
    }
    if (!withoutEvent) return answer({ ...arrived, caller: meant })
    const { at } = meant as Person
    return at ? answer({ ...arrived, caller: { ...meant, ...at } }) : withoutEvent(arrived.input)
  }
}

/** No transaction spans an act of steps: there the version of what is changed tells one from two. */
function onceOf({ name, runs }: StaffChange, { accountId }: Staff, input: Record<string, unknown>): Doing['once'] {
  const { actKey } = input
  if (typeof actKey !== 'string' || runs === 'steps') return undefined
  const digest = createHash('sha256')
    .update(JSON.stringify([name, input]))
    .digest()
  return { accountId, key: actKey, digest }
}

type Caller = Person | Resetter | Reviewer | Staff | undefined

async function admit(app: FastifyInstance, op: Operation, request: FastifyRequest): Promise<Caller> {
  if (op.token === 'operator') {
    // Whoever is not the operator must not even learn that there is something here.
    if (!app.isOperator(request)) refuse('not_found')
    return undefined
  }
  if (op.token === 'staff') return admitStaff(app, op, request)
  if (op.side === 'console') refuseForeign(app, op, request)
  const token = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
  // What anybody on the way may keep must not depend on who asks.
  if (op.token === 'none') return token && op.cached === undefined ? app.identify.session(token) : undefined
  const caller = token ? await app.identify[op.token](token) : undefined
  return caller ?? refuse('sign_in_first')
}

/** A change of staff comes from a page of ours, as JSON: no form of another site can send that. */
function refuseForeign(app: FastifyInstance, { kind, upload }: Operation, request: FastifyRequest): void {
  if (kind !== 'change') return
  if (!app.isOwnPage(request)) refuse('not_allowed')
  const type = request.headers['content-type']
  if (type !== undefined && !upload && !/^application\/json\b/i.test(type)) refuse('wrong_type')
}

async function admitStaff(app: FastifyInstance, op: Operation & { token: 'staff' }, request: FastifyRequest) {
  refuseForeign(app, op, request)
  const token = parseCookie(request.headers.cookie ?? '')[app.staffCookie]
  if (token) await app.paceOfStaff(token)
  const staff = token ? await app.identify.staff(token) : undefined
  if (!staff) return refuse('sign_in_first')
  if (staff.needs && !op.before?.includes(staff.needs)) refuseUntil(staff.needs)
  if (op.may === 'self') return staff
  if (app.identify.may(staff, op.may)) return staff
  return op.kind === 'change' ? app.identify.refuseRole(staff, op.name, request.id) : refuse('not_allowed')
}

function refuseUntil(need: SessionNeed): never {
  if (need === 'password') return refuse('not_allowed', { sentence: 'Please set a new password first.' })
  return refuse('second_factor', need === 'proof' ? { sentence: 'Please show your second factor first.' } : {})
}

const archived = { sentence: 'This event is archived. It can only be read.' }

/** An event that was archived while somebody wrote to it: the database let the archive come first. */
function refuseArchived(error: unknown): never {
  if ((error as { constraint?: string } | undefined)?.constraint === 'event_is_not_archived')
    refuse('not_allowed', archived)
  throw error
}

type Meant = { caller: Caller; input: Record<string, unknown> }

/** Ids that a client sends beside its token may say which event is meant and confirm who it is; they never decide who it is. */
async function callerMeant(app: FastifyInstance, op: Operation, { caller, input }: Meant): Promise<Caller> {
  if (op.token === 'staff') return staffAt(app, op, { caller: caller as Staff, input })
  if (!caller || (op.token !== 'session' && op.token !== 'reset')) return caller
  if (op.token === 'session' && op.at === 'review')
    return (await app.identify.reviewer(caller as Person, input.assignmentId)) ?? refuse('not_found')
  const { UserID } = input
  if (typeof UserID === 'string' && !(await app.identify.isAddressOf(caller as Person | Resetter, UserID)))
    refuse('not_allowed')
  if (op.token === 'reset') return caller
  const meant = await app.identify.at(caller as Person, { sent: input, joins: 'EventID' in op.input.shape })
  if (meant === 'somebody else') return refuse('not_allowed')
  if (op.token === 'session' && op.at === 'event' && op.kind === 'change' && meant.at?.isArchived)
    refuse('not_allowed', archived)
  return { ...(caller as Person), ...meant }
}

/** An event where they may not is as if it did not exist. */
function staffAt(
  app: FastifyInstance,
  { may }: Operation & { token: 'staff' },
  { caller, input: { eventId } }: { caller: Staff; input: Record<string, unknown> },
): Staff {
  if (may !== 'self' && typeof eventId === 'number' && !app.identify.may(caller, may, eventId)) refuse('not_found')
  return caller
}
