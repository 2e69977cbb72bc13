/** The list of payments that need a person, as a file. */
import { paisaInRupee } from '#contract/money.ts'
import { ExceptionsList } from '#contract/payments/exceptions.ts'
import type { Scope } from '#server/accounts/staff.ts'
import { everyPage, totalOf } from '#server/platform/database/pages.ts'
import type { Cell } from '#server/platform/files/sheets.ts'
import type { World } from '#server/world.ts'
import { type ExceptionFilter, exceptionOrders, type ExceptionRow, exceptionsWithin, usualOrder } from './exceptions.ts'
import { inRupees } from './rules.ts'

/** More than a sheet of Excel has. */
const mostRows = 1_048_576

export const exceptionsExport = {
  may: 'finance.read' as const,
  fileName: 'payments-that-need-a-person',
  filter: ExceptionsList.input.omit({ cursor: true, limit: true }),
  columns: (timeZone: string): string[] => [
    'Number',
    'Kind',
    `Opened (${timeZone})`,
    `Resolved (${timeZone})`,
    'Event',
    'Person',
    'Email',
    'Payment code',
    'Gateway',
    'Number at the bank',
    'Amount',
    'Currency',
    'Found',
    'What was done',
    'By',
  ],
  total: async (world: World, scope: Scope, filter: ExceptionFilter): Promise<number> =>
    (await totalOf(world, exceptionsWithin(world, scope, filter), mostRows)).total,
  async *rows(world: World, scope: Scope, { sort = usualOrder, ...filter }: ExceptionFilter): AsyncGenerator<Cell[][]> {
    const place = { order: exceptionOrders[sort], limit: 500 }
    for await (const rows of everyPage(exceptionsWithin(world, scope, filter), place)) yield rows.map(cellsOf)
  },
}

function cellsOf(row: ExceptionRow): Cell[] {
  return [
    row.id,
    row.kind.replaceAll('_', ' '),
    row.openedAt,
    row.resolvedAt,
    row.eventName,
    row.fullName,
    row.email,
    row.paymentCode,
    row.gateway,
    row.gatewayReference,
    row.amount === null ? null : row.amount / paisaInRupee,
    row.currency,
    inRupees(row.note),
    row.resolution,
    row.resolvedBy,
  ]
}
