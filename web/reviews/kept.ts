/** What this device keeps for a reviewer, encrypted as all drafts: signing out removes it with them. */
import { draftsLike, openDraft } from '#web/platform/draft.ts'
import type { Answers, Opened } from './answers.ts'
import type { Kept } from './saving.ts'

const beginning = 'review:'
export const inboxName = `${beginning}inbox`
export const textOf = (owner: string, assignmentId: number) =>
  openDraft<Opened>(owner, `${beginning}${assignmentId}:text`)
export const typedOf = (owner: string, assignmentId: number) =>
  openDraft<Kept<Answers>>(owner, `${beginning}${assignmentId}:typed`)

/** What a reviewer declined is not read here any more, nor what they wrote of it. */
export function forgetReview(owner: string, assignmentId: number): void {
  textOf(owner, assignmentId).clear()
  typedOf(owner, assignmentId).clear()
}

/** Forgets the text of every abstract but these: it was read in confidence. Words that were typed and not sent are their writer's. */
export async function keepOnly(owner: string, assignments: readonly number[]): Promise<void> {
  for (const id of await idsOf(owner)) if (!assignments.includes(id)) textOf(owner, id).clear()
}

/** What was typed for abstracts other than these, and never sent. */
export async function unsentBeside(owner: string, assignments: readonly number[]): Promise<number[]> {
  const ids = (await idsOf(owner)).filter((id) => !assignments.includes(id))
  const typed = await Promise.all(ids.map((id) => typedOf(owner, id).read()))
  return ids.filter((_, at) => hasWords(typed[at]))
}

export const hasWords = (typed: Kept<Answers> | undefined): typed is Kept<Answers> =>
  typed !== undefined && `${typed.values.toAuthor}${typed.values.toChairs}`.trim() !== ''

async function idsOf(owner: string): Promise<number[]> {
  const names = await draftsLike(owner, beginning)
  return [...new Set(names.flatMap((name) => /^review:(\d+):/.exec(name)?.[1] ?? []).map(Number))]
}
