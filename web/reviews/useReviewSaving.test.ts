// @vitest-environment node
import { expect, test } from 'vitest'
import { reviewTexts } from '#contract/reviews/words.ts'
import { answerFrom } from './useReviewSaving.ts'

const refused = (status: number) => ({ kind: 'refused', status, sentence: '', retryAfter: undefined }) as const
const own = {
  version: 4,
  scores: [{ criterionId: 1, score: 3 }],
  recommendation: null,
  asType: null,
  sure: null,
  toAuthor: 'Theirs',
  toChairs: '',
  total: 3,
  savedAt: '2026-11-17T05:42:00.000Z',
  submittedAt: null,
  isLate: false,
}
const saved = { version: 5, savedAt: '2026-11-17T05:43:00.000Z' }

test('a submit that misses something, or may name somebody, has saved what was typed', () => {
  for (const status of ['Success', reviewTexts.missing, reviewTexts.names, reviewTexts.closed] as const)
    expect(answerFrom({ kind: 'reply', reply: { status, ...saved } })).toEqual({ kind: 'saved', ...saved })
})

test('what was submitted is not touched by a change that is not whole: it stays on this device', () => {
  expect(answerFrom({ kind: 'reply', reply: { status: reviewTexts.missing } })).toEqual({ kind: 'refused' })
})

test('another text comes with its version; a decision and a decline end it with their sentence', () => {
  const values = {
    scores: own.scores,
    recommendation: null,
    asType: null,
    sure: null,
    toAuthor: 'Theirs',
    toChairs: '',
  }
  expect(answerFrom({ kind: 'reply', reply: { status: reviewTexts.conflict, stored: own } })).toEqual({
    kind: 'changed',
    stored: { values, version: 4 },
  })
  for (const status of [reviewTexts.decided, reviewTexts.declined])
    expect(answerFrom({ kind: 'reply', reply: { status } })).toEqual({ kind: 'over', sentence: status })
  expect(answerFrom({ kind: 'reply', reply: { status: reviewTexts.submitted } })).toEqual({ kind: 'submitted' })
})

test('no line, a busy server, a session that ended: it is kept and sent again; what is not there any more is over', () => {
  for (const heard of [{ kind: 'failed' } as const, refused(503), refused(500), refused(429), refused(401)])
    expect(answerFrom(heard)).toEqual({ kind: 'unanswered' })
  expect(answerFrom(refused(404))).toEqual({ kind: 'over', sentence: '' })
})
