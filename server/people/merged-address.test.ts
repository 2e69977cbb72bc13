/** An account that became part of another has no address of its own any more: nothing changes it until the two are two again. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { undoEmailChange } from '#server/accounts/addresses/email-change.ts'
import { send } from '#server/testing/abstracts.ts'
import { aGuest } from '#server/testing/guests.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'
import { call, cookieIn, pinFor, tokenFor } from '#server/testing/people.ts'
import { aWorkshop } from '#server/testing/shop.ts'
import { anOrigin } from '#server/testing/staff.ts'

const reason = 'Both are hers, she phoned'

async function twoAccounts() {
  const { world, app, eventId } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const kept = await aGuest(world, eventId, { name: 'Mehak Soomro' })
  const gone = await aGuest(world, eventId, { name: 'Mehak Somro' })
  const unite = () => owner.act('MergeAccounts', { kept: kept.accountId, gone: gone.accountId, reason })
  const addressOf = async (id: number) =>
    (await world.db.selectFrom('account').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
  const aliases = async () => (await sql`select email_key, account_id from account_alias`.execute(world.db)).rows
  return { world, app, eventId, owner, kept, gone, unite, addressOf, aliases }
}

test('staff change the address of the account that was kept, never of one that is part of it', async () => {
  const { owner, kept, gone, unite, addressOf, aliases } = await twoAccounts()
  const ask = (accountId: number, email: string) => owner.act('EmailChangeBegin', { accountId, email, reason })
  expect((await unite()).status).toBe(200)
  const led = await aliases()
  expect((await ask(gone.accountId, 'elsewhere@example.org')).status).toBe(404)
  expect((await ask(kept.accountId, 'elsewhere@example.org')).status).toBe(200)
  expect(await addressOf(gone.accountId)).toBe(gone.email)
  expect(await aliases()).toEqual(led)
})

test('the way back of an older change of address ends with the merge: it would open the account that is gone', async () => {
  const { world, owner, kept, gone, unite, addressOf, aliases } = await twoAccounts()
  const old = gone.email
  await owner.act('EmailChangeBegin', { accountId: gone.accountId, email: 'newer@example.org', reason })
  const pin = await pinFor(world, 'newer@example.org')
  expect((await owner.act('EmailChangeConfirm', { accountId: gone.accountId, pin })).body.status).toBe('Success')
  const { bodyText } = await world.db
    .selectFrom('mail')
    .select('bodyText')
    .where('recipient', '=', old)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const key = /#(?:key=)?([\w-]{20,})/.exec(bodyText)?.[1] ?? bodyText
  const { status, body } = await unite()
  expect(status).toBe(200)
  const led = await aliases()
  expect(await undoEmailChange(world, key, anOrigin())).toEqual({ status: 'This link no longer works' })
  expect(await addressOf(gone.accountId)).toBe('newer@example.org')
  expect(await aliases()).toEqual(led)
  // Two again, the way back is there again: the old address is still theirs.
  expect((await owner.act('MergeUndo', { mergeId: body.mergeId, reason })).status).toBe(200)
  expect(await undoEmailChange(world, key, anOrigin())).toMatchObject({ status: 'Success', email: old })
  expect(await addressOf(kept.accountId)).toBe(kept.email)
})

test('either address of a merged account signs in, and every call takes both; the address of somebody else is refused', async () => {
  const { world, app, eventId, kept, gone, unite } = await twoAccounts()
  const stranger = await aGuest(world, eventId)
  const merged = await aGuest(world, eventId)
  await sql`insert into account_alias (email_key, account_id) select email_key, ${stranger.accountId} from account where id = ${merged.accountId}`.execute(
    world.db,
  )
  expect((await unite()).status).toBe(200)
  const signedIn = await call(app, 'Login', { UserID: gone.email.toUpperCase(), Password: 'correct horse' })
  expect(signedIn).toMatchObject({ Status: 'Success', UserID: kept.email, ApplicantID: kept.applicantId })
  const token = String(signedIn.Column1)
  const ask = async (name: string, more: Record<string, unknown>) => (await call(app, name, { token, ...more })).http
  const ids = { EventID: eventId, ApplicantID: kept.applicantId }
  const workshop = await aWorkshop(world, eventId)
  const calls: [string, Record<string, unknown>][] = [
    ['ProfileExists', ids],
    ['SeatAvailable', { workshopID: workshop }],
    ['CheckOut', { ...ids, workshopIDs: String(workshop) }],
  ]
  const list = async (UserID: string) => {
    const url = `/api/GetAbstracts?${new URLSearchParams({ UserID, EventID: String(eventId) }).toString()}`
    return (await app.inject({ url, headers: { host: 'localhost', authorization: `Bearer ${token}` } })).statusCode
  }
  expect([await list(gone.email), await list(kept.email), await list(stranger.email)]).toEqual([200, 200, 403])
  for (const [name, more] of calls) {
    expect([name, await ask(name, { UserID: gone.email.toUpperCase(), ...more })]).toEqual([name, 200])
    expect([name, await ask(name, { UserID: kept.email, ...more })]).toEqual([name, 200])
    expect([name, await ask(name, { UserID: stranger.email, ...more })]).toEqual([name, 403])
    expect([name, await ask(name, { UserID: merged.email, ...more })]).toEqual([name, 403])
  }
  await sql`delete from account_alias where account_id = ${stranger.accountId}`.execute(world.db)
})

test('an abstract is saved with the old address, and a password that was forgotten is replaced by way of it', async () => {
  const { world, app, eventId, kept, gone, unite } = await twoAccounts()
  expect((await unite()).status).toBe(200)
  const token = await tokenFor(world, kept.accountId)
  const saved = await send(app, { token, words: { UserID: gone.email, EventID: String(eventId) } })
  expect([saved.http, saved.row.Status]).toEqual([200, 'Success'])

  const asked = await call(app, 'EventForgotPassword', { UserID: gone.email })
  expect(asked.Status).toBe('PIN Generated')
  const OTP = await pinFor(world, kept.email)
  const cookie = cookieIn(asked)
  const { Column1: reset } = await call(app, 'EventForgotPasswordVerify', { UserID: gone.email, OTP, cookie })
  const changed = await call(app, 'EventUpdatePassword', {
    token: String(reset),
    UserID: gone.email,
    Password: 'new one',
  })
  expect([changed.http, changed.Status]).toEqual([200, 'Success'])
  expect((await call(app, 'Login', { UserID: gone.email, Password: 'new one' })).Status).toBe('Success')
})
