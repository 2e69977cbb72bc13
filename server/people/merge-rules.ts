/** Whether two accounts can become one, and who goes where. Pure. */
export type Holding = {
  applicantId: number
  accountId: number
  eventId: number
  eventName: string
  hasProfile: boolean
  /** Seats of orders that are paid or not over. */
  seats: number
  /** Submitted and not withdrawn. */
  abstracts: number
}
export type Move = { applicantId: number; from: number; to: number }
type Both = { kept: number; gone: number }

/**
 * At each event the one that has something stands for the person; where neither has, the kept account's own, or the one with a profile.
 * Whoever gives way goes to the other account: nothing is deleted, and the way back is the same way.
 */
export function judgeMerge({ kept, gone }: Both, holdings: readonly Holding[]): { obstacles: string[]; moves: Move[] } {
  const obstacles: string[] = []
  const moves: Move[] = []
  for (const here of Map.groupBy(holdings, ({ eventId }) => eventId).values()) {
    const ofKept = here.find(({ accountId }) => accountId === kept)
    const ofGone = here.find(({ accountId }) => accountId === gone)
    if (!ofGone) continue
    if (ofKept && hasSomething(ofKept) && hasSomething(ofGone)) {
      obstacles.push(`Both have ${inWords(ofKept, ofGone)} at ${ofGone.eventName}. Settle one of them first.`)
      continue
    }
    if (ofKept && (hasSomething(ofKept) || (!hasSomething(ofGone) && (ofKept.hasProfile || !ofGone.hasProfile))))
      continue
    if (ofKept) moves.push({ applicantId: ofKept.applicantId, from: kept, to: gone })
    moves.push({ applicantId: ofGone.applicantId, from: gone, to: kept })
  }
  return { obstacles, moves }
}

const hasSomething = ({ seats, abstracts }: Holding): boolean => seats + abstracts > 0

function inWords(one: Holding, other: Holding): string {
  const seats = one.seats > 0 && other.seats > 0
  const abstracts = one.abstracts > 0 && other.abstracts > 0
  return seats ? 'seats' : abstracts ? 'submitted abstracts' : 'seats or submitted abstracts'
}
