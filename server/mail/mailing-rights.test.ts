/** What whoever writes to many learns by it: no more than the lists tell them. */
import { expect, test } from 'vitest'
import { post } from '#server/kernel/outbox/outbox.ts'
import { checked, runMailings, words } from '#server/testing/letters.ts'
import { aCollege, aDraft, anOrganiser, paths } from '#server/testing/organisers.ts'
import { anEvent } from '#server/testing/people.ts'
import { aClock, buyers, order } from '#server/testing/shop.ts'

test('a letter to the whole college is no way for the organiser of one event to read who else is of the college', async () => {
  const clock = aClock()
  const { world, app, eventId, zainab } = await aCollege({ now: clock.now, lettersPerMinute: 60_000 })
  const elsewhere = await anEvent(world, { name: 'Other', isCurrent: false })
  const [stranger] = await buyers(world, elsewhere, 1)
  const ofEvent = await anOrganiser(app, world, { eventId })
  const letter = { kind: 'announcement', audience: { college: true } } as const
  const { id: mailingId, version, recipients: count } = await checked(zainab, eventId, letter)

  const preview = { eventId, mailingId, ...words, kind: 'announcement', audience: {} }
  for (let at = 0; at < count; at += 1)
    expect(JSON.stringify((await ofEvent.act('MailingPreview', { ...preview, at })).body)).not.toContain('@example.org')
  // Neither do they send what only the college may.
  const send = { eventId, mailingId, version, count, typedCount: count }
  expect(paths(await ofEvent.act('MailingSend', send))).toEqual(['audience'])
  expect((await zainab.act('MailingPreview', { ...preview, at: 0 })).body).toMatchObject({ total: count })
  expect((await zainab.act('MailingSend', send)).status).toBe(200)
  clock.pass(5)
  await runMailings(world)
  const outbox = async (who: typeof zainab) =>
    ((await who.ask('OutboxList', { eventId, mailingId })).body.rows as { to: string }[]).map(({ to }) => to)
  expect(await outbox(zainab)).toContain(stranger?.email)
  expect(await outbox(ofEvent)).not.toContain(stranger?.email)
})

test('what somebody owes is told to no chair: not in a preview, a test, or by who is left out', async () => {
  const { world, app, eventId, workshopId, zainab } = await aCollege()
  const author = await aDraft(world, eventId)
  await order(world, author, [workshopId])
  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  const wish = { eventId, ...words, audience: { filter: {} }, body: 'You owe {amount due}.' }
  expect((await zainab.act('MailingPreview', { ...wish, at: 0 })).body).toMatchObject({ total: 1 })
  for (const [name, input] of [
    ['MailingPreview', { at: 0 }],
    ['MailingTest', { at: 0 }],
    ['SegmentCount', {}],
    ['MailingSave', {}],
  ] as const)
    expect([name, paths(await chair.act(name, { ...wish, ...input }))]).toEqual([name, ['body']])
  expect((await chair.act('SegmentCount', { ...wish, body: 'You have {workshops}.' })).body).toMatchObject({
    toSend: 1,
  })
})

test('on the page of a person stands what this event wrote to them, never what another one did', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const elsewhere = await anEvent(world, { name: 'Other', isCurrent: false })
  const [person] = await buyers(world, eventId, 1)
  const to = person?.email ?? ''
  for (const [subject, of] of [
    ['Of this event', eventId],
    ['Of another event', elsewhere],
    ['Of the account', undefined],
  ] as const)
    await post(world, { kind: 'mail_test', to, subject, text: '', html: '', ...(of && { eventId: of }) })
  const ofEvent = await anOrganiser(app, world, { eventId })
  for (const who of [ofEvent, zainab]) {
    const at = { eventId, accountId: person?.accountId ?? 0 }
    const lines = (await who.ask('PersonTimeline', at)).body.lines as { text: string; kind: string }[]
    expect(lines.flatMap(({ kind, text }) => (kind === 'letter' ? [text] : [])).toSorted()).toEqual([
      'Letter waiting: Of the account',
      'Letter waiting: Of this event',
    ])
    expect((await who.ask('PersonShow', at)).body.person).toMatchObject({ letters: { all: 2, failed: 0 } })
  }
})

test('a letter of an event that is not the current one leads to the pages of its own event', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const other = await anEvent(world, { name: 'Winter Meeting', isCurrent: false })
  await world.db.updateTable('event').set({ eventState: 'published' }).where('id', '=', other).execute()
  await buyers(world, other, 1)
  await buyers(world, eventId, 1)
  const { slug } = await world.db.selectFrom('event').select('slug').where('id', '=', other).executeTakeFirstOrThrow()
  const linked = async (eventId: number) => {
    const wish = { eventId, ...words, audience: { filter: {} }, body: '{link to workshops} {link to profile}' }
    const { body } = await zainab.act('MailingPreview', { ...wish, at: 0 })
    return (body.letter as { paragraphs: { href?: string }[][] }).paragraphs.flat().flatMap(({ href }) => href ?? [])
  }
  expect(await linked(eventId)).toEqual([`${world.publicUrl}/events`, `${world.publicUrl}/profile`])
  expect(await linked(other)).toEqual([`${world.publicUrl}/e/${slug}/events`, `${world.publicUrl}/e/${slug}/profile`])
  expect(app.printRoutes()).toContain('unsubscribe')
})
