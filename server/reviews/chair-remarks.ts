/** A chair takes part in a discussion. Called by the staff's side, which has looked who may. */
import type { Transaction } from '#server/kernel/world.ts'

type Said = { abstractId: number; by: number; text: string; audience: 'reviewers' | 'chairs' }

export async function addRemarkByChair({ db, now }: Transaction, said: Said): Promise<void> {
  await db
    .insertInto('remark')
    .values({ ...said, at: now() })
    .execute()
}
