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
  /** Also what is over, and drafts: nothing is left where the person does not see it. */
  belongings: number
  /** The workshops with a seat of theirs. */
  held: { workshopId: number; topic: string }[]
}
export type Move = { applicantId: number; from: number; to: number }
/** All orders and abstracts of one place at an event go to the other. */
export type Gathering = { from: number; to: number }
type Both = { kept: number; gone: number }
type Judged = { obstacles: string[]; moves: Move[]; gatherings: Gathering[]; does: string[] }

/**
 * At each event the one that has something stands for the person; where neither has, the kept account's own, or the one with a profile.
 * Whoever gives way goes to the other account, and what they have comes over: nothing is deleted, and the way back is the same way.
 */
export function judgeMerge({ kept, gone }: Both, holdings: readonly Holding[]): Judged {
  const judged: Judged = { obstacles: [], moves: [], gatherings: [], does: [] }
  for (const here of Map.groupBy(holdings, ({ eventId }) => eventId).values()) {
    const ofKept = here.find(({ accountId }) => accountId === kept)
    const ofGone = here.find(({ accountId }) => accountId === gone)
    if (!ofGone) continue
    judged.does.push(...doesHere(ofGone))
    if (!ofKept) {
      judged.moves.push({ applicantId: ofGone.applicantId, from: gone, to: kept })
      continue
    }
    judged.obstacles.push(...sameSeats(ofKept, ofGone))
    const [stands, yields] = standsFor(ofKept, ofGone)
    if (stands === ofGone)
      judged.moves.push(
        { applicantId: ofKept.applicantId, from: kept, to: gone },
        { applicantId: ofGone.applicantId, from: gone, to: kept },
      )
    if (yields.belongings > 0) judged.gatherings.push({ from: yields.applicantId, to: stands.applicantId })
    if (stands.hasProfile && yields.hasProfile)
      judged.does.push(
        `${stands.eventName}: the profile of the ${stands === ofKept ? 'kept' : 'other'} account counts.`,
      )
  }
  return judged
}

const hasSomething = ({ seats, abstracts }: Holding): boolean => seats + abstracts > 0

function standsFor(ofKept: Holding, ofGone: Holding): [stands: Holding, yields: Holding] {
  const isKept = hasSomething(ofKept) || (!hasSomething(ofGone) && (ofKept.hasProfile || !ofGone.hasProfile))
  return isKept ? [ofKept, ofGone] : [ofGone, ofKept]
}

/** One person sits in a workshop once. */
function sameSeats(one: Holding, other: Holding): string[] {
  return one.held
    .filter(({ workshopId }) => other.held.some((each) => each.workshopId === workshopId))
    .map(({ topic }) => `Both have a seat in “${topic}” at ${one.eventName}. Cancel or refund one of them first.`)
}

function doesHere({ eventName, seats, abstracts }: Holding): string[] {
  const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)
  const found = [seats > 0 && counted(seats, 'seat'), abstracts > 0 && counted(abstracts, 'submitted abstract')]
  const words = found.filter((each) => each !== false).join(' and ')
  return words
    ? [`${eventName}: ${words} of the other account ${seats + abstracts === 1 ? 'comes' : 'come'} over.`]
    : []
}
