/** Staff look at the pages of a file that reviewers will get. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { World } from '#server/kernel/world.ts'
import { aPage, pdfOf } from '#server/testing/pdf.ts'
import { aSubmittedAbstract, reviewBegins } from '#server/testing/selection.ts'
import { aTeam } from '#server/testing/team.ts'
import { prepareBlind } from './prepare-blind.ts'

test('staff see the pages of a blind copy as pictures, and are told where there are none', async () => {
  const team = await aTeam()
  const { world, app, eventId, owner } = team
  const file = { bytes: pdfOf(aPage('Words of the file')), name: 'words.pdf' }
  const { pk } = await aSubmittedAbstract(team, {}, file)
  await reviewBegins(world, eventId)
  const pageOf = (abstractId: number, page: number) =>
    app.inject({
      url: `/staff/RedactionPage?eventId=${eventId}&abstractId=${abstractId}&page=${page}`,
      headers: { host: 'localhost', cookie: `${app.staffCookie}=${owner.token}` },
    })
  expect((await pageOf(pk, 1)).statusCode).toBe(404)
  await prepareBlind(world)
  const shown = (await owner.get('/staff/RedactionShow', { eventId, abstractId: pk })).body
  expect(shown).toMatchObject({ redaction: { file: { state: 'copy', pages: 1 } } })

  const page = await pageOf(pk, 1)
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'image/png'])
  const { channels } = await sharp(page.rawPayload).stats()
  // Letters are drawn on it.
  expect(channels[0]).toMatchObject({ max: 255 })
  expect(channels[0]?.min).toBeLessThan(60)
  expect((await pageOf(pk, 2)).statusCode).toBe(404)
  await world.files.remove((await keyOf(world, pk)) ?? '')
  expect((await pageOf(pk, 1)).statusCode).toBe(404)
})

async function keyOf({ db }: World, abstractId: number): Promise<string | null> {
  const row = await db
    .selectFrom('redaction')
    .select('fileKey')
    .where('abstractId', '=', abstractId)
    .executeTakeFirstOrThrow()
  return row.fileKey
}
