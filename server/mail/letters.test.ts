import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '#server/kernel/limits.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import type { World } from '#server/kernel/world.ts'
import { keyOf } from '#server/platform/security/rate-limits.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { often } from '#server/testing/counts.ts'
import { checked, mailingNow, planned, runMailings, words } from '#server/testing/letters.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { anEvent } from '#server/testing/people.ts'
import { countQueries } from '#server/testing/queries.ts'
import { aClock, buyers } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'
import { trailOf } from '#server/testing/team.ts'
import { makeWorld } from '#server/testing/world.ts'
import { listOutbox } from './letters.ts'

async function anOffice(change: Partial<World> = {}) {
  const clock = aClock()
  const world = await makeWorld({ now: clock.now, lettersPerMinute: 60_000, ...change })
  const eventId = await anEvent(world)
  const app = await makeTestApp(world)
  return { world, clock, app, eventId, zainab: await anOrganiser(app, world) }
}

const plain = { text: 'The words', html: '<p>The words</p>', isSecret: false }

test('the outbox tells how each letter fares and why some failed, and what an organiser of one event may know', async () => {
  const { world, app, eventId, zainab } = await anOffice()
  await post(world, { kind: 'mail_test', to: 'a@example.org', eventId, subject: 'Receipt R-1', ...plain })
  await post(world, { kind: 'mail_test', to: 'b@example.org', subject: 'Your PIN', text: '123456', html: '123456' })
  await post(world, { kind: 'mail_test', to: 'c@example.org', eventId, subject: 'Reminder', ...plain })
  const failed = { givenUpAt: world.now(), cause: 'full' } as const
  await world.db.updateTable('mail').set(failed).where('recipient', '=', 'c@example.org').execute()
  const there = await anOrganiser(app, world, { eventId })
  const rowsOf = async (who: typeof zainab, filter: Record<string, string | number> = {}) =>
    ((await who.ask('OutboxList', filter)).body.rows as { to: string }[]).map(({ to }) => to)

  expect(await rowsOf(zainab)).toEqual(['c@example.org', 'b@example.org', 'a@example.org'])
  expect(await rowsOf(there)).toEqual(['c@example.org', 'a@example.org'])
  expect(await rowsOf(zainab, { state: 'failed', cause: 'full' })).toEqual(['c@example.org'])
  expect(await rowsOf(zainab, { state: 'waiting', search: 'receipt' })).toEqual(['a@example.org'])
  for (const search of ['b@example.org', 'b@exam', 'PIN'])
    expect(await rowsOf(zainab, { search })).toEqual(['b@example.org'])
  for (const search of ["' | 'a", '%', ':*', '\\'])
    expect([search, (await zainab.ask('OutboxList', { search })).status]).toEqual([search, 200])
  expect((await zainab.ask('OutboxList', { state: 'odd' })).status).toBe(422)
  expect((await there.ask('OutboxList')).body.failures).toEqual([{ cause: 'full', count: 1 }])

  // CON-059: a letter with a PIN is in no reply, and what was read is in the trail.
  expect((await zainab.ask('LetterShow', { id: 1 })).body).toMatchObject({
    text: 'Hello,\n\nThe words\n\nKind regards,\nlocalhost\n',
    state: 'waiting',
  })
  const secret = await zainab.ask('LetterShow', { id: 2 })
  expect([secret.status, JSON.stringify(secret.body)]).toEqual([403, expect.not.stringContaining('123456')])
  expect((await there.ask('LetterShow', { id: 2 })).status).toBe(404)
  expect((await trailOf(world, 'LetterShow')).map(({ outcome }) => outcome)).toEqual(['read', 'refused'])

  const again = await there.act('LetterRetry', { ids: [1, 2, 3] })
  expect(again.body.rows).toEqual([
    { id: 1, outcome: 'not given up' },
    { id: 2, outcome: 'not found' },
    { id: 3, outcome: 'again' },
  ])
  expect(await rowsOf(zainab, { state: 'failed' })).toEqual([])
})

test('CON-075: the outbox asks as often for 1 letter as for 3 and 1,000', async () => {
  const office = await anOffice()
  const staff = await staffWith(office.world, office.zainab.token)
  const { world, since } = countQueries(office.world)
  const asked: number[] = []
  for (const more of [1, 2, 997]) {
    await sql`insert into mail (message_id, recipient, subject, body_text, body_html, created_at, next_try_at)
      select gen_random_uuid(), 'a@example.org', 'S', '', '', now(), now() from generate_series(1, ${more}::int)`.execute(
      world.db,
    )
    since()
    await listOutbox(world, staff, {})
    asked.push(since())
  }
  expect(asked).toEqual([4, 4, 4])
})

test('two who send at once plan it once, and the second hears that it is on its way', async () => {
  const { world, app, eventId, zainab } = await anOffice()
  await buyers(world, eventId, 3)
  const bilal = await anOrganiser(app, world)
  for (let round = 0; round < often(2, 20); round += 1) {
    const { id: mailingId, version, recipients: count } = await checked(zainab, eventId)
    const send = (who: typeof zainab) => who.act('MailingSend', { eventId, mailingId, version, count })
    const answers = await Promise.all([send(zainab), send(bilal)])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
    expect((await mailingNow(world, mailingId)).state).toBe('planned')
    await zainab.act('MailingStop', { eventId, mailingId })
  }
})

async function someWait({ db }: Pick<World, 'db'>): Promise<boolean> {
  return Boolean(
    await db
      .selectFrom('mailingRecipient')
      .select('mailingId')
      .where('state', '=', 'waiting')
      .limit(1)
      .executeTakeFirst(),
  )
}

test('CON-034: two servers that run the same mailing at once write one letter to each; without the key some get two', async () => {
  const { world, clock, eventId, zainab } = await anOffice()
  await buyers(world, eventId, often(12, 200))
  await planned(zainab, eventId)
  clock.pass(5)
  // A run ends after some seconds, wherever it is.
  const threeServers = async () => {
    do await Promise.all([runMailings(world, 2), runMailings(world, 2), runMailings(world, 2)])
    while (await someWait(world))
  }
  await threeServers()
  const perPerson = async () =>
    (
      await world.db
        .selectFrom('mail')
        .select(['accountId', (row) => row.fn.countAll<number>().as('many')])
        .where('mailingId', 'is not', null)
        .groupBy('accountId')
        .execute()
    ).map(({ many }) => many)
  expect(new Set(await perPerson())).toEqual(new Set([1]))
  expect(await perPerson()).toHaveLength(often(12, 200))
  // The control: the same rows waiting again, and no index that remembers.
  await sql`drop index mail_once_for_each`.execute(world.db)
  try {
    await sql`update mailing_recipient set state = 'waiting', mail_id = null`.execute(world.db)
    await sql`alter table mailing disable trigger mailing_moves`.execute(world.db)
    await sql`update mailing set state = 'sending', posted = 0, ended_at = null`.execute(world.db)
    await threeServers()
    expect(new Set(await perPerson())).toEqual(new Set([2]))
  } finally {
    await sql`alter table mailing enable trigger mailing_moves`.execute(world.db)
    await sql`delete from mailing_recipient`.execute(world.db)
    await sql`delete from mail`.execute(world.db)
    await sql`delete from mailing`.execute(world.db)
    await sql`create unique index mail_once_for_each on mail (mailing_id, account_id) where mailing_id is not null`.execute(
      world.db,
    )
  }
})

test('a letter in the hands of a server that died is not sent again by itself, and a mail server that is away loses none', async () => {
  const { world, clock, eventId, zainab } = await anOffice()
  await buyers(world, eventId, 3)
  const { id } = await planned(zainab, eventId)
  clock.pass(5)
  const sent: string[] = []
  let isAway = true
  const carry = async ({ to }: { to: string }) => {
    if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    sent.push(to)
  }
  const office = { ...world, postOffice: { ...world.postOffice, carry } } as World
  await runMailings(office)
  // Two lanes met it, and the third person was not tried at all.
  expect(await mailingNow(world, id)).toMatchObject({ state: 'sending', posted: 2 })
  await world.db
    .updateTable('mail')
    .set({ handedAt: world.now() })
    .where('id', '=', (await firstOf(world)).id)
    .execute()
  isAway = false
  clock.pass(6)
  await runMailings(office, 2)
  expect(sent).toHaveLength(2)
  expect(await firstOf(world)).toMatchObject({ cause: 'interrupted', sentAt: null })
  expect((await zainab.act('LetterRetry', { ids: [(await firstOf(world)).id] })).body.rows).toMatchObject([
    { outcome: 'again' },
  ])
  await runMailings(office)
  expect(new Set(sent).size).toBe(3)
  expect(await mailingNow(world, id)).toMatchObject({ state: 'sent', posted: 3 })
})

const firstOf = ({ db }: World) =>
  db.selectFrom('mail').selectAll().where('urgency', '>', 0).orderBy('id').limit(1).executeTakeFirstOrThrow()

const corpus = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](https://a.example/"onmouseover="alert(1))',
  '[x](https://college.example@a.example/)',
  '**<b>**[<i>](https://a.example/)',
  '=HYPERLINK("http://a.example")',
  '\u2028<a href="data:text/html,x">',
]

test('CON-050: what somebody typed or is called is words in a letter, never markup', async () => {
  const { world, clock, eventId, zainab } = await anOffice()
  const [person] = await buyers(world, eventId, 1)
  for (const each of corpus) {
    await world.db
      .updateTable('account')
      .set({ fullName: each })
      .where('id', '=', person?.accountId ?? 0)
      .execute()
    await planned(zainab, eventId, { subject: `S ${each.replaceAll(/[{}]/g, '')}`, body: `Dear {name},\n\n${each}` })
    clock.pass(5)
    await runMailings(world)
  }
  const letters = await world.db
    .selectFrom('mail')
    .select(['bodyHtml', 'subject', 'sentAt'])
    .where('urgency', '>', 0)
    .execute()
  expect(letters).toHaveLength(corpus.length)
  for (const { bodyHtml, subject } of letters) {
    const own = bodyHtml
      .replace('<!doctype html>', '')
      .replaceAll(/<\/?(?:html|body|table|tr|td|p|strong|em|br)(?: [a-z]+="[^"<>]*")*>/g, '')
      .replaceAll(/<a href="https:\/\/[^"<>]*" style="color:#0b5563">|<\/a>/g, '')
    expect(own).not.toMatch(/[<>]/)
    expect(bodyHtml).not.toMatch(/href="[^"]*@a\.example/)
    expect(subject).not.toMatch(/[\r\n\u2028]/)
  }
})

test('each of these costs something, and one too many of one person is refused', async () => {
  const { world, eventId, zainab } = await anOffice()
  await buyers(world, eventId, 1)
  const { id: mailingId, version, recipients: count } = await checked(zainab, eventId)
  const letter = { eventId, ...words, audience: { filter: {} } }
  const costly = [
    ['mailingsOfStaff', 'MailingSend', { eventId, mailingId, version, count }],
    ['mailingChecksOfStaff', 'MailingCheck', { eventId, mailingId, version }],
    ['mailingSavesOfStaff', 'MailingSave', letter],
    ['testLettersOfStaff', 'MailingTest', { ...letter, at: 0 }],
    ['segmentsOfStaff', 'SegmentCount', letter],
    ['lettersAgainOfStaff', 'LetterRetry', { ids: [1] }],
  ] as const
  const { accountId } = await staffWith(world, zainab.token)
  const resetsAt = new Date(world.now().getTime() + 3_600_000)
  for (const [name, operation, input] of costly) {
    await sql`insert into attempt values (${keyOf({ limit: limits[name], of: String(accountId) })}, ${limits[name].hits}, ${resetsAt})
      on conflict (key) do update set hits = excluded.hits`.execute(world.db)
    expect([operation, (await zainab.act(operation, input)).status]).toEqual([operation, 429])
  }
  expect((await mailingNow(world, mailingId)).state).toBe('checked')
})

test('whoever is erased gets no letter that waits, and what was written to them alone is gone, also from the trail', async () => {
  const { world, clock, eventId, zainab } = await anOffice()
  const [sana, other] = await buyers(world, eventId, 2)
  const secret = 'About the illness of Sana'
  await planned(zainab, eventId, { subject: secret, body: secret, audience: { ids: [sana?.applicantId ?? 0] } })
  const toBoth = await planned(zainab, eventId)
  await sql`select erase_person(${sana?.accountId ?? 0}, ${world.now()}, false)`.execute(world.db)
  clock.pass(5)
  await runMailings(world, 2)
  const letters = await world.db
    .selectFrom('mail')
    .select(['accountId', 'recipient'])
    .where('urgency', '>', 0)
    .execute()
  expect(letters).toEqual([{ accountId: other?.accountId, recipient: other?.email }])
  expect(await mailingNow(world, toBoth.id)).toMatchObject({ state: 'sent', posted: 1 })
  const { rows } = await sql<{ words: string }>`
    select string_agg(mailing::text, ' ') || (select string_agg(act_change::text, ' ') from act_change) as words from mailing`.execute(
    world.db,
  )
  expect(rows[0]?.words).not.toContain(secret)
})
