/** Every standing of an abstract × every act with it × everybody: written by a program, compared with one table of rules. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { list } from '#server/testing/abstracts.ts'
import { often } from '#server/testing/counts.ts'
import { lastAct, operationOf, prepared, traceOf } from '#server/testing/review-acts.ts'
import { aCast, type Cast, standingAt, type Subject } from '#server/testing/review-cast.ts'
import {
  type ActName,
  allActs,
  allStandings,
  answerFor,
  people,
  type Standing,
  standingAfter,
  standings,
  type Who,
} from '#server/testing/review-rules.ts'

type Cell = { standing: Standing; act: ActName; who: Who }

const cells: Cell[] = allStandings.flatMap((standing) =>
  allActs.flatMap((act) => people.map((who) => ({ standing, act, who }))),
)
/** Every cell under `npm run test:long`. Fewer are spread so that each standing, act and person is among them. */
const every = often(17, 1)
const looked = cells.filter((_, at) => at % every === 0)

test('the table knows every call that takes an abstract or an assignment', () => {
  const named = ['pk', 'abstractId', 'abstractIds', 'assignmentId', 'intoId', 'a', 'titleId']
  const taking = operations.filter(({ input }) => named.some((name) => name in input.shape))
  // Two take what people call it, and one lists what another takes.
  const known = new Set(allActs.map((act) => operationOf(act).name))
  expect(new Set([...taking.map(({ name }) => name), 'AbstractShow', 'AbstractFile', 'BidList'])).toEqual(known)
})

test('the cells that are looked at have every standing, act, person and kind of answer', () => {
  const has = <Key extends keyof Cell>(key: Key) => new Set(looked.map((cell) => cell[key]))
  expect([has('standing').size, has('act').size, has('who').size]).toEqual([
    allStandings.length,
    allActs.length,
    people.length,
  ])
  const answers = new Set(looked.map(({ act, standing, who }) => answerFor(act, standing, who)))
  for (const answer of ['done', 'not_found', 'not_allowed', 'sign_in_first', 'conflict', 'invalid', 'number and title'])
    expect([...answers]).toContain(answer)
})

test(`${looked.length} of ${cells.length}: what each is answered, and that a no changes nothing`, async () => {
  const cast = await aCast()
  const wrong: string[] = []
  for (const standing of allStandings) {
    let subject: Subject | undefined
    for (const cell of looked.filter((each) => each.standing === standing)) {
      if (!subject) {
        subject = await standingAt(cast, standing)
        wrong.push(...(await seenByOwner(cast, subject, standing)).map((what) => `${standing}: ${what}`))
      }
      const found = await tried(cast, subject, cell)
      wrong.push(...found.wrong.map((what) => `${standing}, ${cell.act}, ${cell.who}: ${what}`))
      if (found.isChanged) subject = undefined
    }
  }
  expect(wrong).toEqual([])
})

type Found = { wrong: string[]; isChanged: boolean }

async function tried(cast: Cast, subject: Subject, { standing, act, who }: Cell): Promise<Found> {
  // Nobody of them asks as often as all of this comes to.
  await sql`delete from attempt`.execute(cast.world.db)
  const ask = await prepared(act, cast, subject)
  const before = await traceOf(cast, subject)
  const actBefore = await lastAct(cast)
  const person = cast.people[who]
  const answer = await ask(person)
  const meant = answerFor(act, standing, who)
  const { token, kind, name } = operationOf(act)
  const isChange = kind === 'change' && meant === 'done'
  const wrong = answer === meant ? [] : [`${answer} in place of ${meant}`]
  const isChanged = (await traceOf(cast, subject)) !== before
  if (isChanged && !isChange) wrong.push('changed something')
  const last = await lastAct(cast)
  const line = last.id === actBefore.id ? 'none' : last.line
  const isAct = token === 'staff' && kind === 'change' && meant !== 'sign_in_first'
  const meantLine = isAct ? `${name} by ${person.accountId}: ${isChange ? 'done' : `refused ${meant}`}` : 'none'
  if (line !== meantLine) wrong.push(`act "${line}" in place of "${meantLine}"`)
  if (isChange) wrong.push(...(await seenByOwner(cast, subject, standingAfter(act, standing))))
  return { wrong, isChanged }
}

/** Their list says where it stands, and nothing that is only pending. */
async function seenByOwner({ app, people }: Cast, { pk }: Subject, standing: Standing): Promise<string[]> {
  const row = (await list(app, people.owner.token)).find((each) => each.pk === pk)
  const seen = row ? `${String(row.Status)} ${String(row.AbstractLevel)}` : 'nothing'
  const meant = standings[standing]
  const told = meant ? `${meant.Status} ${meant.AbstractLevel}` : 'nothing'
  return seen === told ? [] : [`its owner sees "${seen}" in place of "${told}"`]
}
