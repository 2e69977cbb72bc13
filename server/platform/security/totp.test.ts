import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'
import { base32, newTotpSecret, totpAddress, totpCode, totpStep, totpStepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at second %i the code is that of RFC 6238, appendix B', (second, eightDigits) => {
  expect(totpCode(secret, totpStep(new Date(second * 1000)))).toBe(eightDigits.slice(-6))
})

test('CON-014: the code of this step, the one before and the one after are taken, and none further away', () => {
  const now = new Date('2026-11-01T09:00:00Z')
  const step = totpStep(now)
  const taken = [-2, -1, 0, 1, 2].map((each) => totpStepOf(secret, totpCode(secret, step + each), now))
  expect(taken).toEqual([undefined, step - 1, step, step + 1, undefined])
  expect([totpStepOf(secret, '', now), totpStepOf(secret, '1234567', now)]).toEqual([undefined, undefined])
})

test('an app is told issuer, account and secret', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(newTotpSecret())).toMatch(/^[A-Z2-7]{32}$/)
  expect(totpAddress(secret, { issuer: 'CPD & more', account: 'a@example.org' })).toBe(
    'otpauth://totp/CPD%20%26%20more:a%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=CPD%20%26%20more&algorithm=SHA1&digits=6&period=30',
  )
})

test('what is sealed opens with its key and for its own row, and not when a bit of it was changed', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const sealed = seal(key, secret, 'totp 7')
  expect(unseal(key, sealed, 'totp 7')).toEqual(secret)
  expect(seal(key, secret, 'totp 7')).not.toEqual(sealed)
  expect(() => unseal(other, sealed, 'totp 7')).toThrow('authenticate')
  expect(() => unseal(key, sealed, 'totp 8')).toThrow('authenticate')
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, changed, 'totp 7')).toThrow('authenticate')
  }
})
