/** CON-050 and CON-054: hostile words of staff on the pages of the site, and odd values in the filters of every list. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import type { PageAssets } from '#contract/pages.ts'
import { keepContent } from '#server/events/site-content.ts'
import { firstVersions } from '#server/pages/words.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { changesOfStaff } from '#server/testing/changes-of-staff.ts'
import { often } from '#server/testing/counts.ts'
import { dangersIn, poisoned } from '#server/testing/hostile-words.ts'
import { aWorkshop } from '#server/testing/shop.ts'
import { builtSite } from '#server/testing/site.ts'
import { aTeam } from '#server/testing/team.ts'
import type { RenderPage } from './site.ts'

/** As the build made it: the site's own way to draw. */
const { renderPage } = (await import(join(import.meta.dirname, '../../dist/render/render.js'))) as {
  renderPage: RenderPage
}
const assets = { styles: { app: '', content: '' }, boot: 'let booted', script: '', preloads: {} } as PageAssets
/** The words of pages have a test of their own, and letters are looked at in server/audit/every-change.test.ts. */
const publicPages = ['/', '/events', '/program', '/past-programs', '/abstractsubmission']

test('CON-050: hostile words in event, workshop, discipline and programme run on no page of the site', async () => {
  const team = await aTeam()
  await firstVersions(team.world, 'content')
  const taken: string[] = []
  for (const name of ['WorkshopSave', 'DisciplineSave', 'ProgrammeSave', 'EventSave']) {
    const operation = operations.find((each) => each.name === name) as Operation
    const { input } = (await changesOfStaff[name]?.prepare(team)) ?? { input: {} }
    const words = poisoned(operation, typeof input === 'function' ? input() : input)
    const { status, body } = await team.owner.post(operation.path, words)
    expect([name, status, body]).toEqual([name, 200, body])
    taken.push(JSON.stringify(words))
  }
  expect(taken.filter((words) => !words.includes('onerror='))).toEqual([])
  const site = { ...builtSite(), render: renderPage, assets, content: keepContent(team.world) }
  const app = await makeTestApp(team.world, { site })
  for (const page of publicPages) {
    const { body } = await app.inject({ url: page, headers: { host: 'localhost' } })
    expect([page, dangersIn(body, [assets.boot])]).toEqual([page, []])
  }
  const { body } = await app.inject({ url: '/events', headers: { host: 'localhost' } })
  expect(body).toContain('&lt;script&gt;')
})

const odd = [
  '9223372036854775808',
  "' or 1=1 --",
  '2026-02-30',
  '\u0000',
  ...['-1', '%', 'x'.repeat(3000), '', 'NaN', '1e3', '0x10', '1.5', '\\', '_', 'کانفرنس', '{"a":1}', 'null', '٣'].slice(
    0,
    often(0, 99),
  ),
]
const lists = operations.filter(
  ({ token, kind, input }) => token === 'staff' && kind === 'read' && 'cursor' in input.shape,
)

test('CON-054: an odd value in any filter, order, search or place of any list is refused with its field, or found nothing', async () => {
  const team = await aTeam()
  const workshopId = await aWorkshop(team.world, team.eventId)
  expect(lists.length).toBeGreaterThanOrEqual(4)
  const wrong: unknown[] = []
  for (const { name, path, input } of lists) {
    // A number that a list cannot do without is that of the workshop.
    const ids = Object.entries(input.shape).filter(([, field]) => !z.safeParse(field, undefined).success)
    const needed = {
      ...('eventId' in input.shape && { eventId: team.eventId }),
      ...Object.fromEntries(ids.map(([id]) => [id, id === 'eventId' ? team.eventId : workshopId])),
    }
    const usual = await team.owner.get(path, needed)
    expect([name, usual.status === 200 || usual.status === 404]).toEqual([name, true])
    for (const field of [...Object.keys(input.shape), 'noSuchFilter'])
      for (const value of odd) {
        const { status, body } = await team.owner.get(path, { ...needed, [field]: value })
        const fits = value !== '\u0000' && input.safeParse({ ...needed, [field]: value }).success
        // An event of nobody is as if it did not exist; a forged place is refused as one.
        const isRight = fits
          ? status === usual.status ||
            (field.endsWith('Id') && status === 404) ||
            (field === 'cursor' && namesField(body, field))
          : (status === 400 || status === 422) && (namesField(body, field) || field === 'noSuchFilter')
        if (!isRight) wrong.push([name, field, value.slice(0, 30), status, body])
      }
  }
  expect(wrong).toEqual([])
})

const namesField = (body: Record<string, unknown>, field: string): boolean =>
  Array.isArray(body.fields) &&
  (body.fields as { path: string }[]).some(({ path }) => path === field || path.startsWith(`${field}.`))
