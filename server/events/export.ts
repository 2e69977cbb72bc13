/** The roster of a workshop, as a file. */
import { z } from 'zod'
import { RosterList } from '#contract/events/workshop-console.ts'
import { paisaInRupee } from '#contract/money.ts'
import { receiptName } from '#server/booking/orders.ts'
import type { Staff } from '#server/kernel/callers.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, type Column, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import {
  type RosterFilter,
  rosterFitting,
  rosterOrders,
  type RosterRow,
  rosterSight,
  usualRosterOrder,
} from './roster.ts'

type Asked = RosterFilter & { sees?: 'orders' | undefined }

export const rosterExport = {
  may: 'people.read' as const,
  fileName: 'roster',
  /** `sees` is written when the export is asked for, never by whoever asks. */
  filter: RosterList.input.omit({ cursor: true, limit: true }).extend({ sees: z.literal('orders').optional() }),
  stored: (staff: Staff, { sees: _own, ...sent }: Record<string, string>, eventId: number | undefined) =>
    rosterSight(staff, eventId ?? 0).orders ? { ...sent, sees: 'orders' } : sent,
  columns: (timeZone: string): (string | Column)[] => [
    'Workshop',
    'Person',
    'Email',
    'Institution',
    'Seat',
    { title: 'Price', as: 'money' },
    'Payment code',
    'Receipt',
    { title: `Since (${timeZone})`, as: 'time' },
    { title: `Held until (${timeZone})`, as: 'time' },
  ],
  total: async (world: World, _scope: Scope, { sees, ...filter }: Asked): Promise<number> =>
    (await totalOf(world, rosterFitting(world, filter, { orders: sees === 'orders' }), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    _scope: Scope,
    { sort = usualRosterOrder, sees, ...filter }: Asked,
  ): AsyncGenerator<Cell[][]> {
    const sight = { orders: sees === 'orders' }
    for await (const rows of everyRow(world, rosterFitting(world, filter, sight), rosterOrders[sort]))
      yield rows.map((row) => cellsOf(row, filter.eventId, sight))
  },
}

function cellsOf(row: RosterRow, eventId: number, { orders }: { orders: boolean }): Cell[] {
  const isPaid = row.state === 'paid'
  return [
    row.topic,
    row.name,
    row.email,
    row.institution,
    isPaid ? 'Paid' : 'Held',
    orders ? row.price / paisaInRupee : null,
    orders ? row.paymentCode : null,
    row.number === null || !orders ? null : receiptName({ eventId, number: row.number }),
    row.since,
    isPaid ? null : row.holdUntil,
  ]
}
