/** The emails about accounts: every one, with what somebody could be called. */
import { expect, test } from 'vitest'
import * as emails from './mail.ts'

const facts = {
  pin: '012345',
  email: 'sana@example.org',
  kept: 'sana@example.org',
  gone: 'abro@example.org',
  newEmail: 'new@example.org',
  key: 'key',
  token: 'token',
  undoUntil: new Date('2026-11-12T09:00:00Z'),
  dueAt: new Date('2026-11-12T09:00:00Z'),
  expiresAt: new Date('2026-11-12T09:00:00Z'),
  accountId: 7,
  rows: 2500,
  role: 'finance',
  eventName: null,
  by: 'Zainab Qureshi',
  who: { fullName: 'Rabia', email: 'rabia@example.org' },
  what: 'A recovery code was used',
  publicUrl: 'https://events.college.edu',
} as const

test.each(Object.entries(emails))('%s names no software, and its dates are in words', (_name, write) => {
  const { subject, text } = (write as (given: typeof facts) => { subject: string; text: string })(facts)

  expect(subject).toMatch(/^[A-Z]/)
  expect(`${subject}\n${text}`).not.toMatch(/Colloquium|undefined|\d{4}-\d\d-\d\d|\bletter\b|\bmail\b/)
  expect(text.trim().split('\n\n')[0]).toMatch(/[.:]$/)
})
