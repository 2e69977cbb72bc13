/** REV-009: nothing that a reviewer can ask for tells an author; and the crawl finds it where a wall is missing. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { PageAssets } from '#contract/pages.ts'
import { keepContent } from '#server/events/site-content.ts'
import type { RenderPage } from '#server/kernel/site.ts'
import type { World } from '#server/kernel/world.ts'
import { firstVersions } from '#server/pages/words.ts'
import { makeLog } from '#server/platform/process/log.ts'
import { needles, planted } from '#server/testing/blind-authors.ts'
import { aPlantedReview, crawl, type Heard, hitsIn, namesIn, releaseAll } from '#server/testing/blind-crawl.ts'
import { callsOfParticipants, pagesFor } from '#server/testing/blind-pages.ts'
import { builtSite } from '#server/testing/site.ts'
import { aTeam } from '#server/testing/team.ts'

/** As the build made it: the site's own way to draw. */
const { renderPage: render } = (await import(join(import.meta.dirname, '../../dist/render/render.js'))) as {
  renderPage: RenderPage
}
const assets = { styles: { app: '', content: '' }, boot: '', script: '', preloads: {} } as PageAssets

/** A server with its pages, and everything that it ever says to its log. */
async function anOverheardTeam() {
  const lines: Heard[] = []
  const log = makeLog('debug', {
    write: (line) => void lines.push({ where: `line ${lines.length} of the log`, text: line }),
  })
  const team = await aTeam({ log }, (world) => ({ ...builtSite(), render, assets, content: keepContent(world) }))
  await firstVersions(team.world, 'content')
  return { ...team, lines }
}

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

test('no call, view, page, letter or line of the log tells a reviewer whose work it is; without a wall, each control finds it', async () => {
  const team = await anOverheardTeam()
  const { world, app, eventId, lines } = team
  const { abstracts, originals, reviewers, assignments } = await aPlantedReview(team)
  const seen = () => crawl({ app, world, reviewers, assignments })
  const before = await seen()
  expect(hitsIn(before)).toEqual([])

  await releaseAll(team, abstracts)
  const heard = await seen()
  expect(heard.map(({ text }) => text).join('')).toContain('counted 12')
  expect(hitsIn(heard)).toEqual([])
  expect([...before, ...heard].filter(({ text }) => text.includes('Too many attempts'))).toEqual([])
  // Titles to wish for are among it, with what was hidden in them.
  expect(heard.find(({ where }) => where.startsWith('BidList'))?.text).toContain('Seen at')
  // Every copy was read, and each file tells of its author before it is one.
  const copies = heard.filter(({ text }) => text.includes('a file with ['))
  expect(copies).toHaveLength(assignments.length)
  for (const [at, file] of originals.entries()) expect(await namesIn(file)).toContain(planted[at]?.email)

  const { slug } = await world.db.selectFrom('event').select('slug').where('id', '=', eventId).executeTakeFirstOrThrow()
  const reader = reviewers[0] as (typeof reviewers)[number]
  const ids = [...assignments.slice(0, 4).map(({ id }) => id), assignments.at(-1)?.id ?? 0, 999_999]
  const pages = await pagesFor(app, { reader, ids, slug })
  expect(pages.filter(({ text }) => text.startsWith('200')).length).toBeGreaterThan(30)
  const asked = await callsOfParticipants(app, { token: reader.token, abstracts: [...abstracts.slice(0, 5), 999_999] })
  expect(asked.length).toBeGreaterThan(30)
  expect(lines.length).toBeGreaterThan(20)
  // Where letters of a machine without a post office are read, which no college has, all of them are: whatever a page says is found.
  const { mailbox = [], site = [] } = Object.groupBy(pages, ({ where }) =>
    where.startsWith('page /_mail') ? 'mailbox' : 'site',
  )
  expect(hitsIn(mailbox)).toContainEqual(expect.stringContaining(planted[0]?.institution ?? ''))
  expect(hitsIn([...site, ...asked, ...lines])).toEqual([])
  // Had somebody written a name into the log, it would be found there.
  world.log.warn({ author: planted[0]?.name }, 'planted')
  expect(hitsIn(lines.splice(-1))).toContainEqual(expect.stringMatching(/of the log$/))

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
  const anothers = `A-${String(abstracts.length).padStart(4, '0')}`
  expect(await numbersOf()).not.toContain(anothers)
  const everybody = views.me.replace(/\sWHERE[^]*$/, '')
  await sql.raw(`create or replace view blind.me with (security_barrier) as ${everybody}`).execute(world.db)
  expect(await numbersOf()).toContain(anothers)

  // A column that somebody adds to a view.
  await sql
    .raw(
      `drop view blind.remark;
      create view blind.remark with (security_barrier) as select was.*, abstract_author.name as hint
        from public.assignment join public.abstract_author using (abstract_id) left join (${views.remark}) as was on was.assignment_id = assignment.id;
      grant select on blind.remark to colloquium_blind`,
    )
    .execute(world.db)
  expect(hitsIn(lines)).toEqual([])
  const added = hitsIn(await seen())
  for (const { name } of planted) expect(added.some((hit) => hit.startsWith(`${name} in blind.remark`))).toBe(true)
})
