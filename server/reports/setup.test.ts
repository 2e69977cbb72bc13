/** The set-up of a portal and the sample on its pages, by the calls that the console makes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addProgrammes } from '#server/events/add-event.ts'
import { ProgrammesFile } from '#server/events/event-file.ts'
import { deliver } from '#server/kernel/outbox/outbox.ts'
import { readSample } from '#server/pages/files.ts'
import { sampleTexts } from '#server/pages/sample.ts'
import { firstVersions } from '#server/pages/words.ts'
import { openPostOffice } from '#server/platform/mail/smtp.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { openMailServer } from '#server/testing/mail-server.ts'
import { askingWith, type PagesPortal, portalWithPages, published } from '#server/testing/pages.ts'
import { aStaffPerson, staffToken } from '#server/testing/staff.ts'
import { makeWorld } from '#server/testing/world.ts'

type Step = { step: string; isDone: boolean }
type Warning = { code: string; sentence: string; repair: { address: string } }
type Texts = { page: string; texts: string[]; isKept?: boolean }

async function setup({ owner }: PagesPortal) {
  const { status, body } = await owner('SetupShow')
  expect(status).toBe(200)
  return body as { steps: Step[]; facts: Texts[]; prose: Texts[]; programmes: { id: number; version: number }[] }
}
const doneIn = ({ steps }: { steps: Step[] }) => steps.flatMap(({ step, isDone }) => (isDone ? [step] : []))
const textsOf = (all: Texts[], page: string) => all.find((each) => each.page === page)?.texts ?? []

/** What is published of a page, to be changed. */
async function bodyOf({ owner }: PagesPortal, page: string) {
  return (await owner('PageShow', { page })).body.published.body as Record<string, unknown>
}

const ours = {
  college: 'Shah Latif Medical College',
  address: 'Airport Road, Nawabshah',
  collegeLogo: '/art/our-logo.png',
  departmentLogo: '/art/our-department.png',
  socialCard: '/art/our-card.png',
}

test('the sample is told text by text, and no longer once it is replaced', async () => {
  const portal = await portalWithPages()
  const { world, owner } = portal
  await addProgrammes(world, ProgrammesFile.parse(readSample('first-programmes')).programmes)
  const first = await setup(portal)
  expect(doneIn(first)).toEqual([])
  expect(textsOf(first.facts, 'college')).toEqual([
    'College',
    'Department',
    'Town',
    'Address',
    'Logo of the college',
    'Logo of the department',
    'Picture for shared links',
  ])
  expect(textsOf(first.facts, 'contact')).toContain('security@indusmedical.example')
  expect(textsOf(first.facts, 'travel')).toContain('Indus Riverside Hotel')
  expect(first.prose.map(({ page }) => page)).toEqual(['abstract', 'faq', 'travel', 'privacy', 'terms'])

  // A department may have the same name elsewhere; a logo may not.
  await published(
    owner,
    { page: 'college' },
    { ...(await bodyOf(portal, 'college')), ...ours, collegeLogo: '/art/logo-college.svg' },
  )
  expect(textsOf((await setup(portal)).facts, 'college')).toEqual(['Logo of the college'])
  await published(owner, { page: 'college' }, { ...(await bodyOf(portal, 'college')), ...ours })
  const [desk] = (await bodyOf(portal, 'contact')).contacts as object[]
  await published(owner, { page: 'contact' }, { contacts: [{ ...desk, email: 'desk@slmc.edu.pk' }] })
  const { programmes } = await setup(portal)
  for (const { id, version } of programmes)
    await owner('ProgrammeRetire', { id, version, retired: true, actKey: `retire-programme-${id}`.padEnd(32, '0') })
  expect(doneIn(await setup(portal))).toEqual(['college', 'contact', 'programmes'])
})

test('a sample text that a person publishes as it is counts as theirs, and stays named', async () => {
  const portal = await portalWithPages()
  const { owner } = portal
  for (const page of ['abstract', 'faq', 'travel', 'privacy', 'terms']) {
    const { draft } = (await owner('PageBringBack', { page, version: 0, number: 1 })).body as {
      draft: { version: number }
    }
    await owner('PagePublish', { page, version: draft.version, when: 'now' })
  }
  const { steps, facts, prose } = await setup(portal)
  expect(steps.find(({ step }) => step === 'texts')?.isDone).toBe(true)
  expect(prose.every(({ isKept, texts }) => isKept && texts.length > 0)).toBe(true)
  // Hotels of the sample are no text to keep.
  expect(textsOf(facts, 'travel')).toContain('College Guest House')
  expect(steps.find(({ step }) => step === 'travel')?.isDone).toBe(false)
})

test('the publish checklist names the sample text that visitors of the event would read', async () => {
  const portal = await portalWithPages()
  const { organiser, eventId, world } = portal
  const travel = async () => {
    const { body } = await organiser('EventCheck', { eventId })
    return (body.warnings as Warning[]).find(({ code }) => code === 'sample_travel')
  }
  expect((await travel())?.sentence).toMatch(/Indus Riverside Hotel.*Getting here/)
  expect((await travel())?.repair.address).toBe('/console/pages/travel?eventId=any')
  const { map, stays, travelContacts } = await bodyOf(portal, 'travel')
  const own = {
    lead: 'By train.',
    sections: [],
    stays: [{ ...(stays as object[])[0], name: 'Our hostel' }],
    travelContacts: [{ ...(travelContacts as object[])[0], email: 'travel@slmc.edu.pk' }],
    map: { ...(map as object), latitude: 26.24, sketch: '/art/our-map.png' },
  }
  await published(organiser, { page: 'travel', eventId }, own)
  expect(await travel()).toBeUndefined()
  expect((await sampleTexts(world, null)).map(({ page }) => page)).toContain('travel')
})

test('words that the college wrote into files of its own are no sample', async () => {
  const { world } = await portalWithPages()
  const folder = mkdtempSync(join(tmpdir(), 'own-words-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ ...(readSample('site') as object), ...ours }))
  await sql`truncate page_version`.execute(world.db)
  await firstVersions(world, folder)
  const pages = await sampleTexts(world, null)
  expect(pages.find(({ page }) => page === 'college')).toBeUndefined()
  // The desks of the file are still the sample's, and so is every page without a file.
  expect(pages.map(({ page }) => page)).toEqual(['abstract', 'faq', 'travel', 'contact', 'privacy', 'terms'])
})

test('the email step is done once the mail server has taken an email; only owners ask for one', async () => {
  const server = await openMailServer()
  onTestFinished(() => server.close())
  const postOffice = openPostOffice({ url: server.url, from: 'CPD <cpd@slmc.edu.pk>' })
  onTestFinished(() => postOffice.close())
  const world = await makeWorld({ postOffice })
  const app = await makeTestApp(world)
  const owner = await aStaffPerson(world, 'owner', { email: 'owner@slmc.edu.pk' })
  const asking = askingWith(app, await staffToken(world, owner))
  const isDone = async () =>
    ((await asking('SetupShow')).body.steps as Step[]).find(({ step }) => step === 'mail')?.isDone

  expect(await isDone()).toBe(false)
  expect(await asking('SetupMailTest')).toEqual({ status: 200, body: { to: owner.email } })
  expect(await isDone()).toBe(false)
  const { id } = await world.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await deliver(world, id)
  expect((await server.letters()).map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
    ['Test email from your portal', owner.email],
  ])
  expect(await isDone()).toBe(true)

  const organiser = askingWith(app, await staffToken(world, await aStaffPerson(world, 'organiser')))
  expect((await organiser('SetupShow')).status).toBe(403)
  expect((await organiser('SetupMailTest')).status).toBe(403)
})
