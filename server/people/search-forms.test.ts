/** However a name is written, it is found in orders, receipts, rosters, workshops and the ledger as it is among people. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aGuest } from '#server/testing/guests.ts'
import { aCollege, anOrganiser } from '#server/testing/organisers.ts'
import { aWorkshop, order, pay } from '#server/testing/shop.ts'

const spelled = {
  'Zoë O’Neil': ["O'Neil", 'O’Neil', 'neil', 'zoe', 'ZOË'],
  'محمّد علی': ['محمد', 'علي'],
  'José Núñez': ['jose nunez', 'Nunez'],
}

test('accents, vowel signs and either apostrophe make no difference in any list with names', async () => {
  const { world, app, eventId } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const workshopId = await aWorkshop(world, eventId)
  const codes: Record<string, string> = {}
  for (const name of Object.keys(spelled)) {
    const guest = await aGuest(world, eventId, { name })
    codes[name] = await order(world, guest, [workshopId])
    await pay(world, guest, { code: codes[name] })
  }
  const lists = ['OrdersList', 'ReceiptsRegister', 'RosterList', 'LedgerList', 'PeopleList'] as const
  const nameIn = (row: Record<string, unknown>) => (row.person as { name: string } | undefined)?.name ?? row.name
  for (const [name, spellings] of Object.entries(spelled))
    for (const search of spellings)
      for (const list of lists) {
        const { body } = await owner.ask(list, { eventId, search, ...(list === 'RosterList' && { workshopId }) })
        const found = (body.rows as Record<string, unknown>[]).map(nameIn)
        expect([list, search, found]).toEqual([list, search, [name]])
      }
})

test('a workshop is found without its accents, in the list and in the field at the top', async () => {
  const { world, app, eventId } = await aCollege()
  const owner = await anOrganiser(app, world, { role: 'owner' })
  const workshopId = await aWorkshop(world, eventId)
  await sql`update workshop set topic = 'L’échographie d’urgence' where id = ${workshopId}`.execute(world.db)
  for (const search of ["l'echographie", 'échographie', 'urgence l’ech'])
    expect([
      search,
      ((await owner.ask('WorkshopsOfEvent', { eventId, search })).body.rows as { id: number }[]).map(({ id }) => id),
      ((await owner.ask('ConsoleSearch', { eventId, search })).body.workshops as { workshopId: number }[]).map(
        (each) => each.workshopId,
      ),
    ]).toEqual([search, [workshopId], [workshopId]])
})
