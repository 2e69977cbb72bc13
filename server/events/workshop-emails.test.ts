/** Emails to the people with a seat in a workshop that is cancelled, reinstated or moved, over HTTP and a real database. */
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { finalize } from '#server/payments/card/finalize.ts'
import { aCollege } from '#server/testing/organisers.ts'
import { aBuyer, atTheBank, aWorkshop, order, pay, tokenOf, toTheBank } from '#server/testing/shop.ts'
import { aSeat, saveAs, toWorkshop, workshopOf } from '#server/testing/workshops.ts'

const emailsTo = ({ db }: World, email: string) =>
  db
    .selectFrom('mail')
    .select(['subject', 'bodyText', 'calendar'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
const newestTo = async (world: World, email: string) => (await emailsTo(world, email)).at(-1)

type Preview = { people: number; groups: { group: string; people: number; subject: string; paragraphs: string[] }[] }

test('cancelling a workshop emails people who paid, people at the bank and people whose hold ends, as the preview said', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const paid = await aSeat(world, { eventId, workshopId })
  const other = await aWorkshop(world, eventId, { topic: 'Suturing', price: 100_000 })
  const held = await aBuyer(world, eventId)
  await order(world, held, [workshopId, other])
  const paying = await aSeat(world, { eventId, workshopId, isPaid: false })
  const transaction = await toTheBank(world, paying, paying.code)

  const { body } = await zainab.ask('WorkshopEmailPreview', {
    eventId,
    workshopId,
    change: 'cancelled',
    reason: 'The lab is closed.',
  })
  const preview = body as Preview
  expect([preview.people, preview.groups.map(({ group, people }) => [group, people])]).toEqual([
    3,
    [
      ['paid', 1],
      ['paying', 1],
      ['released', 1],
    ],
  ])
  expect(preview.groups[0]?.paragraphs[0]).toBe('Dear [name],')

  const tell = { people: 3, reason: 'The lab is closed.' }
  const stale = await toWorkshop(zainab, workshopId, [
    'WorkshopCancel',
    { cancelled: true, paid: 1, tell: { ...tell, people: 2 } },
  ])
  expect([stale.status, stale.body.code]).toEqual([409, 'count_changed'])
  const answer = await toWorkshop(zainab, workshopId, ['WorkshopCancel', { cancelled: true, paid: 1, tell }])
  expect(answer.body).toMatchObject({ givenUp: 1, told: 3 })

  const toPaid = await newestTo(world, paid.email)
  expect(toPaid?.subject).toBe('Cancelled: “Basic Laparoscopic Skills”')
  expect(toPaid?.bodyText).toContain(
    'planned for Monday 11 January 2027, 09:00 to 12:00 (Asia/Karachi), Skills Laboratory.',
  )
  expect(toPaid?.bodyText).toContain('Reason: The lab is closed.')
  expect(toPaid?.bodyText).toContain('You paid RS 5,000 for this workshop.')
  expect((await newestTo(world, held.email))?.bodyText).toContain(
    'To keep your other workshops, check out again without this one: “Suturing”.',
  )
  expect((await newestTo(world, paying.email))?.bodyText).toContain('A payment for your order is being confirmed.')

  // Their payment goes through after all.
  await atTheBank(world, transaction, 'approve')
  expect(await finalize(world, paying, transaction)).toEqual({
    code: '0',
    words:
      'Your payment was received. “Basic Laparoscopic Skills” has been cancelled: the accounts office will write to you about your payment.',
  })
  const receipt = await newestTo(world, paying.email)
  expect(receipt?.subject).toMatch(/^We have received your payment \(receipt /)
  expect(receipt?.bodyText).toContain('Cancelled: Basic Laparoscopic Skills')
  expect(receipt?.bodyText).not.toContain('Your seats are booked.')
  expect(receipt?.calendar).toBe('')
})

test('a cancelled workshop is marked in the orders of its people and on their receipts', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const paid = await aSeat(world, { eventId, workshopId })
  await toWorkshop(zainab, workshopId, ['WorkshopCancel', { cancelled: true, paid: 1 }])
  const headers = { host: 'localhost', authorization: `Bearer ${await tokenOf(world, paid)}` }
  const ask = async (url: string) => (await app.inject({ url, headers })).json<{ Table: object[] }>().Table[0]
  const marked = { Workshops: [{ WorkshopID: workshopId, IsCancelled: true }] }
  expect(await ask('/api/MyOrders')).toMatchObject({ PaidStatus: 'PAID', ...marked })
  expect(await ask(`/api/Receipt?PaymentCode=${paid.code}`)).toMatchObject(marked)
  // No email was asked for, and none was written.
  expect(await emailsTo(world, paid.email)).toHaveLength(1)
})

test('moving a workshop emails everybody with a seat, with a calendar entry that replaces the old one', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const paid = await aSeat(world, { eventId, workshopId })
  const held = await aSeat(world, { eventId, workshopId, isPaid: false })
  const booking = await newestTo(world, paid.email)
  const moved = { date: '2027-01-12', time: '14:00', venue: 'Auditorium B' }
  const { body } = await zainab.ask('WorkshopEmailPreview', { eventId, workshopId, change: 'moved', ...moved })
  expect((body as Preview).groups.map(({ group, people }) => [group, people])).toEqual([
    ['paid', 1],
    ['held', 1],
  ])

  const saved = await saveAs(zainab, workshopId, { ...moved, tell: { people: 2, reason: '' } })
  expect([saved.status, saved.body.told]).toEqual([200, 2])
  const letter = await newestTo(world, paid.email)
  expect(letter?.subject).toBe('New time or venue: “Basic Laparoscopic Skills”')
  expect(letter?.bodyText).toContain('Tuesday 12 January 2027, 14:00 to 17:00 (Asia/Karachi)\nAuditorium B')
  expect(letter?.bodyText).toContain('It was planned for Monday 11 January 2027, 09:00 to 12:00')
  expect((await newestTo(world, held.email))?.bodyText).toContain('Your seat is held until')
  const uid = `UID:workshop-${workshopId}@localhost`
  expect([booking?.calendar.includes(uid), letter?.calendar.includes(uid)]).toEqual([true, true])
  expect(letter?.calendar).toContain('DTSTART:20270112T090000Z\r\nDTEND:20270112T120000Z')

  // Neither other words nor a move without the email writes to anybody.
  const words = await saveAs(zainab, workshopId, { facilitators: 'Dr Hina', tell: { people: 2, reason: '' } })
  expect(words.body.told).toBe(0)
  expect((await saveAs(zainab, workshopId, { venue: 'Ward 4' })).body.told).toBe(0)
  expect(await emailsTo(world, paid.email)).toHaveLength(2)
})

test('a workshop that goes ahead after all is announced to those who still have a seat', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const paid = await aSeat(world, { eventId, workshopId })
  const held = await aSeat(world, { eventId, workshopId, isPaid: false })
  await toWorkshop(zainab, workshopId, [
    'WorkshopCancel',
    { cancelled: true, paid: 1, tell: { people: 2, reason: '' } },
  ])
  const back = await toWorkshop(zainab, workshopId, [
    'WorkshopCancel',
    { cancelled: false, paid: 1, tell: { people: 1, reason: '' } },
  ])
  expect(back.body.told).toBe(1)
  expect((await newestTo(world, paid.email))?.subject).toBe('“Basic Laparoscopic Skills” goes ahead after all')
  expect(await emailsTo(world, held.email)).toHaveLength(1)
  expect((await workshopOf(zainab, workshopId)).state).toBe('stopped')
})

test('people with a seat in a workshop get ten emails a day about its changes; changes without an email go on', async () => {
  const { world, eventId, workshopId, zainab } = await aCollege()
  const { email } = await aSeat(world, { eventId, workshopId })
  const reinstate = async (cancelled: boolean, tell?: { people: number; reason: string }) =>
    (await toWorkshop(zainab, workshopId, ['WorkshopCancel', { cancelled, paid: 1, ...(tell && { tell }) }])).status
  const heard: number[] = []
  for (let times = 0; times < 11; times += 1) heard.push(await reinstate(times % 2 === 0, { people: 1, reason: '' }))

  expect(heard).toEqual([...Array<number>(10).fill(200), 429])
  expect(await reinstate(true)).toBe(200)
  expect((await emailsTo(world, email)).filter(({ subject }) => subject.includes('Laparoscopic'))).toHaveLength(10)
})

test('the booking email has day, time and room of each workshop, and a calendar file that goes with its text', async () => {
  const { world, eventId, workshopId } = await aCollege()
  const person = await aBuyer(world, eventId)
  const long =
    'Point-of-care ultrasound, airway; and “difficult” دل کا دورہ for everybody who works in an emergency department'
  const second = await aWorkshop(world, eventId, { topic: long, startsAt: new Date('2027-01-12T04:00:00Z') })
  await pay(world, person, { code: await order(world, person, [workshopId, second]) })
  const booking = await newestTo(world, person.email)
  expect(booking?.bodyText).toContain(
    'Basic Laparoscopic Skills\nMonday 11 January 2027, 09:00 to 12:00 (Asia/Karachi)\nSkills Laboratory\nRS 5,000',
  )
  const lines = booking?.calendar.split('\r\n') ?? []
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = booking?.calendar.replaceAll('\r\n ', '')
  expect(unfolded).toContain(`SUMMARY:${long.replaceAll(/[,;]/g, String.raw`\$&`)}\r\n`)
  expect(unfolded?.match(/BEGIN:VEVENT/g)).toHaveLength(2)

  await world.db.updateTable('mail').set({ bodyText: '', bodyHtml: '' }).where('recipient', '=', person.email).execute()
  expect((await newestTo(world, person.email))?.calendar).toBe('')
})
