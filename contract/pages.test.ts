import { expect, test } from 'vitest'
import { drawnBy } from './pages.ts'

test('an address is drawn by its own page, or by the one that it stands under', () => {
  const addresses = ['/', '/profile', '/review', '/review/12', '/review/12/decline', '/profile/12', '/nowhere', '/e/x']
  expect(addresses.map(drawnBy)).toEqual([
    '/',
    '/profile',
    '/review',
    '/review',
    '/review',
    ...Array(3).fill(undefined),
  ])
})
