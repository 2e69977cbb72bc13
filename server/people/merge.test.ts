/** Two accounts of one person become one and two again, on a real database, also while somebody checks out. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { login } from '#server/accounts/sign-in/sign-in.ts'
import { checkOut } from '#server/booking/checkout.ts'
import { inAct } from '#server/kernel/acts.ts'
import { post, postAll } from '#server/kernel/outbox/outbox.ts'
import type { World } from '#server/kernel/world.ts'
import { Refusal } from '#server/platform/http/refuse.ts'
import { often } from '#server/testing/counts.ts'
import { aGuest } from '#server/testing/guests.ts'
import { mailingNow, planned, runMailings } from '#server/testing/letters.ts'
import { aCollege, anOrganiser, copied } from '#server/testing/organisers.ts'
import { tokenFor } from '#server/testing/people.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { aClock, aWorkshop, order } from '#server/testing/shop.ts'
import { anOrigin, staffWith } from '#server/testing/staff.ts'
import { mergeAccounts } from './merge.ts'

const reason = 'Both are hers, she phoned'
const whose = async ({ db }: World, applicantId: number) =>
  (await db.selectFrom('applicant').select('accountId').where('id', '=', applicantId).executeTakeFirstOrThrow())
    .accountId

test('CON-067: two accounts become one and two again; what hangs in the way is said, and changes nothing', async () => {
  const { world, app, eventId, workshopId } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const other = await copied(owner, eventId, 'Of last year')
  // The old account has a seat, and an empty place at the newer event; the new one has its seat there.
  const kept = await aGuest(world, eventId, { name: 'Mehak Soomro', mobile: '03001112223' })
  const gone = await aGuest(world, eventId, { name: 'Mehak Somro', mobile: '03001112223' })
  const [emptyOfKept, fullOfGone] = await Promise.all(
    [kept, gone].map(async ({ accountId }) => {
      const row = { accountId, eventId: other, createdAt: world.now() }
      return (await world.db.insertInto('applicant').values(row).returning('id').executeTakeFirstOrThrow()).id
    }),
  )
  await order(world, kept, [workshopId])
  const there = await aWorkshop(world, other)
  await sql`with made as (insert into orders (payment_code, applicant_id, total, created_at, hold_until) values ('ABCDEFGHJKLMN', ${fullOfGone}, 500000, ${world.now()}, ${new Date(world.now().getTime() + 60_000)}) returning id)
    insert into order_item (order_id, workshop_id, applicant_id, topic, price, holds) select id, ${there}, ${fullOfGone}, 'T', 500000, true from made`.execute(
    world.db,
  )
  const both = { kept: kept.accountId, gone: gone.accountId }
  const session = await tokenFor(world, gone.accountId)

  expect((await owner.ask('DuplicatesList', { eventId })).body.rows).toMatchObject([
    { why: ['same mobile number, similar name'] },
  ])
  expect((await owner.ask('MergeCheck', both)).body).toMatchObject({ obstacles: [], moves: 2 })
  const { status, body } = await owner.act('MergeAccounts', { ...both, reason })
  expect(status).toBe(200)
  expect(await whose(world, fullOfGone as number)).toBe(kept.accountId)
  expect(await whose(world, emptyOfKept as number)).toBe(gone.accountId)
  const list = async () =>
    ((await owner.ask('PeopleList', { eventId, sort: 'name' })).body.rows as { name: string }[]).map(({ name }) => name)
  expect(await list()).toEqual(['Mehak Soomro'])
  // The address leads to the kept account, with its password; the old sessions are over.
  expect(await login(world, { email: gone.email, password: 'correct horse', proof: '' }, anOrigin())).toMatchObject({
    status: 'Success',
  })
  expect(
    (await app.inject({ url: '/api/GetProfile', headers: { host: 'localhost', authorization: `Bearer ${session}` } }))
      .statusCode,
  ).toBe(401)
  expect((await owner.ask('PersonShow', { eventId, accountId: kept.accountId })).body).toMatchObject({
    person: { merges: [{ email: gone.email }] },
  })

  // Something new hangs on what was moved.
  await world.db
    .updateTable('orders')
    .set({ createdAt: new Date(world.now().getTime() + 1000) })
    .where('applicantId', '=', fullOfGone as number)
    .execute()
  const undone = () => owner.act('MergeUndo', { mergeId: body.mergeId, reason })
  expect(await undone()).toMatchObject({
    status: 409,
    body: { stored: { obstacles: ['Order ABCDEFGHJKLMN is pending since.'] } },
  })
  await world.db
    .updateTable('orders')
    .set({ createdAt: world.now() })
    .where('applicantId', '=', fullOfGone as number)
    .execute()
  expect((await undone()).status).toBe(200)
  expect(await whose(world, fullOfGone as number)).toBe(gone.accountId)
  expect(await whose(world, emptyOfKept as number)).toBe(kept.accountId)
  expect(await list()).toEqual(['Mehak Somro', 'Mehak Soomro'])
  expect((await undone()).status).toBe(404)

  await order(world, gone, [workshopId])
  expect((await owner.act('MergeAccounts', { ...both, reason })).body).toMatchObject({
    stored: {
      obstacles: [
        expect.stringMatching(/^Both have a seat in “.+” at Annual Medical Conference\. Cancel or refund one/),
      ],
    },
  })
  expect((await owner.act('NotSamePerson', { one: both.kept, other: both.gone })).status).toBe(200)
  expect((await owner.ask('DuplicatesList', { eventId })).body.rows).toEqual([])
})

test('CON-037: a merge and a checkout at once leave no seat with an account that is gone; without the locks they would', async () => {
  const { world, app, eventId } = await aCollege()
  const { token } = await anOrganiser(app, world, { role: 'owner' })
  const staff = await staffWith(world, token)
  /** The kept account is checking out with its empty place while the other's, which has a seat, comes over: that place is given away. */
  const round = async (merging: World, first: 'merge' | 'checkout') => {
    const [kept, gone] = [await aGuest(world, eventId, { withoutProfile: true }), await aGuest(world, eventId)]
    const [one, another] = [await aWorkshop(world, eventId), await aWorkshop(world, eventId)]
    await order(world, gone, [one])
    const act = { actor: { kind: 'command', name: 'test' } as const, operation: 'MergeAccounts' }
    const wish = { kept: kept.accountId, gone: gone.accountId, reason }
    const ended = (end: Promise<unknown>) =>
      end.then(
        () => 'done',
        (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
      )
    const hold = sql`select from applicant where id = ${kept.applicantId} for update`
    const merge = () => ended(inAct(merging, act, (world) => mergeAccounts(world, staff, wish)))
    const check = () => ended(checkOut(world, kept, [another]))
    const ends = await inOrder(world, hold, first === 'merge' ? [merge, check] : [check, merge])
    const { rows } = await sql<{ lost: number }>`select count(*)::int as lost from order_item
      join applicant on applicant.id = applicant_id join account_merge on gone = account_id and undone_at is null
      where holds`.execute(world.db)
    const lost = rows[0]?.lost
    await sql`update order_item set holds = false where holds`.execute(world.db)
    await sql`update orders set state = 'cancelled', closed_at = ${world.now()}`.execute(world.db)
    return { ends, lost }
  }
  for (let each = 0; each < often(1, 10); each += 1) {
    expect(await round(world, 'merge')).toEqual({ ends: ['done', 'sign_in_first'], lost: 0 })
    expect(await round(world, 'checkout')).toEqual({ ends: ['done', 'done'], lost: 0 })
  }
  expect((await round(withoutLocks(world), 'checkout')).lost).toBe(1)
})

test('letters to an account that became part of another go to the address of the kept one, once; a PIN and the notice of the merge do not', async () => {
  const clock = aClock()
  const { world, app, eventId } = await aCollege({ now: clock.now })
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const kept = await aGuest(world, eventId)
  const gone = await aGuest(world, eventId, { withoutProfile: true })
  const other = await aGuest(world, eventId, { withoutProfile: true })
  const say = (subject: string, more = {}) =>
    post(world, { kind: 'mail_test', to: gone.email, subject, text: '', html: '', ...more })
  const toBoth = await planned(owner, eventId, {
    audience: { ids: [kept, gone, other].map((each) => each.applicantId) },
  })
  const toGone = await planned(owner, eventId, { audience: { ids: [gone.applicantId] } })
  await say('waits')
  await say('a PIN', { expiresAt: new Date(clock.now().getTime() + 600_000) })

  await owner.act('MergeAccounts', { kept: kept.accountId, gone: gone.accountId, reason })
  await say('written later')
  await postAll(world, [{ kind: 'mail_test', to: gone.email, subject: 'to many', text: '', html: '' }], clock.now())
  clock.pass(10)
  await runMailings(world, 2)

  const mail = await world.db.selectFrom('mail').select(['subject', 'recipient', 'mailingId']).orderBy('id').execute()
  const toldTo = (address: string) => mail.flatMap(({ subject, recipient }) => (recipient === address ? [subject] : []))
  const ofMerge = toldTo(kept.email).find((subject) => toldTo(gone.email).includes(subject))
  expect(toldTo(gone.email)).toEqual(['a PIN', ofMerge])
  expect(toldTo(kept.email)).toEqual(expect.arrayContaining(['waits', 'written later', 'to many']) as string[])
  // Whoever was chosen with both accounts has the letter once.
  const sentBy = (id: number) => mail.flatMap((each) => (each.mailingId === id ? [each.recipient] : []))
  expect(sentBy(toBoth.id).toSorted()).toEqual([kept.email, other.email].toSorted())
  expect(sentBy(toGone.id)).toEqual([kept.email])
  expect(await mailingNow(world, toBoth.id)).toMatchObject({ state: 'sent', recipients: 2, posted: 2 })
})
