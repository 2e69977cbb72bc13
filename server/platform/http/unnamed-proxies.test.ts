import { expect, test } from 'vitest'
import { readConfig } from '#server/kernel/settings.ts'
import { tellingOfUnnamedProxies } from './unnamed-proxies.ts'

test('a proxy that TRUSTED_PROXIES does not name is told once, and strangers who send its header are not', () => {
  const told: unknown[] = []
  const tell = tellingOfUnnamedProxies(readConfig({ TRUSTED_PROXIES: '10.0.0.1' }), {
    warn: (about: object) => void told.push(about),
  } as never)
  const from = (remoteAddress: string, headers = { 'x-forwarded-for': '203.0.113.7' }) =>
    tell({ headers, socket: { remoteAddress } } as never)
  from('10.0.0.1')
  from('10.0.0.2')
  from('10.0.0.2')
  from('::ffff:127.0.0.1')
  from('203.0.113.9')
  from('10.0.0.3', {} as never)
  expect(told).toEqual([{ address: '10.0.0.2' }, { address: '::ffff:127.0.0.1' }])
})
