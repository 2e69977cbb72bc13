import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#server/platform/http/refuse.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'

test('a password is known again, and no other; nobody has the password of an account without one', async () => {
  const hashed = await hashPassword('pass wört ')

  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(isOutdated(hashed)).toBe(false)
  const tries = ['pass wört ', 'pass wört', ''].map((word) => isPassword(word, hashed))
  expect(await Promise.all([...tries, isPassword('nobody has this', null)])).toEqual([true, false, false, false])
})

test('a hash that is none is an error, and the next is looked at as ever', async () => {
  const hashed = await hashPassword('a')

  const [broken, good] = await Promise.allSettled([isPassword('a', 'no hash'), isPassword('a', hashed)])

  expect(broken.status).toBe('rejected')
  expect(good).toEqual({ status: 'fulfilled', value: true })
})

test('the others are served meanwhile', async () => {
  let turns = 0
  let isHashed = false
  const turn = () => {
    turns += 1
    if (!isHashed) setImmediate(turn)
  }
  setImmediate(turn)

  await hashPassword('a')
  isHashed = true

  expect(turns).toBeGreaterThan(20)
})

test('files are read while a crowd signs in', async () => {
  const done: string[] = []
  const crowd = Promise.all(Array.from({ length: 40 }, () => hashPassword('a'))).then(() => done.push('crowd'))

  await readFile(import.meta.filename)
  done.push('file')
  await crowd

  expect(done).toEqual(['file', 'crowd'])
})

test('of too many at once the last are asked to come again, and all others are answered', async () => {
  const hashed = await hashPassword('a')

  const answers = await Promise.allSettled(Array.from({ length: 130 }, () => isPassword('a', hashed)))

  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(110)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(refused.every(({ reason }) => reason instanceof Refusal && reason.why.retryAfter === 5)).toBe(true)
  expect(answers.every((answer) => answer.status === 'rejected' || answer.value)).toBe(true)
})

test('an account that does not exist is looked for again after a crowd, as if it had not been refused', async () => {
  vi.resetModules()
  const { hashPassword, isPassword } = await import('./passwords.ts')
  const crowd = Promise.allSettled(Array.from({ length: 130 }, () => hashPassword('a')))

  await expect(isPassword('a', undefined)).rejects.toThrow('busy for a moment')
  await crowd

  expect(await isPassword('a', undefined)).toBe(false)
})
