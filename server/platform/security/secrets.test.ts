import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { secretNamed } from './secrets.ts'

test('a secret is made once, kept, and readable by nobody else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  const first = secretNamed('captcha', folder)

  expect(first).toHaveLength(32)
  expect(secretNamed('captcha', folder)).toEqual(first)
  expect(secretNamed('pins', folder)).not.toEqual(first)
  expect(statSync(join(folder, 'secrets/captcha')).mode & 0o777).toBe(0o600)
})
