import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recoveryHash } from '#server/accounts/staff/sealed-codes.ts'
import { inAct } from '#server/kernel/acts.ts'
import { deliver, post } from '#server/kernel/outbox/outbox.ts'
import type { World } from '#server/kernel/world.ts'
import { finalize } from '#server/payments/card/finalize.ts'
import { initiate } from '#server/payments/card/initiate.ts'
import { jobsOf } from '#server/schedule.ts'
import { aPdf, saved, statusOf, withThemes } from '#server/testing/abstracts.ts'
import { askAs, lettersTo, portalWithAccount } from '#server/testing/account.ts'
import { call, pinFor, participantWith } from '#server/testing/people.ts'
import { createProfile, readPhoto, someValues } from '#server/testing/profiles.ts'
import { atTheBank, aWorkshop, order, pay } from '#server/testing/shop.ts'
import { eraseDue } from './closure.ts'

type Portal = Awaited<ReturnType<typeof portalWithAccount>>

const own = {
  Name: 'Sana Quratulain Memon',
  FatherName: 'Ghulam Mustafa Memon',
  Address: 'House 41, Qasimabad',
  Mobile: '03337654321',
  Phone: '0229876543',
  Fax: '0229876544',
  AltEmail: 'sana.q@home.example',
}
const newEmail = 'sana.memon@new.example'

/** Somebody who has used everything that there is: profile and photo, a draft, two submitted abstracts, a paid seat, an unpaid one. */
async function aFullLife(portal: Portal) {
  const { world, app, sana, eventId, clock } = portal
  const { token } = sana
  await withThemes(world, eventId)
  await world.db.updateTable('account').set({ fullName: own.Name }).where('id', '=', sana.accountId).execute()
  await createProfile(app, token, own)
  await withFactors(world, sana.accountId)
  const submitted = [await saved(app, { token }), await saved(app, { token })]
  for (const pk of submitted) await statusOf(app, 'SubmitAbstract', { token, pk })
  await saved(app, {
    token,
    words: { Title: `A draft by ${own.Name}` },
    file: { bytes: aPdf(own.Name), name: 'mine.pdf' },
  })
  await call(app, 'UploadBegin', { token, FileName: `${own.Name}.pdf`, FileSize: 5000, FileKey: own.Name })
  const caller = await participantWith(world, token)
  const [paid, unpaid] = [await aWorkshop(world, eventId), await aWorkshop(world, eventId, { topic: 'Unpaid' })]
  const code = await order(world, caller, [paid])
  await pay(world, caller, { code })
  await askAs(app, 'AskEmailChange', { token, password: sana.password, factorCode: factorCode(), email: newEmail })
  await askAs(app, 'ConfirmEmailChange', { token, pin: await pinFor(world, newEmail) })
  await call(app, 'EventForgotPassword', { UserID: newEmail })
  clock.pass(1)
  const unpaidCode = await order(world, await participantWith(world, token), [unpaid])
  return { submitted, code, unpaidCode, files: await filesOf(world) }
}

const recoveryCodes = Array.from({ length: 10 }, (_, at) => `RECOVER${at}`)
let codesUsed = 0
/** The card asks for it too. Each is good once. */
const factorCode = () => recoveryCodes[codesUsed++ % recoveryCodes.length]

/** They were of the staff once: a passkey that they have, one that was removed, an app and a recovery code. */
async function withFactors(world: World, accountId: number): Promise<void> {
  const act = { actor: { kind: 'staff', accountId }, operation: 'PasskeyAdd' } as const
  const createdAt = world.now()
  const passkey = { accountId, publicKey: Buffer.from('k'), createdAt }
  await inAct(world, act, async ({ db }) => {
    for (const name of [`Phone of ${own.Name}`, `Old phone, ${own.Mobile}`])
      await db
        .insertInto('passkey')
        .values({ ...passkey, credentialId: Buffer.from(name), name })
        .execute()
    await db
      .insertInto('totp')
      .values({ accountId, secretSealed: Buffer.from('s'), confirmedAt: createdAt })
      .execute()
    await db
      .insertInto('recoveryCode')
      .values(recoveryCodes.map((code) => ({ accountId, codeHash: recoveryHash(world, accountId, code) })))
      .execute()
  })
  await inAct(world, act, ({ db }) => db.deleteFrom('passkey').where('name', 'like', 'Old%').execute())
}

async function filesOf(world: World): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select photo_key as key from profile union select file_key from abstract_version`.execute(world.db)
  return rows.map(({ key }) => key)
}

const words = (portal: Portal) => [...Object.values(own), portal.sana.email, newEmail, 'Quratulain', someValues.PMDCReg]

/** Every text of every column of every table that the database has, today and later. */
async function columnsWith(world: World, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ table: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as table from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(world.db)
  expect(tables.length).toBeGreaterThan(30)
  const found: string[] = []
  for (const { table } of tables) {
    for (const text of texts) {
      const { rows } = await sql<{ row: string }>`
        select row_to_json(each)::text as row from ${sql.raw(table)} as each
        where position(lower(${JSON.stringify(text).slice(1, -1)}) in lower(row_to_json(each)::text)) > 0`.execute(
        world.db,
      )
      found.push(...rows.map(({ row }) => `${table} knows "${text}": ${row.slice(0, 200)}`))
    }
  }
  return found
}

const close = ({ app, sana }: Portal, keepsAbstracts: boolean) =>
  askAs(app, 'CloseAccount', { token: sana.token, password: sana.password, factorCode: factorCode(), keepsAbstracts })

async function deliverAll(world: World): Promise<void> {
  for (const { id } of await world.db.selectFrom('mail').select('id').execute()) await deliver(world, id)
}

test('letters to an address whose domain 0.1 kept in its own letters are forgotten too', async () => {
  const { world, sana } = await portalWithAccount()
  const email = 'Sana@Bücher.example'
  const emailKey = 'sana@xn--bcher-kva.example'
  await world.db.updateTable('account').set({ email, emailKey }).where('id', '=', sana.accountId).execute()
  await post(world, { kind: 'mail_test', to: email, subject: 'Hello', text: 'Sana', html: 'Sana' })
  expect(await columnsWith(world, ['bücher'])).toHaveLength(2)
  await sql`select erase_person(${sana.accountId}, ${world.now()}, false)`.execute(world.db)
  expect(await columnsWith(world, ['bücher', 'xn--bcher'])).toEqual([])
})

test('after a week no table knows the name, the addresses, the telephones, the father or the photo; the books are whole', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, days } = portal
  const { code, submitted, files } = await aFullLife(portal)
  expect((await columnsWith(world, words(portal))).length).toBeGreaterThan(10)
  expect(await askAs(app, 'AccountStanding', { token: sana.token })).toEqual({
    http: 200,
    announcements: true,
    paidSeats: 1,
    paidAmount: 500_000,
    unpaidOrders: 1,
    openOrders: 0,
    submittedAbstracts: 2,
  })

  expect(await close(portal, false)).toEqual({ http: 200, status: 'Success', closesAt: '2026-11-08T09:01:00.000Z' })
  days(7)
  await jobsOf(world)
    .find(({ name }) => name === 'erase-people')
    ?.work({})
  expect(await lettersTo(world, newEmail)).toEqual(['Your account was deleted'])
  await deliverAll(world)

  expect(await columnsWith(world, words(portal))).toEqual([])
  for (const key of files) expect(await world.files.get(key)).toBeUndefined()
  const { rows } = await sql`
    select state::text, total::int, full_name, (select count(*)::int from receipt where order_id = orders.id) as receipts,
      (select sum(amount)::int from ledger_entry where order_id = orders.id) as ledger
    from orders join applicant on applicant.id = applicant_id join account on account.id = account_id
    where payment_code = ${code}`.execute(world.db)
  expect(rows).toEqual([{ state: 'paid', total: 500_000, fullName: 'Erased person', receipts: 1, ledger: 500_000 }])
  const abstracts = await world.db
    .selectFrom('abstract')
    .select(['id', 'number', 'withdrawnAt'])
    .orderBy('id')
    .execute()
  expect(abstracts).toEqual(submitted.map((id, at) => ({ id, number: at + 1, withdrawnAt: world.now() })))
  expect(await call(app, 'Login', { UserID: newEmail, Password: sana.password })).toMatchObject({
    Status: 'Email not registered',
  })
})

test('an abstract that the author leaves to the conference keeps its words and its file, and loses its author', async () => {
  const portal = await portalWithAccount()
  const { world, days } = portal
  const { submitted } = await aFullLife(portal)
  await close(portal, true)
  days(7)
  await eraseDue(world)
  await deliverAll(world)

  const versions = await world.db
    .selectFrom('abstractVersion')
    .innerJoin('abstract', 'abstract.id', 'abstractId')
    .select(['abstractId', 'titlePlain', 'fileKey', 'withdrawnAt'])
    .orderBy('abstractId')
    .execute()
  expect(versions.map(({ abstractId }) => abstractId)).toEqual(submitted)
  for (const { titlePlain, fileKey, withdrawnAt } of versions) {
    expect([titlePlain, withdrawnAt]).toEqual(['Ultrasound in the first hour', null])
    const file = await world.files.get(fileKey)
    expect(file).toBeDefined()
    file?.bytes.resume()
  }
  expect(await columnsWith(world, words(portal))).toEqual([])
})

test('for seven days nothing is lost: the person sees the date, changes their mind, and everything is as it was', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, days } = portal
  const { unpaidCode } = await aFullLife(portal)
  await close(portal, false)
  expect(await askAs(app, 'AccountStanding', { token: sana.token })).toMatchObject({
    closesAt: '2026-11-08T09:01:00.000Z',
    unpaidOrders: 0,
  })
  const { state } = await world.db
    .selectFrom('orders')
    .select('state')
    .where('paymentCode', '=', unpaidCode)
    .executeTakeFirstOrThrow()
  expect(state).toBe('cancelled')

  expect(await askAs(app, 'KeepAccount', { token: sana.token })).toEqual({ http: 200, status: 'Success' })
  days(8)
  await eraseDue(world)
  const { token } = { token: String((await call(app, 'Login', { UserID: newEmail, Password: sana.password })).Column1) }
  expect((await readPhoto(app, token)).statusCode).toBe(200)
  expect(await lettersTo(world, newEmail)).toContain('Your account will not be deleted')
})

test('nobody is erased a minute too early, or while the bank still has to say how a payment ended', async () => {
  const portal = await portalWithAccount()
  const { world, sana, eventId, clock, days } = portal
  const caller = await participantWith(world, sana.token)
  const paymentCode = await order(world, caller, [await aWorkshop(world, eventId)])
  await initiate(world, caller, { paymentCode, returnPath: undefined, host: undefined })
  await close(portal, true)
  const isErased = async () =>
    (await world.db.selectFrom('account').select('erasedAt').where('id', '=', sana.accountId).executeTakeFirstOrThrow())
      .erasedAt !== null

  days(7)
  clock.pass(-1)
  await eraseDue(world)
  expect(await isErased()).toBe(false)
  clock.pass(1)
  await eraseDue(world)
  expect(await isErased()).toBe(false)
  await world.db.updateTable('paymentAttempt').set({ state: 'failed', nextCheckAt: null }).execute()
  await eraseDue(world)
  expect(await isErased()).toBe(true)
})

test('an order that is being paid, or whose money is being looked at, stays; the dialog says so before', async () => {
  const portal = await portalWithAccount()
  const { world, app, sana, eventId } = portal
  const caller = await participantWith(world, sana.token)
  const codes: string[] = []
  for (const kind of ['unpaid', 'looked at', 'being paid']) {
    const paymentCode = await order(world, caller, [await aWorkshop(world, eventId, { topic: kind })])
    codes.push(paymentCode)
    if (kind === 'unpaid') continue
    await initiate(world, caller, { paymentCode, returnPath: undefined, host: undefined })
    if (kind === 'being paid') continue
    const { transactionId } = await world.db
      .selectFrom('paymentAttempt')
      .select('transactionId')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await atTheBank(world, transactionId ?? '', 'wrong-amount')
    await finalize(world, caller, transactionId ?? '')
  }
  expect(await askAs(app, 'AccountStanding', { token: sana.token })).toMatchObject({ unpaidOrders: 1, openOrders: 2 })

  await close(portal, false)
  const { rows } = await sql<{ state: string }>`select state::text from orders order by id`.execute(world.db)
  expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'pending', 'pending'])
})

test('a wrong password asks for nothing', async () => {
  const { world, app, sana } = await portalWithAccount()
  expect(await askAs(app, 'CloseAccount', { token: sana.token, password: 'wrong', keepsAbstracts: true })).toEqual({
    http: 200,
    status: 'Password not correct',
  })
  expect(await world.db.selectFrom('closure').selectAll().execute()).toEqual([])
})

test('what was under way when a person was erased brings nothing back', async () => {
  const portal = await portalWithAccount()
  const { world, sana, days } = portal
  await aFullLife(portal)
  await close(portal, false)
  days(7)
  await eraseDue(world)
  await deliverAll(world)
  const { id: applicantId } = await world.db.selectFrom('applicant').select('id').executeTakeFirstOrThrow()
  const late = [
    sql`insert into session (account_id, token_hash, created_at, last_seen_at) values (${sana.accountId}, sha256('x'), now(), now())`,
    sql`insert into upload (id, applicant_id, client_key, file_name, size, created_at, touched_at) values (md5('x'), ${applicantId}, 'x', 'x', 1, now(), now())`,
    sql`insert into email_change (account_id, new_email, new_email_key, asked_at) values (${sana.accountId}, 'x', 'x', now())`,
  ]
  for (const statement of late)
    await expect(statement.execute(world.db)).rejects.toThrow('nothing more is written about somebody who was erased')
})
