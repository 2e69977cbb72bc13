import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exceptionTexts } from '#contract/payments/exception-kinds.ts'
import type { World } from '#server/kernel/world.ts'
import { reconcile } from '#server/payments/card/reconcile.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aCaptureOnCancelled, anOrphan, aWrongAmount, staffCaller, theNextEvent } from '#server/testing/finance.ts'
import { aBuyer, atTheBank, aWorkshop, booksOf, openShop, order, outage, toTheBank } from '#server/testing/shop.ts'
import { changeSession, staffWith, stepUp } from '#server/testing/staff.ts'

const resolve = '/payments/ExceptionResolve'
const note = 'Called her; she takes the seat of next week.'

async function anOffice(change: Partial<World> = {}) {
  const shop = await openShop(change)
  const app = await makeTestApp(shop.world)
  return { ...shop, app, finance: await staffCaller(app, shop.world, { role: 'finance' }) }
}

/** What the trail says of a call, with what it changed. */
async function actsOf(world: World, operation: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select act.account_id, act.role, act.event_id, act.about_kind, act.about_id, act.reason, act_end.outcome, act_end.refusal,
      array(select concat_ws(' ', table_name, before, after) from act_change where act_id = act.id order by act_change.id) as changes
    from act left join act_end on act_end.act_id = act.id where operation = ${operation} order by act.id`.execute(
    world.db,
  )
  return rows
}

test('a case is closed with a note: it is resolved, says by whom, and the act has before and after', async () => {
  const { world, finance, eventId } = await anOffice()
  const { id } = await aWrongAmount({ world, eventId })
  const { status, body } = await finance.post(resolve, { id, version: 1, way: 'close', note: `  ${note} ` })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    refund: null,
    exception: { id, version: 2, ways: [], resolution: { at: '2026-11-01T09:00:00.000Z', note } },
  })
  const { name } = await staffWith(world, finance.token)
  expect(body).toMatchObject({ exception: { resolution: { by: name } } })
  expect(await actsOf(world, 'ExceptionResolve')).toEqual([
    {
      accountId: finance.accountId,
      role: 'finance',
      eventId,
      aboutKind: 'payment_exception',
      aboutId: String(id),
      reason: note,
      outcome: 'done',
      refusal: '',
      changes: [
        expect.stringMatching(
          /^payment_exception \{"way": null, "version": 1, .*"resolved_at": null.*\} \{"way": "close", "version": 2, /,
        ),
      ],
    },
  ])
  expect((await finance.get('/staff/ExceptionsList', { state: 'open' })).body).toMatchObject({ total: 0 })
})

test('whoever comes second is told, and sees what is stored; nothing is changed, and the act says refused', async () => {
  const { world, finance, eventId } = await anOffice()
  const { id } = await aWrongAmount({ world, eventId })
  await finance.post(resolve, { id, version: 1, way: 'close', note })
  const late = await finance.post(resolve, { id, version: 1, way: 'close', note: 'Mine' })

  expect(late).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Somebody else changed this meanwhile.', stored: { id, version: 2 } },
  })
  expect(late.body.stored).toMatchObject({ resolution: { note }, ways: [] })
  expect((await actsOf(world, 'ExceptionResolve'))[1]).toMatchObject({
    outcome: 'refused',
    refusal: 'conflict',
    changes: [],
  })
})

test('a way that is not for this kind, no note, and a version that is no number are refused by their field', async () => {
  const { world, finance, eventId } = await anOffice()
  const orphan = await anOrphan(world)
  const { id } = await aWrongAmount({ world, eventId })
  const fieldsOf = async (wish: object) => {
    const { status, body } = await finance.post(resolve, wish as Record<string, unknown>)
    return [status, (body.fields as { path: string }[]).map(({ path }) => path)]
  }

  expect(await fieldsOf({ id: orphan, version: 1, way: 'refund', note })).toEqual([422, ['way']])
  expect(await fieldsOf({ id, version: 1, way: 'burn', note: ' ' })).toEqual([422, ['way', 'note']])
  expect(await fieldsOf({ id, version: 'one', way: 'close', note: 'x'.repeat(1001) })).toEqual([
    422,
    ['version', 'note'],
  ])
  expect(await fieldsOf({ id, version: 1, way: 'close', note: ['x'] })).toEqual([422, ['note']])
  expect((await finance.get('/staff/ExceptionsList', { state: 'open' })).body).toMatchObject({ total: 2 })
})

test('CON-002: nobody resolves or asks about a payment of an event where they have no role', async () => {
  const { world, eventId, app } = await anOffice()
  const here = await aWrongAmount({ world, eventId })
  const elsewhere = await staffCaller(app, world, { role: 'finance', eventId: await theNextEvent(world) })
  const orphan = await anOrphan(world)

  expect((await elsewhere.post(resolve, { id: here.id, version: 1, way: 'close', note })).status).toBe(404)
  expect((await elsewhere.post(resolve, { id: orphan, version: 1, way: 'close', note })).status).toBe(404)
  expect((await elsewhere.post('/payments/BankAsk', { attemptId: here.attemptId })).status).toBe(404)
  expect((await elsewhere.post('/payments/BankAsk', { attemptId: 4711 })).status).toBe(404)
  const open = await world.db.selectFrom('paymentException').select('version').where('resolvedAt', 'is', null).execute()
  expect(open).toEqual([{ version: 1 }, { version: 1 }])
  expect((await actsOf(world, 'ExceptionResolve')).map(({ outcome, refusal }) => [outcome, refusal])).toEqual([
    ['refused', 'not_found'],
    ['refused', 'not_found'],
  ])
})

test('money is given back once: books, letter and case agree, and the note of staff is not in the letter', async () => {
  const { world, finance, eventId } = await anOffice()
  const { id, code } = await aWrongAmount({ world, eventId })
  const { status, body } = await finance.post(resolve, { id, version: 1, way: 'refund', note })

  expect([status, body.refund]).toEqual([200, 'done'])
  expect(body.exception).toMatchObject({
    resolution: { note, by: (await staffWith(world, finance.token)).name },
    givenBack: [{ amount: 249_900, currency: 'PKR' }],
    ways: [],
  })
  const letter = await world.db
    .selectFrom('mail')
    .select('bodyText')
    .where('refundId', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(letter.bodyText).toContain('The bank took another amount than we had asked for.')
  expect(letter.bodyText).not.toContain(note)
  expect((await booksOf(world, code))?.ledger).toEqual([249_900, 249_900])
  const [act] = await actsOf(world, 'ExceptionResolve')
  expect(act).toMatchObject({ outcome: 'done', eventId, reason: note })
  expect(act?.changes).toContainEqual(expect.stringMatching(/^refund /))
  expect((body.exception as { story: { what: string }[] }).story.map(({ what }) => what)).toEqual([
    'order',
    'attempt',
    'captured',
    'refund',
    'refund',
    'letter',
    'exception',
    'resolved',
  ])
})

test('a bank that does not answer leaves the case open, and the act says how it came out', async () => {
  const shop = await openShop()
  const { id } = await aWrongAmount(shop)
  const world = { ...shop.world, gateway: outage(shop.world.gateway, 'refund') }
  const finance = await staffCaller(await makeTestApp(world), world, { role: 'finance' })
  const { status, body } = await finance.post(resolve, { id, version: 1, way: 'refund', note })

  expect([status, body.refund]).toEqual([200, 'unknown'])
  expect(body.exception).toMatchObject({ version: 2, resolution: null })
  expect((await actsOf(world, 'ExceptionResolve'))[0]).toMatchObject({ outcome: 'failed', refusal: 'unknown' })
})

test('money is given back only by somebody who has just proved who they are', async () => {
  const { finance, ...shop } = await anOffice()
  const { id, code } = await aWrongAmount(shop)
  await changeSession(shop.world, finance.token, { steppedUpUntil: null })
  const wish = { id, version: 1, way: 'refund', note }

  expect(await finance.post(resolve, wish)).toMatchObject({ status: 403, body: { code: 'step_up' } })
  expect((await booksOf(shop.world, code))?.ledger).toEqual([249_900])
  await stepUp(shop.world, finance.token)
  expect(await finance.post(resolve, wish)).toMatchObject({ status: 200, body: { refund: 'done' } })
  const acts = await shop.world.db
    .selectFrom('act')
    .select(['outcome', 'steppedUp'])
    .where('operation', '=', 'ExceptionResolve')
    .orderBy('id')
    .execute()
  expect(acts).toEqual([{ outcome: 'begun', steppedUp: true }])
})

test('what another gateway took cannot be given back through this one, and is not asked about', async () => {
  const shop = await anOffice()
  const { id } = await aCaptureOnCancelled(shop)
  const world = { ...shop.world, gateway: { ...shop.world.gateway, name: 'epg' } }
  const finance = await staffCaller(await makeTestApp(world), world, { role: 'finance' })

  expect((await finance.get('/staff/ExceptionShow', { id })).body).toMatchObject({
    ways: [
      { way: 'revive', why: null },
      { way: 'refund', why: exceptionTexts.refundElsewhere },
      { way: 'payout', why: null },
      { way: 'close' },
    ],
    attempt: { mayAsk: false },
  })
  expect((await finance.post(resolve, { id, version: 1, way: 'refund', note })).status).toBe(403)
})

test('staff ask the bank about a payment that was given up; what it says is settled, and they close the case', async () => {
  const { world, clock, finance, eventId } = await anOffice()
  const person = await aBuyer(world, eventId)
  const code = await order(world, person, [await aWorkshop(world, eventId)])
  const transaction = await toTheBank(world, person, code)
  const bank = world.gateway
  world.gateway = outage(bank)
  for (let hours = 0; hours < 8 * 24; hours += 6) {
    clock.pass(6 * 60)
    await reconcile(world)
  }
  world.gateway = bank
  await atTheBank(world, transaction, 'approve')
  const signedIn = await staffCaller(await makeTestApp(world), world, { role: 'finance' })
  const { rows } = (await signedIn.get('/staff/ExceptionsList')).body as { rows: { id: number; kind: string }[] }
  expect(rows.map(({ kind }) => kind)).toEqual(['unresolved_attempt'])
  const id = rows[0]?.id ?? 0
  const { attempt } = (await signedIn.get('/staff/ExceptionShow', { id })).body as {
    attempt: { attemptId: number; mayAsk: boolean }
  }
  expect(attempt.mayAsk).toBe(true)

  const answer = await signedIn.post('/payments/BankAsk', { attemptId: attempt.attemptId })
  expect(answer).toMatchObject({ status: 200, body: { code: '0' } })
  expect(await booksOf(world, code)).toMatchObject({ state: 'paid', ledger: [500_000], receipts: 1 })
  expect((await actsOf(world, 'BankAsk'))[0]).toMatchObject({ outcome: 'done', aboutKind: 'payment_attempt', eventId })
  expect((await signedIn.post(resolve, { id, version: 1, way: 'close', note })).status).toBe(200)
  expect(finance.accountId).not.toBe(signedIn.accountId)
})
