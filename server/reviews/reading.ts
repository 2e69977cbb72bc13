/** What more than one call of a reviewer reads. All of it from the views of `blind`. */
import type { OwnReview } from '#contract/reviews/reviews.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import type { BlindTables } from './blind-tables.ts'
import type { BlindWorld } from './blind-world.ts'
import { fileNameOf, isAsked } from './rules.ts'

type Reading = Pick<BlindWorld, 'db'>

/** One statement, whatever the reason why there is none: unknown, somebody else's and cancelled are the same. */
export async function mineOf({ db }: Reading, assignmentId: number) {
  const found = await db
    .selectFrom('myAbstract')
    .innerJoin('me', (join) => join.onTrue())
    .innerJoin('call', (join) => join.onTrue())
    .selectAll('myAbstract')
    .select(['me.name', 'timeZone', 'dueOn', 'dueAt', 'closesAt', 'others'])
    .where('assignmentId', '=', assignmentId)
    .executeTakeFirst()
  return found ?? refuse('not_found')
}
export type Mine = Awaited<ReturnType<typeof mineOf>>

type Due = Pick<BlindTables['call'], 'dueOn' | 'dueAt' | 'closesAt'>

export const shownDue = ({ dueOn, dueAt, closesAt }: Due) => ({
  dueOn,
  dueAt: dueAt?.toISOString() ?? null,
  closesAt: closesAt?.toISOString() ?? null,
})

/** In a list and on its page. */
export function shownAbstract(mine: BlindTables['myAbstract']) {
  const { assignmentId, number, state, type, speciality, subSpeciality, words, title, isOpen, sentBack } = mine
  const { fileSize: size, fileType } = mine
  const file = size === null || fileType === null ? null : { name: fileNameOf(number, fileType), size, type: fileType }
  return { assignmentId, number, state, type, speciality, subSpeciality, words, title, file, isOpen, sentBack }
}

export async function criteriaOf({ db }: Reading) {
  const all = await db.selectFrom('criterion').selectAll().orderBy('position').orderBy('criterionId').execute()
  return all.map(({ weight, ...criterion }) => ({ ...criterion, weight: Number(weight) }))
}

export async function criteriaFor(reading: Reading, type: Mine['type']) {
  return (await criteriaOf(reading)).filter((criterion) => isAsked(criterion, type))
}

export const noReview: OwnReview = {
  version: 0,
  scores: [],
  recommendation: null,
  asType: null,
  sure: null,
  toAuthor: '',
  toChairs: '',
  total: null,
  savedAt: null,
  submittedAt: null,
  isLate: false,
}

/** With the key of the save that it comes from. */
export async function ownOf(
  { db }: Reading,
  assignmentId: number,
): Promise<{ own: OwnReview; saveKey: string | null }> {
  const row = await db.selectFrom('myReview').selectAll().where('assignmentId', '=', assignmentId).executeTakeFirst()
  const scores = await db
    .selectFrom('myScore')
    .select(['criterionId', 'score'])
    .where('assignmentId', '=', assignmentId)
    .orderBy('criterionId')
    .execute()
  if (!row) return { own: noReview, saveKey: null }
  const { assignmentId: _id, saveKey, total, savedAt, submittedAt, ...words } = row
  const times = { savedAt: savedAt.toISOString(), submittedAt: submittedAt?.toISOString() ?? null }
  return { own: { ...words, scores, total: total === null ? null : Number(total), ...times }, saveKey }
}

/** Oldest first. One's own are known by the alias. */
export async function remarksOf({ db }: Reading, { assignmentId, alias }: Pick<Mine, 'assignmentId' | 'alias'>) {
  const rows = await db
    .selectFrom('remark')
    .select(['alias', 'text', 'at'])
    .where('assignmentId', '=', assignmentId)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({ ...row, isMine: row.alias === alias, at: row.at.toISOString() }))
}

export async function isDiscussed({ db }: Reading, assignmentId: number): Promise<boolean> {
  const found = await db
    .selectFrom('discussion')
    .select('isOpen')
    .where('assignmentId', '=', assignmentId)
    .executeTakeFirst()
  return found?.isOpen ?? false
}
