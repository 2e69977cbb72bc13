/** The letter about one decision that goes out at once: a merge or a reset. */
import { sql } from 'kysely'
import type { Outcome } from '#contract/selection/words.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { dropUnsent, postAll } from '#server/kernel/outbox/outbox.ts'
import type { Transaction } from '#server/kernel/world.ts'
import { decisionLetter } from './decision-mail.ts'

type Found = {
  abstractId: number
  outcome: Outcome
  number: number
  title: string
  email: string | null
  accountId: number
  eventId: number
  eventName: string
  slug: string
  isCurrent: boolean
  into: { number: number; title: string } | null
  /** Decisions about this abstract whose emails may still wait. */
  earlier: number[]
  isTold: boolean
}

/** Once, however often it is asked for. What still waits about the same abstract never goes. */
export async function writeOne(world: Transaction, decisionId: number): Promise<void> {
  const { rows } = await sql<Found>`
    select abstract.id as abstract_id, outcome, abstract.number, title_plain as title, case when erased_at is null then account.email end as email, account.id as account_id,
      event.id as event_id, event.name as event_name, slug, is_current,
      (select json_build_object('number', other.number, 'title', version.title_plain) from abstract other
        join abstract_version version on version.abstract_id = other.id and version.number = other.current_version where other.id = into_id) as into,
      array(select id from decision before where before.abstract_id = abstract.id and before.id < decision.id) as earlier,
      exists (select from mail where mail.decision_id = decision.id and mail.abstract_id = abstract.id) as is_told
    from decision join abstract on abstract.id = decision.abstract_id join event on event.id = abstract.event_id
    join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
    join applicant on applicant.id = abstract.applicant_id join account on account.id = applicant.account_id
    where decision.id = ${decisionId}`.execute(world.db)
  const [found] = rows
  if (!found || found.isTold || found.email === null) return
  const words = decisionLetter({
    ...found,
    asType: null,
    answerUntil: '',
    reviseUntil: null,
    note: '',
    comments: [],
    replaces: null,
    publicUrl: addressOf(world, found),
  })
  const { email: to, accountId, eventId, abstractId, outcome, earlier } = found
  await dropUnsent(
    world,
    earlier.map((id) => ({ abstractId, decisionId: id })),
    'replaced',
  )
  await postAll(
    world,
    [{ kind: `decision_${outcome}`, abstractId, decisionId, to, accountId, eventId, ...words }],
    world.now(),
  )
}
