/** The texts of the emails that the portal sends by itself: read, previewed, changed and taken back to the default in the console. */
import { sql } from 'kysely'
import type {
  LetterTextDetail,
  LetterTextPreview,
  LetterTextReset,
  LetterTextSave,
  LetterTextShow,
  LetterTextsList,
  LetterTextTest,
} from '#contract/mail/letter-texts.ts'
import { type TextFact, textProblems } from '#contract/mail/text-rules.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { limits } from '#server/kernel/limits.ts'
import { abstractTexts } from '#server/kernel/outbox/abstract-texts.ts'
import { accountTexts } from '#server/kernel/outbox/account-texts.ts'
import { letterheadOf, textAsSent } from '#server/kernel/outbox/letterhead.ts'
import { moneyTexts } from '#server/kernel/outbox/money-texts.ts'
import { orderTexts } from '#server/kernel/outbox/order-texts.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { reviewerTexts } from '#server/kernel/outbox/reviewer-texts.ts'
import { teamTexts } from '#server/kernel/outbox/team-texts.ts'
import type { FactValue } from '#server/kernel/outbox/text-facts.ts'
import { isWorded, partsIn, textOf, withWords, type WordedKind, type Wording } from '#server/kernel/outbox/worded.ts'
import { whereMay } from '#server/kernel/permissions.ts'
import type { Acting, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { Part, Written } from '#server/platform/mail/letter.ts'
import { count } from '#server/platform/security/rate-limits.ts'

type Reading = Pick<World, 'db'>
type Detail = LetterTextDetail
type Which = { eventId?: number | undefined; kind: string }

/** As the list shows them. */
const groups = {
  'Orders and workshops': orderTexts,
  Money: moneyTexts,
  Abstracts: abstractTexts,
  Reviewers: reviewerTexts,
  Accounts: accountTexts,
  Team: teamTexts,
}
/** Posted without an event: a text of an event would never be sent. */
const ofCollege = new Set<string>([...Object.keys(accountTexts), ...Object.keys(teamTexts), 'reviewer_invited'])

export async function listTexts(
  { db }: Reading,
  { eventId }: ParsedInputOf<typeof LetterTextsList>,
): Promise<ReplyOf<typeof LetterTextsList>> {
  const own = await db
    .selectFrom('letterText')
    .select(['kind', 'eventId'])
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId ?? null)]))
    .execute()
  const stateOf = (kind: string) => {
    const its = own.filter((each) => each.kind === kind)
    if (its.some((each) => each.eventId !== null) && !ofCollege.has(kind)) return 'event' as const
    return its.length > 0 ? ('college' as const) : ('default' as const)
  }
  const texts = Object.entries(groups).flatMap(([group, kinds]) =>
    (Object.keys(kinds) as WordedKind[]).map((kind) => ({ ...aboutOf(kind, group), state: stateOf(kind) })),
  )
  return { texts }
}

function aboutOf(kind: WordedKind, group: string) {
  const { name, when } = textOf(kind)
  return { kind, group, name, when, isOfCollege: ofCollege.has(kind) }
}

const groupOf = (kind: WordedKind): string =>
  Object.entries(groups).find(([, kinds]) => Object.hasOwn(kinds, kind))?.[0] ?? ''

/** The text of the college is sent at every event: a role for one event does not change it. */
function mustChange(staff: Staff, which: Which): WordedKind {
  if (which.eventId === undefined && whereMay(staff, 'mail.texts') !== 'college') refuse('not_allowed')
  return kindOf(which)
}

/** Refused where there is no such email, and where an event asks for one of the college. */
function kindOf({ kind, eventId }: Which): WordedKind {
  const isItsOwn = isWorded(kind) && (eventId === undefined || !ofCollege.has(kind))
  return isItsOwn
    ? kind
    : refuse('invalid', { fields: [{ path: 'kind', message: 'There is no text for this email.' }] })
}

export async function showText(
  world: World,
  { eventId, kind: asked }: ParsedInputOf<typeof LetterTextShow>,
): Promise<Detail> {
  const kind = kindOf({ kind: asked, eventId })
  const rows = await world.db
    .selectFrom('letterText')
    .leftJoin('account', 'account.id', 'savedBy')
    .select(['eventId', 'subject', 'body', 'letterText.version', 'savedAt', 'fullName'])
    .where('kind', '=', kind)
    .where((row) => row.or([row('eventId', 'is', null), row('eventId', '=', eventId ?? null)]))
    .execute()
  const college = rows.find((row) => row.eventId === null)
  const own = rows.find((row) => row.eventId === (eventId ?? null))
  const { subject, body, facts } = textOf(kind)
  const other = eventId === undefined ? undefined : college
  const without = other ? { subject: other.subject, body: other.body } : { subject, body }
  return {
    ...aboutOf(kind, groupOf(kind)),
    state: own && eventId !== undefined ? 'event' : college ? 'college' : 'default',
    subject: own?.subject ?? without.subject,
    body: own?.body ?? without.body,
    default: without,
    facts: factsOf(kind).map((fact) => ({ ...fact, sample: sampleText(facts[fact.name]?.sample ?? '') })),
    version: own?.version ?? 0,
    isReadOnly: await isArchived(world, eventId),
    savedBy: own?.fullName ?? null,
    savedAt: own?.savedAt.toISOString() ?? null,
  }
}

async function isArchived({ db }: Reading, eventId: number | undefined): Promise<boolean> {
  const event = await db
    .selectFrom('event')
    .select('eventState')
    .where('id', '=', eventId ?? 0)
    .executeTakeFirst()
  return event?.eventState === 'archived'
}

export const factsOf = (kind: WordedKind): TextFact[] =>
  Object.entries(textOf(kind).facts).map(([name, { says, sample, isRequired }]) => ({
    name,
    says,
    isRequired,
    isBlock: typeof sample !== 'string',
  }))

function sampleText(sample: FactValue): string {
  if (Array.isArray(sample)) return sample.map((part) => sampleText(part as Part)).join(' ')
  const part = sample as Part
  if (typeof part === 'string') return part
  if ('pin' in part) return part.pin
  if ('runs' in part) return part.runs.map(({ text }) => text).join('')
  return 'item' in part ? [part.item, ...part.details].join(', ') : part.label
}

/** As nobody was sent it: with the samples of the facts. */
function sampleOf({ publicUrl }: Pick<World, 'publicUrl'>, kind: WordedKind): Wording {
  const filled = (value: Part): Part =>
    typeof value === 'object' && 'link' in value ? { ...value, link: `${publicUrl}${value.link}` } : value
  const facts = Object.entries(textOf(kind).facts).map(([name, { sample }]) => [
    name,
    Array.isArray(sample) ? sample.map((part) => filled(part as Part)) : filled(sample as Part),
  ])
  return { kind, facts: Object.fromEntries(facts) as Wording['facts'], isSecret: false }
}

type Words = { subject: string; body: string }

function refuseProblems(kind: WordedKind, words: Words): void {
  const fields = textProblems(words, factsOf(kind))
  if (fields.length > 0) refuse('invalid', { fields })
}

export async function previewText(
  world: World,
  { subject, body, ...which }: ParsedInputOf<typeof LetterTextPreview>,
): Promise<ReplyOf<typeof LetterTextPreview>> {
  const kind = kindOf(which)
  refuseProblems(kind, { subject, body })
  const sample = sampleOf(world, kind)
  const words = withWords({ subject, body }, sample)
  const { letterhead } = await letterheadOf(world)
  const { college, department, logo = null } = letterhead
  return {
    from: world.postOffice.from ?? '',
    subject: words.subject,
    college,
    logo,
    greeting: `Dear ${sampleName},`,
    parts: partsIn(body, sample.facts).map(shown),
    closing: ['Kind regards,', department, college].filter((line) => line !== ''),
    text: await textAsSent(world, words, sampleName),
  }
}
const sampleName = 'Sana Abro'

function shown(part: Part): ReplyOf<typeof LetterTextPreview>['parts'][number] {
  if (typeof part === 'string' || 'runs' in part) return { text: sampleText(part) }
  return 'item' in part ? { ...part, details: [...part.details] } : part
}

export async function saveText(
  world: Acting,
  staff: Staff,
  { version, subject, body, actKey: _key, ...which }: ParsedInputOf<typeof LetterTextSave>,
): Promise<ReplyOf<typeof LetterTextSave>> {
  const kind = mustChange(staff, which)
  refuseProblems(kind, { subject, body })
  await count(world, limits.mailingSavesOfStaff, String(staff.accountId))
  const eventId = which.eventId ?? null
  if (which.eventId !== undefined) await lockOpenEvent(world, which.eventId)
  const words = { subject, body, savedBy: staff.accountId, savedAt: world.now() }
  const { rows } =
    version === 0
      ? await sql`insert into letter_text (event_id, kind, subject, body, saved_by, saved_at)
          values (${eventId}, ${kind}, ${words.subject}, ${words.body}, ${words.savedBy}, ${words.savedAt}) on conflict do nothing returning id`.execute(
          world.db,
        )
      : await sql`update letter_text set subject = ${words.subject}, body = ${words.body}, saved_by = ${words.savedBy}, saved_at = ${words.savedAt}, version = version + 1
          where kind = ${kind} and event_id is not distinct from ${eventId}::int and version = ${version} returning id`.execute(
          world.db,
        )
  const text = await showText(world, which)
  return rows.length === 1 ? { text } : refuse('conflict', { stored: text })
}

export async function resetText(
  world: Acting,
  staff: Staff,
  { version, actKey: _key, ...which }: ParsedInputOf<typeof LetterTextReset>,
): Promise<ReplyOf<typeof LetterTextReset>> {
  const kind = mustChange(staff, which)
  if (which.eventId !== undefined) await lockOpenEvent(world, which.eventId)
  const { numDeletedRows } = await world.db
    .deleteFrom('letterText')
    .where('kind', '=', kind)
    .where(sql<boolean>`event_id is not distinct from ${which.eventId ?? null}::int`)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const text = await showText(world, which)
  return numDeletedRows === 1n ? { text } : refuse('conflict', { stored: text })
}

/** It opens nothing: its facts are samples. */
export async function sendTestText(
  world: Acting,
  staff: Staff,
  { subject, body, actKey: _key, ...which }: ParsedInputOf<typeof LetterTextTest>,
): Promise<ReplyOf<typeof LetterTextTest>> {
  const kind = mustChange(staff, which)
  refuseProblems(kind, { subject, body })
  await count(world, limits.testLettersOfStaff, String(staff.accountId))
  const { email } = await world.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', staff.accountId)
    .executeTakeFirstOrThrow()
  const words: Written = withWords({ subject: `Test: ${subject}`, body }, sampleOf(world, kind))
  const { eventId } = which
  await post(world, {
    kind: 'mailing_test',
    to: email,
    accountId: staff.accountId,
    ...(eventId && { eventId }),
    ...words,
  })
  return { to: email }
}

/** What an event says in its own words is said by its copy too. */
export async function copyTexts({ db }: Reading, { from, eventId }: { from: number; eventId: number }): Promise<void> {
  await sql`
    insert into letter_text (event_id, kind, subject, body, saved_by, saved_at)
    select ${eventId}, kind, subject, body, saved_by, saved_at from letter_text where event_id = ${from} order by id`.execute(
    db,
  )
}
