/** Staff getting in and staying in: sessions of their own, apart from those of participants. */
import { sql } from 'kysely'
import { brokenStaffRule } from '#contract/accounts/passwords.ts'
import type { Permission } from '#contract/accounts/permissions.ts'
import { deviceName } from '#server/accounts/rules.ts'
import { browserIn, cookieAfterSignIn, newBrowser } from '#server/accounts/sign-in/browsers.ts'
import { isCommonPassword } from '#server/accounts/sign-in/common-passwords.ts'
import { setPassword } from '#server/accounts/sign-in/passwords.ts'
import { countCall } from '#server/accounts/sign-in/rate-limits.ts'
import { inAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import {
  collegePermissions,
  eventPermissions,
  needOf,
  staffSessionLimits,
  steppedUpFor,
} from '#server/kernel/permission-rules.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { hashToken, newToken } from '#server/platform/security/tokens.ts'
import { asksForAddress } from './address-proof.ts'
import { by, byOneself } from './staff-acts.ts'

/** The token is for the staff cookie; `cookie` is that of the known browser. */
export type StaffSession = { kind: 'in'; token: string; cookie: string; name: string }

/** Whose token this is, if it is still good and its owner still has a role. Asked with each call: a role that was revoked fails the next. */
export async function staffOf(world: World, token: string): Promise<Staff | undefined> {
  const now = world.now()
  const { idle, absolute } = sessionEnds(now)
  const { rows } = await sql<Omit<Staff, 'needs'> & { mustSetPassword: boolean; lastSeenAt: Date }>`
    select staff_session.id as session_id, account.id as account_id, full_name as name, email_key as email, must_set_password, last_seen_at,
      factor, coalesce(stepped_up_until > ${now}, false) as stepped_up,
      array_remove(array[case when exists (select from passkey where account_id = account.id) then 'passkey' end,
        case when exists (select from totp where account_id = account.id and confirmed_at is not null) then 'totp' end], null) as factors,
      (select json_agg(json_build_object('role', role, 'eventId', event_id) order by staff_grant.id)
        from staff_grant where account_id = account.id and revoked_at is null) as grants
    from staff_session join account on account.id = account_id
    where token_hash = ${hashToken(token)} and last_seen_at > ${idle} and staff_session.created_at > ${absolute}`.execute(
    world.db,
  )
  const [found] = rows
  if (!found?.grants) return undefined
  const { lastSeenAt, mustSetPassword, ...session } = found
  // Without a factor in production, what was proved is the address, and that is enough for the first factor alone.
  const isOfAddress = session.factors.length === 0 && !world.secondFactor.passwordStepsUp
  const staff = {
    ...session,
    steppedUp: session.steppedUp && !isOfAddress,
    hasProvedAddress: session.steppedUp && isOfAddress,
  }
  if (now.getTime() - lastSeenAt.getTime() > staffSessionLimits.noticedEvery)
    await world.db.updateTable('staffSession').set({ lastSeenAt: now }).where('id', '=', staff.sessionId).execute()
  return { ...staff, needs: needOf({ ...staff, mustSetPassword }, world.secondFactor.forcedFor) }
}

/** The console's own cookie of a browser that has signed in there. */
export function consoleCookie(world: World, { cookie }: Origin, account: { id: number; passwordChangedAt: Date }) {
  return cookieAfterSignIn(world, browserIn(world, cookie, 'console') ?? newBrowser('console'), account)
}

/** Why staff may not have this password. */
export async function whyTooWeak(password: string): Promise<string | undefined> {
  return brokenStaffRule(password, await isCommonPassword(password))
}

type Opening = {
  accountId: number
  passwordHash: string | null
  mustSetPassword: boolean
  factor?: Staff['factor']
  origin: Origin
}
export type Opened = { token: string; name: string }

/** Nothing when the password was changed since it was looked at: whoever changes it waits for us and ends our session, or we find another. */
export async function openStaffSession(
  world: Transaction,
  { accountId, passwordHash, mustSetPassword, factor = 'none', origin }: Opening,
): Promise<Opened | undefined> {
  const { token, hash } = newToken()
  const now = world.now()
  const { rows } = await sql<{ name: string }>`
    with welcome as (
      select id, full_name from account where id = ${accountId} and password_hash is not distinct from ${passwordHash} for share)
    insert into staff_session (account_id, token_hash, device, must_set_password, factor, created_at, last_seen_at)
    select id, ${hash}, ${deviceName(origin.userAgent)}, ${mustSetPassword}, ${factor}, ${now}, ${now} from welcome
    returning (select full_name from welcome) as name`.execute(world.db)
  return rows[0] && { token, name: rows[0].name }
}

export async function staffSignOut(world: World, staff: Staff): Promise<void> {
  await inAct(world, byOneself(staff, 'StaffSignOut'), (world) =>
    world.db.deleteFrom('staffSession').where('id', '=', staff.sessionId).execute(),
  )
}

type NewPassword = { password: string; origin: Origin }
type SetAnswer = StaffSession | { kind: 'weak'; why: string } | { kind: 'gone' }

/** For a session that was opened with a weak password, and for no other: an open browser must not be enough to take an account over. */
export async function staffSetPassword(
  world: World,
  { accountId, sessionId }: Staff,
  { password, origin }: NewPassword,
): Promise<SetAnswer> {
  const why = await whyTooWeak(password)
  if (why) return { kind: 'weak', why }
  const passwordHash = await hashPassword(password)
  return inAct(world, { ...by(accountId, 'StaffSetPassword'), endOf: endOfSetting }, async (world) => {
    const account = await lock(world, accountId)
    // Of two tabs, the second finds its session ended by the first.
    const ended = await world.db
      .deleteFrom('staffSession')
      .where('id', '=', sessionId)
      .where('mustSetPassword', '=', true)
      .returning('factor')
      .executeTakeFirst()
    if (!account || !ended) return { kind: 'gone' }
    return setAndOpen(world, account, { passwordHash, factor: ended.factor, origin })
  })
}

/** With the link that the operator made. It sets a password whatever there was, once. */
export async function staffWelcome(
  world: World,
  { token, password }: { token: string; password: string },
  origin: Origin,
): Promise<SetAnswer> {
  await countCall(world, origin)
  const tokenHash = hashToken(token)
  const link = () =>
    world.db
      .selectFrom('staffLink')
      .select('accountId')
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', world.now())
  const found = await link().executeTakeFirst()
  if (!found) return { kind: 'gone' }
  const why = await whyTooWeak(password)
  if (why) return { kind: 'weak', why }
  const passwordHash = await hashPassword(password)
  const { accountId } = found
  origin.noted.account = accountId
  return inAct(world, { ...by(accountId, 'StaffWelcome'), endOf: endOfSetting }, async (world) => {
    const account = await lock(world, accountId)
    // Of two clicks, the second finds it used.
    const { numDeletedRows } = await world.db
      .deleteFrom('staffLink')
      .where('accountId', '=', accountId)
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', world.now())
      .executeTakeFirst()
    if (!account || numDeletedRows !== 1n) return { kind: 'gone' }
    const answer = await setAndOpen(world, account, { passwordHash, factor: 'none', origin })
    if (answer.kind === 'in') await noteProvedAddress(world, accountId, answer.token)
    return answer
  })
}

/** The link came from the system administrator: it proves as much as a PIN by email, also where no email arrives. */
async function noteProvedAddress({ db, now }: World, accountId: number, token: string): Promise<void> {
  const until = new Date(now().getTime() + steppedUpFor)
  await sql`
    update staff_session set stepped_up_until = ${until} where token_hash = ${hashToken(token)}
      and not exists (select from passkey where account_id = ${accountId})
      and not exists (select from totp where account_id = ${accountId} and confirmed_at is not null)`.execute(db)
}

const endOfSetting = ({ kind }: SetAnswer) =>
  kind === 'in' ? ({ outcome: 'done' } as const) : ({ outcome: 'refused', refusal: kind } as const)

async function lock(world: Transaction, accountId: number) {
  return world.db
    .selectFrom('account')
    .select(['id', 'email', 'emailKey'])
    .where('id', '=', accountId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>

/** All sessions end with the old password; this browser gets a new one, opened as the one before it was. */
async function setAndOpen(
  world: Transaction,
  account: Locked,
  { passwordHash, factor, origin }: { passwordHash: string; factor: Staff['factor']; origin: Origin },
): Promise<SetAnswer> {
  const passwordChangedAt = await setPassword(world, account, passwordHash)
  const opening = { accountId: account.id, passwordHash, mustSetPassword: false, factor, origin }
  const opened = await openStaffSession(world, opening)
  if (!opened) throw new Error('an account that is locked has changed')
  const cookie = consoleCookie(world, origin, { id: account.id, passwordChangedAt })
  return { kind: 'in', ...opened, cookie }
}

export async function sweepStaffSessions(world: World): Promise<void> {
  const { idle, absolute } = sessionEnds(world.now())
  await world.db
    .deleteFrom('staffSession')
    .where((row) => row.or([row('lastSeenAt', '<=', idle), row('createdAt', '<=', absolute)]))
    .execute()
}

/** What was seen, or opened, before this is over. */
export function sessionEnds(now: Date): { idle: Date; absolute: Date } {
  return {
    idle: new Date(now.getTime() - staffSessionLimits.idle),
    absolute: new Date(now.getTime() - staffSessionLimits.absolute),
  }
}

export type StaffMe = {
  accountId: number
  name: string
  email: string
  proofs: ('passkey' | 'totp' | 'password' | 'email')[]
  college: Permission[]
  events: { eventId: number; name: string; isCurrent: boolean; timeZone: string; may: Permission[] }[]
}

/** What they may do, and where: only events in which they may do something. */
export async function staffMe(world: World, { accountId, name, email, grants, factors }: Staff): Promise<StaffMe> {
  const events = await world.db
    .selectFrom('event')
    .select(['id', 'name', 'isCurrent', 'timeZone'])
    .orderBy('id', 'desc')
    .execute()
  const theirs = events
    .map(({ id, ...event }) => ({ eventId: id, ...event, may: eventPermissions(grants, id) }))
    .filter(({ may }) => may.length > 0)
  const proofs = factors.length === 0 && world.secondFactor.passwordStepsUp ? (['password'] as const) : factors
  const shown = asksForAddress(world, { factors }) ? (['email'] as const) : proofs
  return { accountId, name, email, proofs: [...shown], college: collegePermissions(grants), events: theirs }
}
