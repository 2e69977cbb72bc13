/** CON-039: two publish one page at the same moment; and the same without what keeps them apart. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inAct } from '#server/kernel/acts.ts'
import type { World } from '#server/kernel/world.ts'
import { often } from '#server/testing/counts.ts'
import { faq, type PagesPortal, portalWithPages } from '#server/testing/pages.ts'
import { allAtOnce, withoutLocks } from '#server/testing/races.ts'
import { aStaffPerson, staffToken, staffWith } from '#server/testing/staff.ts'
import { publishPage } from './publish.ts'

const theDraft = sql`select from page_version where state = 'draft' for update`
const now = { page: 'faq', version: 1, when: 'now' } as const

const stateOf = async ({ world }: PagesPortal) =>
  world.db.selectFrom('pageVersion').select(['number', 'state']).where('page', '=', 'faq').orderBy('number').execute()

test('CON-039: two publish one page at once: one wins, the other is told with what is published', async () => {
  const portal = await portalWithPages()
  const { world, organiser, owner } = portal
  for (let round = 0; round < often(3, 20); round += 1) {
    const { number } = (await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq(`Round ${round}?`) }))
      .body
    const answers = await allAtOnce(world, theDraft, [
      () => organiser('PagePublish', now),
      () => owner('PagePublish', now),
    ])
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [(typeof answers)[0], (typeof answers)[0]]
    expect([won.status, lost.status, lost.body.code]).toEqual([200, 409, 'conflict'])
    expect(lost.body.stored.published).toEqual(won.body.published)
    expect(won.body.published).toMatchObject({ number, body: faq(`Round ${round}?`) })
    const states = await stateOf(portal)
    expect(states.filter(({ state }) => state === 'published')).toEqual([{ number, state: 'published' }])
  }
})

test('control: without the lock the second is told nothing that it could use, or that it won', async () => {
  const portal = await portalWithPages()
  const { world, organiser } = portal
  const staff = await staffWith(world, await staffToken(world, await aStaffPerson(world, 'organiser')))
  const publish = (without: World) =>
    inAct(without, { actor: { kind: 'command', name: 'a test' }, operation: 'PagePublish' }, (world) =>
      publishPage(world, staff, now),
    ).then(
      () => 'won',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Twice?') })
  const ends = await allAtOnce(world, theDraft, [
    () => publish(withoutLocks(world)),
    () => publish(withoutLocks(world)),
  ])
  // What was published stays as it was even then: the database refuses to replace it twice.
  expect(ends.toSorted()).not.toEqual(['conflict', 'won'])
})

test('a publish that is cut off between its two changes leaves what there was', async () => {
  const portal = await portalWithPages()
  const { world, organiser } = portal
  await organiser('PageDraftSave', { page: 'faq', version: 0, body: faq('Half?') })
  // Or whatever is published next in this database would be cut off too.
  onTestFinished(async () => void (await sql`drop function if exists die() cascade`.execute(world.db)))
  await sql`create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(
    world.db,
  )
  await sql`create trigger die before update on page_version for each row when (new.state = 'published' and old.state = 'draft') execute function die()`.execute(
    world.db,
  )
  expect((await organiser('PagePublish', now)).status).not.toBe(200)
  expect(await stateOf(portal)).toEqual([
    { number: 1, state: 'published' },
    { number: 2, state: 'draft' },
  ])
})
