/** A letter to many is planned, taken back, or stopped half way. */
import { minute } from '#contract/durations.ts'
import { takeBackMinutes, typedAbove } from '#contract/mail/mailing-fields.ts'
import type { MailingSend, MailingStop } from '#contract/mail/mailings.ts'
import type { ParsedInputOf } from '#contract/operation.ts'
import { stepUpRefusal } from '#server/accounts/staff/staff-acts.ts'
import type { Row } from '#server/database/tables.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { lockOpenEvent } from '#server/kernel/events/lock.ts'
import { limits } from '#server/kernel/limits.ts'
import { changeRow } from '#server/kernel/versions.ts'
import type { Acting, Transaction, World } from '#server/kernel/world.ts'
import { refuse } from '#server/platform/http/refuse.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { count } from '#server/platform/security/rate-limits.ts'
import { lockMailing, readAudience, refuseOlder, type Shown, showMailing } from './mailings.ts'
import { refuseBeyond } from './rights.ts'

export const mailingsJob = 'send-mailings'

const longestWait = 366 * 24 * 60 * minute

type Wish = ParsedInputOf<typeof MailingSend>

/** Nobody else is added meanwhile: the rows of the check are who it is for. */
export async function sendMailing(world: Acting, staff: Staff, wish: Wish): Promise<Shown> {
  await count(world, limits.mailingsOfStaff, String(staff.accountId))
  const event = await lockOpenEvent(world, wish.eventId)
  const mailing = await lockMailing(world, staff, wish)
  await refuseUnlessChecked(world, staff, mailing)
  if (mailing.version !== wish.version) await refuseOlder(world, staff, wish)
  if (event.eventState === 'draft')
    refuse('conflict', { sentence: 'Publish the event first: nobody can follow this letter yet.' })
  refuseBeyond(staff, { ...mailing, audience: readAudience(mailing.audience) })
  refuseOtherCount(mailing, wish)
  // An open browser must not be enough to write to the whole college.
  if (mailing.recipients > typedAbove && !staff.steppedUp) refuse(stepUpRefusal(world, staff))
  const sendAt = momentOf(world, wish.sendAt)
  const values = { state: 'planned', sendAt, sentBy: staff.accountId, changedAt: world.now() } as const
  await changeRow(world, 'mailing', { id: mailing.id, version: mailing.version, ...values })
  await enqueue(world.db, mailingsJob, { at: sendAt, key: `mailing ${mailing.id}` })
  return showMailing(world, staff, wish)
}

/** Two who send at once: the second finds it planned. */
async function refuseUnlessChecked(world: World, staff: Staff, { id, eventId, state }: Row<'mailing'>): Promise<void> {
  if (state === 'checked') return
  const { mailing: stored } = await showMailing(world, staff, { eventId, mailingId: id })
  const sentence = state === 'draft' ? 'Check this letter first.' : 'This letter is on its way already.'
  refuse('conflict', { sentence, stored })
}

function refuseOtherCount({ recipients }: Row<'mailing'>, { count, typedCount }: Wish): void {
  if (count !== recipients) refuse('count_changed')
  if (recipients > typedAbove && typedCount !== recipients)
    refuse('invalid', { fields: [{ path: 'typedCount', message: `Type ${recipients} to send it.` }] })
}

/** Never at once: there is time to take it back. */
function momentOf({ now }: World, sendAt: string | undefined): Date {
  const first = now().getTime() + takeBackMinutes * minute
  if (sendAt === undefined) return new Date(first)
  const wanted = Date.parse(sendAt)
  if (wanted < first - minute)
    refuse('invalid', { fields: [{ path: 'sendAt', message: 'This moment is over, or nearly. Choose a later one.' }] })
  if (wanted > first + longestWait)
    refuse('invalid', { fields: [{ path: 'sendAt', message: 'Choose a day within a year.' }] })
  return new Date(Math.max(wanted, first))
}

/** Each email of the mailing locks this row before it is written: after this, no more are. */
export async function stopMailing(
  world: Acting,
  staff: Staff,
  wish: ParsedInputOf<typeof MailingStop>,
): Promise<Shown> {
  const mailing = await lockMailing(world, staff, wish)
  if (mailing.state === 'draft' || mailing.state === 'checked')
    refuse('conflict', { sentence: 'Nothing of this letter was sent.' })
  if (mailing.state === 'planned' || mailing.state === 'sending') await stop(world, mailing)
  return showMailing(world, staff, wish)
}

async function stop(world: World, mailing: Row<'mailing'>): Promise<void> {
  const { id, version } = mailing
  const changedAt = world.now()
  if (mailing.state === 'planned') {
    await changeRow(world, 'mailing', { id, version, state: 'draft', sendAt: null, sentBy: null, changedAt })
    return
  }
  await world.db
    .updateTable('mailingRecipient')
    .set({ state: 'stopped' })
    .where('mailingId', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  // What could not be sent yet is not tried again either.
  await world.db
    .updateTable('mail')
    .set({ givenUpAt: changedAt, cause: 'stopped' })
    .where('mailingId', '=', id)
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .where('handedAt', 'is', null)
    .execute()
  await changeRow(world, 'mailing', { id, version, state: 'stopped', endedAt: changedAt, changedAt })
}

/** The event ended, or is no longer announced: what is planned becomes a draft, and what goes out stops. */
export async function stopMailingsOf(world: Transaction, eventId: number): Promise<number> {
  const going = await world.db
    .selectFrom('mailing')
    .selectAll()
    .where('eventId', '=', eventId)
    .where('state', 'in', ['planned', 'sending'])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const mailing of going) await stop(world, mailing)
  return going.length
}
