/** The job that makes a version ready for reviewers: a copy of its file that says nothing of who made it, and what in its texts may tell. */
import { setImmediate as oneTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { blindSections } from '#contract/selection/findings.ts'
import type { Row } from '#server/database/tables.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { usualCall } from '#server/selection/rules.ts'
import { copyFile } from './blind-copies.ts'
import { hospitalsIn } from './hospital-rules.ts'
import { findIn, type Search, searchFor, type Told } from './redaction-rules.ts'
import { blindTexts, type Finding, findInTexts, type HandWritten, isSure, isWithheld } from './redaction-texts.ts'

export const prepareJob = 'prepare-blind'
/** A server that worked on one for so long has lost it. */
const lostAfter = 600_000
/** A file with more text than this is no abstract; what stands behind it is for the eyes of the redactor. */
const mostFileText = 300_000
const aroundIt = 40
const unread = 'The file shows pictures, drawings or letters that cannot be searched. Look at its pages.'
const tooMany = 'More than 100 places in it name its authors.'
const erased = 'Somebody who wrote it was erased. Their name is not known here any more: please look for it.'
const withheld = { file: 'none', why: '' } as const

/** All that wait for it, one after the other; several servers share them. */
export async function prepareBlind(world: World): Promise<void> {
  for (;;) {
    const claimed = await inTransaction(world, claim)
    if (!claimed) return
    try {
      await prepare(world, claimed)
    } catch (error) {
      // The next abstract must not wait for this one, which is taken up again in ten minutes.
      world.log.error({ err: error, abstractId: claimed.abstractId }, 'an abstract could not be made blind')
    }
    await oneTurn()
  }
}

/** Those that nobody works on: their version came by another path than the beginning of the review, or their server was killed. */
export async function takeUpBlind(world: World): Promise<void> {
  const { rows } = await sql<{ waits: boolean }>`
    select coalesce(bool_and(claimed_at is null or claimed_at < ${lost(world)}), false) as waits from redaction where state = 'preparing'`.execute(
    world.db,
  )
  if (rows[0]?.waits) await enqueue(world.db, prepareJob, { key: prepareJob })
}

const lost = ({ now }: World): Date => new Date(now().getTime() - lostAfter)

type Claimed = Row<'redaction'>

async function claim(world: Transaction): Promise<Claimed | undefined> {
  return world.db
    .updateTable('redaction')
    .set({ claimedAt: world.now() })
    .where((row) =>
      row(
        row.refTuple('abstractId', 'version'),
        '=',
        row
          .selectFrom('redaction')
          .select(['abstractId', 'version'])
          .where('state', '=', 'preparing')
          .where((row) => row.or([row('claimedAt', 'is', null), row('claimedAt', '<', lost(world))]))
          .orderBy('at')
          .orderBy('abstractId')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('abstractId', 'version'),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

async function prepare(world: World, claimed: Claimed): Promise<void> {
  const { abstractId, version } = claimed
  const written = await world.db
    .selectFrom('abstractVersion')
    .innerJoin('abstract', 'abstract.id', 'abstractId')
    .leftJoin('reviewCall', 'reviewCall.eventId', 'abstract.eventId')
    .select([...blindSections, 'fileKey', 'fileName', 'blind', 'autoRelease'])
    .where('abstractId', '=', abstractId)
    .where('abstractVersion.number', '=', version)
    .executeTakeFirstOrThrow()
  // Whoever redacts chose to show none.
  const showsNone = claimed.saves > 0 && claimed.file === 'none'
  const copied = showsNone ? withheld : await copyFile(world, written)
  const isBlind = (written.blind ?? usualCall.blind) === 'double'
  // Where reviewers know the authors nothing has to be hidden from them.
  const search = isBlind ? await searchOf(world, abstractId) : searchFor([])
  const byHand = claimed.byHand as HandWritten
  const seen = isBlind
    ? [
        ...findInTexts(written, byHand, search),
        ...(copied.file === 'copy' ? findInFile(copied.text, search) : []),
        ...findInName(written.fileName, search),
      ]
    : []
  const found = asChosen(seen, claimed.found as Finding[])
  const why = isBlind ? await whyLooked(world, { abstractId, copied, found }) : ''
  // A person has released it, and nothing that is found now was not seen then; or it is to be released without one.
  const wasReleased = claimed.wasReady && claimed.by !== null && !found.some(isNews)
  const needsNobody = !isBlind || (written.autoRelease === true && why === '' && found.every(isOfName))
  // With more in one section than is looked for, a person writes it anew; also where somebody released it before that was asked.
  const isTooMuch = isBlind && blindSections.some((section) => isWithheld(section, found))
  const isReady = copied.file !== 'cannot' && !isTooMuch && (wasReleased || needsNobody)
  const file =
    copied.file === 'copy'
      ? {
          fileKey: copied.fileKey,
          fileSize: copied.fileSize,
          fileType: copied.fileType,
          filePages: copied.filePages,
          why,
        }
      : { fileKey: null, fileSize: null, fileType: null, filePages: 0, why: copied.why || why }
  await world.db
    .updateTable('redaction')
    .set({
      ...blindTexts(written, byHand, found),
      ...file,
      file: copied.file,
      found: JSON.stringify(found.map(({ isNew: _news, ...each }) => each)),
      state: isReady ? 'ready' : 'waiting',
      wasReady: false,
      claimedAt: null,
      at: world.now(),
    })
    .where('abstractId', '=', abstractId)
    .where('version', '=', version)
    .where('state', '=', 'preparing')
    // Somebody asked for it anew meanwhile, knowing more than was known here; or it was taken for lost, and another has it.
    .where('claimedAt', '=', claimed.claimedAt)
    .execute()
}

type Looked = Finding & { isNew: boolean }

const isOfName = ({ where }: Finding): boolean => where === 'fileName'
const isNews = (finding: Looked): boolean => finding.isNew && !isOfName(finding)

/** What was found before, at the same place, stays hidden or left as somebody chose. */
function asChosen(found: readonly Finding[], before: readonly Finding[]): Looked[] {
  return found.map((each) => {
    const known = before.find(
      (other) =>
        other.where === each.where &&
        other.text === each.text &&
        other.from === each.from &&
        // What only looked like a name, and is known to be one now, is for a person to see again.
        (isSure(other) || !each.isSure),
    )
    return { ...each, isHidden: known?.isHidden ?? each.isSure, isNew: known === undefined }
  })
}

type Prepared = { abstractId: number; copied: Awaited<ReturnType<typeof copyFile>>; found: readonly Finding[] }

/** Why the file is not sent unless somebody says so: a picture is read by nobody here, and who was erased is known to nobody. */
async function whyLooked({ db }: World, { abstractId, copied, found }: Prepared): Promise<string> {
  if (copied.file === 'copy' && !copied.isRead) return unread
  if (isWithheld('file', found)) return tooMany
  const { rows } = await sql`
    select from abstract_author where abstract_id = ${abstractId} and name = 'Erased person' and account_id is null and email_key is null
    union all select from abstract join applicant on applicant.id = applicant_id join account on account.id = account_id
    where abstract.id = ${abstractId} and erased_at is not null`.execute(db)
  return rows.length > 0 ? erased : ''
}

/** What was found is of those who had written it then. With more authors nobody reads on before it is looked through anew. */
export async function prepareAgain({ db }: Transaction, abstractId: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('redaction')
    .set({ wasReady: sql`was_ready or state = 'ready'`, state: 'preparing', claimedAt: null })
    .where('abstractId', '=', abstractId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await enqueue(db, prepareJob, { key: prepareJob })
}

/** The rules of an event changed. What waits is looked through by the new ones; what was released too, where it may name somebody by them. */
export async function prepareEventAgain(
  { db }: Transaction,
  eventId: number,
  states: readonly ('waiting' | 'ready')[],
): Promise<void> {
  await sql`
    update redaction set was_ready = was_ready or redaction.state = 'ready', state = 'preparing', claimed_at = null
    from abstract where abstract.id = abstract_id and current_version = redaction.version and event_id = ${eventId}
      and abstract.state in ('under_review', 'revision_asked') and redaction.state = any (${states}::redaction_state[])`.execute(
    db,
  )
  await enqueue(db, prepareJob, { key: prepareJob })
}

function findInFile(text: string, search: Search): Finding[] {
  return findIn(text.slice(0, mostFileText), search).map((found) => ({
    ...found,
    where: 'file',
    around: text
      .slice(Math.max(0, found.from - aroundIt), found.to + aroundIt)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    isHidden: found.isSure,
  }))
}

function findInName(name: string, search: Search): Finding[] {
  return findIn(name, search).map((found) => ({ ...found, where: 'fileName', around: name, isHidden: true }))
}

/** Everybody who wrote it: whoever submitted it, as account and profile know them, and its authors. */
export async function searchOf({ db }: Pick<World, 'db'>, abstractId: number): Promise<Search> {
  const { rows } = await sql<Told>`
    select account.full_name as name, array_remove(array[account.email, coalesce(alt_email, '')] || array(select email_key from account_alias where account_alias.account_id = account.id), '') as emails,
      array_remove(array[coalesce(mobile, ''), coalesce(profile.phone, '')], '') as phones, coalesce(pmdc_reg, '') as registration,
      coalesce(institution, '') as institution, coalesce(department, '') as department
    from abstract join applicant on applicant.id = applicant_id join account on account.id = account_id
    left join profile on profile.applicant_id = applicant.id where abstract.id = ${abstractId}
    union all
    select profile.name, '{}', '{}', '', '', '' from abstract join profile on profile.applicant_id = abstract.applicant_id where abstract.id = ${abstractId}
    union all
    select name, array_remove(array[email], ''), '{}', '', institution, department from abstract_author where abstract_id = ${abstractId}`.execute(
    db,
  )
  const call = await db
    .selectFrom('abstract')
    .innerJoin('reviewCall', 'reviewCall.eventId', 'abstract.eventId')
    .select('hospitals')
    .where('abstract.id', '=', abstractId)
    .executeTakeFirst()
  return searchFor(rows, hospitalsIn(call?.hospitals ?? []))
}
