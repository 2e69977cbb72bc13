/** What somebody may not put into a letter, or choose for it, though they may write letters. */
import type { Audience } from '#contract/mail/audience.ts'
import { type Fact, factsIn } from '#contract/mail/letter-words.ts'
import type { LetterFields } from '#contract/mail/mailing-fields.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { writesToCollege } from '#server/kernel/outbox/rules.ts'
import { mayAnywhere } from '#server/kernel/permissions.ts'
import { refuse } from '#server/platform/http/refuse.ts'

type Letter = LetterFields & { eventId: number; audience: Audience }

const field = (path: string, message: string) => refuse('invalid', { fields: [{ path, message }] })

/** To be asked wherever a letter is shown, counted, kept or sent: a preview tells as much as the list of what it is filled in from. */
export function refuseBeyond(staff: Staff, letter: Letter): void {
  refuseCollege(staff, letter)
  if (mayAnywhere(staff, 'orders.read', letter.eventId)) return
  for (const path of ['subject', 'body'] as const)
    if (factsIn(letter[path]).includes(ofOrders)) field(path, `Your role does not see orders. Leave {${ofOrders}} out.`)
}

const ofOrders: Fact = 'amount due'

/** A letter about somebody's own things is only for whom the event knows; the whole college is written to by whoever works for it. */
function refuseCollege({ grants }: Staff, { audience, kind }: Letter): void {
  if (!audience.college) return
  if (kind !== 'announcement') field('kind', 'Only an announcement can go to the whole college.')
  if (!writesToCollege(grants)) field('audience', 'Your role is for this event. Choose people of the event.')
}
