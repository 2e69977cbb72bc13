/** Who wrote an abstract. Saved as one list; frozen while the abstract is with reviewers. */
import { sql } from 'kysely'
import { authorTexts, mostAuthors } from '#contract/abstracts/author-texts.ts'
import type { AuthorList, AuthorsSave } from '#contract/abstracts/authors.ts'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import { sameEmail } from '#contract/accounts/email.ts'
import type { ParsedInputOf, ReplyOf } from '#contract/operation.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { limits } from '#server/kernel/limits.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { withVersion } from './list.ts'
import { areAuthorsOpen, wrongAuthors } from './rules.ts'

/** Asked for with every change of authors: whoever reviews may have become one of them. */
export const conflictsJob = 'find-conflicts'

type Save = ParsedInputOf<typeof AuthorsSave>
type Saved = ReplyOf<typeof AuthorsSave>

/** What its owner sees of them; nothing of an abstract that is not theirs, or that they took back. */
export async function authorsOf(world: World, caller: Participant, pk: number): Promise<AuthorList | undefined> {
  const found = await ownAbstract(world, caller, pk).executeTakeFirst()
  if (!found) return undefined
  const authors = await world.db
    .selectFrom('abstractAuthor')
    .select(['name', 'email', 'institution', 'department', 'presents'])
    .where('abstractId', '=', pk)
    .orderBy('position')
    .execute()
  const named = await world.db
    .selectFrom('namedConflict')
    .select(['name', 'emailKey'])
    .where('abstractId', '=', pk)
    .orderBy('position')
    .execute()
  return {
    version: found.authorsVersion,
    ...(found.number !== null && { number: found.number }),
    title: found.titlePlain,
    isOpen: areAuthorsOpen(found),
    authors,
    notTo: named.map(({ name, emailKey }) => ({ name, email: emailKey ?? '' })),
    self: await selfOf(world, caller),
  }
}

/** As their profile says it, if there is one. */
async function selfOf({ db }: World, { applicantId }: Participant): Promise<AuthorList['self']> {
  const { fullName, ...told } = await db
    .selectFrom('applicant')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .leftJoin('profile', 'profile.applicantId', 'applicant.id')
    .select(['email', 'fullName', 'profile.name', 'institution', 'department'])
    .where('applicant.id', '=', applicantId)
    .executeTakeFirstOrThrow()
  const { email, name, institution, department } = told
  return { name: name || fullName, email, institution: institution ?? '', department: department ?? '' }
}

export async function saveAuthors(world: World, caller: Participant, save: Save): Promise<Saved> {
  await count(world, limits.saveOfAccount, String(caller.accountId))
  const wrong = wrongAuthors(save.authors, save.notTo)
  if (wrong) return { status: wrong }
  const saved = await inTransaction(world, (world) => write(world, caller, save))
  if (saved.status !== abstractTexts.conflict) return saved
  const stored = await authorsOf(world, caller, save.pk)
  return stored ? { ...saved, stored } : { status: abstractTexts.gone }
}

/** The abstract is locked before anything is judged: its review may begin at this moment. */
async function write(world: Transaction, caller: Participant, save: Save): Promise<Saved> {
  const { pk, version, authors, notTo } = save
  const found = await ownAbstract(world, caller, pk).forNoKeyUpdate('abstract').executeTakeFirst()
  if (!found) return { status: abstractTexts.gone }
  if (!areAuthorsOpen(found)) return { status: authorTexts.locked }
  if (found.authorsVersion !== version) return { status: abstractTexts.conflict }
  // First: the database remembers each line with the version that brought or dropped it.
  await nextVersion(world, pk)
  await replaceAuthors(world, pk, authors)
  await replaceNamed(world, pk, notTo)
  await enqueue(world.db, conflictsJob, { payload: { eventId: caller.eventId }, key: `conflicts ${caller.eventId}` })
  return { status: 'Success', version: version + 1 }
}

async function nextVersion({ db }: Transaction, abstractId: number): Promise<void> {
  await db
    .updateTable('abstract')
    .set((row) => ({ authorsVersion: row('authorsVersion', '+', 1) }))
    .where('id', '=', abstractId)
    .execute()
}

/** Lines that stay as they are are not written: in the history of the list a line changes only when somebody changed it. */
async function replaceAuthors({ db }: Transaction, abstractId: number, authors: Save['authors']): Promise<void> {
  const written = authors.map((author, at) => ({ ...author, position: at + 1 }))
  const stored = await db
    .selectFrom('abstractAuthor')
    .select(['position', 'name', 'email', 'institution', 'department', 'presents'])
    .where('abstractId', '=', abstractId)
    .execute()
  const isStored = (one: (typeof written)[number]) =>
    stored.some(
      (each) =>
        each.position === one.position &&
        each.name === one.name &&
        each.email === one.email &&
        each.institution === one.institution &&
        each.department === one.department &&
        each.presents === one.presents,
    )
  const kept = written.filter(isStored)
  await db
    .deleteFrom('abstractAuthor')
    .where('abstractId', '=', abstractId)
    .where('position', 'not in', [0, ...kept.map(({ position }) => position)])
    .execute()
  // Somebody who has an account is known by it from now on, also under another address.
  const rows = written
    .filter((one) => !kept.includes(one))
    .map(({ email, ...author }) => ({
      ...author,
      abstractId,
      email,
      emailKey: email === '' ? null : sameEmail(email),
      accountId: email === '' ? null : accountKnownBy(sameEmail(email)),
    }))
  if (rows.length > 0) await db.insertInto('abstractAuthor').values(rows).execute()
}

async function replaceNamed({ db }: Transaction, abstractId: number, notTo: Save['notTo']): Promise<void> {
  const named = notTo.map(({ name, email }, at) => ({
    abstractId,
    position: at + 1,
    name,
    emailKey: email === '' ? null : sameEmail(email),
  }))
  const stored = await db
    .selectFrom('namedConflict')
    .select(['abstractId', 'position', 'name', 'emailKey'])
    .where('abstractId', '=', abstractId)
    .orderBy('position')
    .execute()
  if (JSON.stringify(stored) === JSON.stringify(named)) return
  await db.deleteFrom('namedConflict').where('abstractId', '=', abstractId).execute()
  if (named.length > 0) await db.insertInto('namedConflict').values(named).execute()
}

/** SQL: whose address it is, or was: they may have another by now, and still are an author whom nobody may ask to review it. */
const accountKnownBy = (emailKey: string) => sql<number>`coalesce(
  (select id from account where email_key = ${emailKey} and verified_at is not null),
  (select account_id from account_alias where email_key = ${emailKey}),
  (select account_id from email_change where old_email_key = ${emailKey} and changed_at is not null and undone_at is null order by changed_at desc limit 1))`

/** Of one that becomes part of another: its authors come after those who are there, each once. Whoever submitted stands for one that names nobody. */
export async function appendAuthors(world: Transaction, fromId: number, intoId: number): Promise<void> {
  const there = await writersOf(world, intoId)
  const known = new Set(there.map(keyOf))
  const added = (await writersOf(world, fromId)).filter((author) => !known.has(keyOf(author)))
  const all = [...there, ...added.map((author) => ({ ...author, presents: false }))].slice(0, mostAuthors)
  await nextVersion(world, intoId)
  await replaceAuthors(world, intoId, all)
}

const keyOf = ({ email, name }: { email: string; name: string }) => sameEmail(email) || name.toLowerCase()

async function writersOf({ db }: Transaction, abstractId: number): Promise<Save['authors']> {
  const named = await db
    .selectFrom('abstractAuthor')
    .select(['name', 'email', 'institution', 'department', 'presents'])
    .where('abstractId', '=', abstractId)
    .orderBy('position')
    .execute()
  if (named.length > 0) return named
  const { rows } = await sql<Save['authors'][number]>`
    select full_name as name, account.email, coalesce(institution, '') as institution, coalesce(department, '') as department, true as presents
    from abstract join applicant on applicant.id = applicant_id join account on account.id = account_id
    left join profile on profile.applicant_id = applicant.id where abstract.id = ${abstractId}`.execute(db)
  return rows
}

function ownAbstract(world: World, { applicantId, eventId }: Participant, pk: number) {
  return withVersion(world)
    .select(['abstract.number', 'abstract.state', 'authorsVersion', 'titlePlain'])
    .where('abstract.id', '=', pk)
    .where('abstract.applicantId', '=', applicantId)
    .where('abstract.eventId', '=', eventId)
    .where('removedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
}
