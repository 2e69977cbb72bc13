/** Before anything goes out: who would get it, how each will read it, and the moment in which that is frozen. */
import { type RawBuilder, sql } from 'kysely'
import { factsIn, missingFacts, paragraphsOf, subjectOf } from '#contract/mail/letter-words.ts'
import { mostRecipients } from '#contract/mail/mailing-fields.ts'
import type { MailingCheck, MailingPreview, MailingTest, SegmentCount } from '#contract/mail/mailings.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { limits } from '#server/kernel/limits.ts'
import { unsubscribeAddress } from '#server/kernel/outbox/announcements.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { writesToAuthorsOnly } from '#server/kernel/outbox/rules.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import { goesToAuthors, hiddenFrom, unseenBy } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { type Reader, readersOf } from './facts.ts'
import { writtenFor } from './mail.ts'
import { lockMailing, readAudience, refuseOlder, refuseUnlessOpen, type Shown, showMailing } from './mailings.ts'
import { refuseBeyond } from './rights.ts'
import { type Chosen, countPeople, judgedPeople } from './segments.ts'

export async function countSegment(
  world: World,
  staff: Staff,
  wish: ParsedInputOf<typeof SegmentCount>,
): Promise<ReplyOf<typeof SegmentCount>> {
  await count(world, limits.segmentsOfStaff, String(staff.accountId))
  refuseBeyond(staff, wish)
  const chosen = { ...chosenBy(staff, wish), unseen: await hiddenFrom(world, staff, wish.eventId) }
  return { ...(await countPeople(world, chosen)), authorsOnly: chosen.authorsOnly }
}

type Preview = ParsedInputOf<typeof MailingPreview>

export async function previewMailing(
  world: World,
  staff: Staff,
  wish: Preview,
): Promise<ReplyOf<typeof MailingPreview>> {
  await count(world, limits.segmentsOfStaff, String(staff.accountId))
  const { total, reader } = await readerAt(world, staff, wish)
  if (!reader) return { total, letter: null }
  const { name, email, filled } = reader
  return {
    total,
    letter: {
      name,
      to: email,
      from: world.postOffice.from ?? '',
      subject: subjectOf(wish.subject, filled),
      paragraphs: paragraphsOf(wish.body, filled),
      missing: missingFacts(`${wish.subject} ${wish.body}`, filled),
      canRefuse: wish.kind === 'announcement',
    },
  }
}

type At = Omit<Preview, 'mailingId'> & { mailingId?: number | undefined }

/** Those who get a letter, in one order, and the one at `at` of them. */
async function readerAt(world: World, staff: Staff, wish: At): Promise<{ total: number; reader: Reader | undefined }> {
  refuseBeyond(staff, wish)
  const { eventId, at } = wish
  const { abstracts: unseen, reviewing } = await unseenBy(world, staff)
  const people =
    wish.mailingId === undefined
      ? judgedPeople(world, { ...chosenBy(staff, wish), unseen })
      : await frozen(world, staff, { ...wish, mailingId: wish.mailingId, unseen })
  const { rows } = await sql<{ accountId: number; total: number }>`
    select account_id, count(*) over ()::int as total from (${people}) as people where why is null
    order by account_id offset ${at} limit 1`.execute(world.db)
  const [found] = rows
  if (!found) return { total: 0, reader: undefined }
  const [reader] = await readersOf(world, eventId, [found.accountId])
  return { total: found.total, reader: reader && (reviewing.includes(eventId) ? withoutAbstract(reader) : reader) }
}

/** Staff who review find no author by turning pages: the brackets stand for what each recipient reads. */
function withoutAbstract({ filled, ...reader }: Reader): Reader {
  const blind = { 'abstract title': '[title of their abstract]', 'abstract number': '[number of their abstract]' }
  return { ...reader, filled: { ...filled, ...blind } }
}

/** With what whoever chooses may look for. */
const chosenBy = <Wish extends { eventId: number }>(staff: Staff, wish: Wish) => ({
  ...wish,
  authorsOnly: writesToAuthorsOnly(staff.grants, wish.eventId),
  contact: mayAnywhere(staff, 'people.contact', wish.eventId),
  unseen: [],
})

async function frozen(
  world: World,
  staff: Staff,
  { unseen, ...which }: { eventId: number; mailingId: number; unseen: readonly number[] },
) {
  // Refuses one that they may not know of, or whose recipients are of the whole college, whatever is asked for beside it.
  const { mailing } = await showMailing(world, staff, which)
  refuseBeyond(staff, mailing)
  const chosen = sql`select account_id, why from mailing_recipient where mailing_id = ${which.mailingId}`
  const isHidden = sql<boolean>`abstract.id = any (${unseen}::int[])`
  const hasAbstract = (
    more: RawBuilder<boolean>,
  ) => sql<boolean>`exists (select from abstract join applicant on applicant.id = applicant_id
    where applicant.account_id = chosen.account_id and abstract.event_id = ${which.eventId} and ${more})`
  return sql`select account_id, why from (${chosen}) as chosen where not (${hasAbstract(isHidden)} and not ${hasAbstract(sql`not ${isHidden}`)}
    and exists (select from mailing where id = ${which.mailingId} and ${goesToAuthors}))`
}

/** Goes at once, to the person who asks only; nothing in it counts as sent. */
export async function sendTest(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof MailingTest>,
): Promise<ReplyOf<typeof MailingTest>> {
  await count(world, limits.testLettersOfStaff, String(staff.accountId))
  refuseUnfinished(wish)
  const { reader } = await readerAt(world, staff, wish)
  const [self] = await readersOf(world, wish.eventId, [staff.accountId])
  if (!self) return refuse('not_found')
  const filled = reader?.filled ?? self.filled
  const { subject, ...letter } = writtenFor(wish, filled, unsubscribeAddress(world, staff.accountId))
  await post(world, {
    kind: 'mailing_test',
    to: self.email,
    accountId: staff.accountId,
    eventId: wish.eventId,
    ...letter,
    subject: `Test: ${subject}`,
  })
  return { to: self.email }
}

function refuseUnfinished({ subject, body }: { subject: string; body: string }): void {
  const fields = [
    ...(subject === '' ? [{ path: 'subject', message: 'Please write a subject.' }] : []),
    ...(body === '' ? [{ path: 'body', message: 'Please write the letter.' }] : []),
  ]
  if (fields.length > 0) refuse('invalid', { fields })
}

/** The recipients are the people who match now, whatever changes until it goes out. */
export async function checkMailing(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof MailingCheck>,
): Promise<Shown> {
  await count(world, limits.mailingChecksOfStaff, String(staff.accountId))
  const event = await lockOpenEvent(world, wish.eventId)
  const mailing = await lockMailing(world, staff, wish)
  await refuseUnlessOpen(world, staff, mailing)
  if (mailing.version !== wish.version) await refuseOlder(world, staff, wish)
  refuseUnfinished(mailing)
  refuseEmptyFact(mailing, event.venue)
  const audience = readAudience(mailing.audience)
  refuseBeyond(staff, { ...mailing, audience })
  const contact = mayAnywhere(staff, 'people.contact', wish.eventId)
  await freeze(world, mailing, {
    eventId: mailing.eventId,
    audience,
    authorsOnly: mailing.authorsOnly,
    contact,
    unseen: [],
  })
  return showMailing(world, staff, wish)
}

function refuseEmptyFact({ subject, body }: { subject: string; body: string }, venue: string): void {
  if (venue === '' && factsIn(`${subject} ${body}`).includes('venue'))
    refuse('invalid', {
      fields: [{ path: 'body', message: 'The event has no venue yet. Write it there, or leave {venue} out.' }],
    })
}

async function freeze(world: World, mailing: Row<'mailing'>, chosen: Chosen): Promise<void> {
  const { db } = world
  await db.deleteFrom('mailingRecipient').where('mailingId', '=', mailing.id).execute()
  const people = judgedPeople(world, { ...chosen, kind: mailing.kind, subject: mailing.subject, body: mailing.body })
  // One more than may be: then the answer is no, and nothing of it stays.
  const { rows } = await sql<{ waiting: number; leftOut: number }>`
    with made as (
      insert into mailing_recipient (mailing_id, account_id, state, why)
      select ${mailing.id}::int, account_id, (case when why is null then 'waiting' else 'left_out' end)::recipient_state, why
      from (${people}) as people limit ${mostRecipients + 1} returning why)
    select count(*) filter (where why is null)::int as waiting, count(why)::int as left_out from made`.execute(db)
  const { waiting, leftOut } = rows[0] as { waiting: number; leftOut: number }
  if (waiting + leftOut > mostRecipients)
    refuse('invalid', {
      fields: [
        { path: 'audience', message: `At most ${mostRecipients.toLocaleString('en-GB')} people. Choose fewer.` },
      ],
    })
  if (waiting === 0)
    refuse('invalid', {
      fields: [
        { path: 'audience', message: leftOut === 0 ? 'Nobody is chosen.' : 'Everybody who is chosen is left out.' },
      ],
    })
  await db
    .updateTable('mailing')
    .set({ state: 'checked', checkedAt: world.now(), recipients: waiting, leftOut, version: mailing.version + 1 })
    .where('id', '=', mailing.id)
    .execute()
}
