/** Staff look after one person, over HTTP and a real database. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { receiptFor } from '#server/payments/purchases.ts'
import { aGuest } from '#server/testing/guests.ts'
import { aCollege, anOrganiser, copied } from '#server/testing/organisers.ts'
import { pinFor, tokenFor } from '#server/testing/people.ts'
import { order, pay } from '#server/testing/shop.ts'

const reason = 'She phoned about it'
type Person = Record<string, unknown> & { notes: { id: number; version: number; words: string }[] }

test('a name is corrected, a receipt keeps its own, notes have versions, and the timeline tells it all in order', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const guest = await aGuest(world, eventId, { name: 'Mehak Somro', mobile: '03001234417', pmdc: '77-P' })
  const { accountId } = guest
  const at = { eventId, accountId }
  const code = await order(world, guest, [workshopId])
  await pay(world, guest, { code })
  await tokenFor(world, accountId)

  expect((await zainab.act('PersonCorrectName', { ...at, name: 'Mehak Soomro', reason: '' })).status).toBe(422)
  const corrected = await zainab.act('PersonCorrectName', {
    ...at,
    name: 'Mehak Soomro',
    certificateName: 'Dr M. Soomro',
    reason,
  })
  expect(corrected.body).not.toHaveProperty('code')
  expect(corrected.body.person).toMatchObject({
    name: 'Mehak Soomro',
    profile: { certificateName: 'Dr M. Soomro' },
    seatsPaid: 1,
    paid: 500_000,
  })
  expect((await receiptFor(world, guest, code)).person.fullName).toBe('Mehak Somro')

  const noted = (await zainab.act('PersonNote', { ...at, words: '=HYPERLINK("x")<script>' })).body.person as Person
  const [note] = noted.notes as [Person['notes'][number]]
  expect(note.words).toBe('=HYPERLINK("x")<script>')
  const change = (version: number, words: string) =>
    zainab.act('PersonNote', { ...at, noteId: note.id, version, words })
  expect((await change(1, 'Front seat')).status).toBe(200)
  expect(await change(1, 'Back seat')).toMatchObject({ status: 409, body: { stored: { words: 'Front seat' } } })
  expect((await change(2, '')).body.person).toMatchObject({ notes: [] })

  expect((await zainab.ask('PersonContact', at)).body).toMatchObject({ mobile: '03001234417', pmdc: '77-P' })
  expect((await zainab.act('PersonSignOut', { ...at, reason })).body).toEqual({ ended: 1 })
  const timeline = async (who: typeof zainab, more = {}) =>
    (await who.ask('PersonTimeline', { ...at, ...more })).body.lines as { text: string; kind: string }[]
  const told = (await timeline(zainab)).map(({ text }) => text)
  for (const text of ['Created an account', 'Filled in the profile', 'Checked out Basic Laparoscopic Skills'])
    expect(told).toContain(text)
  expect(told.some((text) => text.startsWith('Paid RS 5,000'))).toBe(true)
  expect(told.some((text) => text.endsWith('corrected the name'))).toBe(true)
  expect(told.some((text) => text.endsWith('looked at how to reach them'))).toBe(true)
  expect(told.some((text) => text.startsWith('Letter'))).toBe(true)

  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  const kinds = new Set((await timeline(chair)).map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['account'])
  expect((await chair.ask('PersonShow', at)).body.person).toMatchObject({
    paid: null,
    notes: null,
    letters: null,
    alike: null,
  })
  expect((await chair.ask('PersonContact', at)).status).toBe(403)
  const found = (await chair.ask('ConsoleSearch', { eventId, search: 'soom' })).body
  expect(found).toMatchObject({ people: [{ accountId, name: 'Mehak Soomro' }], orders: [] })
  expect((await zainab.ask('ConsoleSearch', { eventId, search: code.slice(0, 6) })).body.orders).toMatchObject([
    { paymentCode: code },
  ])
  for (const search of ['so', '%', ''])
    expect((await zainab.ask('ConsoleSearch', { eventId, search })).status).toBe(422)

  // CON-002: whoever is not at the event is not found there.
  const other = await copied(zainab, eventId)
  for (const name of ['PersonShow', 'PersonTimeline', 'PersonContact'])
    expect([name, (await zainab.ask(name, { eventId: other, accountId })).status]).toEqual([name, 404])
  expect((await zainab.act('PersonSignOut', { eventId: other, accountId, reason })).status).toBe(404)
})

test('CON-066: another address counts with its PIN: the old one is told, all sessions end, and only an owner asks for it', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const guest = await aGuest(world, eventId)
  const taken = await aGuest(world, eventId)
  const { accountId } = guest
  await tokenFor(world, accountId)
  const begin = (who: typeof owner, email: string) => who.act('EmailChangeBegin', { accountId, email, reason })
  expect((await begin(zainab, 'mehak.new@example.org')).status).toBe(403)
  expect((await begin(owner, taken.email)).status).toBe(422)
  expect((await begin(owner, 'nonsense')).status).toBe(422)
  expect((await begin(owner, 'mehak.new@example.org')).status).toBe(200)
  expect((await owner.ask('PersonShow', { eventId, accountId })).body.person).toMatchObject({
    newEmail: 'mehak.new@example.org',
    email: guest.email,
  })
  const confirm = (pin: string) => owner.act('EmailChangeConfirm', { accountId, pin })
  expect((await confirm('000000')).body).toEqual({ status: 'PIN not correct' })
  const pin = await pinFor(world, 'mehak.new@example.org')
  expect((await confirm(pin)).body).toEqual({ status: 'Success' })
  expect((await owner.ask('PersonShow', { eventId, accountId })).body.person).toMatchObject({
    email: 'mehak.new@example.org',
    newEmail: null,
  })
  expect(await world.db.selectFrom('session').select('id').where('accountId', '=', accountId).execute()).toEqual([])
  const letters = world.db.selectFrom('mail').select('subject').where('recipient', '=', guest.email)
  expect(await letters.execute()).toEqual([{ subject: 'Your email address was changed' }])
  const told = JSON.stringify((await owner.ask('PersonTimeline', { eventId, accountId })).body)
  expect(told).not.toContain(pin)
  expect((await owner.act('EmailChangeCancel', { accountId })).status).toBe(404)
})

test('CON-057, CON-058: many get more time at once, by name or by filter with the number that was seen, with an answer for each', async () => {
  const { world, eventId, zainab } = await aCollege()
  const people = await Promise.all(
    ['Amna', 'Bilal', 'Chand'].map((name) => aGuest(world, eventId, { name, takesPartAs: 'Nurse' })),
  )
  const wish = { eventId, kind: 'abstracts', until: '2026-12-10', reason }
  const ids = [...people.map(({ applicantId }) => applicantId), 999_999]
  const rows = (body: Record<string, unknown>) => (body.rows as { outcome: string }[]).map(({ outcome }) => outcome)
  expect(rows((await zainab.act('PeopleExtend', { ...wish, ids })).body)).toEqual([
    'given',
    'given',
    'given',
    'not here',
  ])
  const filter = { takesPartAs: 'Nurse' }
  expect((await zainab.act('PeopleExtend', { ...wish, filter, expected: 2 })).status).toBe(409)
  expect((await zainab.act('PeopleExtend', { ...wish, filter })).status).toBe(400)
  expect(rows((await zainab.act('PeopleExtend', { ...wish, filter, expected: 3 })).body)).toEqual([
    'replaced',
    'replaced',
    'replaced',
  ])
  expect((await zainab.ask('PeopleList', { eventId, extension: 'abstracts' })).body.total).toBe(3)
})

test('whoever may only search goes through no numbers: whom they open is in the trail, each try counts, and a search leaves no word behind', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const desk = await anOrganiser(app, world, { role: 'desk', eventId })
  const { accountId } = await aGuest(world, eventId, { name: 'Mehak Soomro' })
  const at = { eventId, accountId }
  for (const who of [desk, zainab]) {
    expect((await who.ask('PersonShow', at)).status).toBe(200)
    expect((await who.ask('PersonTimeline', at)).status).toBe(200)
    expect((await who.ask('PeopleList', { eventId, search: 'Mehak' })).status).toBe(200)
  }
  const acts = await world.db
    .selectFrom('act')
    .select(['accountId', 'operation', 'aboutId', 'reason', 'outcome'])
    .where('outcome', '=', 'read')
    .orderBy('id')
    .execute()
  // Whoever has the list anyway shows nothing new by opening one of it.
  const read = { accountId: desk.accountId, reason: '', outcome: 'read' }
  expect(acts).toEqual([
    { ...read, operation: 'PersonShow', aboutId: String(accountId) },
    { ...read, operation: 'PersonTimeline', aboutId: String(accountId) },
    { ...read, operation: 'PeopleList', aboutId: '' },
  ])

  const { name, hits } = limits.peopleOpenedByStaff
  await sql`update attempt set hits = ${hits - 1} where key like ${`${name}%`}`.execute(world.db)
  expect((await desk.ask('PersonShow', { eventId, accountId: 999_999 })).status).toBe(404)
  for (const operation of ['PersonShow', 'PersonTimeline'])
    expect([operation, (await desk.ask(operation, at)).status]).toEqual([operation, 429])
  expect((await zainab.ask('PersonShow', at)).status).toBe(200)
})
