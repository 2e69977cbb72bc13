import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { day } from '#contract/durations.ts'
import { sweepFiles } from '#server/backup/sweep-files.ts'
import { filesIn } from '#server/platform/files/files.ts'
import { missingFiles } from '#server/reports/check-files.ts'
import { aPdf, list, portalWithAuthors, saved, send, statusOf } from '#server/testing/abstracts.ts'
import { aFolder } from '#server/testing/process.ts'
import { marked } from '#server/testing/world.ts'
import { restoreAbstract, sweepRemoved, takenBack } from './remove.ts'

test('staff bring back what was removed or withdrawn, for thirty days; after that a draft is gone with its file', async () => {
  const clock = { time: new Date() }
  const files = filesIn(aFolder())
  const { world, app, ayesha } = await portalWithAuthors({ now: () => clock.time, files })
  const { token } = ayesha
  const [draft, submitted, forgotten] = [
    await saved(app, { token }),
    await saved(app, { token }),
    await saved(app, { token }),
  ]
  await statusOf(app, 'SubmitAbstract', { token, pk: submitted })
  for (const pk of [draft, submitted, forgotten]) await statusOf(app, 'RemoveAbstract', { token, pk })

  expect((await takenBack(world)).map(({ id, number, email }) => [id, number, email])).toEqual([
    [draft, null, ayesha.email],
    [submitted, 1, ayesha.email],
    [forgotten, null, ayesha.email],
  ])
  expect([await restoreAbstract(world, draft), await restoreAbstract(world, draft)]).toEqual([true, false])
  expect(await restoreAbstract(world, submitted)).toBe(true)
  expect((await list(app, token)).map(({ pk }) => pk)).toEqual([draft, submitted])

  clock.time = new Date(clock.time.getTime() + 29 * day)
  await marked(world)
  await sweepRemoved(world)
  await sweepFiles(world)
  expect(await takenBack(world)).toHaveLength(1)
  clock.time = new Date(clock.time.getTime() + 2 * day)
  await sweepRemoved(world)
  await sweepFiles(world)
  expect(await takenBack(world)).toEqual([])
  let kept = 0
  for await (const _ of files.list('abstracts')) kept += 1
  expect([kept, await missingFiles(world)]).toEqual([2, []])
})

test('one person may fill so much and no more, and is told', async () => {
  const { world, app, ayesha, bilal } = await portalWithAuthors()
  await saved(app, { token: ayesha.token })
  const full = Array.from({ length: 10 }, (_, at) => ({
    key: `abstracts/${String(at).padStart(2, '0')}/${'a'.repeat(30)}`,
    at,
  }))
  for (const { key, at } of full)
    await sql`with grown as (update abstract set versions = versions + 1, current_version = versions + 1 returning id, versions)
      insert into abstract_version select abstract_id, grown.versions, applicant_id, ${`key ${at}`}, save_digest, abstract_type, sub_speciality_id, title, title_plain,
        background, background_plain, material, material_plain, results, results_plain, discussion, discussion_plain, words, ${key}, file_name, 52428800, file_sha256,
        file_scan, false, false, saved_at from abstract_version, grown where number = 1`.execute(world.db)

  const file = { bytes: aPdf('another'), name: 'a.pdf' }
  expect(await send(app, { token: ayesha.token, file })).toEqual({
    http: 200,
    row: {
      Status: 'Your files take up all the room there is for one person. Please attach a smaller one, or write to us.',
    },
  })
  expect((await send(app, { token: bilal.token, file })).row.Status).toBe('Success')
})
