/** Two events that are announced at once, each full of words that must be nowhere else, and people of one, of the other and of both. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { keepContent } from '#server/events/site-content.ts'
import { applicantAt } from '#server/kernel/participants.ts'
import type { SiteSource } from '#server/kernel/site.ts'
import type { World } from '#server/kernel/world.ts'
import { firstVersions } from '#server/pages/words.ts'
import { saved, someWords, withThemes } from './abstracts.ts'
import { makeTestApp } from './app.ts'
import { aWrongAmount } from './finance.ts'
import { anOrganiser } from './organisers.ts'
import { askingWith, published } from './pages.ts'
import { anEvent, aPerson, tokenFor } from './people.ts'
import { photo } from './pictures.ts'
import { sendProfile, someValues } from './profiles.ts'
import { aWorkshop, order, pay, toTheBank } from './shop.ts'
import { builtSite } from './site.ts'
import { makeWorld } from './world.ts'

/** What a test can ask about: the names of fields in calls, with the ids of one event's own rows. */
export type OneEvent = { id: number; slug: string; canary: string; ids: Record<string, string>; person: number }

export async function twoAnnounced() {
  const world = await makeWorld()
  const first = await announced(world, 'Quokka')
  await world.db.updateTable('event').set({ isCurrent: false }).execute()
  const second = await announced(world, 'Axolotl')
  await firstVersions(world, 'content')
  const site: SiteSource = {
    ...builtSite(),
    render: async ({ path }, content) => JSON.stringify({ path, ...content }),
    content: keepContent(world),
  }
  const app = await makeTestApp(world, { site })
  const both = await aPerson(world, { fullName: 'Dr Both Events' })
  const other = await filled(app, world, { ...first, both: both.accountId })
  const current = await filled(app, world, { ...second, both: both.accountId })
  return { world, app, both: both.accountId, current, other }
}

type Announced = { id: number; slug: string; canary: string }

async function announced(world: World, canary: string): Promise<Announced> {
  const id = await anEvent(world, { name: `${canary} Meeting` })
  await withThemes(world, id)
  const words = { theme: `${canary} theme`, lead: `${canary} lead`, venue: `${canary} hall` }
  const { slug } = await world.db
    .updateTable('event')
    .set(words)
    .where('id', '=', id)
    .returning('slug')
    .executeTakeFirstOrThrow()
  await sql`update speciality set description = ${canary} || ' ' || description where event_id = ${id}`.execute(
    world.db,
  )
  await sql`update sub_speciality set description = ${canary} || ' ' || description
    where speciality_id in (select id from speciality where event_id = ${id})`.execute(world.db)
  return { id, slug, canary }
}

async function filled(app: FastifyInstance, world: World, event: Announced & { both: number }): Promise<OneEvent> {
  const { id: eventId, canary, both } = event
  const workshops = [
    await aWorkshop(world, eventId, { topic: `${canary} workshop` }),
    await aWorkshop(world, eventId, { topic: `${canary} course`, startsAt: new Date('2027-01-12T04:00:00Z') }),
  ] as const
  await sql`update workshop set facilitators = ${canary} || ' Khan', focal = ${canary} || ' desk' where event_id = ${eventId}`.execute(
    world.db,
  )
  const own = await aPerson(world, { fullName: `Dr ${canary} Soomro`, email: `${canary}@example.org` })
  const codes: string[] = []
  let pk = 0
  let transaction = ''
  for (const accountId of [both, own.accountId]) {
    const token = await tokenFor(world, accountId, eventId)
    const at = { applicantId: await applicantAt(world, accountId, eventId), eventId }
    const person = { accountId, email: '', sessionId: 0, at, ...at }
    const paid = await order(world, person, [workshops[0]])
    await pay(world, person, { code: paid })
    const pending = await order(world, person, [workshops[1]])
    transaction = await toTheBank(world, person, pending)
    codes.push(paid, pending)
    const words = {
      Speciality: `${canary} Radiology`,
      SubSpeciality: `${canary} Ultrasound`,
      Title: `${canary} in the first hour`,
    }
    pk = await saved(app, { token, words: { ...someWords, ...words, EventID: String(eventId) } })
    if (accountId !== both) continue
    const values = { ...someValues, Name: `${canary} Siddiqui`, Institution: `${canary} Hospital` }
    await sendProfile(app, { token, values, picture: await photo(), query: { EventID: String(eventId) } })
  }
  const { id: exception, attemptId } = await aWrongAmount({ world, eventId }, { fullName: `${canary} Payer` })
  const organiser = await anOrganiser(app, world, { eventId })
  const until = {
    kind: 'abstracts',
    until: '2026-12-05',
    reason: `${canary} flood`,
    emails: [`late.${canary}@example.org`],
  }
  await organiser.act('ExtensionGive', { eventId, ...until })
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const home = { lead: `${canary} words`, sections: [] }
  await published(askingWith(app, owner.token), { page: 'home', eventId }, home)
  const speciality = await world.db
    .selectFrom('speciality')
    .select('id')
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow()
  const ids = {
    workshopID: String(workshops[0]),
    workshopId: String(workshops[0]),
    workshopIDs: workshops.join(','),
    SupecialityID: String(speciality.id),
    pk: String(pk),
    PaymentCode: codes.at(-1) as string,
    orderID: codes.at(-1) as string,
    transactionID: transaction,
    attemptId: String(attemptId),
    id: String(exception),
  }
  return { id: eventId, slug: event.slug, canary, ids, person: own.accountId }
}
