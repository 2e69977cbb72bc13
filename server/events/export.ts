/** The roster of a workshop, as a file. */
import { RosterList } from '#contract/events/workshop-console.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { Scope } from '#server/accounts/staff.ts'
import { receiptName } from '#server/booking/orders.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import type { Transaction, World } from '#server/world.ts'
import { type RosterFilter, rosterFitting, rosterOrders, type RosterRow, usualRosterOrder } from './roster.ts'

export const rosterExport = {
  may: 'people.read' as const,
  fileName: 'roster',
  filter: RosterList.input.omit({ cursor: true, limit: true }),
  columns: (timeZone: string): string[] => [
    'Workshop',
    'Person',
    'Email',
    'Institution',
    'Seat',
    'Price',
    'Payment code',
    'Receipt',
    `Since (${timeZone})`,
    `Held until (${timeZone})`,
  ],
  total: async (world: World, _scope: Scope, filter: RosterFilter): Promise<number> =>
    (await totalOf(world, rosterFitting(world, filter), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    _scope: Scope,
    { sort = usualRosterOrder, ...filter }: RosterFilter,
  ): AsyncGenerator<Cell[][]> {
    for await (const rows of everyRow(world, rosterFitting(world, filter), rosterOrders[sort]))
      yield rows.map((row) => cellsOf(row, filter.eventId))
  },
}

function cellsOf(row: RosterRow, eventId: number): Cell[] {
  const isPaid = row.state === 'paid'
  return [
    row.topic,
    row.name,
    row.email,
    row.institution,
    isPaid ? 'paid' : 'held',
    row.price / paisaInRupee,
    row.paymentCode,
    row.number === null ? null : receiptName({ eventId, number: row.number }),
    row.since,
    isPaid ? null : row.holdUntil,
  ]
}
