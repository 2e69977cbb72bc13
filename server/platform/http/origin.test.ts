import { expect, test } from 'vitest'
import { addressKey, networksOf } from './origin.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['2001:db8::a', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
])('%s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test('an address of IPv6 belongs to a household and to an organisation', () => {
  expect(networksOf(addressKey('2001:db8:1:ab02:3:4:5:6'))).toEqual([
    { key: '2001:db8:1:ab02', times: 1 },
    { key: '2001:db8:1:ab00/56', times: 4 },
    { key: '2001:db8:1/48', times: 16 },
  ])
  expect(networksOf(addressKey('203.0.113.7'))).toEqual([{ key: '203.0.113.7', times: 1 }])
})
