/** Stop at the very moment in which a letter is being written: what goes out is what had gone by then. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import { inAct } from '#server/kernel/acts.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import { mailingNow, planned } from '#server/testing/letters.ts'
import { aCollege } from '#server/testing/organisers.ts'
import { untilWaiting, withoutLocks } from '#server/testing/races.ts'
import { aClock, buyers } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'
import { sendMailings } from './run-mailings.ts'
import { stopMailing } from './send-mailing.ts'

/** A run writes so many letters side by side: both stand and wait. */
const lanes = 2

async function anOffice() {
  const clock = aClock()
  const { world, eventId, zainab } = await aCollege({ now: clock.now, lettersPerMinute: 60_000 })
  const staff = await staffWith(world, zainab.token)
  await buyers(world, eventId, 60)
  const written = async (id: number) =>
    (await world.db.selectFrom('mail').select('id').where('mailingId', '=', id).execute()).length
  /** How many letters were written when Stop was answered, and how many in the end. */
  const round = async (running: World) => {
    const { id: mailingId } = await planned(zainab, eventId)
    clock.pass(6)
    const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const
    const run = () =>
      sendMailings(running).catch((error: { constraint?: string }) =>
        // Both lanes of a run without locks take the same person: the key lets one of them.
        error.constraint === 'mail_once_for_each' ? undefined : Promise.reject(error as Error),
      )
    const stop = async () => {
      await inAct(world, byTest, (world) => stopMailing(world, staff, { eventId, mailingId }))
      return written(mailingId)
    }
    const begun = await inTransaction(world, async ({ db }) => {
      // What a letter says is looked up here: whoever writes one stands between its look at the state and the letter.
      await sql`lock table abstract_version in access exclusive mode`.execute(db)
      const going = run()
      await untilWaiting(world, lanes)
      let isStopped = false
      const stopping = stop().finally(() => (isStopped = true))
      await untilWaiting(world, lanes + 1, () => isStopped)
      return { going, stopping }
    })
    const [atStop] = await Promise.all([begun.stopping, begun.going])
    const { state, posted } = await mailingNow(world, mailingId)
    return { state, atStop, posted, inTheEnd: await written(mailingId) }
  }
  return { world, round }
}

test('CON-035: Stop while a letter is being written: it waits for that one, and none is written after its answer', async () => {
  const { world, round } = await anOffice()
  for (let each = 0; each < often(2, 20); each += 1) {
    const { state, atStop, posted, inTheEnd } = await round(world)
    expect([state, inTheEnd, posted]).toEqual(['stopped', atStop, atStop])
    // The one in hand is written first.
    expect(atStop).toBeGreaterThanOrEqual(1)
  }
  expect(await brokenInvariants(world)).toEqual([])
})

test('control: without the lock a letter is written after Stop was answered', async () => {
  const { world, round } = await anOffice()
  const { atStop, inTheEnd } = await round(withoutLocks(world))
  expect([atStop, inTheEnd]).toEqual([0, 1])
  await sql`delete from mailing_recipient`.execute(world.db)
  await sql`delete from mail`.execute(world.db)
  await sql`delete from mailing`.execute(world.db)
})
