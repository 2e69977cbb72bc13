import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seal, unseal } from './sealed-secrets.ts'
import { fileSecret } from './secrets.ts'

test('a secret is made once, kept, and readable by nobody else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  const first = fileSecret('captcha', folder)

  expect(first).toHaveLength(32)
  expect(fileSecret('captcha', folder)).toEqual(first)
  expect(fileSecret('pins', folder)).not.toEqual(first)
  expect(statSync(join(folder, 'secrets/captcha')).mode & 0o777).toBe(0o600)
})

test('a sealed secret opens under its own name and key only, and never looks the same twice', () => {
  const secret = Buffer.alloc(32, 7)
  const [secretsKey, name] = ['k'.repeat(32), 'pins']
  const sealed = seal(secret, { name, secretsKey })
  const sentence = 'SECRETS_KEY is not the one that the secrets in the database were sealed with.'

  expect(unseal(sealed, { name, secretsKey })).toEqual(secret)
  expect(seal(secret, { name, secretsKey })).not.toEqual(sealed)
  expect(sealed.includes(secret.subarray(0, 8))).toBe(false)
  expect(() => unseal(sealed, { name: 'captcha', secretsKey })).toThrow(sentence)
  expect(() => unseal(sealed, { name, secretsKey: 'x'.repeat(32) })).toThrow(sentence)
  const flipped = Buffer.from(sealed)
  flipped[50] = (flipped[50] as number) ^ 1
  expect(() => unseal(flipped, { name, secretsKey })).toThrow(sentence)
})
