/** Submitting an abstract. */
import { sql } from 'kysely'
import type { SubmitAbstract } from '#contract/abstracts/abstracts.ts'
import { abstractTexts, maySubmit } from '#contract/abstracts/rules.ts'
import type { StatusOf } from '#contract/operation.ts'
import type { Row } from '#server/database/tables.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { addressOf } from '#server/kernel/events/address.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { lockApplicant } from '#server/kernel/participants.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { judgeSubmit } from './last-date.ts'
import { withVersion } from './list.ts'
import { submittedLetter } from './mail.ts'

/** One abstract of the caller, and when the request about it began: that decides about the last date. */
export type Theirs = { abstractId: number; startedAt: Date }
type Submitted = { status: StatusOf<typeof SubmitAbstract>; number?: number; submittedAt?: Date }

type Person = Awaited<ReturnType<typeof lockApplicant>>

export async function submitAbstract(
  world: World,
  caller: Participant,
  { abstractId, startedAt }: Theirs,
): Promise<Submitted> {
  const { applicantId } = caller
  return inTransaction(world, async (world) => {
    const person = await lockApplicant(world, caller)
    const found = await theirRow(world, { abstractId, applicantId, eventId: person.eventId })
    if (!found || found.removedAt || found.withdrawnAt) return { status: abstractTexts.gone }
    const { status, level, number, submittedAt } = found
    if (status === 'Pending' && level === 0 && number !== null && submittedAt)
      return { status: 'Success', number, submittedAt }
    if (!maySubmit({ Status: status, AbstractLevel: level })) return { status: abstractTexts.locked }
    const when = await judgeSubmit(world, person, { startedAt, version: found })
    if (when === 'too late') return { status: abstractTexts.closed }
    const given = await submit(world, { ...found, isLate: when === 'late', submittedAt: startedAt })
    await confirm(world, person, { abstractId, number: given, submittedAt: startedAt })
    return { status: 'Success', number: given, submittedAt: startedAt }
  })
}

type State = Pick<Row<'abstract'>, 'id' | 'applicantId' | 'eventId' | 'status' | 'level' | 'number' | 'submittedAt'> &
  Pick<Row<'abstract'>, 'removedAt' | 'withdrawnAt'> &
  Pick<Row<'abstractVersion'>, 'startedAt' | 'savedAt'>

/** Locked: whoever removes it at the same moment waits, and finds it submitted. */
async function theirRow(
  world: Transaction,
  { abstractId, applicantId, eventId }: { abstractId: number; applicantId: number; eventId: number },
): Promise<State | undefined> {
  return withVersion(world)
    .select(['abstract.id', 'abstract.applicantId', 'eventId', 'status', 'level', 'abstract.number', 'submittedAt'])
    .select(['removedAt', 'withdrawnAt', 'startedAt', 'savedAt'])
    .where('abstract.id', '=', abstractId)
    .where('abstract.applicantId', '=', applicantId)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate('abstract')
    .executeTakeFirst()
}

type Submission = Pick<State, 'id' | 'applicantId' | 'eventId'> & { isLate: boolean; submittedAt: Date }

/** Owner, event and state stand in the statement that writes. The number is counted up inside it: one that fails leaves no gap. */
async function submit(
  world: Transaction,
  { id, applicantId, eventId, isLate, submittedAt }: Submission,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with draft as (
      select id, event_id from abstract where id = ${id} and applicant_id = ${applicantId} and event_id = ${eventId}
      and status = '' and level = 0 and removed_at is null for update),
    counted as (
      insert into abstract_counter (event_id, last) select event_id, 1 from draft
      on conflict (event_id) do update set last = abstract_counter.last + 1 returning last)
    update abstract set status = 'Pending', number = last, submitted_at = ${submittedAt}, is_late = ${isLate}
    from draft, counted where abstract.id = draft.id returning number`.execute(world.db)
  if (!rows[0]) throw new Error('a draft that was locked has changed')
  return rows[0].number
}

async function confirm(
  world: World,
  { email, eventId, eventName, timeZone, ...event }: Person,
  { abstractId, number, submittedAt }: { abstractId: number; number: number; submittedAt: Date },
): Promise<void> {
  const { titlePlain } = await withVersion(world)
    .select('titlePlain')
    .where('abstract.id', '=', abstractId)
    .executeTakeFirstOrThrow()
  const publicUrl = addressOf(world, event)
  const words = submittedLetter({ eventName, number, title: titlePlain, submittedAt, timeZone, publicUrl })
  await post(world, { to: email, eventId, kind: 'abstract_submitted', abstractId, ...words })
}
