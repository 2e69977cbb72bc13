/** How acts and batches are numbered for somebody from whom an abstract is hidden: from a hole they would learn that something was done to it. */
import { largestId } from '#contract/operation.ts'
import type { World } from '#server/kernel/world.ts'
import { numberBehind, opaqueNumber } from '#server/platform/security/opaque-numbers.ts'
import { type Asking, mayCountReviewers, type Unseen } from './seen-by.ts'

type Kind = 'act' | 'assignment' | 'remark' | 'decision' | 'decision_batch'
export type Numbers = {
  shown: (kind: Kind, id: number) => number
  /** Undefined: there is none of this number, for them. */
  stored: (kind: Kind, shown: number) => number | undefined
}

/** Rows that are made for an abstract, and numbered through all of them. */
const kinds: ReadonlySet<string> = new Set<Kind>(['assignment', 'remark', 'decision', 'decision_batch'])
export const isNumbered = (kind: string): kind is Kind => kinds.has(kind)

/** Others read the numbers as they are, and open what somebody sends them by either. */
function numbersFor({ pinKey }: Pick<World, 'pinKey'>, isCut: boolean): Numbers {
  return {
    shown: (kind, id) => (isCut ? opaqueNumber(pinKey, kind, id) : id),
    stored: (kind, shown) => numberBehind(pinKey, kind, shown) ?? (isCut ? undefined : shown),
  }
}

export const numbersOfAll = (world: Pick<World, 'pinKey'>, { isListed }: Pick<Unseen, 'isListed'>): Numbers =>
  numbersFor(world, isListed)

export async function numbersAt(
  world: Pick<World, 'db' | 'pinKey'>,
  asking: Asking,
  eventId: number,
): Promise<Numbers> {
  return numbersFor(world, !(await mayCountReviewers(world, asking, eventId)))
}

/** For the act, which is written whoever asks. */
export function batchBehind({ pinKey }: Pick<World, 'pinKey'>, shown: number): number {
  return numberBehind(pinKey, 'decision_batch', shown) ?? shown
}

export const isOfTable = (id: number | undefined): id is number => id !== undefined && id <= largestId
