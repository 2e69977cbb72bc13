/** A revision goes back to the reviewers: sent by its author, or by the clock when its day is over. */
import { sql } from 'kysely'
import { abstractTexts } from '#contract/abstracts/rules.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { toldTexts } from '#contract/selection/told-texts.ts'
import type { RevisionSend } from '#contract/selection/told.ts'
import { judgeRevision } from '#server/abstracts/last-date.ts'
import { lockAbstracts, moveAbstracts } from '#server/abstracts/moves.ts'
import type { Participant } from '#server/kernel/callers.ts'
import { lockApplicant } from '#server/kernel/participants.ts'
import { inTransaction, type Transaction, type World } from '#server/kernel/world.ts'
import { lastTold, lockOwn } from './told.ts'

export const sendRevisionsJob = 'send-revisions'

type Status = ReplyOf<typeof RevisionSend>['status']

export const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** Sent again it answers as the first time did; also when the clock was quicker. */
export async function sendRevision(
  world: World,
  caller: Participant,
  { pk, startedAt }: { pk: number; startedAt: Date },
): Promise<Status> {
  return inTransaction(world, async (world): Promise<Status> => {
    const person = await lockApplicant(world, caller)
    const found = await lockOwn(world, caller, pk)
    if (!found) return abstractTexts.gone
    const { reviseUntil, state } = found
    if (!found.isTold) return toldTexts.noRevision
    if (state === 'under_review')
      return (await lastTold(world, pk))?.outcome === 'revise' ? 'Success' : toldTexts.noRevision
    if (state !== 'revision_asked' || reviseUntil === null) return toldTexts.noRevision
    const when = await judgeRevision(world, { ...person, reviseUntil }, { startedAt, version: found })
    if (when === 'too late') return `The revision was due on ${dayText(reviseUntil)}.`
    await toReviewers(world, person.eventId, [pk])
    return 'Success'
  })
}

/** Nothing of the new text is seen before its own redaction is ready. */
async function toReviewers(world: Transaction, eventId: number, abstractIds: number[]): Promise<void> {
  const sent = await moveAbstracts(world, { eventId, abstractIds, from: ['revision_asked'], to: 'under_review' })
  await sql`
    insert into redaction (abstract_id, version, at) select id, current_version, ${world.now()} from abstract where id = any (${sent})
    on conflict do nothing`.execute(world.db)
}

type Asked = Parameters<typeof judgeRevision>[1] & { id: number }

/** What its author saved by its day, or left as it was, is read again. Harmless to repeat. */
export async function sendDueRevisions(world: World): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select abstract.id from abstract join event on event.id = abstract.event_id
    where state = 'revision_asked' and event_state = 'published' and told_at <= ${world.now()} order by abstract.id`.execute(
    world.db,
  )
  for (const { id } of rows) await inTransaction(world, (world) => sendIfDue(world, id))
}

/** Judged behind its lock: a chair may have given it another day since it was found. */
async function sendIfDue(world: Transaction, abstractId: number): Promise<void> {
  await lockAbstracts(world, [abstractId])
  const { rows } = await sql<Asked>`
    select abstract.id, abstract.event_id, event_state, abstracts_close_on, time_zone, revise_until, email_key
    from abstract join event on event.id = abstract.event_id join applicant on applicant.id = applicant_id join account on account.id = account_id
    where abstract.id = ${abstractId} and state = 'revision_asked'`.execute(world.db)
  const [asked] = rows
  if (!asked) return
  const now = world.now()
  const when = await judgeRevision(world, asked, { startedAt: now, version: { startedAt: null, savedAt: now } })
  if (when === 'too late') await toReviewers(world, asked.eventId, [asked.id])
}
