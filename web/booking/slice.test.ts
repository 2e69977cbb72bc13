import { beforeEach, expect, test } from 'vitest'
import { readCart, writeCart } from './slice.ts'

beforeEach(() => localStorage.clear())

test('the cart is kept under cartItems, and an empty one leaves no entry', () => {
  const items = [{ WorkshopID: 4, Topic: 'Focused Echo in Shock' }]
  writeCart(items)
  expect(JSON.parse(localStorage.getItem('cartItems') ?? '')).toEqual(items)
  expect(readCart()).toEqual(items)
  writeCart([])
  expect(localStorage.getItem('cartItems')).toBeNull()
  expect(readCart()).toBeUndefined()
})

test('whatever else stands there is not taken for a cart', () => {
  for (const text of ['', 'nonsense', '{}', '7', 'null']) {
    localStorage.setItem('cartItems', text)
    expect(readCart()).toBeUndefined()
  }
  localStorage.setItem('cartItems', '[null, 3, {"WorkshopID":"4"}, {"WorkshopID":5}]')
  expect(readCart()).toEqual([{ WorkshopID: 5 }])
})
