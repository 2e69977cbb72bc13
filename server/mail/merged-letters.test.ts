/** Two accounts become one while a letter goes out to both: the person has it once, and everybody else has theirs. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { mailingNow, planned, runMailings } from '#server/testing/letters.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'
import { aClock, buyers } from '#server/testing/shop.ts'

/** A letter to three of which the first has theirs, or waits for the mail server with it; the run has come no further. */
async function aLetterHalfway(carries: 'carries' | 'is away') {
  const clock = aClock()
  const carried: string[] = []
  let isAway = carries === 'is away'
  const carry = async ({ to }: { to: string }) => {
    if (isAway) throw Object.assign(new Error('451 come back later'), { responseCode: 451 })
    carried.push(to)
  }
  const postOffice = { carry, close: async () => {} } as unknown as World['postOffice']
  const { world, app, eventId, zainab } = await aCollege({ now: clock.now, postOffice, lettersPerMinute: 60_000 })
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const [gone, ...others] = (await buyers(world, eventId, 3)).toSorted((a, b) => a.accountId - b.accountId)
  const { id } = await planned(zainab, eventId)
  clock.pass(5)
  const waiting = others.map(({ accountId }) => accountId)
  const set = (state: 'waiting' | 'stopped') =>
    world.db.updateTable('mailingRecipient').set({ state }).where('accountId', 'in', waiting).execute()
  await set('stopped')
  await runMailings(world)
  await set('waiting')
  await sql`alter table mailing disable trigger mailing_moves`.execute(world.db)
  await world.db.updateTable('mailing').set({ state: 'sending', endedAt: null }).where('id', '=', id).execute()
  await sql`alter table mailing enable trigger mailing_moves`.execute(world.db)
  isAway = false
  const kept = others[0]
  const both = { kept: kept?.accountId, gone: gone?.accountId, reason: 'Both are hers' }
  expect((await owner.act('MergeAccounts', both)).status).toBe(200)
  const goOn = async () => {
    clock.pass(10)
    await runMailings(world, 2)
    // What the merge itself tells goes out beside it.
    return carried
  }
  return { world, id, gone, others, goOn }
}

test('the letter to the account that is gone waits: it is not sent, the one to the account that was kept is', async () => {
  const { world, id, others, goOn } = await aLetterHalfway('is away')
  expect((await goOn()).toSorted()).toEqual(others.map(({ email }) => email).toSorted())
  expect((await mailingNow(world, id)).state).toBe('sent')
})

test('the account that is gone has the letter: the one that was kept gets no second', async () => {
  const { world, id, gone, others, goOn } = await aLetterHalfway('carries')
  expect((await goOn()).toSorted()).toEqual([`${gone?.email}`, `${others[1]?.email}`].toSorted())
  expect(await mailingNow(world, id)).toMatchObject({ state: 'sent', recipients: 2, posted: 2 })
})
