import { expect, test } from 'vitest'
import { brokenRule, partsOf, passwordAdvice, plainForms } from './passwords.ts'

const common = 'Many people use this one, so it is tried first. A few words together are stronger.'
const own = 'Contains your name or email, which are tried first. Other words are stronger.'
const easy = 'Easy to guess. A few words together are stronger.'
const owner = { name: 'Dr Ayesha Khan', email: 'a.siddiqui@example.org' }

test.each([
  ['', { owner }, 'A few words are easier to remember.'],
  ['', { rule: 'standard' }, 'At least 10 characters. A few words are easier to remember.'],
  ['a', { owner }, easy],
  [' ', {}, easy],
  ['short one', {}, easy],
  ['aaaaaaaaaaaaaaaa', {}, easy],
  ['dragon', { isCommon: true }, common],
  ['iamayesha2026', { owner }, own],
  ['Siddiqui-forever', { owner }, own],
  ['blue boats', { owner }, 'Fair. One more word would make it strong.'],
  ['three blue boats', { owner }, 'Strong.'],
] as const)('about %j it is said: %o', (password, known, advice) => {
  expect(passwordAdvice(password, known)).toBe(advice)
})

test('without a rule everything is taken; the standard rule wants ten characters that are not common', () => {
  expect([brokenRule('none', 'a', true), brokenRule('none', ' ', false)]).toEqual([undefined, undefined])
  expect([
    brokenRule('standard', 'nine char', false),
    brokenRule('standard', 'ten charac', false),
    brokenRule('standard', 'password1234', true),
  ]).toEqual(['Use at least 10 characters.', undefined, 'Choose another one: many people use this password.'])
})

test('capitals and a year at the end hide no common password', () => {
  expect(plainForms('Dragon2026!')).toEqual(['dragon2026!', 'dragon'])
  expect(plainForms('123456')).toEqual(['123456'])
})

test('only three digits of sixteen are sent', () => {
  const { part, rest } = partsOf('dragon')
  expect([part, rest]).toEqual([expect.stringMatching(/^[\da-f]{3}$/), expect.stringMatching(/^[\da-f]{13}$/)])
})
