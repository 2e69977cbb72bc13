/** Somebody booked a seat with one account and sent an abstract with the other: the merge brings both together, and the undo apart again. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brokenInvariants } from '#server/audit/invariants.ts'
import type { Participant } from '#server/kernel/callers.ts'
import type { World } from '#server/kernel/world.ts'
import { saved, statusOf } from '#server/testing/abstracts.ts'
import { aGuest } from '#server/testing/guests.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'
import { tokenFor } from '#server/testing/people.ts'
import { aWorkshop, order, pay } from '#server/testing/shop.ts'

const reason = 'Both are hers, she phoned'

async function aCollegeWithAuthors() {
  const college = await aCollege()
  const { world, app, eventId } = college
  const submitted = async ({ accountId }: Participant) => {
    const token = await tokenFor(world, accountId, eventId)
    expect(await statusOf(app, 'SubmitAbstract', { token, pk: await saved(app, { token }) })).toBe('Success')
  }
  return { ...college, submitted }
}

async function ownersOf({ db }: World) {
  const { rows } = await sql<{ orders: number; items: number; abstracts: number; versions: number }>`
    select (select json_agg(applicant_id order by id) from orders) as orders,
      (select json_agg(applicant_id order by order_id) from order_item) as items,
      (select json_agg(applicant_id order by id) from abstract) as abstracts,
      (select json_agg(applicant_id order by abstract_id, number) from abstract_version) as versions`.execute(db)
  return rows[0]
}

test('a merge moves the seat and the abstract to the kept account and says so; the undo moves them back', async () => {
  const { world, app, eventId, workshopId, submitted } = await aCollegeWithAuthors()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const kept = await aGuest(world, eventId, { name: 'Mehak Soomro' })
  const gone = await aGuest(world, eventId, { name: 'Mehak Somro' })
  const code = await order(world, kept, [workshopId])
  await pay(world, kept, { code })
  await submitted(gone)
  await submitted(kept)
  const before = await ownersOf(world)
  const both = { kept: kept.accountId, gone: gone.accountId }

  expect((await owner.ask('MergeCheck', both)).body).toMatchObject({
    obstacles: [],
    does: [
      'Annual Medical Conference: 1 submitted abstract of the other account comes over.',
      'Annual Medical Conference: the profile of the kept account counts.',
    ],
  })
  const { status, body } = await owner.act('MergeAccounts', { ...both, reason })
  expect([status, body.message]).toEqual([200, undefined])
  const at = kept.applicantId
  expect(await ownersOf(world)).toEqual({ orders: [at], items: [at], abstracts: [at, at], versions: [at, at] })
  const person = (await owner.ask('PersonShow', { eventId, accountId: kept.accountId })).body.person
  expect(person).toMatchObject({ seatsPaid: 1, abstracts: 2 })
  expect(await brokenInvariants(world)).toEqual([])

  expect((await owner.act('MergeUndo', { mergeId: body.mergeId, reason })).status).toBe(200)
  expect(await ownersOf(world)).toEqual(before)
})

test('orders of the other account come over with their receipts; two seats in one workshop are settled first', async () => {
  const { world, app, eventId, workshopId, submitted } = await aCollegeWithAuthors()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const kept = await aGuest(world, eventId, { name: 'Mehak Soomro' })
  const gone = await aGuest(world, eventId, { name: 'Mehak Somro' })
  const both = { kept: kept.accountId, gone: gone.accountId }
  const another = await aWorkshop(world, eventId)
  await submitted(kept)
  const code = await order(world, gone, [workshopId])
  await pay(world, gone, { code })
  const double = await order(world, kept, [workshopId])
  const merge = () => owner.act('MergeAccounts', { ...both, reason })
  expect((await merge()).body).toMatchObject({
    stored: {
      obstacles: [expect.stringMatching(/^Both have a seat in “.+” at .+\. Cancel or refund one of them first\.$/)],
    },
  })
  await world.db.updateTable('orderItem').set({ holds: false }).where('applicantId', '=', kept.applicantId).execute()
  await sql`update orders set state = 'cancelled', closed_at = ${world.now()} where payment_code = ${double}`.execute(
    world.db,
  )
  const { status, body } = await merge()
  expect(status).toBe(200)
  const shown = async () => (await owner.ask('OrderShow', { paymentCode: code })).body.order
  expect(await shown()).toMatchObject({ person: { accountId: kept.accountId }, receiptFor: 'Mehak Somro' })

  // What was ordered since, with what came over, is not taken from them.
  world.now = () => new Date('2026-11-01T09:00:01Z')
  const later = await order(world, kept, [another])
  expect((await owner.act('MergeUndo', { mergeId: body.mergeId, reason })).body).toMatchObject({
    stored: { obstacles: [`Order ${later} is pending since.`] },
  })
})

test('a telephone that a family shares makes nobody one person; a similar name with it does', async () => {
  const { world, app, eventId } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const mobile = '03001112223'
  for (const name of ['Dr Hira Panhwar', 'Zubair Panhwar', 'Mehak Soomro', 'Dr Mehak Somro'])
    await aGuest(world, eventId, { name, mobile })
  const { rows } = (await owner.ask('DuplicatesList', { eventId })).body as {
    rows: { one: { name: string }; other: { name: string }; why: string[] }[]
  }
  expect(rows.map(({ one, other, why }) => [one.name, other.name, ...why].toSorted())).toEqual([
    ['Dr Mehak Somro', 'Mehak Soomro', 'same mobile number, similar name'],
  ])
})
