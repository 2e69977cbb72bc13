/** A new event is announced while people are signed in. */
import { expect, test } from 'vitest'
import { GetAbstracts } from '#contract/abstracts/abstracts.ts'
import type { World } from '#server/kernel/world.ts'
import { list, portalWithAuthors, saved, send, withThemes } from '#server/testing/abstracts.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { get } from '#server/testing/payers.ts'
import { anEvent, aPersonSignedIn, call } from '#server/testing/people.ts'
import { createProfile, readPhoto, readProfile, sendProfile, someValues } from '#server/testing/profiles.ts'
import { aBuyer, aWorkshop, openShop, order, pay, tokenOf, toTheBank } from '#server/testing/shop.ts'

/** What `npm run add-event` does. */
async function announce(world: World): Promise<number> {
  await world.db.updateTable('event').set({ isCurrent: false }).execute()
  const eventId = await anEvent(world, { name: 'Spring Conference' })
  await withThemes(world, eventId)
  return eventId
}

test('whoever is signed in goes on at the new event without signing in again', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  await saved(app, { token })
  await announce(world)

  expect(await list(app, token)).toEqual([])
  expect(await readProfile(app, token)).toBeUndefined()
  expect(await saved(app, { token })).toBeGreaterThan(0)
  expect(await list(app, token)).toHaveLength(1)
})

test('a call that names an earlier event of the person is about that event; the ids of the one before are taken beside the new ones', async () => {
  const { world, app, event, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  const pk = await saved(app, { token })
  const before = (await eventsOf(app, token))[0]
  const next = await announce(world)
  const now = (await eventsOf(app, token)).find(({ isCurrent }) => isCurrent)

  const asked = (ids: object) =>
    app.inject({
      url: `${GetAbstracts.path}?${new URLSearchParams(ids as Record<string, string>).toString()}`,
      headers: bearer(token),
    })
  const pksOf = async (ids: object) => (await asked(ids)).json<{ Table: { pk: number }[] }>().Table.map((row) => row.pk)

  expect(await pksOf({ EventID: event })).toEqual([pk])
  expect(await pksOf({ EventID: event, ApplicantID: before?.applicantId })).toEqual([pk])
  expect(await pksOf({ EventID: event, ApplicantID: now?.applicantId })).toEqual([pk])
  expect(await pksOf({ EventID: next, ApplicantID: before?.applicantId })).toEqual([])
  expect(await pksOf({ ApplicantID: before?.applicantId })).toEqual([])
  // A form that was open when the new event was announced is saved where it was written for.
  expect((await send(app, { token, words: { pk: String(pk), EventID: String(event) } })).row.Status).toBe('Success')
})

test('ids of other people, and events the person has no part in, stay refused', async () => {
  const { world, app, ayesha, bilal } = await portalWithAuthors()
  const other = (await eventsOf(app, bilal.token))[0]
  const { id: foreign } = await world.db
    .insertInto('event')
    .columns([
      'name',
      'opensOn',
      'abstractsCloseOn',
      'decisionsOn',
      'registrationClosesOn',
      'workshopsFrom',
      'startsOn',
      'endsOn',
    ])
    .expression((from) =>
      from
        .selectFrom('event')
        .select((row) => row.val('Another').as('name'))
        .select([
          'opensOn',
          'abstractsCloseOn',
          'decisionsOn',
          'registrationClosesOn',
          'workshopsFrom',
          'startsOn',
          'endsOn',
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow()

  for (const ids of [{ ApplicantID: other?.applicantId }, { EventID: foreign }, { EventID: 999_999 }]) {
    expect((await call(app, 'ProfileExists', { token: ayesha.token, ...ids })).http).toBe(403)
  }
})

test('orders, receipts and payments of an earlier event stay within reach of their owner, and of nobody else', async () => {
  const { world, eventId } = await openShop()
  const app = await makeTestApp(world)
  const person = await aBuyer(world, eventId)
  const token = await tokenOf(world, person)
  const paid = await order(world, person, [await aWorkshop(world, eventId)])
  await pay(world, person, { code: paid })
  const waiting = await order(world, person, [await aWorkshop(world, eventId, { topic: 'Suturing' })])
  const transaction = await toTheBank(world, person, waiting)
  await announce(world)
  const stranger = await aPersonSignedIn(world)

  const codes = async (of: string) =>
    (await get(app, '/api/MyOrders', of)).json<{ Table: { PaymentCode: string; EventID: number }[] }>().Table
  expect((await codes(token)).map(({ PaymentCode, EventID }) => [PaymentCode, EventID])).toEqual([
    [waiting, eventId],
    [paid, eventId],
  ])
  expect(await codes(stranger.token)).toEqual([])
  expect((await get(app, `/api/Receipt?PaymentCode=${paid}`, token)).statusCode).toBe(200)
  expect((await get(app, `/api/Receipt?PaymentCode=${paid}`, stranger.token)).statusCode).toBe(404)
  const open = (of: string) => get(app, '/payments/OpenAttempt', of)
  expect((await open(token)).json<{ Table: { TransactionID: string }[] }>().Table[0]?.TransactionID).toBe(transaction)
  expect((await open(stranger.token)).json<{ Table: unknown[] }>().Table).toEqual([])
})

test('a profile begins with what was told at the event before, the picture included, and each event keeps its own', async () => {
  const { world, app, event, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  await createProfile(app, token, { City: 'Lahore' })
  await announce(world)

  const { Table, Earlier } = (await get(app, '/api/GetProfile', token)).json<{ Table: unknown[]; Earlier: object }>()
  expect(Table).toEqual([])
  expect(Earlier).toMatchObject({ Name: someValues.Name, City: 'Lahore', Event: 'Annual Medical Conference' })
  const earlier = (await readPhoto(app, token)).rawPayload
  expect(await sendProfile(app, { token, values: { ...someValues, City: 'Multan' } })).toEqual({
    http: 200,
    status: 'Success',
  })
  expect((await readPhoto(app, token)).rawPayload).toEqual(earlier)
  expect(await readProfile(app, token)).toMatchObject({ City: 'Multan' })
  const old = await get(app, `/api/GetProfile?EventID=${event}`, token)
  expect(old.json<{ Table: unknown[] }>().Table[0]).toMatchObject({ City: 'Lahore', EventID: event })
})

test('somebody without a picture at any event is asked for one', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  await announce(world)
  expect((await sendProfile(app, { token: ayesha.token })).http).toBe(400)
})

test('twenty first calls at once make one applicant', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const next = await announce(world)
  const answers = await Promise.all(Array.from({ length: 20 }, () => eventsOf(app, ayesha.token)))
  expect(new Set(answers.flat().flatMap((each) => (each.eventId === next ? [each.applicantId] : []))).size).toBe(1)
})

const bearer = (token: string) => ({ host: 'localhost', authorization: `Bearer ${token}` })

async function eventsOf(app: Parameters<typeof get>[0], token: string) {
  const reply = await get(app, '/api/MyEvents', token)
  return reply.json<{ events: { eventId: number; applicantId: number; isCurrent: boolean }[] }>().events
}
