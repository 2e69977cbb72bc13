/** The people of an event as a file. How to reach somebody beside their address is not in it: that is read of one person at a time, and noted. */
import { z } from 'zod'
import { paisaInRupee } from '#contract/money.ts'
import { PeopleList } from '#contract/people/people-console.ts'
import type { PeopleFilter } from '#contract/people/people-filter.ts'
import type { Scope } from '#server/accounts/staff.ts'
import type { Staff } from '#server/callers.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import type { Transaction, World } from '#server/world.ts'
import { peopleOrders, peopleWhere, shownPeople, sightOf } from './people-list.ts'

/** `sees` is written when the export is asked for, never by whoever asks. */
const Filter = PeopleList.input
  .omit({ cursor: true, limit: true })
  .extend({ sees: z.enum(['contact', 'orders', 'contact orders']).optional() })
type Read = Omit<z.output<typeof Filter>, 'sort' | 'sees'>

const sightIn = (sees = '') => ({ contact: sees.includes('contact'), orders: sees.includes('orders') })

export const peopleExport = {
  may: 'people.list' as const,
  fileName: 'people',
  stepUpAbove: 500,
  filter: Filter,
  stored: (staff: Staff, { sees: _own, ...sent }: Record<string, string>, eventId: number | undefined) => {
    const { contact, orders } = sightOf(staff, eventId ?? 0)
    const sees = [contact && 'contact', orders && 'orders'].filter(Boolean).join(' ')
    return sees ? { ...sent, sees } : sent
  },
  columns: (timeZone: string): string[] => [
    'Number',
    'Name',
    'Email',
    'Takes part as',
    'Role',
    'Institution',
    'City',
    'Country',
    'Seats paid',
    'Seats held',
    'Abstracts',
    'Paid',
    `Since (${timeZone})`,
    'Profile',
  ],
  total: async (world: World, _scope: Scope, { sort: _order, sees, ...filter }: z.output<typeof Filter>) =>
    (await totalOf(world, peopleWhere(world, filter as PeopleFilter, sightIn(sees)), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    _scope: Scope,
    { sort = '-since', sees, ...filter }: z.output<typeof Filter>,
  ): AsyncGenerator<Cell[][]> {
    const sight = sightIn(sees)
    const query = shownPeople(world, filter satisfies Read, sight)
    for await (const rows of everyRow(world, query, peopleOrders[sort]))
      yield rows.map((row) => [
        row.id,
        row.name,
        row.email,
        row.participantType,
        row.presenterType,
        row.institution,
        row.city,
        row.country,
        row.seatsPaid,
        row.seatsHeld,
        row.abstracts,
        sight.orders ? row.paid / paisaInRupee : null,
        row.since,
        row.hasProfile ? 'yes' : 'no',
      ])
  },
}
