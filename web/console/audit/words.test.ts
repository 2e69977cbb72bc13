import { expect, test } from 'vitest'
import { operations } from '#contract/operations.ts'
import { type Change, doingOf, valueText } from './words.ts'

test('whatever staff change is told in words, and not by the name of its call', () => {
  const changes = operations.filter(({ kind, token }) => kind === 'change' && token === 'staff')
  expect(changes.length).toBeGreaterThan(50)
  expect(changes.flatMap(({ name }) => (doingOf(name) === undefined ? [name] : []))).toEqual([])
})

test('money is told in rupees, or as the bank took it, a switch as yes or no, and a score as it is', () => {
  const told = (table: string, values: Record<string, string | null>) => {
    const fields = Object.entries(values).map(([name, after]) => ({ name, before: null, after }))
    const change = { table, key: '4', kind: 'made', fields, linesInAll: 0, isErased: false } as Change
    return fields.map(({ name, after }) => valueText(change, name, after))
  }
  expect(told('refund', { amount: '150000', alone: 'false', reason: null })).toEqual(['RS 1,500', 'no', 'nothing'])
  expect(told('ledger_entry', { amount: '-1050', currency: 'USD' })).toEqual(['−USD 10.50', 'USD'])
  expect(told('orders', { total: '450000', asked_at: '2026-11-01T09:00:00Z' })).toEqual([
    'RS 4,500',
    expect.stringMatching(/^1 November/),
  ])
  expect(told('review', { total: '4' })).toEqual(['4'])
})
