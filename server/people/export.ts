/** The people of an event as a file. How to reach somebody beside their address is not in it: that is read of one person at a time, and noted. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { paisaInRupee } from '#contract/money.ts'
import { PeopleList } from '#contract/people/people-console.ts'
import type { PeopleFilter } from '#contract/people/people-filter.ts'
import { type PeopleColumn, peopleColumns } from '#contract/people/people-words.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import { askedFor, hiddenFrom, storedFor } from '#server/kernel/visibility/seen-by.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, type Column, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import {
  isCutFor,
  peopleOrders,
  peopleWhere,
  rightsOf,
  type ShownPerson,
  shownPeople,
  type Sight,
} from './people-list.ts'

const isColumn = (title: string): title is PeopleColumn => (peopleColumns as readonly string[]).includes(title)

/** `sees`, and who asked where that cuts anything, are written when the export is asked for, never by whoever asks. */
const Filter = PeopleList.input.omit({ cursor: true, limit: true }).extend({
  ...askedFor,
  sees: z.enum(['contact', 'orders', 'contact orders']).optional(),
  /** People chosen one by one, of those that fit. */
  ids: z
    .string()
    .regex(/^\d{1,9}(?:,\d{1,9}){0,199}$/, 'Name people by their numbers.')
    .optional(),
  /** What the list shows of somebody, in any order; all of it unless told. */
  columns: z
    .string()
    .refine((titles) => titles.split(',').every((title) => title === '' || isColumn(title)), 'There is no such column.')
    .optional(),
})
type Asked = z.output<typeof Filter>
type Read = Omit<Asked, 'sort' | 'sees' | 'askedBy' | 'ids' | 'columns'>
type WithPeople<Query> = { where: (condition: RawBuilder<boolean>) => Query }

function chosen<Query extends WithPeople<Query>>(query: Query, ids: string | undefined): Query {
  return ids === undefined
    ? query
    : query.where(sql<boolean>`person_search.applicant_id = any (${ids.split(',').map(Number)})`)
}

type Written = Pick<Asked, 'eventId' | 'sees' | 'askedBy'>

const sightIn = async (world: Pick<World, 'db'>, { eventId, sees, askedBy }: Written): Promise<Sight> => ({
  contact: Boolean(sees?.includes('contact')),
  orders: Boolean(sees?.includes('orders')),
  unseen: askedBy === undefined ? [] : await hiddenFrom(world, { accountId: askedBy }, eventId),
})

export const peopleExport = {
  may: 'people.list' as const,
  fileName: 'people',
  filter: Filter,
  stored: (
    staff: Staff,
    { sees: _own, askedBy: _asker, ...sent }: Record<string, string>,
    eventId: number | undefined,
  ) => {
    const { contact, orders } = rightsOf(staff, eventId ?? 0)
    const sees = [contact && 'contact', orders && 'orders'].filter(Boolean).join(' ')
    const wish = { ...sent, ...(sees && { sees }) }
    return isCutFor(staff, eventId ?? 0) ? storedFor(staff, wish) : wish
  },
  columns: (timeZone: string, { columns }: Pick<Asked, 'columns'>): (string | Column)[] => [
    { title: 'Number', as: 'number' },
    'Name',
    'Email',
    ...shownOf(columns).flatMap((title) => columnsOf(timeZone)[title]),
  ],
  total: async (
    world: World,
    _scope: Scope,
    { sort: _order, sees, askedBy, ids, columns: _shown, ...filter }: Asked,
  ) => {
    const sight = await sightIn(world, { ...filter, sees, askedBy })
    const query = chosen(peopleWhere(world, filter as PeopleFilter, sight), ids)
    return (await totalOf(world, query, mostRowsOfSheet)).total
  },
  async *rows(
    world: Transaction,
    _scope: Scope,
    { sort = '-since', sees, askedBy, ids, columns, ...filter }: Asked,
  ): AsyncGenerator<Cell[][]> {
    const sight = await sightIn(world, { ...filter, sees, askedBy })
    const shown = shownOf(columns)
    const query = chosen(shownPeople(world, filter satisfies Read, sight), ids)
    for await (const rows of everyRow(world, query, peopleOrders[sort]))
      yield rows.map((row) => {
        const cells = cellsOf(row, sight)
        return [row.id, row.name, row.email, ...shown.flatMap((title) => cells[title])]
      })
  },
}

const shownOf = (columns: string | undefined): readonly PeopleColumn[] =>
  columns === undefined ? peopleColumns : peopleColumns.filter((title) => columns.split(',').includes(title))

/** A column of the list is one or several of the file. */
const columnsOf = (timeZone: string): Record<PeopleColumn, (string | Column)[]> => ({
  'Takes part as': ['Takes part as', 'Role'],
  Institution: ['Institution', 'City', 'Country'],
  Seats: ['Seats paid', 'Seats held'],
  Abstracts: ['Abstracts'],
  Paid: [{ title: 'Paid', as: 'money' }],
  Since: [{ title: `Since (${timeZone})`, as: 'time' }],
  State: ['Profile'],
})

const cellsOf = (row: ShownPerson, sight: { orders: boolean }): Record<PeopleColumn, Cell[]> => ({
  'Takes part as': [row.participantType, row.presenterType],
  Institution: [row.institution, row.city, row.country],
  Seats: [row.seatsPaid, row.seatsHeld],
  Abstracts: [row.abstracts],
  Paid: [sight.orders ? row.paid / paisaInRupee : null],
  Since: [row.since],
  State: [row.hasProfile ? 'yes' : 'no'],
})
