import { expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { type Change, doingOf, valueText } from './words.ts'

test('whatever staff change is told in words, and not by the name of its call', () => {
  const changes = operations.filter(({ kind, token }) => kind === 'change' && token === 'staff')
  expect(changes.length).toBeGreaterThan(50)
  expect(changes.flatMap(({ name }) => (doingOf(name) === undefined ? [name] : []))).toEqual([])
})

test('money is told in rupees, or in its own currency where the row tells it, a switch as yes or no, and a score as it is', () => {
  const told = (table: string, values: Record<string, string | null>) => {
    const fields = Object.entries(values).map(([name, after]) => ({ name, before: null, after }))
    const change = { table, key: '4', kind: 'made', fields, linesInAll: 0, isErased: false } as Change
    return fields.map(({ name, after }) => valueText(change, name, after))
  }
  const refund = { amount: '150000', currency: 'PKR', alone: 'false', reason: null }
  expect(told('refund', refund)).toEqual(['RS 1,500', 'PKR', 'no', 'nothing'])
  // Done at the bank, which took and gave another currency; and a row that does not tell its currency.
  expect(told('refund', { confirmed_amount: '1000', confirmed_currency: 'USD' })).toEqual(['USD 10', 'USD'])
  expect(told('refund', { amount: '1000' })).toEqual(['1000'])
  expect(told('ledger_entry', { amount: '-1050', currency: 'USD' })).toEqual(['−USD 10.50', 'USD'])
  expect(told('orders', { total: '450000', asked_at: '2026-11-01T09:00:00Z' })).toEqual([
    'RS 4,500',
    expect.stringMatching(/^1 November/),
  ])
  expect(told('review', { total: '4' })).toEqual(['4'])
})
