/** A possible conflict, as a chair judges it. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ConflictRow } from '#web/console/selection/words.ts'
import { answerWith, bilal, openConsole } from '#web/testing/staff.tsx'

const row: ConflictRow = {
  id: 1,
  abstractId: 14,
  reviewerId: 3,
  number: 'A-0014',
  title: 'Falls at home',
  reviewer: 'Hira Channa',
  accountId: 31,
  kind: 'coauthor',
  source: 'rule',
  strength: 'possible',
  note: '',
  facts: [{ author: 'Sana Channa', fact: 'surname', detail: 'channa' }],
  at: '2026-11-01T09:00:00.000Z',
}
const events = bilal.events.map((event) => ({
  ...event,
  may: ['event.read', 'review.read', 'review.manage', 'people.read'] as const,
}))

test('a possible conflict says why it is one, leads to the abstract and the reviewer, and is confirmed or cleared', async () => {
  const { asked } = answerWith({
    StaffMe: () => ({ ...bilal, events }),
    ConflictList: () => ({ rows: [row], next: null, total: 1, totalIsExact: true }),
    StaffConflictList: () => ({ rows: [], staff: [] }),
    ConflictClear: () => ({}),
  })
  openConsole('/console/reviewers?eventId=2&part=conflicts')
  const user = userEvent.setup()
  const conflicts = await screen.findByRole('region', { name: 'Conflicts' })
  const name = await within(conflicts).findByRole('link', { name: 'A-0014' })

  expect(name.getAttribute('href')).toContain('/console/abstracts/14')
  expect(within(conflicts).getByRole('link', { name: 'Hira Channa' }).getAttribute('href')).toContain('/people/31')
  expect(conflicts.textContent).toContain('Same surname as the author: Sana Channa (channa)')
  within(conflicts).getByRole('button', { name: 'Confirm conflict: A-0014 and Hira Channa' })
  await user.click(within(conflicts).getByRole('button', { name: 'No conflict: A-0014 and Hira Channa' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), 'They have never met.')
  await user.click(within(dialog).getByRole('button', { name: 'Record no conflict' }))

  await waitFor(() =>
    expect(asked.filter(([call]) => call === 'ConflictClear').map(([, input]) => input)).toMatchObject([
      { eventId: 2, abstractId: 14, reviewerId: 3, kind: 'coauthor', reason: 'They have never met.' },
    ]),
  )
})
