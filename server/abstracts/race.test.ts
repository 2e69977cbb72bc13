/** People who do two things at once. What decides is the statement that writes; without its guard these tests fail. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { list, portalWithAuthors, saved, send, statusOf } from '#server/testing/abstracts.ts'
import { often } from '#server/testing/counts.ts'
import { call } from '#server/testing/people.ts'

type Portal = Awaited<ReturnType<typeof portalWithAuthors>>
const rounds = 10
const manyRounds = often(10, 200)

/** Two tabs that opened the same version save at the same moment, again and again. */
async function twoTabs({ app, ayesha }: Portal): Promise<{ won: number; told: number }> {
  const { token } = ayesha
  const pk = await saved(app, { token })
  const counts = { won: 0, told: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    const version = (await list(app, token))[0]?.Version
    const tab = (name: string) =>
      send(app, { token, words: { pk: String(pk), Version: String(version), Title: `${name} ${round}` } })
    const answers = await Promise.all([tab('Left'), tab('Right')])
    counts.won += answers.filter(({ row }) => row.Status === 'Success').length
    counts.told += answers.filter(({ stored }) => stored !== undefined).length
  }
  return counts
}

test('of two tabs that save the same version at once, one wins and the other is told what is there', async () => {
  expect(await twoTabs(await portalWithAuthors())).toEqual({ won: rounds, told: rounds })
})

test('without the version in the statement, one tab would overwrite the other in silence', async () => {
  const portal = await portalWithAuthors()
  // The same statement, with the guard taken out on its way to the database.
  const { db } = portal.world
  const withoutGuard = db.withPlugin({
    transformQuery: ({ node }) =>
      node.kind === 'RawNode' ? { ...node, sqlFragments: node.sqlFragments.map(unguarded) } : node,
    transformResult: async ({ result }) => result,
  })
  Object.assign(portal.world, { db: withoutGuard })

  const { won } = await twoTabs(portal)
  Object.assign(portal.world, { db })
  expect(won).toBeGreaterThan(rounds)
})

function unguarded(fragment: string): string {
  return fragment.replace(/and current_version = coalesce\($/, 'and versions <> coalesce(-1, ')
}

test('ten clicks on Submit are one submission, one number and one letter', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const pk = await saved(app, { token: ayesha.token })

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call(app, 'SubmitAbstract', { token: ayesha.token, pk })),
  )
  expect(answers.map(({ Status, Number }) => [Status, Number])).toEqual(Array(10).fill(['Success', 1]))
  expect(await world.db.selectFrom('mail').select(['kind', 'abstractId']).execute()).toEqual([
    { kind: 'abstract_submitted', abstractId: pk },
  ])
})

test('many people who submit at once get numbers without a gap', async () => {
  const { world, app, ayesha, bilal } = await portalWithAuthors()
  const theirs: { token: string; pk: number }[] = []
  for (const { token } of [ayesha, bilal, ayesha, bilal, ayesha, bilal])
    theirs.push({ token, pk: await saved(app, { token }) })

  const answers = await Promise.all(theirs.map((each) => call(app, 'SubmitAbstract', each)))
  expect(answers.map(({ Number: given }) => given).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    1, 2, 3, 4, 5, 6,
  ])
  expect(await world.db.selectFrom('abstractCounter').select('last').execute()).toEqual([{ last: 6 }])
})

const gone = 'This abstract is not in your list any more.'

test('of Submit and Remove at once, both are told what came of it', async () => {
  const { app, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  const answers = new Set<string>()
  for (let round = 0; round < manyRounds; round += 1) {
    const pk = await saved(app, { token })
    const both = ['SubmitAbstract', 'RemoveAbstract'].map((name) => statusOf(app, name, { token, pk }))
    answers.add((await Promise.all(both)).join(' and '))
  }
  expect([...answers].filter((each) => !['Success and Success', `${gone} and Success`].includes(each))).toEqual([])
})

/** Remove comes between the look at a draft and its submission, unless it has to wait. */
async function removeBetween({ app, world, ayesha }: Portal, isLocked: boolean) {
  const theirs = { token: ayesha.token, pk: await saved(app, { token: ayesha.token }) }
  const { db } = world
  let removing: Promise<unknown> | undefined
  const meddling = db.withPlugin({
    transformQuery: ({ node }) => (node.kind === 'SelectQueryNode' && !isLocked ? { ...node, endModifiers: [] } : node),
    transformResult: async ({ result }) => {
      const isLook = result.rows.some((row) => 'withdrawnAt' in row)
      if (isLook) await Promise.race([(removing ??= statusOf(app, 'RemoveAbstract', theirs)), pause(1000)])
      return result
    },
  })
  Object.assign(world, { db: meddling })
  const submitted = await statusOf(app, 'SubmitAbstract', theirs)
  Object.assign(world, { db })
  return [submitted, await removing]
}

test('a draft that is being submitted is removed after that, and is withdrawn', async () => {
  expect(await removeBetween(await portalWithAuthors(), true)).toEqual(['Success', 'Success'])
})

test('without the lock on the draft, Submit would break', async () => {
  expect(await removeBetween(await portalWithAuthors(), false)).toEqual([500, 'Success'])
})

test('submitting, removing and editing at once end in one history that the rules allow', async () => {
  const { world, app, ayesha } = await portalWithAuthors()
  const { token } = ayesha
  const ends: unknown[] = []
  for (let round = 0; round < rounds; round += 1) {
    const pk = await saved(app, { token })
    await Promise.all([
      statusOf(app, 'SubmitAbstract', { token, pk }),
      statusOf(app, 'RemoveAbstract', { token, pk }),
      send(app, { token, words: { pk: String(pk), Title: 'Meanwhile' } }),
    ])
    const { status, removedAt, withdrawnAt } = await world.db
      .selectFrom('abstract')
      .selectAll()
      .where('id', '=', pk)
      .executeTakeFirstOrThrow()
    ends.push([status, removedAt !== null, withdrawnAt !== null].join(' '))
  }
  expect(ends.filter((end) => end !== ' true false' && end !== 'Pending false true')).toEqual([])
})
