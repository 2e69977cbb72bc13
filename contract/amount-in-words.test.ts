import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test('an amount is written out as accounts offices do, to the last paisa', () => {
  const rupees = (amount: number) => amountInWords({ amount: Math.round(amount * 100), currency: 'PKR' })
  expect([0, 1, 15, 21, 100, 110, 2500, 4999, 10_000, 100_001, 1_250_040.5].map(rupees)).toEqual([
    'Rupees zero only',
    'Rupees one only',
    'Rupees fifteen only',
    'Rupees twenty-one only',
    'Rupees one hundred only',
    'Rupees one hundred and ten only',
    'Rupees two thousand five hundred only',
    'Rupees four thousand nine hundred and ninety-nine only',
    'Rupees ten thousand only',
    'Rupees one hundred thousand and one only',
    'Rupees one million two hundred and fifty thousand and forty and fifty paisa only',
  ])
  expect(amountInWords({ amount: 1050, currency: 'USD' })).toBe('USD ten and 50/100 only')
})
