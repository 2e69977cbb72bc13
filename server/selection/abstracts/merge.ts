/** One abstract becomes part of another. */
import { sql } from 'kysely'
import type { ParsedInputOf } from '#contract/operation.ts'
import type { AbstractMerge } from '#contract/selection/decisions.ts'
import { numberOf } from '#contract/selection/words.ts'
import { appendAuthors } from '#server/abstracts/authors.ts'
import { lockAbstracts, tellAbstracts } from '#server/abstracts/moves.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { hiddenFrom } from '#server/kernel/visibility/seen-by.ts'
import type { Acting, Transaction } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { findConflictsSoon, lockCall } from '#server/selection/call/calls.ts'
import { replacePending } from '#server/selection/decisions/decide.ts'
import { joinedLetter } from '#server/selection/decisions/decision-mail.ts'
import { publishOne } from '#server/selection/decisions/take-back.ts'
import { writeOne } from '#server/selection/decisions/tell-one.ts'
import { prepareAgain } from '#server/selection/redaction/prepare-blind.ts'
import { areTheSame } from './likeness.ts'

type Merge = ParsedInputOf<typeof AbstractMerge>
type One = {
  id: number
  number: number
  title: string
  state: Row<'abstract'>['state']
  accountId: number
  email: string | null
  fullName: string
  /** Others are part of it already. */
  isJoined: boolean
}

/** Both are locked by id before either is judged: a withdrawal of one of them at this moment waits. */
export async function mergeAbstracts(world: Acting, staff: Staff, merge: Merge): Promise<void> {
  const { eventId, abstractId, intoId, reason } = merge
  const event = await lockOpenEvent(world, eventId)
  await lockCall(world, eventId)
  await lockAbstracts(world, [abstractId, intoId])
  const both = await rowsOf(world, eventId, [abstractId, intoId])
  const hidden = await hiddenFrom(world, staff, eventId)
  const one = both.find(({ id }) => id === abstractId)
  const other = both.find(({ id }) => id === intoId)
  if (!one || !other || one === other || hidden.includes(one.id) || hidden.includes(other.id))
    return refuse('not_found')
  for (const each of [one, other])
    if (!['submitted', 'under_review'].includes(each.state))
      refuse('conflict', { sentence: `${numberOf(each.number)} is decided or withdrawn: it can not be merged.` })
  if (one.isJoined)
    refuse('conflict', { sentence: `Others are part of ${numberOf(one.number)}. Merge the other way round.` })
  await replacePending(world, [abstractId])
  const decision = { abstractId, outcome: 'merged', intoId, reason, was: one.state } as const
  const decisionId = await publishOne(world, { eventId, by: staff.accountId }, decision)
  const nothing = { acceptedAs: null, reviseUntil: null, answerUntil: null }
  await tellAbstracts(world, [{ abstractId, to: 'merged', intoId, ...nothing, toldAt: world.now() }])
  await appendAuthors(world, abstractId, intoId)
  await prepareAgain(world, intoId)
  await areTheSame(world, staff, { abstractIds: [abstractId], intoId })
  await findConflictsSoon(world, eventId)
  await writeOne(world, decisionId)
  if (other.accountId === one.accountId || other.email === null) return
  const words = joinedLetter({ ...other, abstractId: other.id, other: one, publicUrl: addressOf(world, event) })
  await post(world, {
    to: other.email,
    accountId: other.accountId,
    eventId,
    kind: 'abstract_joined',
    abstractId: other.id,
    decisionId,
    ...words,
  })
}

async function rowsOf({ db }: Transaction, eventId: number, ids: readonly number[]): Promise<One[]> {
  const { rows } = await sql<One>`
    select abstract.id, abstract.number, title_plain as title, state, account.id as account_id, case when erased_at is null then account.email end as email, full_name,
      exists (select from abstract part where part.merged_into = abstract.id) as is_joined
    from abstract join abstract_version on abstract_version.abstract_id = abstract.id and abstract_version.number = current_version
    join applicant on applicant.id = abstract.applicant_id join account on account.id = account_id
    where abstract.event_id = ${eventId} and abstract.id = any (${ids}::int[]) and abstract.number is not null`.execute(
    db,
  )
  return rows
}
