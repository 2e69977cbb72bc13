/** REV-009: nothing that a reviewer can ask for tells an author; and the crawl finds it where a wall is missing. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { needles, planted } from '#server/testing/blind-authors.ts'
import { aPlantedReview, crawl, hitsIn, namesIn, releaseAll } from '#server/testing/blind-crawl.ts'
import { aTeam } from '#server/testing/team.ts'
import type { World } from '#server/world.ts'

/** The views as they were, whatever a control did to them. Gives their texts. */
async function keepViews({ db }: World): Promise<Record<'me' | 'remark', string>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select table_name as name, rtrim(pg_get_viewdef(format('blind.%I', table_name)::regclass), ';') as text
    from information_schema.tables where table_schema = 'blind' and table_name in ('me', 'remark')`.execute(db)
  onTestFinished(async () => {
    await sql`drop view blind.remark`.execute(db)
    for (const { name, text } of rows)
      await sql.raw(`create or replace view blind.${name} with (security_barrier) as ${text}`).execute(db)
    await sql`grant select on blind.remark to colloquium_blind`.execute(db)
  })
  return Object.fromEntries(rows.map(({ name, text }) => [name, text])) as Record<'me' | 'remark', string>
}

test('no call and no view tells a reviewer whose work it is; without a wall, each control finds it', async () => {
  const team = await aTeam()
  const { world, app } = team
  const { abstracts, originals, reviewers, assignments } = await aPlantedReview(team)
  const seen = () => crawl({ app, world, reviewers, assignments })
  expect(hitsIn(await seen())).toEqual([])

  await releaseAll(team, abstracts)
  const heard = await seen()
  expect(heard.map(({ text }) => text).join('')).toContain('counted 12')
  expect(hitsIn(heard)).toEqual([])
  // Every copy was read, and each file tells of its author before it is one.
  const copies = heard.filter(({ text }) => text.includes('a file with ['))
  expect(copies).toHaveLength(assignments.length)
  for (const [at, file] of originals.entries()) expect(await namesIn(file)).toContain(planted[at]?.email)

  // Released with nothing hidden: everything that stands in a text is found.
  await releaseAll(team, abstracts, false)
  const told = hitsIn(await seen())
  const inTexts = needles.filter((needle) => told.some((hit) => hit.startsWith(`${needle} in `)))
  expect(inTexts).toEqual([...needles])
  await releaseAll(team, abstracts)

  const views = await keepViews(world)
  // A view that forgets who asks: one reviewer reads what another was given.
  const first = reviewers.slice(0, 1)
  const numbersOf = async () =>
    (await crawl({ app, world, reviewers: first, assignments })).find(({ where }) =>
      where.startsWith('blind.my_abstract'),
    )?.text ?? ''
  expect(await numbersOf()).not.toContain('A-0003')
  const everybody = views.me.replace(/\sWHERE[^]*$/, '')
  await sql.raw(`create or replace view blind.me with (security_barrier) as ${everybody}`).execute(world.db)
  expect(await numbersOf()).toContain('A-0003')

  // A column that somebody adds to a view.
  await sql
    .raw(
      `drop view blind.remark;
      create view blind.remark with (security_barrier) as select was.*, abstract_author.name as hint
        from public.assignment join public.abstract_author using (abstract_id) left join (${views.remark}) as was on was.assignment_id = assignment.id;
      grant select on blind.remark to colloquium_blind`,
    )
    .execute(world.db)
  const added = hitsIn(await seen())
  for (const { name } of planted) expect(added.some((hit) => hit.startsWith(`${name} in blind.remark`))).toBe(true)
})
