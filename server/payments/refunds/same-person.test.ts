/** A second person is somebody else: not the same one with another account, since the two became one. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inAct } from '#server/kernel/acts.ts'
import { isSamePerson } from '#server/kernel/persons.ts'
import { inTransaction, type World } from '#server/kernel/world.ts'
import { mergeAccounts } from '#server/people/merge.ts'
import { aPaidOrder, acting, aDraft, anOffice, anOrder, type Office } from '#server/testing/desk.ts'
import { type StaffCaller, staffCaller } from '#server/testing/finance.ts'
import { inOrder, withoutLocks } from '#server/testing/races.ts'
import { grant, staffWith } from '#server/testing/staff.ts'

const reason = 'Both are hers, she phoned'

/** Sana's role ends, and it turns out that she is Bilal: her account becomes part of his. */
async function unite({ world, app, sana, bilal }: Office): Promise<{ owner: StaffCaller; mergeId: number }> {
  const owner = await staffCaller(app, world, { role: 'owner' })
  await endRoles(world, sana)
  const { status, body } = await owner.post('/staff/MergeAccounts', {
    kept: bilal.accountId,
    gone: sana.accountId,
    reason,
  })
  expect([status, body.message]).toEqual([200, undefined])
  return { owner, mergeId: body.mergeId as number }
}

const endRoles = ({ db, now }: World, { accountId }: Pick<StaffCaller, 'accountId'>) =>
  db.updateTable('staffGrant').set({ revokedAt: now() }).where('accountId', '=', accountId).execute()

async function recorded({ eventId, sana }: Office, { code, price }: { code: string; price: number }) {
  const { body } = await sana.post('/staff/OfflineRecord', { eventId, paymentCode: code, ...aDraft(price) })
  const { id, version } = body.offline as { id: number; version: number }
  return { eventId, id, version }
}

/** A draft, a payout and a large refund that Sana asked for; each waits for another person. */
async function threeThatWait(office: Office) {
  const { world, eventId, sana } = office
  const draft = await recorded(office, await anOrder(office))
  const back = await aPaidOrder(office, { price: 300_000 })
  const wish = { eventId, reason: 'She is ill' }
  await sana.post('/staff/PayoutRecord', {
    ...wish,
    attemptId: back.attemptId,
    amount: 300_000,
    way: 'cash',
    number: '',
  })
  const large = await aPaidOrder(office, { price: 2_000_000 })
  await sana.post('/payments/RefundPropose', { ...wish, attemptId: large.attemptId, amount: 2_000_000 })
  const only = async (table: 'payout' | 'refundProposal') => {
    const { id, version } = await world.db.selectFrom(table).select(['id', 'version']).executeTakeFirstOrThrow()
    return { eventId, id, version }
  }
  return [
    ['/staff/OfflineConfirm', draft],
    ['/staff/PayoutConfirm', await only('payout')],
    ['/payments/RefundApprove', await only('refundProposal')],
  ] as const
}

test('what somebody asked for under one account they do not agree to under another; a third person does', async () => {
  const office = await anOffice()
  const { world, app, eventId, bilal } = office
  const waiting = await threeThatWait(office)
  await unite(office)
  const answers = await Promise.all(waiting.map(async ([path, seen]) => (await bilal.post(path, seen)).status))
  expect(answers).toEqual([403, 403, 403])
  const mine = ({ body }: { body: Record<string, unknown> }, list: string) =>
    (body[list] as { isMine: boolean }[]).map(({ isMine }) => isMine)
  expect(mine(await bilal.get('/staff/OfflineList', { eventId }), 'rows')).toEqual([true])
  const refunds = await bilal.get('/staff/RefundsList', { eventId })
  expect([mine(refunds, 'proposals'), mine(refunds, 'payouts')]).toEqual([[true], [true]])

  const third = await staffCaller(app, world, { role: 'finance' })
  expect(mine(await third.get('/staff/OfflineList', { eventId }), 'rows')).toEqual([false])
  for (const [path, seen] of waiting) expect([path, (await third.post(path, seen)).status]).toEqual([path, 200])
})

test('the database says so too, whoever writes the statement; when the two are two again, each is another', async () => {
  const office = await anOffice()
  const { world, sana, bilal, bilalStaff } = office
  const waiting = await threeThatWait(office)
  const { owner, mergeId } = await unite(office)
  const by = { decidedBy: bilal.accountId, decidedAt: world.now() }
  const written = [
    ['payout', 'confirmed', 'payout_second_person'],
    ['refundProposal', 'approved', 'refund_proposal_second_person'],
  ] as const
  for (const [table, state, constraint] of written)
    await expect(
      acting(world, bilalStaff, ({ db }) =>
        db
          .updateTable(table)
          .set({ ...by, state })
          .execute(),
      ),
    ).rejects.toMatchObject({ constraint })
  const [offline] = waiting
  const attempt = sql`(select id from payment_attempt order by id limit 1)`
  await expect(
    acting(world, bilalStaff, ({ db }) =>
      sql`update offline_payment set state = 'confirmed', decided_by = ${by.decidedBy}, decided_at = ${by.decidedAt}, attempt_id = ${attempt}
        where id = ${offline[1].id}`.execute(db),
    ),
  ).rejects.toMatchObject({ constraint: 'offline_payment_second_person' })
  await expect(
    acting(world, bilalStaff, ({ db }) =>
      sql`insert into refund (attempt_id, amount, currency, asked_by, reason, asked_at, proposed_by, approved_by)
        values (${attempt}, 1, 'PKR', 'x', 'x', ${world.now()}, ${sana.accountId}, ${bilal.accountId})`.execute(db),
    ),
  ).rejects.toMatchObject({ constraint: 'refund_second_person' })

  expect((await owner.post('/staff/MergeUndo', { mergeId, reason })).status).toBe(200)
  for (const [path, seen] of waiting) expect([path, (await bilal.post(path, seen)).status]).toEqual([path, 200])
})

test('in a college with one clerk it is marked that one person did both; also when that comes out later', async () => {
  const office = await anOffice()
  const { world, app, eventId, bilal } = office
  const alone = async () => (await bilal.get('/staff/ClosingPreview', { eventId })).body.alone
  const early = await recorded(office, await anOrder(office))
  const late = await recorded(office, await anOrder(office))
  expect((await bilal.post('/staff/OfflineConfirm', early)).status).toBe(200)
  expect(await alone()).toBe(0)
  await unite(office)
  expect(await alone()).toBe(1)

  const owner = await staffCaller(app, world, { role: 'owner' })
  const rule = { version: 1, alone: true, refundAloneUpTo: 1_000_000 }
  const saved = await owner.post('/staff/FinanceRuleSave', rule)
  expect([saved.status, saved.body.message]).toEqual([200, undefined])
  const done = await bilal.post('/staff/OfflineConfirm', late)
  expect(done.body).toMatchObject({ outcome: 'paid', offline: { alone: true } })
  expect(await alone()).toBe(2)
})

test('whoever makes two accounts one waits for whoever asked whether they are; without the lock the answer is old before it counts', async () => {
  const office = await anOffice()
  const { world, app, sana, bilal } = office
  const owner = await staffWith(world, (await staffCaller(app, world, { role: 'owner' })).token)
  await endRoles(world, sana)
  const both = { kept: bilal.accountId, gone: sana.accountId }
  const byTest = { actor: { kind: 'command', name: 'a test' }, operation: 'test' } as const
  const gate = sql`select pg_advisory_xact_lock(4848)`
  const round = async (judging: World) => {
    const judge = () =>
      inTransaction(judging, async (world) => {
        const same = await isSamePerson(world, sana.accountId, bilal.accountId)
        await gate.execute(world.db)
        const merged = await world.db.selectFrom('accountMerge').select('id').where('undoneAt', 'is', null).execute()
        return { same, merged: merged.length }
      })
    const merge = () => inAct(world, byTest, (world) => mergeAccounts(world, owner, { ...both, reason }))
    const [judged] = await inOrder(world, gate, [judge, merge])
    await inAct(world, byTest, ({ db }) =>
      sql`update account_merge set undone_at = ${world.now()}, undone_by = ${owner.accountId}`.execute(db),
    )
    await inAct(world, byTest, ({ db }) => db.deleteFrom('accountAlias').execute())
    return judged
  }
  expect(await round(world)).toEqual({ same: false, merged: 0 })
  expect(await round(withoutLocks(world))).toEqual({ same: false, merged: 1 })
})

test('nobody is given a role who signs in as somebody else', async () => {
  const office = await anOffice()
  const { world, sana } = office
  await unite(office)
  await expect(grant(world, { accountId: sana.accountId, role: 'finance', eventId: null })).rejects.toThrow(
    'no such person',
  )
})
