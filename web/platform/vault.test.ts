// @vitest-environment node
import { expect, test } from 'vitest'
import { aBrowser } from '#web/testing/vault.ts'

const secret = JSON.stringify({ token: 'a-very-secret-token', userId: 'mehak@example.org', long: 'ü'.repeat(200_000) })
const name = 'persist:root'

test('what is written comes back, and is shown to nobody', async () => {
  const { vault, shown } = aBrowser()
  await vault().write(secret)
  expect(await vault().read()).toBe(secret)
  expect([...shown.keys()]).toEqual([name])
  for (const word of ['a-very-secret-token', 'mehak', 'userId'])
    for (const text of [shown.get(name) ?? '', atob((shown.get(name) ?? '').split('.')[1] ?? '')])
      expect(text.includes(word)).toBe(false)
})

test('the same text is written differently each time', async () => {
  const { vault, shown } = aBrowser()
  await vault().write('same')
  const first = shown.get(name)
  await vault().write('same')
  expect(shown.get(name)).not.toBe(first)
})

test('nothing is there before the first writing, and reading makes no key', async () => {
  const { vault, keyring } = aBrowser()
  expect(await vault().read()).toBeUndefined()
  expect(await keyring.find()).toBeUndefined()
})

test.each([
  [
    'a flipped character',
    (sealed: string) => `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`,
  ],
  ['a missing end', (sealed: string) => sealed.slice(0, -8)],
  ['something else altogether', () => '{"auth":{"token":"forged"}}'],
  ['an empty text', () => ''],
])('%s starts clean', async (_what, tamper) => {
  const { vault, shown } = aBrowser()
  await vault().write('the session')
  shown.set(name, tamper(shown.get(name) ?? ''))
  expect(await vault().read()).toBeUndefined()
  expect(shown.has(name)).toBe(false)
})

test('what an older version wrote starts clean', async () => {
  const { vault } = aBrowser()
  await vault(0).write('the session as it was then')
  expect(await vault(1).read()).toBeUndefined()
})

test('after clearing, even a copy of the ciphertext is worth nothing', async () => {
  const { vault, shown } = aBrowser()
  await vault().write('the session')
  const copy = shown.get(name) ?? ''
  await vault().clear()
  expect(shown.size).toBe(0)
  shown.set(name, copy)
  expect(await vault().read()).toBeUndefined()
})

test('the key cannot be taken out of the browser', async () => {
  const { vault, keyring } = aBrowser()
  await vault().write('the session')
  await expect(crypto.subtle.exportKey('raw', (await keyring.find()) as CryptoKey)).rejects.toThrow('extractable')
})
