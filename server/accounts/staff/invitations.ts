import { sql } from 'kysely'
import { sameEmail } from '#contract/accounts/email.ts'
import type { StaffRole } from '#contract/accounts/permissions.ts'
import type { InvitationShow } from '#contract/accounts/team.ts'
/** Letters that bring somebody into the team. The token of the letter proves the address. */
import { day } from '#contract/durations.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { findAccount, lockAccount } from '#server/accounts/account.ts'
import { invitationLetter, roleGivenLetter } from '#server/accounts/mail.ts'
import { browserIn } from '#server/accounts/sign-in/browsers.ts'
import { endPins } from '#server/accounts/sign-in/pins.ts'
import { countCall } from '#server/accounts/sign-in/rate-limits.ts'
import { allowance, countAndFind, isKnownAt } from '#server/accounts/sign-in/sign-in.ts'
import type { Row } from '#server/database/tables.ts'
import { type Act, noteRefusal, startAct } from '#server/kernel/acts.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { invitationDays, invitationState, isForCollegeOnly, isForEventOnly } from '#server/kernel/permission-rules.ts'
import { reviewsAt, reviewsToo } from '#server/kernel/visibility/team-reviewers.ts'
import { type Acting, inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { hashPassword, isPassword } from '#server/platform/security/passwords.ts'
import { countAll, ofNetworks } from '#server/platform/security/rate-limits.ts'
import { hashToken, newToken } from '#server/platform/security/tokens.ts'
import { type Granted, giveGrant, grantsOf, tellOfMoneyRole } from './grants.ts'
import { whyTooWeak } from './staff.ts'

export type Wish = { email: string; role: StaffRole; eventId: number | null; reviewsToo?: true | undefined }
type Sent = 'invited' | 'granted' | Exclude<Granted, 'done' | 'no such person'>

/** Staff get the role at once; other people get an email, whose link replaces the one before it. */
export async function sendInvitation(world: Acting, by: Staff, wish: Wish): Promise<Sent> {
  const { email, role, eventId } = wish
  if (isForCollegeOnly(role) && eventId !== null) return 'not for an event'
  if (isForEventOnly(role) && eventId === null) return 'only for an event'
  const emailKey = sameEmail(email)
  if (emailKey === by.email) return 'own role'
  // Whoever accepts it right now is waited for: then they are staff, and need no other letter.
  const open = await lockOpen(world, { ...wish, emailKey })
  const account = await findAccount(world, emailKey)
  if (!wish.reviewsToo) await refuseReviewer(world, { emailKey, accountId: account?.id }, eventId)
  if (account?.verifiedAt && (await grantsOf(world, account.id)).length > 0) {
    const answer = await giveRole(world, by, { account, role, eventId })
    if (answer === 'done' && open) await takeBack(world, by, open.id)
    return answer === 'done' ? 'granted' : answer
  }
  // In the transaction of the act: what is refused writes no letter, and is not counted.
  await countAll(world, [
    { limit: limits.invitationsOfStaff, of: String(by.accountId) },
    { limit: limits.invitationsOfEmail, of: emailKey },
  ])
  const { token, hash } = newToken()
  const sentAt = world.now()
  const expiresAt = new Date(sentAt.getTime() + invitationDays * day)
  await sql`
    insert into staff_invitation (email, email_key, role, event_id, token_hash, invited_by, sent_at, expires_at)
    values (${email}, ${emailKey}, ${role}, ${eventId}, ${hash}, ${by.accountId}, ${sentAt}, ${expiresAt})
    on conflict (email_key, role, coalesce(event_id, 0)) where used_at is null and taken_back_at is null
    do update set email = excluded.email, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at`.execute(world.db)
  const words = { role, eventName: await eventName(world, eventId), by: by.name, publicUrl: world.publicUrl }
  await post(world, {
    kind: 'team_invitation',
    to: email,
    expiresAt,
    ...invitationLetter({ ...words, token, expiresAt }),
  })
  return 'invited'
}

/** Asked once: what they read as one of the team, they know as a reviewer. */
export async function refuseReviewer(
  world: World,
  who: { emailKey: string; accountId?: number | undefined },
  eventId: number | null,
): Promise<void> {
  const events = await reviewsAt(world, who, eventId)
  if (events.length > 0) refuse('conflict', { sentence: reviewsToo(events), stored: { reviewsAt: events } })
}

type Given = { account: Pick<Row<'account'>, 'id' | 'email'>; role: StaffRole; eventId: number | null }

/** A role for somebody with an account, and a letter that says so. */
export async function giveRole(
  world: Acting,
  by: Staff,
  { account, role, eventId }: Given,
): Promise<Exclude<Granted, 'no such person'>> {
  const answer = await giveGrant(world, by, { accountId: account.id, role, eventId })
  if (answer === 'no such person') throw new Error('an account that is staff is no person')
  if (answer !== 'done') return answer
  const words = { role, eventName: await eventName(world, eventId), by: by.name, publicUrl: world.publicUrl }
  await post(world, { kind: 'role_given', to: account.email, ...roleGivenLetter(words) })
  await tellOfMoneyRole(world, { accountId: account.id, role }, by.name)
  return answer
}

async function lockOpen(world: Transaction, { emailKey, role, eventId }: Omit<Wish, 'email'> & { emailKey: string }) {
  return openOnes(world)
    .select('id')
    .where('emailKey', '=', emailKey)
    .where('role', '=', role)
    .where('eventId', 'is not distinct from', eventId)
    .forUpdate()
    .executeTakeFirst()
}

const openOnes = ({ db }: Pick<World, 'db'>) =>
  db.selectFrom('staffInvitation').where('usedAt', 'is', null).where('takenBackAt', 'is', null)

/** False when it was used or taken back already, or never was. */
export async function takeBackInvitation(world: Acting, by: Staff, id: number): Promise<boolean> {
  const open = await openOnes(world).select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!open) return false
  await takeBack(world, by, id)
  return true
}

async function takeBack(world: World, { accountId }: Staff, id: number): Promise<void> {
  const end = { takenBackAt: world.now(), takenBackBy: accountId }
  await world.db.updateTable('staffInvitation').set(end).where('id', '=', id).execute()
}

export async function eventOfInvitation(world: World, id: number): Promise<number | undefined> {
  const found = await world.db.selectFrom('staffInvitation').select('eventId').where('id', '=', id).executeTakeFirst()
  return found?.eventId ?? undefined
}

async function eventName(world: World, eventId: number | null): Promise<string | null> {
  if (eventId === null) return null
  const event = await world.db.selectFrom('event').select('name').where('id', '=', eventId).executeTakeFirst()
  return event?.name ?? null
}

/** What the page behind the link says. Nothing for one that is good no more. */
export async function showInvitation(
  world: World,
  link: string,
  origin: Origin,
): Promise<ReplyOf<typeof InvitationShow> | undefined> {
  await countCall(world, origin)
  const invitation = await world.db
    .selectFrom('staffInvitation')
    .selectAll()
    .where('tokenHash', '=', hashToken(link))
    .executeTakeFirst()
  if (!invitation || !(await isGood(world, invitation))) return undefined
  const { email, emailKey, role, eventId, invitedBy, expiresAt } = invitation
  const inviter = await world.db
    .selectFrom('account')
    .select('fullName')
    .where('id', '=', invitedBy)
    .executeTakeFirstOrThrow()
  return {
    email,
    role,
    eventName: await eventName(world, eventId),
    invitedBy: inviter.fullName,
    expiresAt: expiresAt.toISOString(),
    hasAccount: Boolean((await findAccount(world, emailKey))?.verifiedAt),
  }
}

type Invitation = Row<'staffInvitation'>

async function isGood(world: World, invitation: Invitation): Promise<boolean> {
  return isWaiting(world, invitation, await ownerGrant(world, invitation).executeTakeFirst())
}

const ownerGrant = ({ db }: Pick<World, 'db'>, { invitedBy }: Invitation) =>
  db
    .selectFrom('staffGrant')
    .select('id')
    .where('accountId', '=', invitedBy)
    .where('role', '=', 'owner')
    .where('revokedAt', 'is', null)

const isWaiting = ({ now }: Pick<World, 'now'>, invitation: Invitation, owner: object | undefined): boolean =>
  invitationState({ ...invitation, isInviterOwner: Boolean(owner) }, now()) === 'waiting'

type Acceptance = { link: string; fullName: string | undefined; password: string }
export type Accepted =
  | { kind: 'accepted'; email: string }
  | { kind: 'gone' | 'wrong password' | 'no name' | 'address is taken' }
  | { kind: 'weak'; why: string }

/** Whoever has an account shows that they know its password; whoever has none gets one. Nobody is signed in by it. */
export async function acceptInvitation(world: World, acceptance: Acceptance, origin: Origin): Promise<Accepted> {
  await countCall(world, origin)
  const tokenHash = hashToken(acceptance.link)
  const invitation = await world.db
    .selectFrom('staffInvitation')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (!invitation || !(await isGood(world, invitation))) return { kind: 'gone' }
  const known = await findAccount(world, invitation.emailKey)
  return known?.verifiedAt
    ? acceptAsKnown(world, { ...acceptance, invitation }, origin)
    : acceptAsNew(world, { ...acceptance, invitation }, origin)
}

type Accepting = Acceptance & { invitation: Invitation }

/** Counted with the guesses at the sign-in: a letter gives nobody more of them. */
async function acceptAsKnown(world: World, { password, invitation }: Accepting, origin: Origin): Promise<Accepted> {
  const { emailKey } = invitation
  const browser = browserIn(world, origin.cookie, 'console')
  const known = (await isKnownAt(world, emailKey, browser)) ? browser : undefined
  const ofBrowser = allowance(emailKey, known, 'console')
  const keys = [...ofNetworks(limits.callsOfAddress, origin.address), ofBrowser]
  const proven = await countAndFind(world, { keys, emailKey, noted: origin.noted })
  if (!(await isPassword(password, proven.passwordHash))) {
    if (proven.id !== null)
      await noteRefusal(world, ownAct(proven.id, invitation), { outcome: 'refused', refusal: 'wrong password' })
    return { kind: 'wrong password' }
  }
  return inTransaction(world, async (world) => {
    const locked = await lockGood(world, invitation)
    const account = await lockAccount(world, emailKey)
    if (!locked || !account?.verifiedAt || account.passwordHash !== proven.passwordHash) return { kind: 'gone' }
    return enter(await actOf(world, account.id, locked), account, locked)
  })
}

async function acceptAsNew(
  world: World,
  { fullName, password, invitation }: Accepting,
  origin: Origin,
): Promise<Accepted> {
  const { email, emailKey } = invitation
  if (!fullName) return { kind: 'no name' }
  const why = await whyTooWeak(password)
  if (why) return { kind: 'weak', why }
  const passwordHash = await hashPassword(password)
  return inTransaction(world, async (world) => {
    const locked = await lockGood(world, invitation)
    if (!locked) return { kind: 'gone' }
    const now = world.now()
    const times = { createdAt: now, passwordChangedAt: now }
    await world.db
      .insertInto('account')
      .values({ email, emailKey, fullName, passwordHash: null, deviceId: '', ...times })
      .onConflict((same) => same.column('emailKey').doNothing())
      .execute()
    const account = await lockAccount(world, emailKey)
    // The database keeps an address for whoever may still come back to it.
    if (!account) return { kind: 'address is taken' }
    if (account.verifiedAt) return { kind: 'gone' }
    origin.noted.account = account.id
    const inside = await actOf(world, account.id, locked)
    // Whoever signed up with the address and never verified it may be anybody: what they chose is not kept.
    await world.db
      .updateTable('account')
      .set({ email, fullName, passwordHash, deviceId: '', verifiedAt: now, passwordChangedAt: now })
      .where('id', '=', account.id)
      .execute()
    await endPins(world, { accountId: account.id, purpose: 'verify' })
    return enter(inside, account, locked)
  })
}

/**
 * Read again behind the lock: it may have been used, sent again or taken back while the password was looked at. An owner who is revoked at this
 * moment is waited for.
 */
async function lockGood(world: Transaction, { tokenHash }: Invitation): Promise<Invitation | undefined> {
  const found = await world.db
    .selectFrom('staffInvitation')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const owner = await ownerGrant(world, found).forShare().executeTakeFirst()
  return isWaiting(world, found, owner) ? found : undefined
}

const ownAct = (accountId: number, { id, eventId }: Invitation): Act => ({
  actor: { kind: 'staff', accountId },
  operation: 'InvitationAccept',
  about: { kind: 'staff_invitation', id },
  ...(eventId !== null && { eventId }),
})

const actOf = (world: Transaction, accountId: number, invitation: Invitation) =>
  startAct(world, ownAct(accountId, invitation))

async function enter(
  world: Acting,
  account: Pick<Row<'account'>, 'id' | 'email'>,
  { id, role, eventId, invitedBy }: Invitation,
): Promise<Accepted> {
  const used = { usedAt: world.now(), usedBy: account.id }
  await world.db.updateTable('staffInvitation').set(used).where('id', '=', id).execute()
  const answer = await giveGrant(world, { accountId: invitedBy }, { accountId: account.id, role, eventId })
  // They may have been given it in another way meanwhile; that is what the letter promised too.
  if (answer !== 'done' && answer !== 'there already') throw new Error(`an invitation cannot be kept: ${answer}`)
  if (answer === 'done') {
    const inviter = world.db.selectFrom('account').select('fullName').where('id', '=', invitedBy)
    const { fullName } = await inviter.executeTakeFirstOrThrow()
    await tellOfMoneyRole(world, { accountId: account.id, role }, fullName)
  }
  return { kind: 'accepted', email: account.email }
}
