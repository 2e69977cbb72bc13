/** Every operation of staff, asked by every role about one person: no answer holds a field that the role has no right to, nor is it found by one. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { type Permission, staffRoles } from '#contract/accounts/permissions.ts'
import type { Operation } from '#contract/operation.ts'
import { operations } from '#contract/operations.ts'
import { post } from '#server/kernel/outbox/outbox.ts'
import { makeTestApp } from '#server/testing/app.ts'
import { aGuest } from '#server/testing/guests.ts'
import { sentWith } from '#server/testing/inputs.ts'
import { anOrganiser } from '#server/testing/organisers.ts'
import { aWorkshop, openShop, order, pay } from '#server/testing/shop.ts'
import { staffWith } from '#server/testing/staff.ts'
import type { Staff } from './callers.ts'
import { mayAnywhere } from './permissions.ts'
import type { World } from './world.ts'

const mobile = '03007654321'
const pmdc = 'PMDC77421'

/** Words that stand in the data of one person, and the right without which nobody reads them. */
async function aKnownPerson() {
  const { world, eventId } = await openShop()
  const app = await makeTestApp(world)
  const workshopId = await aWorkshop(world, eventId)
  const guest = await aGuest(world, eventId, { name: 'Mehak Soomro', mobile, pmdc })
  const { accountId, applicantId } = guest
  const contact = { address: 'House of the seven lamps', altEmail: 'other.way@example.org', phone: '0227654322' }
  await world.db.updateTable('profile').set(contact).where('applicantId', '=', applicantId).execute()
  const paymentCode = await order(world, guest, [workshopId])
  await pay(world, guest, { code: paymentCode })
  const zainab = await anOrganiser(app, world)
  await zainab.act('PersonNote', { eventId, accountId, words: 'Needs a place near the door' })
  const letter = { subject: 'About you', text: 'Between the two of us', html: '', isSecret: false }
  await post(world, { kind: 'mail_test', to: guest.email, accountId, eventId, ...letter })
  const { id: orderId } = await world.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const { id: mailId } = await world.db.selectFrom('mail').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const words: Record<string, Permission> = {
    [mobile]: 'people.contact',
    [pmdc]: 'people.contact',
    [contact.address]: 'people.contact',
    [contact.altEmail]: 'people.contact',
    [contact.phone]: 'people.contact',
    [paymentCode]: 'orders.read',
    [`R${eventId}-000001`]: 'orders.read',
    'Needs a place near the door': 'people.edit',
    'Between the two of us': 'mail.outbox',
  }
  const ids: Record<string, string> = {
    eventId: String(eventId),
    accountId: String(accountId),
    toAccountId: String(accountId),
    kept: String(accountId),
    one: String(accountId),
    orderId: String(orderId),
    workshopId: String(workshopId),
    mailId: String(mailId),
    id: String(mailId),
    paymentCode,
  }
  return { world, app, eventId, words, ids }
}

type Asking = { app: FastifyInstance; operation: Operation; cookie: string }

async function answerTo({ app, operation, cookie }: Asking, ids: Record<string, string>): Promise<string> {
  const fits = Object.entries(ids).filter(([name, value]) => operation.input.shape[name]?.safeParse(value).success)
  const { query = '', payload } = sentWith(operation, Object.fromEntries(fits))
  const { body } = await app.inject({
    method: operation.method,
    url: operation.path + query,
    headers: {
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
      cookie,
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { payload }),
  })
  return body
}

/** Reads first: a change may end what others would be asked about. What is about somebody's own sign-in may end it. */
const ofStaff = operations
  .filter((each) => each.token === 'staff' && each.may !== 'self')
  // What a change answers with is read by the same functions: the long run asks for those too.
  .filter(({ kind }) => kind === 'read' || process.env.TEST_LONG)
  .toSorted((one, other) => Number(one.kind === 'change') - Number(other.kind === 'change'))

/** An owner may all of it: the long run asks as one too. */
const roles = staffRoles.filter((role) => role !== 'owner' || process.env.TEST_LONG)

async function everyRole(app: FastifyInstance, world: World, eventId: number) {
  return Promise.all(
    roles.map(async (role) => {
      const { token } = await anOrganiser(app, world, { role, eventId: role === 'owner' ? null : eventId })
      const staff: Staff = await staffWith(world, token)
      return {
        role,
        cookie: `${app.staffCookie}=${token}`,
        may: (right: Permission) => mayAnywhere(staff, right, eventId),
      }
    }),
  )
}

test('CON-004: whoever asks whatever there is, no answer holds a word that their role has no right to', async () => {
  const { world, app, eventId, words, ids } = await aKnownPerson()
  const askers = await everyRole(app, world, eventId)
  const told = new Set<string>()
  const leaks: string[] = []
  for (const operation of ofStaff)
    for (const { role, cookie, may } of askers) {
      const answer = await answerTo({ app, operation, cookie }, ids)
      for (const [word, right] of Object.entries(words)) {
        if (!answer.includes(word)) continue
        told.add(word)
        if (!may(right)) leaks.push(`${operation.name} tells the ${role} ${word}`)
      }
    }
  expect(leaks).toEqual([])
  // The words are really there to be read by whoever may.
  expect([...told].toSorted()).toEqual(Object.keys(words).toSorted())
})

test('mobile and PMDC number find somebody only for whoever may see how to reach people, in every call that searches', async () => {
  const { world, app, eventId, ids } = await aKnownPerson()
  const searching = operations.filter(({ token, input }) => token === 'staff' && 'search' in input.shape)
  expect(searching.map(({ name }) => name)).toEqual(expect.arrayContaining(['ConsoleSearch', 'PeopleList']) as string[])
  const found: string[] = []
  const askers = await everyRole(app, world, eventId)
  for (const { role, cookie, may } of askers)
    for (const operation of searching)
      for (const search of [mobile, pmdc]) {
        const answer = await answerTo({ app, operation, cookie }, { eventId: ids.eventId as string, search })
        if (answer.includes('Mehak Soomro')) found.push(`${operation.name} ${role}`)
        if (answer.includes('Mehak Soomro') && !may('people.contact')) found.push(`${operation.name} ${role} may not`)
      }
  // Letters and files choose people by the same filter.
  for (const { role, cookie, may } of askers) {
    if (!may('mail.write')) continue
    const payload = JSON.stringify({
      eventId,
      audience: { filter: { search: mobile } },
      kind: 'service',
      subject: '',
      body: '',
    })
    const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin', cookie, 'content-type': 'application/json' }
    const { body } = await app.inject({ method: 'POST', url: '/staff/SegmentCount', headers, payload })
    expect([role, (JSON.parse(body) as { matched: number }).matched]).toEqual([role, may('people.contact') ? 1 : 0])
  }
  expect(found.toSorted()).toEqual(
    roles
      .filter((role) => role === 'owner' || role === 'organiser')
      .flatMap((role) => ['ConsoleSearch', 'PeopleList'].flatMap((name) => [`${name} ${role}`, `${name} ${role}`]))
      .toSorted(),
  )
})
