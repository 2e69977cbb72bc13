import { expect, test } from 'vitest'
import type { Answer, Refused } from '#web/platform/call.ts'
import { checkEmail, checkNewPassword, checkPassword, troubleOf } from './api.ts'
import { adviceFor } from './NewPasswordField.tsx'
import { checkPair } from './UpdatePasswordStep.tsx'

test('an email is required, and must be one', () => {
  const said = Object.fromEntries(
    ['', '  ', 'mehak', 'mehak@example', ' mehak@example.org '].map((text) => [text, checkEmail(text)]),
  )
  expect(said).toEqual({
    '': 'Email is required.',
    '  ': 'Email is required.',
    mehak: 'Enter a valid email.',
    'mehak@example': 'Enter a valid email.',
    ' mehak@example.org ': undefined,
  })
})

test('a password is required and has no other rule than a length that the server takes', () => {
  expect([checkPassword(''), checkPassword(' '), checkPassword('x')]).toEqual([
    'Password is required.',
    undefined,
    undefined,
  ])
  expect([checkNewPassword('x'.repeat(256)), checkNewPassword('x'.repeat(257))]).toEqual([
    undefined,
    'Use at most 256 characters.',
  ])
})

test('a new password is given twice, the same', () => {
  expect([
    checkPair({ password: '', again: '' }),
    checkPair({ password: 'a', again: '' }),
    checkPair({ password: 'a', again: 'b' }),
    checkPair({ password: 'a', again: 'a' }),
  ]).toEqual([
    { password: 'Both password fields are required.' },
    { again: 'Both password fields are required.' },
    { again: 'Passwords do not match.' },
    { password: undefined },
  ])
})

test('advice about a password is gentle and never empty', () => {
  expect(['', 'abc', 'aaaaaaaaaaaaaaaa', 'blue boats', 'three blue boats'].map(adviceFor)).toEqual([
    'A few words are easier to remember.',
    'Easy to guess. A few words together are stronger.',
    'Easy to guess. A few words together are stronger.',
    'Fair. One more word would make it strong.',
    'Strong.',
  ])
})

test('trouble is told by its kind', () => {
  const refused = (status: number): Refused => ({
    kind: 'refused',
    status,
    sentence: 'as the server says',
    retryAfter: 1,
  })
  const said = (answer: Answer) => troubleOf(answer, 'otherwise')
  expect([said({ kind: 'failed' }), said(refused(500)), said({ ...refused(503), sentence: '' })]).toEqual(
    Array.from({ length: 3 }, () => 'An error occurred. Please try again later.'),
  )
  expect([said(refused(503)), said(refused(429)), said(refused(400)), said({ kind: 'reply', reply: {} })]).toEqual([
    'as the server says',
    'as the server says',
    'otherwise',
    'otherwise',
  ])
})
