import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inAct, inActOfSteps, noteAct, type Act } from '#server/kernel/acts.ts'
import { firstVersions } from '#server/pages/words.ts'
import { staffCaller, theNextEvent } from '#server/testing/finance.ts'
import { countQueries } from '#server/testing/queries.ts'
import { staffWith } from '#server/testing/staff.ts'
import { aTeam, type Team } from '#server/testing/team.ts'
import { checkSeals, sealTrail } from './seals.ts'
import { listActs } from './trail.ts'

const list = '/staff/AuditList'
const show = '/staff/AuditShow'
type Listed = { id: number; operation: string; [field: string]: unknown }
const rowsIn = ({ body }: { body: Record<string, unknown> }) => body.rows as Listed[]
const named = (answer: { body: Record<string, unknown> }) =>
  rowsIn(answer)
    .map(({ operation }) => operation)
    .filter((name) => !['StaffSignIn', 'test'].includes(name) && !name.includes(' '))

const command = { kind: 'command', name: 'Ms Memon' } as const

/** Acts of two events, of money and of the college, and somebody for each role. */
async function aTrail() {
  const team = await aTeam()
  const { world, app, eventId } = team
  const other = await theNextEvent(world)
  const people = {
    organiser: await staffCaller(app, world, { role: 'organiser', eventId }),
    wide: await staffCaller(app, world, { role: 'organiser' }),
    finance: await staffCaller(app, world, { role: 'finance', eventId }),
    treasurer: await staffCaller(app, world, { role: 'finance' }),
    desk: await staffCaller(app, world, { role: 'desk', eventId }),
  }
  const act = async (name: string, more: Partial<Act> = {}) =>
    inAct(world, { actor: command, operation: name, ...more }, async () => undefined)
  await act('HallHere', { eventId, about: { kind: 'workshop', id: 1 }, reason: 'broken lamp' })
  await act('HallThere', { eventId: other, about: { kind: 'workshop', id: 2 } })
  await act('MoneyHere', { eventId, about: { kind: 'orders', id: 1 } })
  await act('MoneyThere', { eventId: other, about: { kind: 'orders', id: 2 } })
  await act('MoneyOfNobody', { about: { kind: 'payment_exception', id: 3 } })
  await act('OfTheCollege')
  await act('OfTheDesk', { actor: { kind: 'staff', accountId: people.desk.accountId }, eventId: other })
  return { ...team, other, people }
}

test('CON-049: each role sees what is theirs to see, of the whole trail', async () => {
  const { owner, people } = await aTrail()
  const all = ['OfTheDesk', 'OfTheCollege', 'MoneyOfNobody', 'MoneyThere', 'MoneyHere', 'HallThere', 'HallHere']
  expect(named(await owner.get(list))).toEqual(all)
  expect(named(await people.organiser.get(list))).toEqual(['MoneyHere', 'HallHere'])
  expect(named(await people.wide.get(list))).toEqual(['OfTheDesk', 'MoneyThere', 'MoneyHere', 'HallThere', 'HallHere'])
  expect(named(await people.finance.get(list))).toEqual(['MoneyHere'])
  expect(named(await people.treasurer.get(list))).toEqual(['MoneyOfNobody', 'MoneyThere', 'MoneyHere'])
  expect(named(await people.desk.get(list))).toEqual(['OfTheDesk'])
  // Their own sign-in is theirs, and nobody else's.
  expect(rowsIn(await people.desk.get(list, { operation: 'StaffSignIn' }))).toHaveLength(1)
})

test('CON-002: an act that somebody may not see does not exist for them', async () => {
  const { owner, people } = await aTrail()
  const ids = Object.fromEntries(rowsIn(await owner.get(list)).map(({ operation, id }) => [operation, id]))
  const statuses = async (name: string) => [
    (await owner.get(show, { id: ids[name] ?? 0 })).status,
    (await people.finance.get(show, { id: ids[name] ?? 0 })).status,
    (await people.desk.get(show, { id: ids[name] ?? 0 })).status,
  ]
  expect(await statuses('MoneyHere')).toEqual([200, 200, 404])
  expect(await statuses('HallHere')).toEqual([200, 404, 404])
  expect(await statuses('OfTheDesk')).toEqual([200, 404, 200])
  expect((await owner.get(show, { id: '9007199254740991' })).status).toBe(404)
})

test('an act tells who, by which role, about what and why, with before and after by field', async () => {
  const { world, owner, eventId } = await aTeam()
  const actor = { kind: 'staff', accountId: owner.accountId, role: 'owner', requestId: 'r-1', steppedUp: true } as const
  const about = { kind: 'event', id: eventId }
  await inAct(world, { actor, operation: 'EventSave', about, reason: '<b>a misprint</b>', eventId }, (world) =>
    world.db
      .updateTable('event')
      .set({ name: 'Annual <i>Surgical</i> Conference', venue: 'Hall B' })
      .where('id', '=', eventId)
      .execute(),
  )
  const [row] = rowsIn(await owner.get(list, { operation: 'EventSave' }))
  expect(row).toEqual({
    id: expect.any(Number) as number,
    at: world.now().toISOString(),
    actor: { kind: 'staff', accountId: owner.accountId, name: expect.stringContaining('Person') as string },
    role: 'owner',
    event: { eventId, name: 'Annual <i>Surgical</i> Conference' },
    operation: 'EventSave',
    about: {
      kind: 'event',
      id: String(eventId),
      name: 'Annual <i>Surgical</i> Conference',
      order: null,
      person: null,
    },
    reason: '<b>a misprint</b>',
    outcome: 'done',
    refusal: '',
    requestId: 'r-1',
    steppedUp: true,
    changes: [
      {
        table: 'event',
        key: String(eventId),
        kind: 'changed',
        isErased: false,
        fields: [
          { name: 'name', before: 'Annual Medical Conference', after: 'Annual <i>Surgical</i> Conference' },
          { name: 'venue', before: '', after: 'Hall B' },
        ],
        lines: null,
        linesInAll: 0,
        textChanged: false,
      },
    ],
    changesInAll: 1,
  })
  expect((await owner.get(show, { id: row?.id ?? 0 })).body).toEqual(row)
})

test('a page of which neither text nor state was changed is listed as any row', async () => {
  const { world, owner } = await aTeam()
  await firstVersions(world, 'content')
  await sql`insert into page_version (page, number, body, state, written_at)
    select page, number + 1, body, 'draft', written_at from page_version where page = 'faq'`.execute(world.db)
  const draft = sql`update page_version set written_by = ${owner.accountId} where page = 'faq' and state = 'draft'`
  await inAct(world, { actor: command, operation: 'PagePublish' }, ({ db }) => draft.execute(db))
  const [row] = rowsIn(await owner.get(list, { operation: 'PagePublish' }))
  expect(row?.changes).toEqual([expect.objectContaining({ table: 'page_version', textChanged: false })])
})

test('an act around the bank says how it ended, or that nobody knows', async () => {
  const { world, owner } = await aTeam()
  const act = { actor: command, operation: 'Refund' }
  await inActOfSteps(world, { ...act, endOf: () => ({ outcome: 'failed', refusal: 'no answer' }) }, async () => 1)
  await inActOfSteps(world, act, async () => 1)
  await noteAct(world, act, { outcome: 'begun' } as never)
  const outcomes = async (filter: Record<string, string> = {}) =>
    rowsIn(await owner.get(list, { operation: 'Refund', ...filter })).map(({ outcome }) => outcome)
  expect(await outcomes()).toEqual(['unknown', 'done', 'failed'])
  for (const outcome of ['unknown', 'done', 'failed']) expect(await outcomes({ outcome })).toEqual([outcome])
  expect(await outcomes({ outcome: 'refused' })).toEqual([])
})

test('the trail is narrowed by who, what, topic, thing, event, outcome, days and words, together too', async () => {
  const { world, owner, people, eventId, other } = await aTrail()
  const found = async (filter: Record<string, string | number>) => named(await owner.get(list, filter))
  expect(await found({ actor: people.desk.accountId })).toEqual(['OfTheDesk'])
  expect(await found({ actor: 'command', about: 'workshops' })).toEqual(['HallThere', 'HallHere'])
  expect(await found({ actor: 'schedule' })).toEqual([])
  expect(await found({ operation: 'HallHere' })).toEqual(['HallHere'])
  expect(await found({ about: 'money', eventId: other })).toEqual(['MoneyThere'])
  expect(await found({ aboutKind: 'workshop', aboutId: '2' })).toEqual(['HallThere'])
  expect(await found({ eventId, search: 'lam' })).toEqual(['HallHere'])
  expect(await found({ search: 'broken lamp' })).toEqual(['HallHere'])
  expect(await found({ search: "lamp' | 'x" })).toEqual([])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ search: String.raw`\ ' & !` })).toEqual([])
  expect(await found({ search: 'hallth' })).toEqual(['HallThere'])
  const { fullName } = await world.db
    .selectFrom('account')
    .select('fullName')
    .where('id', '=', people.desk.accountId)
    .executeTakeFirstOrThrow()
  expect(await found({ search: fullName.toUpperCase(), operation: 'OfTheDesk' })).toEqual(['OfTheDesk'])
  const tomorrow = { ...world, now: () => new Date('2026-11-02T09:00:00Z') }
  await noteAct(tomorrow, { actor: command, operation: 'NextDay' }, { outcome: 'done' })
  expect(await found({ from: '2026-11-02' })).toEqual(['NextDay'])
  expect(await found({ from: '2026-11-02', to: '2026-11-01' })).toEqual([])
  expect(await found({ to: '2026-11-01', actor: 'command', about: 'money', eventId })).toEqual(['MoneyHere'])
})

test('CON-054: a filter of another type, too large, or with a name that nobody knows is named by its path', async () => {
  const { owner } = await aTeam()
  const paths = async (filter: Record<string, string>) => {
    const { status, body } = await owner.get(list, filter)
    return [status, ...((body.fields ?? []) as { path: string }[]).map((each) => each.path)]
  }
  expect(await paths({ actor: 'king', about: 'weather', outcome: 'lost', from: '2026-02-30', to: 'today' })).toEqual([
    422,
    'actor',
    'about',
    'outcome',
    'from',
    'to',
  ])
  expect(await paths({ eventId: '9223372036854775808', sort: 'reason', password: 'x' })).toEqual([
    422,
    'sort',
    'eventId',
    'password',
  ])
  expect(await paths({ from: '0001-01-01', to: '9999-12-31' })).toEqual([200])
})

test('CON-055: the next page begins where this one ended; a cursor is good for its own question and person only', async () => {
  const { owner, people } = await aTrail()
  const one = await owner.get(list, { limit: 3, actor: 'command' })
  const cursor = String(one.body.next)
  const two = await owner.get(list, { limit: 50, actor: 'command', cursor })
  const all = await owner.get(list, { limit: 50, actor: 'command' })
  expect([...rowsIn(one), ...rowsIn(two)]).toEqual(rowsIn(all))
  expect((await owner.get(list, { cursor })).status).toBe(400)
  expect((await people.organiser.get(list, { actor: 'command', cursor })).status).toBe(400)
})

test('CON-075: a page of the trail takes as many statements with one act as with many, each with many changes', async () => {
  const team: Team = await aTeam()
  const staff = await staffWith(team.world, team.owner.token)
  const { world, since } = countQueries(team.world)
  const taken: number[] = []
  for (const more of [1, 3, 40]) {
    for (let made = 0; made < more; made += 1)
      await inAct(team.world, { actor: command, operation: 'Courses' }, ({ db }) =>
        sql`insert into programme (name, end_date) select 'Course', '2027-01-01' from generate_series(1, 5)`.execute(
          db,
        ),
      )
    since()
    const page = await listActs(world, staff, {})
    taken.push(since())
    expect(page.rows[0]).toMatchObject({ changesInAll: 5 })
    expect(page.rows[0]?.changes).toHaveLength(3)
  }
  expect(taken).toEqual([5, 5, 5])
})

test('the state of the seals is told to whoever may read the trail', async () => {
  const { world, owner } = await aTeam()
  expect((await owner.get('/staff/SealState')).body).toEqual({ acts: 0, seal: null, check: null })
  await sealTrail(world)
  await checkSeals(world)
  expect((await owner.get('/staff/SealState')).body).toEqual({
    acts: expect.any(Number) as number,
    seal: { number: 1, sealedAt: world.now().toISOString(), digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    check: { checkedAt: world.now().toISOString(), broken: [] },
  })
})
