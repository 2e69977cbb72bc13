/** Hiding, writing by hand, releasing, and asking the author for another file. */
import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/operation.ts'
import { blindSections } from '#contract/selection/findings.ts'
import type { RedactionAsk, RedactionSave } from '#contract/selection/redactions.ts'
import { numberOf } from '#contract/selection/words.ts'
import { cleanText } from '#server/abstracts/rich-text.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { escapeHtml } from '#server/platform/mail/letter.ts'
import { blindFileLetter } from '#server/selection/mail.ts'
import { searchOf } from './prepare-blind.ts'
import { blindTexts, type Finding, findInText, type HandWritten, isSafeFile, isWithheld } from './redaction-texts.ts'
import { type Answer, findRedaction, type Seen, showRedaction } from './redactions.ts'

type Save = ParsedInputOf<typeof RedactionSave>

/**
 * The abstract is locked, as its author locks it who saves another version: either that comes first, and this is refused, or the release is of
 * the version that counts until then.
 */
async function lockRedaction(world: Transaction, staff: Staff, one: ParsedInputOf<typeof RedactionAsk>): Promise<Seen> {
  const { eventId, abstractId, version } = one
  await lockOpenEvent(world, eventId)
  await sql`select from abstract where id = ${abstractId} and event_id = ${eventId} for no key update`.execute(world.db)
  const seen = await findRedaction(world, one)
  if (!seen || (await hiddenFrom(world, staff, eventId)).includes(abstractId)) return refuse('not_found')
  const stored = await showRedaction(world, staff, one)
  if (seen.version !== version) refuse('conflict', { sentence: 'There is a newer version.', stored })
  if (seen.state === 'preparing') refuse('conflict', { sentence: 'This version is still being prepared.', stored })
  return seen
}

export async function saveRedaction(world: Acting, staff: Staff, save: Save): Promise<Answer> {
  const seen = await lockRedaction(world, staff, save)
  if (seen.saves !== save.saves)
    refuse('conflict', { sentence: 'Somebody else redacted it.', stored: await showRedaction(world, staff, save) })
  if (save.file === 'copy' && seen.file !== 'copy')
    refuse('invalid', { fields: [{ path: 'file', message: 'There is no copy of this file.' }] })
  const byHand = writtenBy(seen.byHand as HandWritten, save.byHand)
  const found = await foundIn(world, seen, { byHand, save })
  if (save.release && save.file === 'copy' && isWithheld('file', found))
    refuse('invalid', { fields: [{ path: 'file', message: 'More than 100 places in it name its authors.' }] })
  // What is behind the first hundred is known to nobody: a person writes the section anew, and only then reviewers read the abstract.
  if (save.release && blindSections.some((section) => isWithheld(section, found)))
    refuse('conflict', {
      sentence:
        'More than 100 places in one section name its authors. Write this section by hand, then release the abstract.',
      stored: await showRedaction(world, staff, save),
    })
  const isSent = save.file === 'copy' || (save.file === undefined && isSafeFile(seen.why, found))
  const withoutFile = { file: 'none', fileKey: null, fileSize: null, fileType: null, filePages: 0 } as const
  await world.db
    .updateTable('redaction')
    .set({
      ...blindTexts(seen, byHand, found),
      // A file that cannot be made blind is never sent, and one in which somebody is named only where it is said.
      ...((save.file === 'none' || (save.release && !isSent)) && withoutFile),
      byHand: JSON.stringify(byHand),
      found: JSON.stringify(found),
      state: save.release ? 'ready' : 'waiting',
      saves: seen.saves + 1,
      by: staff.accountId,
      at: save.release ? world.now() : seen.at,
    })
    .where('abstractId', '=', save.abstractId)
    .where('version', '=', save.version)
    .execute()
  return showRedaction(world, staff, save)
}

/** Lines as they were typed; null takes back what was written. */
function writtenBy(before: HandWritten, typed: Save['byHand']): HandWritten {
  const after = { ...before }
  for (const section of blindSections) {
    const lines = typed[section]
    if (lines === null) delete after[section]
    else if (lines !== undefined) after[section] = asHtml(lines, section === 'title')
  }
  return after
}

function asHtml(lines: string, isOneLine: boolean): string {
  if (isOneLine) return cleanText(escapeHtml(lines), 'one line').html
  const paragraphs = lines.split('\n').filter((line) => line.trim() !== '')
  return cleanText(paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`).join('')).html
}

/** What is written by hand is looked through anew; elsewhere what was found stays, hidden or left as it was chosen. */
async function foundIn(
  world: Transaction,
  seen: Seen,
  { byHand, save }: { byHand: HandWritten; save: Save },
): Promise<Finding[]> {
  const before = (seen.found as Finding[]).map((each, index) => ({
    ...each,
    isHidden: each.where === 'fileName' || (save.hide ? save.hide.includes(index) : each.isHidden),
  }))
  const rewritten = blindSections.filter((section) => save.byHand[section] !== undefined)
  if (rewritten.length === 0) return before
  const search = await searchOf(world, save.abstractId)
  const kept = before.filter(({ where }) => !rewritten.some((section) => section === where))
  return [
    ...blindSections.flatMap((section) =>
      rewritten.includes(section)
        ? findInText(section, byHand[section] ?? seen[section], search)
        : kept.filter(({ where }) => where === section),
    ),
    ...kept.filter(({ where }) => where === 'file' || where === 'fileName'),
  ]
}

export async function askForBlindFile(
  world: Acting,
  staff: Staff,
  ask: ParsedInputOf<typeof RedactionAsk>,
): Promise<Answer> {
  const { number, titlePlain, askedAt } = await lockRedaction(world, staff, ask)
  if (askedAt)
    refuse('conflict', { sentence: 'Its author was asked already.', stored: await showRedaction(world, staff, ask) })
  const author = await world.db
    .selectFrom('abstract')
    .innerJoin('applicant', 'applicant.id', 'applicantId')
    .innerJoin('account', 'account.id', 'accountId')
    .innerJoin('event', 'event.id', 'abstract.eventId')
    .select(['account.email', 'account.id as accountId', 'fullName', 'event.name as eventName'])
    .where('abstract.id', '=', ask.abstractId)
    .executeTakeFirstOrThrow()
  const letter = blindFileLetter({ ...author, number: numberOf(number), title: titlePlain })
  const about = { kind: 'blind_file_asked', abstractId: ask.abstractId, number: ask.version } as const
  await post(world, { to: author.email, accountId: author.accountId, eventId: ask.eventId, ...about, ...letter })
  await world.db
    .updateTable('redaction')
    .set({ askedAt: world.now() })
    .where('abstractId', '=', ask.abstractId)
    .where('version', '=', ask.version)
    .execute()
  return showRedaction(world, staff, ask)
}
