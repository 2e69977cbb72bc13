/** The journal must see what is lost: a drill that cannot fail proves nothing. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Answer,
  countOf,
  errorsIn,
  longestPause,
  lostOf,
  notReadyFor,
  openJournal,
  wrongAnswers,
} from './journal.ts'
import { finishedAfter, headOf, twiceTold } from './letters.ts'

test('what people were promised and the database does not have is lost, each kind by its own name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const journal = openJournal(join(folder, 'journal'))
  journal.write({ what: 'order', name: 'A' })
  journal.write({ what: 'payment', name: 'A' })
  journal.write({ what: 'sign-up', name: 'a@example.org' })
  const found = { order: new Set(['A']), payment: new Set<string>(), 'sign-up': new Set(['b@example.org', 'A']) }

  const lost = lostOf(journal.read(), found)
  expect(lost).toEqual([
    { what: 'payment', name: 'A' },
    { what: 'sign-up', name: 'a@example.org' },
  ])
  expect(countOf(lost)).toBe('0 orders, 1 payments, 1 sign-ups')
  expect(lostOf(journal.read(), { ...found, payment: new Set('A'), 'sign-up': new Set(['a@example.org']) })).toEqual([])
})

const answer = (some: Partial<Answer>): Answer => ({
  kind: 'write',
  path: '/api/CheckOut',
  status: 200,
  retryAfter: null,
  began: 0,
  ended: 0,
  isPromise: false,
  ...some,
})

test('nobody hears anything but 200, 303 and 503 with a time to come again, and readers of pages only 200', () => {
  const right = [
    answer({}),
    answer({ status: 303 }),
    answer({ status: 503, retryAfter: '2' }),
    answer({ kind: 'page' }),
  ]
  const wrong = [
    answer({ status: 503 }),
    answer({ status: 500, retryAfter: '2' }),
    answer({ status: 'ECONNREFUSED' }),
    answer({ kind: 'page', status: 503, retryAfter: '2' }),
    answer({ kind: 'page', status: 303 }),
  ]
  expect(wrongAnswers([...right, ...wrong])).toEqual(wrong)
})

test('writes are away from the last promise to the next one, also when there is no next one', () => {
  const promised = (ended: number) => answer({ ended, isPromise: true })
  const answers = [promised(900), promised(1500), answer({ ended: 4000 }), promised(9500), promised(10_000)]
  expect(longestPause(answers, { from: 1000, until: 11_000 })).toBe(8)
  expect(longestPause(answers, { from: 1000, until: 30_000 })).toBe(20)
  expect(longestPause([], { from: 1000, until: 3000 })).toBe(2)
})

test('the portal is not ready from the first probe that is refused to the last', () => {
  const probe = (began: number, status: number) => answer({ kind: 'ready', began, ended: began + 100, status })
  expect(
    notReadyFor([probe(0, 200), probe(1000, 503), probe(2000, 503), probe(3000, 200)], { from: 0, until: 5000 }),
  ).toBe(1.1)
  expect(notReadyFor([probe(0, 200)], { from: 0, until: 5000 })).toBe(0)
})

test('a purchase is finished when its letter is there, which may come twice with one id and never as another', () => {
  const letters = [
    { to: 'a@example.org', id: '1', at: 5000 },
    { to: 'a@example.org', id: '1', at: 6000 },
    { to: 'b@example.org', id: '2', at: 7000 },
    { to: 'b@example.org', id: '3', at: 8000 },
    { to: 'other@example.org', id: '4', at: 8000 },
    { to: 'other@example.org', id: '5', at: 8000 },
  ]
  const inHand = ['a@example.org', 'b@example.org', 'c@example.org'].map((email) => ({ email, since: 4000, fault: '' }))
  expect(finishedAfter(inHand, letters)).toEqual([1, 3, undefined])
  expect(twiceTold(new Set(['a@example.org', 'b@example.org']), letters)).toEqual(['b@example.org'])
  expect(headOf('From: x@example.org\r\nTo: a@example.org\r\nMessage-ID: <1@localhost>\r\n\r\nTo: b')).toEqual({
    to: 'a@example.org',
    id: '1@localhost',
  })
})

test('the absence of the database is no fault of the portal; whatever else its log calls an error is one', () => {
  const lines = [
    '{"level":40,"time":1,"err":{"code":"57P03"},"msg":"the database is away"}',
    '{"level":50,"time":2,"err":{"code":"42703"},"msg":"a job failed"}',
    '  Colloquium is open at http://127.0.0.1:3000',
    'The server stopped unexpectedly and is started again.',
    '    at main (server/main.ts:3:1)',
  ]
  expect(errorsIn(lines)).toEqual([lines[1], lines[3], lines[4]])
})
