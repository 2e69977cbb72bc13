/** Who organises the demonstration, and what an act of theirs is. */
import type { StaffRole } from '#contract/accounts/permissions.ts'
import type { Act } from '#server/kernel/acts.ts'
import type { Transaction } from '#server/kernel/world.ts'

export type Organiser = { accountId: number; email: string; fullName: string; role: StaffRole }
export type Team = { owner: Organiser; finance: Organiser; others: Organiser[] }
/** `work` writes the act and what it changed, by a clock that stands at its time. */
export type TrailAct = { at: Date; work: (world: Transaction) => Promise<void> }

type Told = Pick<Act, 'operation' | 'about' | 'reason'> & { eventId?: number; steppedUp?: true }

export function actBy({ accountId, role }: Organiser, { steppedUp, ...told }: Told): Act {
  return { actor: { kind: 'staff', accountId, role, ...(steppedUp && { steppedUp }) }, ...told }
}
