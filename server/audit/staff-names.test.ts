/** The audit log keeps the name that a member of staff had on that day, and only owners change names of staff. */
import { expect, test } from 'vitest'
import { eraseDue } from '#server/accounts/closure/closure.ts'
import { anOrganiser, aCollege } from '#server/testing/organisers.ts'
import { anOwner } from '#server/testing/team.ts'
import { brokenSeals, sealTrail } from './seals.ts'

const reason = 'She phoned about it'
type Shown = { acts: { actor: { name: string }; operation: string }[] }

test('an organiser cannot rename staff, an owner can, and earlier acts keep the name of their day, also in a search', async () => {
  const { world, app, eventId, zainab } = await aCollege()
  const chair = await anOrganiser(app, world, { role: 'chair', eventId })
  const rename = async (accountId: number, fullName: string) =>
    world.db.updateTable('account').set({ fullName }).where('id', '=', accountId).execute()
  await rename(zainab.accountId, 'Zainab Qureshi')
  const applicant = { accountId: chair.accountId, eventId, createdAt: world.now() }
  await world.db.insertInto('applicant').values(applicant).execute()
  const asked = { eventId, accountId: chair.accountId, name: 'Zainab Qureshi', reason, actKey: 'a-key-of-a-form' }
  expect(await zainab.act('PersonCorrectName', asked)).toMatchObject({
    status: 403,
    body: { message: 'This person is a member of staff. Only an owner can change their name.' },
  })
  const owner = await anOwner(app, world)
  expect(
    await owner.post('/staff/PersonCorrectName', { ...asked, name: 'Rabia Memon', actKey: 'another-key-of-a-form' }),
  ).toMatchObject({ status: 200 })

  expect((await zainab.act('PersonNote', { eventId, accountId: chair.accountId, words: 'Front seat' })).status).toBe(
    200,
  )
  await rename(zainab.accountId, 'Somebody Else')
  const list = async (search: string) => (await owner.get('/staff/AuditList', { search })).body.rows as Shown['acts']
  for (const search of ['Zainab Qureshi', 'Somebody Else'])
    expect([search, (await list(search)).filter(({ operation }) => operation === 'PersonNote')]).toMatchObject([
      search,
      [{ actor: { name: 'Zainab Qureshi' } }],
    ])

  // Erased, they are named nowhere, and what was done stays.
  await sealTrail(world)
  const due = { accountId: zainab.accountId, askedAt: new Date(0), dueAt: world.now(), keepsAbstracts: false }
  await world.db.insertInto('closure').values(due).execute()
  await eraseDue(world)
  expect(await list('Zainab')).toEqual([])
  const names = await world.db.selectFrom('act').select('actorName').where('accountId', '=', zainab.accountId).execute()
  expect(new Set(names.map(({ actorName }) => actorName))).toEqual(new Set(['Erased person']))
  await sealTrail(world)
  expect(await brokenSeals(world)).toEqual([])
})
