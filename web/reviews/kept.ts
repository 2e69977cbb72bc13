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

/** What was declined or taken away is not read here any more. */
export function forgetReview(owner: string, assignmentId: number): void {
  textOf(owner, assignmentId).clear()
  typedOf(owner, assignmentId).clear()
}

/** Forgets every abstract but these. */
export async function keepOnly(owner: string, assignments: readonly number[]): Promise<void> {
  const names = await draftsLike(owner, beginning)
  const found = names.flatMap((name) => /^review:(\d+):/.exec(name)?.[1] ?? []).map(Number)
  for (const id of new Set(found)) if (!assignments.includes(id)) forgetReview(owner, id)
}
