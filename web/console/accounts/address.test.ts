import { expect, test } from 'vitest'
import { returnAddress, signInAddress } from './address.ts'

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
