import { sql } from 'kysely'
import type { RemoveAbstract } from '#contract/abstracts/abstracts.ts'
import { abstractTexts } from '#contract/abstracts/rules.ts'
/** Taking back: a draft is removed, what was submitted is withdrawn. Both can be brought back. */
import { day } from '#contract/durations.ts'
import type { StatusOf } from '#contract/operation.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { withVersion } from './list.ts'

/** How long a draft that was removed can be brought back. */
const keptFor = 30 * day

/** A draft is removed and can be brought back for a while; what was submitted is withdrawn and kept. */
export async function removeAbstract(
  world: World,
  { applicantId, eventId }: Participant,
  abstractId: number,
): Promise<StatusOf<typeof RemoveAbstract>> {
  const now = world.now()
  const { numUpdatedRows } = await world.db
    .updateTable('abstract')
    .set({
      removedAt: sql`case when status = '' then coalesce(removed_at, ${now}::timestamptz) end`,
      withdrawnAt: sql`case when status <> '' then coalesce(withdrawn_at, ${now}::timestamptz) end`,
    })
    .where('id', '=', abstractId)
    .where('applicantId', '=', applicantId)
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? 'Success' : abstractTexts.gone
}

/** What was removed or withdrawn, for whoever is asked to bring it back. */
export async function takenBack(world: World) {
  return withVersion(world)
    .innerJoin('applicant', 'applicant.id', 'abstract.applicantId')
    .innerJoin('account', 'account.id', 'applicant.accountId')
    .select(['abstract.id', 'abstract.number', 'titlePlain', 'email', 'removedAt', 'withdrawnAt'])
    .where('erasedAt', 'is', null)
    .where((any) => any.or([any('removedAt', 'is not', null), any('withdrawnAt', 'is not', null)]))
    .orderBy('abstract.id')
    .execute()
}

/** Whether there was something to bring back. */
export async function restoreAbstract(world: World, abstractId: number): Promise<boolean> {
  const { numUpdatedRows } = await world.db
    .updateTable('abstract')
    .set({ removedAt: null, withdrawnAt: null })
    .where('id', '=', abstractId)
    // The words of somebody who was erased are gone.
    .where(
      'applicantId',
      'not in',
      world.db
        .selectFrom('applicant')
        .innerJoin('account', 'account.id', 'applicant.accountId')
        .select('applicant.id')
        .where('erasedAt', 'is not', null),
    )
    .where((any) => any.or([any('removedAt', 'is not', null), any('withdrawnAt', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes drafts that were removed long ago; their files are found without an owner by the sweep of files. */
export async function sweepRemoved(world: World): Promise<void> {
  await world.db
    .deleteFrom('abstract')
    .where('removedAt', '<', new Date(world.now().getTime() - keptFor))
    .execute()
}
