import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bodies } from '#contract/pages/bodies.ts'
import { type PageOfSite, pageNames } from '#contract/pages/page-names.ts'
import { inAct } from '#server/kernel/acts.ts'
/** The words of the site as visitors read them: of the college, and of one event where it has its own. */
import { publishedBodies } from '#server/kernel/published-pages.ts'
import type { World } from '#server/kernel/world.ts'
import { readOwnOrSample } from './files.ts'
import { bodiesOf, filesOf, type Words, wordsOf } from './rules.ts'

type Reading = Pick<World, 'db'>

/** `instead` is shown in place of what is published: a draft that somebody wants to look at. */
export async function wordsFor(
  world: Reading,
  eventId: number | null,
  instead: Partial<Record<PageOfSite, unknown>> = {},
): Promise<Words> {
  return wordsOf({ ...(await publishedBodies(world, eventId)), ...instead } as Bodies)
}

/** Reads the files of the installation as version 1 of every page that has none. What is in the database already is never read from them again. To be called in turn. */
export async function firstVersions(world: World, folder: string): Promise<void> {
  const known = await world.db.selectFrom('pageVersion').select('page').where('eventId', 'is', null).execute()
  const missing = pageNames.filter((page) => !known.some((each) => each.page === page))
  if (missing.length === 0) return
  const bodies = bodiesOf((name) => readOwnOrSample(name, folder))
  const at = world.now()
  await inAct(world, { actor: { kind: 'command', name: 'start' }, operation: 'read pages' }, ({ db }) =>
    db
      .insertInto('pageVersion')
      .values(
        missing.map((page) => ({
          page,
          number: 1,
          body: JSON.stringify(bodies[page]),
          state: 'published' as const,
          writtenAt: at,
          publishedAt: at,
        })),
      )
      .execute(),
  )
}

/** Writes what is published for the college as files that a first start could read. Gives their names. */
export async function writeWords(world: Reading, folder: string): Promise<string[]> {
  const files = filesOf(await publishedBodies(world, null))
  mkdirSync(folder, { recursive: true })
  const names = Object.keys(files).map((name) => `${name}.json`)
  for (const [name, words] of Object.entries(files))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(words, null, 2)}\n`)
  return names
}
