/** What a call takes, made from its schema: for tests that ask every operation there is. */
import { expect } from 'vitest'
import { z } from 'zod'
import type { Operation } from '#contract/operation.ts'

export type Sent = { query?: string; payload?: string }

/** The fields that a call cannot do without, each with something that it takes, and those that are asked about. */
export function sentWith({ name, method, input }: Operation, asked: Record<string, string>): Sent {
  const needed = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success)
  const fields = { ...Object.fromEntries(needed.map(([name, field]) => [name, fitting(field)])), ...asked }
  // What does not fit is refused before anybody looks at whose ids they are.
  expect([name, input.safeParse(fields).error]).toEqual([name, undefined])
  if (method === 'POST') return { payload: JSON.stringify(fields) }
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) pairs.set(name, String(value))
  return { query: `?${pairs.toString()}` }
}

function fitting(field: z.core.$ZodType): unknown {
  const issue = z.safeParse(field, '1').error?.issues[0]
  const choices = issue?.code === 'invalid_value' ? issue.values : []
  const values = [
    '1',
    'someone@example.org',
    '2026-12-01',
    '09:00',
    '60',
    true,
    1,
    'a'.repeat(32),
    // A payment code.
    '2'.repeat(13),
    'UTC',
    '',
    [],
    ['1'],
    ['someone@example.org'],
    {},
    [{ description: 'a', fields: [] }],
    { email: 'someone@example.org' },
    [{ email: 'someone@example.org' }],
    { each: 1, most: 1, expertFirst: true, keepUnopened: true },
    ...choices,
  ]
  return values.find((value) => z.safeParse(field, value).success)
}
