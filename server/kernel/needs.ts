/** What waits for a person: each domain counts its own, and the overview shows it to whoever may look after it. */
import type { NeedKind } from '#contract/events/need-kinds.ts'

/** So many, since the oldest of them, and the money that it is about. */
export type Waiting = { count: number; since: Date | null; money?: { amount: number; currency: string } }
export type Needs = Partial<Record<NeedKind, Waiting>>
