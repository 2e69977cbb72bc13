/** Orders and receipts of an event, as files. */
import { OrdersList, ReceiptsRegister } from '#contract/booking/order-console.ts'
import { orderStateNames, paidWayNames } from '#contract/booking/order-words.ts'
import { paisaInRupee } from '#contract/money.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, type Column, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import { type OrderFilter, orderOrders, type OrderRow, ordersFitting, usualOrder } from './order-list.ts'
import { type ReceiptFilter, receiptOrders, type ReceiptRow, receiptsFitting, usualReceiptOrder } from './receipts.ts'
import { paidWay, receiptName, shownState } from './rules.ts'

export const ordersExport = {
  may: 'orders.read' as const,
  fileName: 'orders',
  filter: OrdersList.input.omit({ cursor: true, limit: true }),
  columns: (timeZone: string): (string | Column)[] => [
    'Payment code',
    'State',
    'Needs review',
    'Person',
    'Email',
    { title: 'Workshops', as: 'long' },
    { title: 'Seats', as: 'number' },
    { title: 'Total', as: 'money' },
    'Currency',
    'Paid by',
    'Receipt',
    { title: `Made (${timeZone})`, as: 'time' },
    { title: `Held until (${timeZone})`, as: 'time' },
    { title: `Paid (${timeZone})`, as: 'time' },
    { title: `Ended (${timeZone})`, as: 'time' },
  ],
  total: async (world: World, _scope: Scope, filter: OrderFilter): Promise<number> =>
    (await totalOf(world, ordersFitting(world, filter), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    _scope: Scope,
    { sort = usualOrder, ...filter }: OrderFilter,
  ): AsyncGenerator<Cell[][]> {
    for await (const rows of everyRow(world, ordersFitting(world, filter), orderOrders[sort]))
      yield rows.map(orderCells)
  },
}

function paidByName({ gateway, total }: Pick<OrderRow, 'gateway' | 'total'>, isPaid: boolean): string | null {
  const way = paidWay(gateway, total, isPaid)
  return way && paidWayNames[way]
}

function orderCells(row: OrderRow): Cell[] {
  const state = shownState(row)
  return [
    row.paymentCode,
    orderStateNames[state],
    row.isInReview ? 'Yes' : null,
    row.fullName,
    row.email,
    row.topics.join('; '),
    row.topics.length,
    row.total / paisaInRupee,
    row.currency,
    paidByName(row, row.paidAt !== null),
    row.number === null ? null : receiptName({ eventId: row.eventId, number: row.number }),
    row.createdAt,
    state === 'held' || state === 'paying' ? row.holdUntil : null,
    row.paidAt,
    row.closedAt,
  ]
}

export const receiptsExport = {
  may: 'finance.read' as const,
  fileName: 'receipts',
  filter: ReceiptsRegister.input.omit({ cursor: true, limit: true }),
  columns: (timeZone: string): (string | Column)[] => [
    'Receipt',
    { title: `Issued (${timeZone})`, as: 'time' },
    'Payment code',
    'Person',
    'Email',
    'Paid by',
    { title: 'Total', as: 'money' },
    'Currency',
    'Cancelled',
    { title: 'Refunded', as: 'money' },
  ],
  total: async (world: World, _scope: Scope, filter: ReceiptFilter): Promise<number> =>
    (await totalOf(world, receiptsFitting(world, filter), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    _scope: Scope,
    { sort = usualReceiptOrder, ...filter }: ReceiptFilter,
  ): AsyncGenerator<Cell[][]> {
    for await (const rows of everyRow(world, receiptsFitting(world, filter), receiptOrders[sort]))
      yield rows.map(receiptCells)
  },
}

function receiptCells(row: ReceiptRow): Cell[] {
  return [
    receiptName(row),
    row.issuedAt,
    row.paymentCode,
    row.fullName,
    row.email,
    paidByName(row, true),
    row.total / paisaInRupee,
    row.currency,
    row.state === 'cancelled' ? 'Cancelled' : null,
    row.givenBack === null ? null : row.givenBack / paisaInRupee,
  ]
}
