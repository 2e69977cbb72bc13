import { expect, test } from 'vitest'
import type { ActOutcome } from '#contract/audit/kinds.ts'
import { isSaid, type Subject, sentenceText } from '#contract/audit/sentences.ts'
import { operations } from '#contract/operations.ts'
import { type Change, valueText } from './words.ts'

test('whatever staff do is a sentence, and so is what they tried', () => {
  const calls = operations.filter(({ token }) => token === 'staff')
  expect(calls.length).toBeGreaterThan(150)
  expect(calls.flatMap(({ name }) => (isSaid(name) ? [] : [name]))).toEqual([])
  for (const { name } of calls) {
    const done = sentenceText({ operation: name, outcome: 'done', about: null })
    const tried = sentenceText({ operation: name, outcome: 'refused', about: null })
    expect([done, tried].filter((sentence) => !/^[a-z][^{}_]*[a-z]$/.test(sentence))).toEqual([])
    expect(tried).toMatch(/^tried to /)
  }
})

test('a sentence names the thing and whose it is, and stays whole where that is not known', () => {
  const person = { accountId: 7, name: 'Sana Khan' }
  const about = (kind: string, told: Partial<Subject>): Subject => ({
    kind,
    id: '3',
    name: null,
    order: null,
    person: null,
    ...told,
  })
  const said = (operation: string, subject: Subject | null, outcome: ActOutcome = 'done') =>
    sentenceText({ operation, outcome, about: subject })
  expect(said('GrantGive', about('account', { name: 'Sana Khan', person }))).toBe('gave a role to Sana Khan')
  expect(said('GrantGive', about('account', {}), 'refused')).toBe('tried to give a role to somebody')
  expect(said('OfflineConfirm', about('offline_payment', { order: 'COLL-7', person }))).toBe(
    'confirmed a payment at the desk for order COLL-7 of Sana Khan',
  )
  expect(said('ExceptionResolve', about('payment_exception', { order: 'COLL-7', person }))).toBe(
    'resolved a payment that needed attention, order COLL-7 of Sana Khan',
  )
  expect(said('ExceptionResolve', about('payment_exception', {}))).toBe('resolved a payment that needed attention')
  expect(said('WorkshopCancel', about('workshop', { name: 'Echo' }))).toBe('cancelled or reinstated the workshop Echo')
  expect(said('DecisionSet', about('abstract', { name: 'A-0012' }))).toBe('decided about abstract A-0012')
  expect(said('DecisionSet', about('event', { name: 'Conference' }))).toBe('decided about abstracts')
  expect(said('ExportDownload', about('export_file', { name: 'orders' }))).toBe('downloaded an export: orders')
  expect(said('LetterShow', about('mail', { name: 'Your receipt', person }))).toBe(
    'read the email Your receipt to Sana Khan',
  )
  expect(said('Renamed', about('workshop', { name: 'Echo' }))).toBe('did Renamed on the workshop Echo')
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
