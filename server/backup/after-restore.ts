/** What a restore does to what it brought back, before anybody sees it: see docs/decisions/0039. */
import { forgetUploads } from '#server/abstracts/uploads.ts'
import { eraseAgain } from '#server/accounts/closure/closure.ts'
import { endAllAccess } from '#server/accounts/closure/end-access.ts'
import { endExtensionLinks } from '#server/events/extensions.ts'
import { forgetExports } from '#server/exports/exports.ts'
import { startAct } from '#server/kernel/acts.ts'
import { holdUnsent } from '#server/kernel/outbox/outbox.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { endReviewerLinks } from '#server/selection/reviewers/invite.ts'
import type { Erasure } from './erasures.ts'

export type Afterwards = {
  /** Letters that wait for a person. */
  held: number
  /** How many were erased since the backup, and are again. */
  erased: number
  /** Accounts that were erased since, and are the only owner here. */
  onlyOwners: number[]
  /** Accounts whose erasure would blank very much of the audit log: the schedule asks an owner. */
  askOwners: number[]
  /** Keys of files that nobody refers to any more. */
  files: string[]
}

type Wish = { by: string; erasures: readonly Erasure[]; reason: string }

export async function afterRestore(
  world: Transaction<Pick<World, 'db' | 'now'>>,
  { by, erasures, reason }: Wish,
): Promise<Afterwards> {
  const acting = await startAct(world, { actor: { kind: 'command', name: by }, operation: 'restore', reason })
  await endAllAccess(acting)
  await endReviewerLinks(acting)
  await endExtensionLinks(acting)
  await forgetExports(acting)
  await forgetUploads(acting)
  const after: Afterwards = { held: await holdUnsent(acting), erased: 0, onlyOwners: [], askOwners: [], files: [] }
  for (const { accountId, erasedAt, keepsAbstracts } of erasures) {
    const files = await eraseAgain(acting, { accountId, erasedAt: new Date(erasedAt), keepsAbstracts })
    if (files === 'the only owner') after.onlyOwners.push(accountId)
    else if (files === 'an owner is asked') after.askOwners.push(accountId)
    else if (files) {
      after.erased += 1
      after.files.push(...files)
    }
  }
  return after
}
