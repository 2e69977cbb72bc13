/** The list of payments that need a person, and the ledger, as files. */
import { paisaInRupee } from '#contract/money.ts'
import { LedgerList } from '#contract/payments/closings.ts'
import { exceptionTitles } from '#contract/payments/exception-kinds.ts'
import { ExceptionsList } from '#contract/payments/exceptions.ts'
import { moneyWayNames, movementNames } from '#contract/payments/finance-words.ts'
import type { Scope } from '#server/kernel/permissions.ts'
import type { Transaction, World } from '#server/kernel/world.ts'
import {
  type ExceptionFilter,
  exceptionOrders,
  type ExceptionRow,
  exceptionsWithin,
  usualOrder,
} from '#server/payments/exceptions/exceptions.ts'
import { inRupees, wayOf } from '#server/payments/rules.ts'
import { everyRow, totalOf } from '#server/platform/database/pages.ts'
import { type Cell, type Column, mostRowsOfSheet } from '#server/platform/files/sheets.ts'
import { entriesWithin, type EntryRow, type LedgerFilter, ledgerOrders } from './books.ts'

export const exceptionsExport = {
  may: 'finance.read' as const,
  fileName: 'payments-that-need-a-person',
  filter: ExceptionsList.input.omit({ cursor: true, limit: true }),
  columns: (timeZone: string): (string | Column)[] => [
    { title: 'Number', as: 'number' },
    'Kind',
    { title: `Opened (${timeZone})`, as: 'time' },
    { title: `Resolved (${timeZone})`, as: 'time' },
    'Event',
    'Person',
    'Email',
    'Payment code',
    'Gateway',
    'Number at the bank',
    { title: 'Amount', as: 'money' },
    'Currency',
    { title: 'Found', as: 'long' },
    { title: 'What was done', as: 'long' },
    'By',
  ],
  total: async (world: World, scope: Scope, filter: ExceptionFilter): Promise<number> =>
    (await totalOf(world, exceptionsWithin(world, scope, filter), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    scope: Scope,
    { sort = usualOrder, ...filter }: ExceptionFilter,
  ): AsyncGenerator<Cell[][]> {
    const query = exceptionsWithin(world, scope, filter)
    for await (const rows of everyRow(world, query, exceptionOrders[sort])) yield rows.map(cellsOf)
  },
}

function cellsOf(row: ExceptionRow): Cell[] {
  return [
    row.id,
    exceptionTitles[row.kind],
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

export const ledgerExport = {
  may: 'finance.read' as const,
  fileName: 'ledger',
  filter: LedgerList.input.omit({ cursor: true, limit: true }),
  columns: (timeZone: string): (string | Column)[] => [
    { title: 'Number', as: 'number' },
    { title: `Recorded (${timeZone})`, as: 'time' },
    'Movement',
    'Way',
    { title: 'Amount', as: 'money' },
    'Currency',
    'Reference',
    'Payment code',
    'Person',
    'Email',
    'By one person',
    { title: 'Closing', as: 'number' },
  ],
  total: async (world: World, scope: Scope, filter: LedgerFilter): Promise<number> =>
    (await totalOf(world, entriesWithin(world, scope, filter), mostRowsOfSheet)).total,
  async *rows(
    world: Transaction,
    scope: Scope,
    { sort = '-recordedAt', ...filter }: LedgerFilter,
  ): AsyncGenerator<Cell[][]> {
    const query = entriesWithin(world, scope, filter)
    for await (const rows of everyRow(world, query, ledgerOrders[sort])) yield rows.map(cellsOfEntry)
  },
}

function cellsOfEntry(row: EntryRow): Cell[] {
  return [
    row.id,
    row.recordedAt,
    movementNames[row.kind],
    moneyWayNames[wayOf(row.gateway)],
    // As the screen shows it: what went out is negative, so that the column adds up to what is left.
    (row.kind === 'capture' ? row.amount : -row.amount) / paisaInRupee,
    row.currency,
    row.gatewayReference,
    row.paymentCode,
    row.fullName,
    row.email,
    row.alone ? 'yes' : '',
    row.closing,
  ]
}
