/**
 * CON-010, CON-040 and CON-050: every change that staff can make through a call, made once over HTTP with hostile words and every column of
 * the database as a field beside: its act is there, with before and after, no such field is in it, and the words run in no letter.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentenceText } from '#contract/audit/sentences.ts'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import type { Staff } from '#server/kernel/callers.ts'
import { changesOfStaff } from '#server/testing/changes-of-staff.ts'
import { dangersIn, poisoned } from '#server/testing/hostile-words.ts'
import { aTeam } from '#server/testing/team.ts'
import { listActs } from './trail.ts'

const isChange = (operation: Operation) =>
  operation.kind === 'change' && (operation.token === 'staff' || operation.path.startsWith('/staff/'))

test('every call by which staff change something is told here how it is made', () => {
  expect(Object.keys(changesOfStaff).toSorted()).toEqual(
    operations
      .filter(isChange)
      .map(({ name }) => name)
      .toSorted(),
  )
})

test.each(operations.filter(isChange).map(({ name, path }) => [name, path] as const))(
  'CON-040: %s is one act that says who did it, with what it changed before and after',
  async (name, path) => {
    const plan = changesOfStaff[name]
    if (!plan) return
    const team = await aTeam()
    const { by = team.owner, input, changes = [], asksOnly } = await plan.prepare(team)
    team.clock.pass(1)
    // CON-050: with hostile words where it takes them; what it refuses is done with its own.
    const sent = typeof input === 'function' ? input() : input
    const operation = operations.find((each) => each.name === name) as Operation
    let before = await newestAct(team)
    const beside = await everyColumn(team, operation)
    let { status, body } = await by.post(path, { ...beside, ...poisoned(operation, sent) })
    // A busy machine may say so.
    expect([name, status < 500 || status === 503]).toEqual([name, true])
    if (status !== 200) {
      before = await newestAct(team)
      ;({ status, body } = await by.post(path, { ...beside, ...(typeof input === 'function' ? input() : input) }))
    }
    expect([name, status, body]).toEqual([name, 200, body])

    const acts = await team.world.db
      .selectFrom('act')
      .leftJoin('actEnd', 'actEnd.actId', 'act.id')
      .select(['act.id', 'operation', 'actorKind', 'act.outcome', 'actEnd.outcome as end'])
      .where('act.id', '>', before)
      .execute()
    expect(acts).toHaveLength(asksOnly ? 0 : 1)
    if (asksOnly) return
    const [act] = acts as [(typeof acts)[number]]
    expect(act).toMatchObject({ operation: name, actorKind: 'staff' })
    expect(act.end ?? act.outcome).toBe('done')
    const grants = [{ role: 'owner', eventId: null }] as const
    const { rows } = await listActs(team.world, { accountId: team.owner.accountId, grants } as unknown as Staff, {})
    const listed = rows.find(({ id }) => id === act.id)
    expect(listed && sentenceText(listed)).toMatch(/^(?!did )[a-z](?!.*(null|undefined))/)
    const told = await team.world.db
      .selectFrom('actChange')
      .select(['tableName', 'before', 'after'])
      .where('actId', '=', act.id)
      .orderBy('id')
      .execute()
    expect([...new Set(told.map(({ tableName }) => tableName))].toSorted()).toEqual([...changes].toSorted())
    for (const each of told) expect(JSON.stringify(each.before)).not.toBe(JSON.stringify(each.after))
    expect(JSON.stringify([told, body])).not.toContain(slippedIn)
    const letters = await team.world.db.selectFrom('mail').select('bodyHtml').execute()
    expect(letters.flatMap(({ bodyHtml }) => dangersIn(bodyHtml))).toEqual([])
  },
)

async function newestAct({ world }: { world: Awaited<ReturnType<typeof aTeam>>['world'] }): Promise<number> {
  const { id } = await world.db.selectFrom('act').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return id
}

const slippedIn = 'slipped-in-beside'

/** Each column of each table, by its name here and in the database, unless the call itself takes a field of that name. A form with a file takes so few that these would not fit. */
async function everyColumn(
  { world }: Awaited<ReturnType<typeof aTeam>>,
  { input, upload }: Operation,
): Promise<Record<string, string>> {
  if (upload) return {}
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns where table_schema = 'public'`.execute(world.db)
  const names = rows.flatMap(({ name }) => [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())])
  return Object.fromEntries(names.filter((name) => !(name in input.shape)).map((name) => [name, slippedIn]))
}
