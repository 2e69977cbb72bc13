/** An account that became part of another has no address of its own any more: nothing changes it until the two are two again. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { undoEmailChange } from '#server/accounts/email-change.ts'
import { aGuest } from '#server/testing/guests.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'
import { pinFor } from '#server/testing/people.ts'
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
  return { world, owner, kept, gone, unite, addressOf, aliases }
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
