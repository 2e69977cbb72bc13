import { expect, test } from 'vitest'
import { feeText, priceText, rupees } from './money.ts'

test('prices in paisa are shown in rupees', () => {
  expect([750000, 100, 150050, 0, 123456700].map(rupees)).toEqual([
    'RS 7,500',
    'RS 1',
    'RS 1,500.50',
    'RS 0',
    'RS 1,234,567',
  ])
})

test('what costs nothing is free', () => {
  expect([0, 1, 150000].map(priceText)).toEqual(['Free', 'RS 0.01', 'RS 1,500'])
})

test('a fee written by the college keeps its words, and a bare number gets its currency', () => {
  expect(['2500', '2,500', 'RS 2,500', 'Free for students', ''].map(feeText)).toEqual([
    'RS 2,500',
    'RS 2,500',
    'RS 2,500',
    'Free for students',
    '',
  ])
})
