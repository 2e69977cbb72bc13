// @vitest-environment node
import { expect, test } from 'vitest'
import { staysHere } from './useInbox.ts'

const refused = (status: number) => ({ kind: 'refused', status, sentence: '', retryAfter: undefined }) as const
const inbox = (rows: [number, string][]) => ({ rows: rows.map(([assignmentId, state]) => ({ assignmentId, state })) })
const reply = {
  ...inbox([
    [1, 'begun'],
    [2, 'declined'],
    [3, 'submitted'],
  ]),
  elsewhere: [inbox([[9, 'assigned']])],
}

test('what was declined or taken away leaves the device, and everything does with whoever is no reviewer any more', () => {
  expect(staysHere({ kind: 'reply', reply } as unknown as Parameters<typeof staysHere>[0])).toEqual([1, 3, 9])
  expect(staysHere(refused(404))).toEqual([])
})

test('no line, a busy server, a session that ended: what was opened stays', () => {
  for (const heard of [{ kind: 'failed' } as const, refused(503), refused(500), refused(429), refused(401)])
    expect(staysHere(heard)).toBe(undefined)
})
