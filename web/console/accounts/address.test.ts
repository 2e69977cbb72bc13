import { expect, test } from 'vitest'
import { addressOfNeed, returnAddress, signInAddress } from './address.ts'

test('the sign-in page remembers where somebody was', () => {
  const address = signInAddress({ pathname: '/console/finance/exceptions', search: '?search=Komal&state=any' })

  expect(returnAddress(new URL(address, 'http://localhost').search)).toBe(
    '/console/finance/exceptions?search=Komal&state=any',
  )
  expect(signInAddress({ pathname: '/console', search: '' })).toBe('/console/signin')
})

test.each([
  'https://evil.example/console',
  '//evil.example',
  '/console/../login',
  '/console\\@evil.example',
  '/login',
  '/console/signin?to=/console',
  'javascript:alert(1)',
  '/consolefake',
])('nobody is sent to %s after signing in', (to) => {
  expect(returnAddress(`?${new URLSearchParams({ to })}`)).toBe('/console')
})

test('whoever must show a factor or set a password first comes back to where they wanted to go', () => {
  const wanted = { pathname: '/console/finance/exceptions', search: '?state=any' }
  const first = new URL(addressOfNeed('proof', wanted), 'http://localhost')
  expect(first.pathname).toBe('/console/second-factor')
  // One need after the other: the first address is kept.
  const then = new URL(addressOfNeed('password', first), 'http://localhost')
  expect([then.pathname, returnAddress(then.search)]).toEqual([
    '/console/password',
    '/console/finance/exceptions?state=any',
  ])
  expect(addressOfNeed('set-up', { pathname: '/console', search: '' })).toBe('/console/second-factor')
})
