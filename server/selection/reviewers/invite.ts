import { sql } from 'kysely'
import { sameEmail } from '#contract/accounts/email.ts'
/** Emails that ask people to review, and their answers. The token of the email proves the address. */
import { day } from '#contract/durations.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import { invitationTexts } from '#contract/selection/invitation-texts.ts'
import type { InvitationAnswer, InvitationRead } from '#contract/selection/invitations.ts'
import type { Offer } from '#contract/selection/offer-fields.ts'
import type { ReviewersInvite } from '#contract/selection/reviewers.ts'
import { confirmedAbove, invitationDays, mostFirstFields } from '#contract/selection/words.ts'
import { findAccount } from '#server/accounts/account.ts'
import { accountByLetter } from '#server/accounts/sign-in/by-letter.ts'
import { ruleAgainst } from '#server/accounts/sign-in/passwords.ts'
import { countCall } from '#server/accounts/sign-in/rate-limits.ts'
import { stepUpRefusal } from '#server/accounts/staff/staff-acts.ts'
import type { Person, Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { addressesOf } from '#server/kernel/visibility/one-person.ts'
import { teamAmong } from '#server/kernel/visibility/team-reviewers.ts'
import { type Acting, inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import type { Origin } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { countAll } from '#server/platform/security/rate-limits.ts'
import { hashToken, newToken } from '#server/platform/security/tokens.ts'
import { callOf } from '#server/selection/call/calls.ts'
import { type InvitedPerson, letterTo, linkEnds, refuseMissing, sendingOf } from './invitation-letters.ts'
import { hasFields, takeOffer } from './reviewers.ts'

export async function inviteReviewers(
  world: Acting,
  by: Staff,
  { eventId, people, words, withTeam }: ParsedInputOf<typeof ReviewersInvite>,
): Promise<ReplyOf<typeof ReviewersInvite>> {
  const event = await lockOpenEvent(world, eventId)
  if (people.length > confirmedAbove && !by.steppedUp) refuse(stepUpRefusal(world, by))
  const sending = await sendingOf(world, by, { event, words })
  refuseMissing(sending, people)
  await refuseOtherFields(world, eventId, people)
  const already: string[] = []
  const team: string[] = []
  let invited = 0
  const asked = new Map(people.map((person) => [sameEmail(person.email), person]))
  const ofTeam = new Set(withTeam ? [] : await teamAmong(world, eventId, [...asked.keys()]))
  for (const [emailKey, person] of asked) {
    const { email, name } = person
    if (ofTeam.has(emailKey)) {
      team.push(email)
      continue
    }
    const token = await inviteOne(world, { ...person, eventId, by: by.accountId, emailKey })
    if (!token) {
      already.push(email)
      continue
    }
    // In the transaction of the act: what is refused writes no email, and is not counted.
    await countAll(world, [
      { limit: limits.reviewersInvitedByStaff, of: String(by.accountId) },
      { limit: limits.reviewInvitationsOfEmail, of: emailKey },
    ])
    const written = letterTo(world, sending, { name, token })
    await post(world, { kind: 'reviewer_invited', to: email, expiresAt: sending.expiresAt, ...written })
    invited += 1
  }
  return { invited, already, team }
}

async function refuseOtherFields({ db }: World, eventId: number, people: readonly InvitedPerson[]): Promise<void> {
  const known = db.selectFrom('speciality').select('id').where('eventId', '=', eventId).where('retiredAt', 'is', null)
  const ids = new Set((await known.execute()).map(({ id }) => id))
  const fields = people.flatMap((person, at) =>
    person.fields.every((field) => ids.has(field))
      ? []
      : [{ path: `people.${at}.fields`, message: 'This event has no such discipline.' }],
  )
  if (fields.length > 0) refuse('invalid', { fields })
}

type Invitee = InvitedPerson & { eventId: number; by: number; emailKey: string }

/**
 * The token of the email; nothing for somebody who is a reviewer already, under this address or another of theirs. Invited again, the older link
 * ends, and a name or disciplines that are left out stay as they are known. The last day of the review is compared when the link is opened: staff
 * may change it.
 */
async function inviteOne(world: Transaction, invitee: Invitee): Promise<string | undefined> {
  const { eventId, by, email, emailKey, name, fields } = invitee
  const { token, hash } = newToken()
  const now = world.now()
  const { rows } = await sql<{ id: number }>`
    insert into reviewer (event_id, email, email_key, invited_name, token_hash, invited_by, invited_at, expires_at)
    select ${eventId}, ${email}, ${emailKey}, ${name}, ${hash}, ${by}, ${now}, ${new Date(now.getTime() + invitationDays * day)}
    where not exists (select from reviewer join reviewer_address on reviewer_id = reviewer.id
      where event_id = ${eventId} and state = 'active' and reviewer_address.email_key = ${emailKey})
    on conflict (event_id, email_key) where email_key <> '' do update set state = 'invited', token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      invited_name = case when excluded.invited_name = '' then reviewer.invited_name else excluded.invited_name end,
      invited_at = excluded.invited_at, expires_at = excluded.expires_at, version = reviewer.version + 1
    where reviewer.state <> 'active' returning id`.execute(world.db)
  const [made] = rows
  if (!made) return undefined
  await addAddresses(world, made.id, [emailKey])
  if (fields.length > 0) await expectFields(world, made.id, fields)
  return token
}

/** The first ones first. Their own answer replaces them. */
async function expectFields({ db }: Transaction, reviewerId: number, fields: readonly number[]): Promise<void> {
  const rows = [...new Set(fields)].map((specialityId, at) => ({
    reviewerId,
    specialityId,
    strength: at < mostFirstFields ? ('first' as const) : ('second' as const),
  }))
  await db.deleteFrom('reviewerField').where('reviewerId', '=', reviewerId).execute()
  await db.insertInto('reviewerField').values(rows).execute()
}

async function addAddresses({ db }: Transaction, reviewerId: number, emailKeys: readonly string[]): Promise<void> {
  const rows = emailKeys.map((emailKey) => ({ reviewerId, emailKey }))
  await db
    .insertInto('reviewerAddress')
    .values(rows)
    .onConflict((same) => same.doNothing())
    .execute()
}

/** `isClosed`: the last day of the review is over. */
function openInvitation({ db, now }: World, link: string) {
  return db
    .selectFrom('reviewer')
    .innerJoin('event', 'event.id', 'reviewer.eventId')
    .leftJoin('reviewCall', 'reviewCall.eventId', 'reviewer.eventId')
    .select(['reviewer.id', 'reviewer.eventId', 'reviewer.email', 'emailKey', 'invitedName', 'expiresAt', 'timeZone'])
    .select(['event.name as eventName', 'dueOn'])
    .select(sql<boolean>`coalesce(due_on < (${now()}::timestamptz at time zone time_zone)::date, false)`.as('isClosed'))
    .where('tokenHash', '=', hashToken(link))
    .where('reviewer.state', '=', 'invited')
    .where('expiresAt', '>', now())
    .where('eventState', '=', 'published')
}

export async function readInvitation(
  world: World,
  link: string,
  origin: Origin,
): Promise<ReplyOf<typeof InvitationRead>> {
  await countCall(world, origin)
  const found = await openInvitation(world, link).executeTakeFirst()
  if (!found) return { status: invitationTexts.over }
  const { email, eventName, timeZone, isClosed } = found
  if (isClosed) return { status: invitationTexts.closed, ...(found.dueOn && { closedOn: found.dueOn }) }
  const fields = await world.db
    .selectFrom('speciality')
    .leftJoin('reviewerField', (on) => on.onRef('specialityId', '=', 'speciality.id').on('reviewerId', '=', found.id))
    .select(['speciality.id as specialityId', 'description as name', 'strength'])
    .where('eventId', '=', found.eventId)
    .where('retiredAt', 'is', null)
    .orderBy('position')
    .orderBy('speciality.id')
    .execute()
  const expected = (wanted: 'first' | 'second') =>
    fields.flatMap(({ specialityId, strength }) => (strength === wanted ? [specialityId] : []))
  const { dueOn, blind } = await callOf(world, found.eventId)
  const expiresAt = await linkEnds(world, { expiresAt: found.expiresAt, dueOn, timeZone })
  const invitation = {
    email,
    name: found.invitedName,
    first: expected('first'),
    second: expected('second'),
    eventName,
    expiresAt: expiresAt.toISOString(),
    dueOn,
    blind,
    hasAccount: Boolean((await findAccount(world, found.emailKey))?.verifiedAt),
    fields: fields.map(({ specialityId, name }) => ({ specialityId, name })),
  }
  return { status: 'Success', invitation }
}

type Answer = ParsedInputOf<typeof InvitationAnswer>
type Answered = ReplyOf<typeof InvitationAnswer>

export async function answerInvitation(
  world: World,
  caller: Person | undefined,
  { origin, ...answer }: Answer & { origin: Origin },
): Promise<Answered> {
  await countCall(world, origin)
  const found = await openInvitation(world, answer.link).executeTakeFirst()
  if (!found) return { status: invitationTexts.over }
  if (found.isClosed) return { status: invitationTexts.closed }
  if (answer.answer === 'no') return decline(world, answer.link)
  const { offer } = answer
  // Before an account is made: whoever is refused answers the same letter again.
  if (!offer || !(await hasFields(world, found.eventId, offer))) return { status: invitationTexts.offer }
  if (caller) return inTransaction(world, (world) => accept(world, { link: answer.link, offer }, caller))
  if ((await findAccount(world, found.emailKey))?.verifiedAt) return { status: invitationTexts.signIn }
  const { fullName, password } = answer
  if (!fullName || !password) return { status: invitationTexts.account }
  const why = await ruleAgainst(world, password)
  if (why) return { status: invitationTexts.weak, why }
  const passwordHash = await hashPassword(password)
  return inTransaction(world, async (world) => {
    // The invitation first: of two who answer at once, the second finds it used and makes no account.
    if (!(await openInvitation(world, answer.link).forNoKeyUpdate('reviewer').executeTakeFirst()))
      return { status: invitationTexts.over }
    const account = await accountByLetter(world, { email: found.email, fullName, passwordHash })
    if (!account) return { status: invitationTexts.signIn }
    origin.noted.account = account.id
    return accept(world, { link: answer.link, offer }, { accountId: account.id, email: account.emailKey })
  })
}

async function decline(world: World, link: string): Promise<Answered> {
  const { numUpdatedRows } = await world.db
    .updateTable('reviewer')
    .set({ state: 'declined', tokenHash: null, answeredAt: world.now() })
    .where('tokenHash', '=', hashToken(link))
    .where('state', '=', 'invited')
    .executeTakeFirstOrThrow()
  return { status: numUpdatedRows === 1n ? 'Success' : invitationTexts.over }
}

/** Read again behind the lock. Every address that is known of them counts from now on: one of them may be an author's. */
async function accept(
  world: Transaction,
  { link, offer }: { link: string; offer: Offer },
  { accountId, email }: Pick<Person, 'accountId' | 'email'>,
): Promise<Answered> {
  const found = await openInvitation(world, link).forNoKeyUpdate('reviewer').executeTakeFirst()
  if (!found) return { status: invitationTexts.over }
  // The last day may have ended, or have been moved, since the first look.
  if (found.isClosed) return { status: invitationTexts.closed }
  const { id: reviewerId, eventId } = found
  const other = await world.db
    .selectFrom('reviewer')
    .select('id')
    .where('eventId', '=', eventId)
    .where('accountId', '=', accountId)
    .where('id', '<>', reviewerId)
    .executeTakeFirst()
  if (other) return { status: invitationTexts.already }
  if (!(await takeOffer(world, { eventId, reviewerId, offer }))) return { status: invitationTexts.offer }
  await world.db
    .updateTable('reviewer')
    .set({ state: 'active', accountId, invitedName: '', tokenHash: null, answeredAt: world.now() })
    .where('id', '=', reviewerId)
    .execute()
  const { rows } = await sql<{ emailKey: string }>`select email_key from ${addressesOf(accountId)} as known`.execute(
    world.db,
  )
  await addAddresses(
    world,
    reviewerId,
    rows.map(({ emailKey }) => sameEmail(emailKey)),
  )
  return { status: 'Success', email }
}

/** After a restore: an invitation that is open here may have been answered or withdrawn since. A chair sends it again. */
export async function endReviewerLinks({ db, now }: Acting<Pick<World, 'db' | 'now'>>): Promise<void> {
  await db
    .updateTable('reviewer')
    .set({ tokenHash: null, expiresAt: now() })
    .where('tokenHash', 'is not', null)
    .execute()
}
